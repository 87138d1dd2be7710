import type { ReadingFinding } from '@heddle/contracts/document/reading'
import type { PageWarning } from '@heddle/contracts/collection/source'
import { screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { renderWithApp } from '#testing/render.tsx'
import { buildSource } from '#testing/wire.ts'
import { SourceFindings } from './SourceFindings.tsx'

const show = (findings: ReadingFinding[], mediaType = 'application/pdf', warnings: PageWarning[] = []) =>
  renderWithApp(
    <Suspense>
      <SourceFindings source={buildSource({ findings, media_type: mediaType, warnings })} />
      <p>Loaded</p>
    </Suspense>,
  )

const headers: ReadingFinding = { kind: 'headers', count: 1_200, first: { page: 3, at: null } }
const unreadable: ReadingFinding = { kind: 'characters_unreadable', count: 1, first: { page: 2, at: '12:30;' } }

test('what makes a text doubtful comes before what is only to be known, each with its count and first place', async () => {
  await show([headers, unreadable])
  const section = await screen.findByRole('region', { name: 'Content that couldn’t be read exactly' })
  expect(section).toHaveTextContent('Where it matters, check the text against the original.')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1 unreadable characterfirst on page 2, at “12:30;”',
    '1,200 headers or footers (not included in the text)first on page 3',
  ])
})

test('what is no fault asks for no check', async () => {
  await show([headers])
  const section = await screen.findByRole('region', { name: 'Reading result' })
  expect(section).not.toHaveTextContent('Check')
})

const pictures = (count: number): ReadingFinding => ({ kind: 'little_text', count, first: { page: 2, at: null } })
const scanned: PageWarning = { page: 2, verdict: 'scanned' }
const empty: PageWarning = { page: 3, verdict: 'empty' }

test.each([
  ['a scanned page', 1, 'application/pdf', [scanned], false],
  ['a scanned page and one with a line of text', 2, 'application/pdf', [scanned], true],
  ['a page with a line of text, beside an empty one', 1, 'application/pdf', [empty], true],
  ['a slide with a picture', 1, 'application/vnd.openxmlformats-officedocument.presentationml.presentation', [empty], false],
] as const)('pages of little text are named once: %s', async (_, count, mediaType, warnings, isShown) => {
  await show([pictures(count), headers], mediaType, [...warnings])
  await screen.findByRole('region')
  expect(screen.queryAllByText(/little or no readable text/)).toHaveLength(isShown ? 1 : 0)
})

test('a workbook has sheets, not pages', async () => {
  const cells: ReadingFinding = { kind: 'cells_unreadable', count: 2, first: { page: 1, at: 'B7' } }
  await show([cells], 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  expect(await screen.findByRole('listitem')).toHaveTextContent('2 cells without a readable valuefirst on sheet 1, at “B7”')
})

test('nothing is shown of a source that was read as it stands', async () => {
  await show([])
  expect(await screen.findByText('Loaded')).toBeVisible()
  expect(screen.queryByRole('region')).toBeNull()
})
