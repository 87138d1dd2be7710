import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRun } from '../testing/run-figures.ts'
import { checkCondition, isBeyondTolerance } from './check-gate.ts'

const condition = { metric: 'points', repeats: 3 }
const repeat = (value: number, times: number) => Array.from({ length: times }, () => value)
const published = createRun(repeat(1, 20))

describe('a condition of the gate', () => {
  test('tolerates a loss of five points, and no more', () => {
    const lost = (count: number) => createRun([...repeat(0, count), ...repeat(1, 20 - count)])
    expect(checkCondition(condition, lost(1), published)).toMatchObject({ passed: true, changePoints: -5, figure: 0.95, baseline: 1 })
    expect(checkCondition(condition, lost(2), published)).toMatchObject({ passed: false, problems: ['worse'], changePoints: -10 })
  })

  test('tolerates what it says', () => {
    const draft = createRun([0, ...repeat(1, 19)])
    expect(checkCondition({ ...condition, tolerance: 2 }, draft, published).problems).toEqual(['worse'])
    expect(checkCondition({ ...condition, tolerance: 10 }, draft, published).passed).toBe(true)
  })

  test('has a figure to reach, exactly included', () => {
    const draft = createRun([...repeat(0.3, 10), ...repeat(0.7, 10)])
    expect(checkCondition({ ...condition, minimum: 0.5 }, draft, null).passed).toBe(true)
    expect(checkCondition({ ...condition, minimum: 0.51 }, draft, null).problems).toEqual(['below_minimum'])
  })

  test('needs three repeats of both runs, or as many as it says', () => {
    expect(checkCondition({ ...condition, repeats: 1 }, createRun(repeat(1, 20), 1), null).problems).toEqual(['too_few_repeats'])
    expect(checkCondition(condition, published, createRun(repeat(1, 20), 1)).problems).toEqual(['too_few_repeats'])
    expect(checkCondition({ ...condition, repeats: 5 }, published, published).problems).toEqual(['too_few_repeats'])
  })

  test('does not pass with fewer than five rows that count in both runs, and says below twenty that its figure means little', () => {
    expect(checkCondition(condition, createRun([]), null).problems).toEqual(['too_few_rows'])
    expect(checkCondition(condition, createRun(repeat(1, 4)), null).problems).toEqual(['too_few_rows'])
    expect(checkCondition(condition, createRun(repeat(1, 20)), createRun(repeat(1, 4))).problems).toEqual(['too_few_rows'])
    expect(checkCondition(condition, createRun(repeat(1, 5)), null)).toMatchObject({ passed: true, rowCount: 5, meansLittle: true })
    expect(checkCondition(condition, createRun(repeat(1, 20)), published)).toMatchObject({ passed: true, rowCount: 20, meansLittle: false })
  })

  test('names the five rows that lost the most', () => {
    const { worstRows } = checkCondition(condition, createRun([0.5, 1, 0, 0.2, 0.9, 0.4, 0.1, ...repeat(1, 13)]), published)
    expect(worstRows.map(({ rowId }) => rowId)).toEqual(['2', '6', '3', '5', '0'])
  })

  test('names the lowest rows where nothing is published', () => {
    const { worstRows } = checkCondition(condition, createRun([1, 0.5, 0]), null)
    expect(worstRows).toEqual([
      { rowId: '2', before: null, after: 0 },
      { rowId: '1', before: null, after: 0.5 },
    ])
  })

  test('blocks a draft whose answers were blanked, whatever is published above the tolerance', () => {
    const means = fc.array(fc.constantFrom(0, 1 / 3, 2 / 3, 1), { minLength: 5, maxLength: 60 })
    fc.assert(
      fc.property(means, (rows) => {
        const before = createRun(rows)
        const result = checkCondition(condition, createRun(rows.map(() => 0)), before)
        expect(result.passed).toBe(!isBeyondTolerance(-(before.mean ?? 0)))
      }),
    )
  })

  test('does not depend on the error of binary fractions', () => {
    expect(isBeyondTolerance(0.85 - 0.9)).toBe(false)
    expect(isBeyondTolerance(0.8 - 0.85)).toBe(false)
    expect(isBeyondTolerance(-0.0501)).toBe(true)
  })
})
