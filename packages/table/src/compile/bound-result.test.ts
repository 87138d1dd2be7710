import { expect, test } from 'vitest'
import { boundResult } from './bound-result.ts'
import type { QueryResult } from './read-result.ts'

const createResult = (...texts: string[]): QueryResult => ({
  rows: texts.map((text, at) => ({ rowId: String(at), rowNo: at, cells: [text, 1], censored: [null, null] })),
  total: 9,
  shown: texts.length,
  isCut: false,
  matched: 9,
  censored: [null, null],
})
const listTexts = ({ rows }: QueryResult) => rows.map(({ cells }) => cells[0])

test('a result that is short enough stays as it is', () => {
  const result = createResult('cotton', 'wool')
  expect(boundResult(result, { characters: 100, cellCharacters: 10 })).toEqual(result)
})

test('the first rows that fit are kept, and it is said that there are more', () => {
  const bounded = boundResult(createResult('cotton', 'wool', 'silk'), { characters: 26, cellCharacters: 10 })
  expect(bounded).toMatchObject({ shown: 2, isCut: true, total: 9 })
  expect(listTexts(bounded)).toEqual(['cotton', 'wool'])
})

test('one row is kept however long it is, and a long text ends with an ellipsis', () => {
  expect(listTexts(boundResult(createResult('a very long text', 'b'), { characters: 5, cellCharacters: 6 }))).toEqual(['a very…'])
})
