import { screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { renderWithApp } from '#testing/render.tsx'
import { buildSource } from '#testing/wire.ts'
import { SourceSummary } from './SourceSummary.tsx'

const page = buildSource({ recurrence: 86_400, checked_at: '2026-01-01T08:00:00.000', due_at: '2026-01-02T08:00:00.000' })

test('a web page says how often it is fetched, when it was, and when it is next', async () => {
  await renderWithApp(
    <Suspense>
      <SourceSummary source={page} />
    </Suspense>,
  )
  expect(await screen.findByText(/looms\.example\/care · Daily · fetched 2026-01-01 \d\d:00 · next 2026-01-02 \d\d:00/)).toBeVisible()
})

test('a file some of whose pages are pictures says how their text is recognized', async () => {
  const warnings = [{ page: 2, verdict: 'scanned' as const }]
  await renderWithApp(
    <Suspense>
      <SourceSummary source={buildSource({ media_type: 'application/pdf', page_count: 3, warnings })} />
    </Suspense>,
  )
  expect(await screen.findByText(/turn on “Recognize text in scanned pages and images \(OCR\)”.*“Read original again”/)).toBeVisible()
})

test('a file from a folder says where it is from', async () => {
  await renderWithApp(
    <Suspense>
      <SourceSummary source={buildSource({ kind: 'file', url: null, file_name: 'iso.pdf', folder: 'all.zip/standards' })} />
    </Suspense>,
  )
  expect(await screen.findByText(/all\.zip\/standards\/iso\.pdf/)).toBeVisible()
})
