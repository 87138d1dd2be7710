import type { Source } from '@heddle/contracts/knowledge/source'
import { screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { renderWithApp } from '#testing/render.tsx'
import { SourceSummary } from './SourceSummary.tsx'

const page: Source = {
  id: '0',
  kind: 'url',
  title: 'Loom care',
  version_id: '1',
  file_name: 'page.html',
  media_type: 'text/html',
  url: 'https://looms.example/care',
  recurrence: 86_400,
  checked_at: '2026-01-01T08:00:00.000',
  due_at: '2026-01-02T08:00:00.000',
  sync_failures: 0,
  tags: [],
  language: 'en',
  enabled: true,
  valid_from: null,
  valid_until: null,
  replaced_by: null,
  state: 'indexed',
  failure: null,
  progress: { pages: { done: 1, total: 1 }, chunks: { done: 1, total: 1 } },
  is_searchable: true,
  page_count: 1,
  chunk_count: 1,
  size: 100,
  warnings: [],
  revision: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
}

test('a web page says how often it is fetched, when it was, and when it is next', async () => {
  await renderWithApp(
    <Suspense>
      <SourceSummary source={page} />
    </Suspense>,
  )
  expect(await screen.findByText(/looms\.example\/care · Daily · fetched 2026-01-01 \d\d:00 · next 2026-01-02 \d\d:00/)).toBeVisible()
})
