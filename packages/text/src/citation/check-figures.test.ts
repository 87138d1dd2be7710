import { describe, expect, test } from 'vitest'
import { figureCorpus } from '../testing/figure-corpus.ts'
import { findUnknownFigures, findUsedCells } from './check-figures.ts'
import { findUnsupportedIn } from './count-unsupported.ts'
import type { CitedTable } from './result-values.ts'

describe.each(Object.entries(figureCorpus))('a statement over rows in %s', (_language, cases) => {
  test.each(cases.map(([table, statement, missing = []]) => [statement, missing, table] as const))('%s', (statement, missing, table) => {
    expect(findUnknownFigures(statement, [table])).toEqual(missing)
  })
})

const table: CitedTable = {
  query: 'fibre, strength in N, 3 rows',
  columns: [
    { name: 'fibre', unit: null, conversion: 'none', omitted: 0 },
    { name: 'strength', unit: 'N', conversion: 'values', omitted: 0 },
    { name: 'day', unit: null, conversion: 'none', omitted: 0 },
  ],
  rows: [
    { cells: ['cotton', 800, '2025-03-14'] },
    { cells: ['wool', 800, '2025-04-01'] },
    { cells: ['cotton blend', { number: 0.5, mark: '<' }, null] },
  ],
  total: 3,
  matched: 3,
}

describe('the cells that a statement uses', () => {
  test.each([
    ['Cotton holds 800 N.', ['0:0', '0:1']],
    ['綿は0.8 kNです。', ['0:1', '1:1']],
    ['The cotton blend holds less than 0.5 N.', ['0:0', '2:0', '2:1']],
    ['Cottonwood is no fibre.', []],
    ['On 2025-04-01 it rained.', ['1:2']],
  ])('%s', (statement, cells) => {
    expect([...findUsedCells(statement, table)].toSorted()).toEqual(cells)
  })
})

test('a number in the name of a sample is no value that was rounded', () => {
  const samples = { ...table, rows: [{ cells: ['FT-195', 991, null] }, { cells: ['Ne 30', 500, null] }] }
  expect([...findUsedCells('It weighs less than 200 g/m².', samples)]).toEqual([])
  expect([...findUsedCells('A yarn of 19.7 tex.', samples)]).toEqual(['1:0'])
})

describe('a statement that cites', () => {
  const rows = { number: 1, passage: table.query, rows: table }
  const passage = { number: 2, passage: 'The limit is 650 N.' }

  test('rows and a passage may have its figures from either', () => {
    expect(findUnsupportedIn('Cotton holds 800 N, above the limit of 650 N.', [1, 2], [rows, passage], findUnknownFigures)).toEqual([])
    expect(findUnsupportedIn('Cotton holds 810.5 N, above the limit of 650 N.', [1, 2], [rows, passage], findUnknownFigures)).toEqual([
      '810.5',
    ])
    expect(findUnsupportedIn('Cotton holds 800 N, above the limit of 650 N.', [1], [rows, passage], findUnknownFigures)).toEqual(['650'])
  })

  test('rows that are withheld is not checked', () => {
    expect(findUnsupportedIn('Cotton holds 999 N.', [1], [{ number: 1, passage: '', is_withheld: true }], findUnknownFigures)).toEqual([])
  })
})

test('what a model adds up or takes away is not in the result', () => {
  expect(findUnknownFigures('Together they hold 1600 N.', [table])).toEqual(['1600'])
})
