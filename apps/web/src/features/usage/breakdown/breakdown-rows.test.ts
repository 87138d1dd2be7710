import { describe, expect, test } from 'vitest'
import { buildUsagePeriod } from '#testing/usage.ts'
import { type NamedRow, pageRows } from './breakdown-rows.ts'

const createRow = (title: string, tokens: number): NamedRow => ({
  ...buildUsagePeriod({ input_tokens: tokens }),
  id: title,
  key: title,
  name: null,
  title,
})

const rows = [createRow('Weaver', 30), createRow('dyer', 10), createRow('Spinner', 20)]
const view = {
  keyword: '',
  collator: new Intl.Collator('en'),
  pageSize: 2,
  pageToken: undefined,
  sort: { by: 'tokens', direction: 'desc' },
} as const
const readTitles = (page: { rows: NamedRow[] }) => page.rows.map(({ title }) => title)

describe('a page of a breakdown', () => {
  test('begins with the most tokens, and continues by its token', () => {
    const first = pageRows(rows, view)
    expect([readTitles(first), first.total, first.next_page_token]).toEqual([['Weaver', 'Spinner'], 3, '2'])
    const last = pageRows(rows, { ...view, pageToken: first.next_page_token })
    expect([readTitles(last), last.next_page_token]).toEqual([['dyer'], undefined])
  })

  test('sorts names as the language does', () => {
    expect(readTitles(pageRows(rows, { ...view, pageSize: 3, sort: { by: 'name', direction: 'asc' } }))).toEqual([
      'dyer',
      'Spinner',
      'Weaver',
    ])
  })

  test('sorts by the cost in the currency of the most rows', () => {
    const costs = [
      [{ currency: 'EUR', amount: '900' }],
      [{ currency: 'TWD', amount: '10' }],
      [
        { currency: 'EUR', amount: '1' },
        { currency: 'TWD', amount: '9.5' },
      ],
      [{ currency: 'TWD', amount: '11' }],
    ]
    const priced = costs.map((cost, index) => ({ ...createRow(`Row ${index}`, 0), cost }))
    const page = pageRows(priced, { ...view, pageSize: 4, sort: { by: 'cost', direction: 'desc' } })
    expect(readTitles(page)).toEqual(['Row 3', 'Row 1', 'Row 2', 'Row 0'])
  })

  test('has only rows with the keyword, in any letter case', () => {
    expect(pageRows(rows, { ...view, keyword: 'E' }).total).toBe(3)
    expect(readTitles(pageRows(rows, { ...view, keyword: 'DYE' }))).toEqual(['dyer'])
  })

  test('ignores a token that is no number', () => {
    expect(readTitles(pageRows(rows, { ...view, pageToken: 'x' }))).toEqual(['Weaver', 'Spinner'])
  })
})
