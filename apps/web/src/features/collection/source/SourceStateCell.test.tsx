import type { Source } from '@heddle/contracts/collection/source'
import { screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { renderWithApp } from '#testing/render.tsx'
import { buildSource } from '#testing/wire.ts'
import { SourceStateCell } from './SourceStateCell.tsx'

const page = buildSource({
  version_id: null,
  file_name: null,
  media_type: null,
  url: 'https://looms.example/sitemap.xml',
  language: null,
  progress: { pages: { done: 1_200, total: 1_200 }, chunks: { done: 0, total: 0 } },
  is_searchable: false,
  page_count: 0,
  chunk_count: 0,
  size: 0,
})

const show = (source: Source) =>
  renderWithApp(
    <Suspense>
      <SourceStateCell source={source} />
    </Suspense>,
  )

test('a sitemap says how many pages it has', async () => {
  await show(page)
  expect(await screen.findByText('Sitemap with 1,200 pages')).toBeVisible()
})

const slow = { code: 'EMBEDDING_UNAVAILABLE', message: '', params: { model: 'bge-m3', cause: 'MODEL_FIRST_TOKEN_TIMEOUT' } } as const

test('what waits for another attempt says why, and that it goes on by itself', async () => {
  await show({ ...page, kind: 'file', url: null, state: 'queued', failure: slow })
  expect(await screen.findByText(/^The embedding model “bge-m3” did not respond in time\./)).toBeVisible()
  expect(screen.getByText('The last attempt failed. It will be retried automatically.')).toBeVisible()
})

test('what has failed for good says why, and does not promise another attempt', async () => {
  await show({ ...page, kind: 'file', url: null, state: 'failed', failure: slow })
  expect(await screen.findByText(/^The embedding model “bge-m3” did not respond in time\. Retry/)).toBeVisible()
  expect(screen.queryByText(/by itself/)).toBeNull()
})

test('a page that is searched is no sitemap', async () => {
  await show({ ...page, is_searchable: true })
  expect(await screen.findByText('Indexed')).toBeVisible()
  expect(screen.queryByText(/Sitemap/)).toBeNull()
})

test('a workbook has sheets, not pages', async () => {
  const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const workbook: Source = { ...page, kind: 'file', url: null, media_type: mediaType, is_searchable: true }
  const { unmount } = await show({ ...workbook, warnings: [{ page: 2, verdict: 'empty' }] })
  expect(await screen.findByText('1 sheet has no readable text.')).toBeVisible()
  unmount()
  await show({ ...workbook, state: 'parsing', progress: { ...page.progress, pages: { done: 1, total: 3 } } })
  expect(await screen.findByText('1 of 3 sheets')).toBeVisible()
})

test('a page that could not be fetched says what its server answered', async () => {
  const failure = { code: 'SOURCE_UNREACHABLE', message: 'The web page could not be fetched.', params: { status: 404 } } as const
  await show({ ...page, state: 'failed', failure })
  expect(await screen.findByText('The web page could not be fetched. The server returned HTTP 404.')).toBeVisible()
})

test('a source is marked by what makes its text doubtful, and by nothing else', async () => {
  const file: Source = { ...page, kind: 'file', url: null, media_type: 'text/csv', is_searchable: true }
  const { unmount } = await show({ ...file, findings: [{ kind: 'form_fields', count: 2, first: null }] })
  expect(await screen.findByText('Indexed')).toBeVisible()
  expect(screen.queryByText(/as it stands/)).toBeNull()
  unmount()
  await show({ ...file, findings: [{ kind: 'encoding_uncertain', count: 1, first: null }] })
  expect(await screen.findByText('Some content couldn’t be read exactly')).toBeVisible()
})

test.each([
  [
    'recognition_off',
    /^This file has no readable text.* Turn on “Recognize text in scanned pages and images \(OCR\)”.*“Read original again”/,
  ],
  ['recognition_missing', /^This file has no readable text.* ask your IT department to install it/],
  ['nothing_recognized', /^The document content could not be recognized at present\. Check/],
] as const)('a scan without text says what to do: %s', async (reason, text) => {
  const failure = { code: 'FILE_NO_TEXT', message: '', params: { reason } } as const
  await show({ ...page, kind: 'file', url: null, state: 'failed', failure })
  expect(await screen.findByText(text)).toBeVisible()
})
