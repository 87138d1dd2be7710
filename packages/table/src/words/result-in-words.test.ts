import { languages } from '@heddle/contracts/languages'
import { expect, test } from 'vitest'
import { checkPlan } from '../check/check-plan.ts'
import type { CheckedPlan } from '../check/checked-plan.ts'
import type { QueryResult, ResultCell } from '../compile/read-result.ts'
import { fabricTable } from '../testing/fabric-table.ts'
import { describeNoQuery, describeOpenTexts, describeResult, describeTakenTexts, nameRows } from './result-in-words.ts'

const english = { language: 'en', table: fabricTable } as const

function prepare(written: unknown): CheckedPlan {
  const verdict = checkPlan(written, fabricTable)
  if (!verdict.ok) throw new Error('The plan is valid')
  return verdict.plan
}

const createResult = (rows: readonly (readonly ResultCell[])[], total = rows.length): QueryResult => ({
  rows: rows.map((cells) => ({ rowId: null, rowNo: null, cells, censored: [] })),
  total,
  shown: rows.length,
  isCut: total > rows.length,
  matched: total,
  censored: [],
})

const rows = prepare({ select: ['c1', 'c3', 'c7'] })
const cells: ResultCell[][] = [
  ['A|1', 0.1 + 0.2, true],
  ['B\n2', { number: 0.5, mark: '<' }, false],
  ['C', { number: null, mark: 'n.d.' }, null],
]

test('a result is a table under its query in words, with what is not shown', () => {
  expect(describeResult(rows, createResult(cells, 9), english)).toBe(
    [
      'Sample, tenacity in cN/tex, dyed, 9 rows, only the first 3 shown',
      '',
      '| Sample | tenacity in cN/tex | dyed |',
      '| --- | --- | --- |',
      String.raw`| A\|1 | 0.3 | yes |`,
      '| B 2 | <0.5 | no |',
      '| C | n.d. |  |',
    ].join('\n'),
  )
})

test('numbers are written as the reader does, with all digits that they have', () => {
  expect(describeResult(rows, createResult(cells), { language: 'vi', table: fabricTable })).toContain('| 0,3 | có |')
  const long = [
    ['A', 1234567.12345678, null],
    ['B', 9_007_199_254_740_991, null],
  ] as const
  expect(describeResult(rows, createResult(long), english)).toMatch(/1234567\.12345678 [^]* 9007199254740991 /)
})

test('rows have the numbers themselves, by names that differ', () => {
  const table = {
    ...fabricTable,
    columns: fabricTable.columns.map((column) => ({ ...column, name: { default: 'same' }, unit: undefined })),
  }
  const verdict = checkPlan({ select: ['c1', 'c3'] }, table)
  if (!verdict.ok) throw new Error('The plan is valid')
  expect(nameRows(verdict.plan, createResult([['A', 1.5]]), { language: 'en', table: fabricTable })).toEqual({
    columns: ['same', 'same (2)'],
    rows: [{ same: 'A', 'same (2)': 1.5 }],
  })
})

test('a query without rows is a sentence', () => {
  expect(describeResult(rows, createResult([]), english)).toBe('Nothing in the dataset fits: Sample, tenacity in cN/tex, dyed, 0 rows.')
})

test('a text that is not there is told with the nearest, and one of two meanings is asked about', () => {
  const open = { path: 'where.0.value', ref: 'c4.c1', given: 'Ne 31' }
  expect(describeOpenTexts('no_such_value', [{ ...open, values: ['Ne 30', 'Ne 32'] }], english)).toBe(
    'No row has “Ne 31” as Yarn of the yarn. The nearest: Ne 30 / Ne 32.',
  )
  expect(describeOpenTexts('no_such_value', [{ ...open, values: [] }], english)).toBe('No row has “Ne 31” as Yarn of the yarn.')
  expect(describeOpenTexts('ambiguous', [{ ...open, ref: 'c2', given: 'natural', values: ['cotton', 'flax'] }], english)).toBe(
    'Which fibre does “natural” mean: cotton / flax?',
  )
})

test('a text is told with the value that it was taken for', () => {
  const taken = [{ path: 'where.0.value', ref: 'c2', given: '棉', value: 'cotton', match: 'synonym' }] as const
  expect(describeTakenTexts(taken, english)).toEqual(['fibre: 棉 → cotton'])
})

test.each(languages)('without a query there is a sentence in %s', (language) => {
  expect(new Set([describeNoQuery('empty', language), describeNoQuery('not_expressible', language)]).size).toBe(2)
})
