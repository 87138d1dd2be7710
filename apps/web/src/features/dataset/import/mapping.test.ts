import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import type { ImportMapping, ImportPlanColumn, NewColumn } from '@heddle/contracts/dataset/import'
import { describe, expect, test } from 'vitest'
import { findColumnProblems, findMappingProblem, findTarget, pickReading, retarget, retype, toLetters, toSent } from './mapping.ts'

const columns: DatasetColumn[] = [
  { id: 'c1', name: { default: 'Lot' }, type: 'text', key: true },
  { id: 'c2', name: { default: 'Force' }, type: 'number', unit: 'N' },
]
const planned = { header: 'Fiber', target: null, samples: ['Cotton', 'Wool', 'Cotton', 4.5] } as unknown as ImportPlanColumn
const layout = { sheet: 0, header_rows: [1], unit_row: null, first_row: 2, omitted: [] }
const map = (...targets: ImportMapping['columns'][number]['target'][]): ImportMapping => ({
  layout,
  columns: targets.map((target, index) => ({
    at: index + 1,
    target,
    reading: { decimal_comma: true, date_order: 'dmy', empty_words: ['?'] },
  })),
})

describe('a column of a mapping', () => {
  test('that becomes a new one takes what the plan proposes, or its header as a text', () => {
    const column = { at: 1, target: null, reading: {} }
    expect(retarget(column, planned, 'new').target).toEqual({ add: { name: 'Fiber', type: 'text' } })
    const add: NewColumn = { name: 'Fiber', type: 'choice', choices: ['Cotton'] }
    expect(retarget(column, { ...planned, target: { add } }, 'new').target).toEqual({ add })
    expect(retarget(column, planned, 'c2').target).toEqual({ column: 'c2' })
    expect(retarget(column, planned, 'none').target).toBeNull()
  })

  test('of another type keeps what that type has, and its choices are those of the samples', () => {
    const force: NewColumn = { name: 'Force', type: 'integer', unit: 'N', key: true }
    expect(retype(force, 'number', planned)).toEqual({ name: 'Force', type: 'number', unit: 'N' })
    expect(retype(force, 'text', planned)).toEqual({ name: 'Force', type: 'text', key: true })
    expect(retype(force, 'choice', planned)).toEqual({ name: 'Force', type: 'choice', choices: ['Cotton', 'Wool', '4.5'] })
  })

  test('is sent with the readings of its type alone', () => {
    const { columns: sent } = toSent(map({ column: 'c1' }, { column: 'c2' }, { add: { name: 'Day', type: 'date' } }, null), columns)
    expect(sent.map(({ reading }) => reading)).toEqual([
      { empty_words: ['?'] },
      { decimal_comma: true, empty_words: ['?'] },
      { date_order: 'dmy', empty_words: ['?'] },
      {},
    ])
    expect(pickReading({ true_words: ['j'], unit: 'N' }, 'boolean')).toEqual({ true_words: ['j'] })
  })

  test('is read as the column of the dataset that it goes to', () => {
    expect(findTarget({ at: 1, target: { column: 'c2' }, reading: {} }, columns)).toBe(columns[1])
    expect(findTarget({ at: 1, target: { column: 'c9' }, reading: {} }, columns)).toBeNull()
    const add: NewColumn = { name: 'Fiber', type: 'choice', choices: ['Wool'] }
    expect(findTarget({ at: 1, target: { add }, reading: {} }, columns)).toMatchObject({ type: 'choice', choices: [{ value: 'Wool' }] })
  })
})

describe('a mapping', () => {
  test('has a problem where two columns go to one, a new one has no name, or a choice has none', () => {
    const problems = findColumnProblems(
      map({ column: 'c1' }, { column: 'c1' }, { add: { name: ' ', type: 'text' } }, { add: { name: 'Fiber', type: 'choice' } }, null),
    )
    expect([...problems]).toEqual([
      [2, 'repeated'],
      [3, 'nameless'],
      [4, 'choiceless'],
    ])
  })

  test('is not checked without a column, or without the key of the dataset', () => {
    expect(findMappingProblem(map(null, null), columns)).toBe('nothing')
    expect(findMappingProblem(map({ column: 'c2' }), columns)).toBe('key')
    expect(findMappingProblem(map({ column: 'c1' }, { column: 'c1' }), columns)).toBe('columns')
    expect(findMappingProblem(map({ column: 'c1' }, null), columns)).toBeNull()
    expect(findMappingProblem(map({ add: { name: 'Lot', type: 'text' } }), [])).toBeNull()
  })
})

test('columns have the letters of a spreadsheet', () => {
  expect([1, 26, 27, 52, 53, 256].map(toLetters)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'IV'])
})
