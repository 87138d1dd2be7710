import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Row, scoreRows } from './score-rows.ts'

const rows: readonly Row[] = [
  ['棉', 23.5, true, null],
  ['聚酯', 41.25, false, { number: 0.5, mark: '<' }],
  ['Wool', 12, true, null],
]
const score = (expected: readonly Row[], found: readonly Row[] | null, isOrdered = false) => scoreRows({ rows: expected, isOrdered }, found)

describe('the rows of a result', () => {
  test('are equal in any order, and by the key of their texts', () => {
    const found: Row[] = [
      ['WOOL', 12, true, null],
      ['聚酯', 41.25, false, { number: 0.5, mark: '<' }],
      ['ＷＯＯＬ', 12, true, null],
    ]
    expect(score([rows[2] ?? [], rows[1] ?? [], rows[2] ?? []], found)).toEqual({ score: 1, findings: [] })
  })

  test('are what a person wrote, who writes no types', () => {
    const written: Row[] = [
      ['棉', '23.5', 'true', ''],
      ['聚酯', '41.3', 'false', '<0.5'],
    ]
    expect(score(written, rows.slice(0, 2))).toEqual({ score: 1, findings: [] })
    expect(score([['Wool', '', 'true', '']], rows.slice(2))?.score).toBe(0)
    expect(score([['Wool', '12', 'true', 'n.d.']], rows.slice(2))?.score).toBe(0)
  })

  test('are compared in their order where it was asked for', () => {
    const [a = [], b = [], c = []] = rows
    expect(score(rows, [a, b, c], true)?.score).toBe(1)
    expect(score(rows, [b, c, a], true)).toEqual({ score: 2 / 3, findings: [{ code: 'wrong_order' }] })
  })

  test('are named when they are missing or too many', () => {
    const [a = [], b = []] = rows
    expect(score([a, b], [a, ['亞麻', 1, true, null], ['絲', 2, true, null]])).toEqual({
      score: 1 / 3,
      findings: [
        { code: 'row_missing', value: '聚酯 | 41.25 | false | <0.5' },
        { code: 'unexpected_row', value: '亞麻 | 1 | true | ' },
        { code: 'unexpected_row', value: '絲 | 2 | true | ' },
      ],
    })
  })

  test.each([
    [[23.5], [23.46789], true],
    [[23], [23.4], false],
    [[0.1 + 0.2], [0.3], true],
    [[5], ['5'], false],
    [[null], [0], false],
    [[0.5], [{ number: 0.5, mark: '<' }], false],
    [[{ number: 0.5, mark: '≤' }], [{ number: 0.5, mark: '<' }], false],
    [[{ number: null, mark: 'n.d.' }], [{ number: null, mark: 'n.d.' }], true],
    [[1], [1, 2], false],
  ] as [Row, Row, boolean][])('with %j expected and %j found: %s', (expected, found, isSame) => {
    expect(score([expected], [found])?.score).toBe(isSame ? 1 : 0)
  })

  test('may be expected to be none', () => {
    expect(score([], [])?.score).toBe(1)
    expect(score([], [['x']])?.score).toBe(0)
    expect(score([], null)?.score).toBe(0)
    expect(scoreRows(undefined, [])).toBeNull()
  })

  test('that are shuffled are all there, and no better in order than without', () => {
    const values = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 8 })
    const shuffled = values.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })))
    fc.assert(
      fc.property(shuffled, ([all, other]) => {
        const [expected, found] = [all.map((value) => [value]), other.map((value) => [value])]
        expect(score(expected, found)?.score).toBe(1)
        expect(score(expected, found, true)?.score).toBeLessThanOrEqual(1)
        expect(score(expected, expected, true)?.score).toBe(1)
      }),
    )
  })
})
