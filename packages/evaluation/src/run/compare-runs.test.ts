import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRun } from '../testing/run-figures.ts'
import { compareRuns } from './compare-runs.ts'

const repeat = (value: number, times: number) => Array.from({ length: times }, () => value)

describe('two runs of the same rows', () => {
  test('are compared row by row, the worst change first', () => {
    const comparison = compareRuns(createRun([1, 1, 0.5, 0]), createRun([1, 0, 0, 1]))
    expect(comparison.rows.map(({ rowId, change }) => [rowId, change])).toEqual([
      ['1', -1],
      ['2', -0.5],
      ['0', 0],
      ['3', 1],
    ])
    expect(comparison).toMatchObject({ better: 1, worse: 2, change: -0.125 })
  })

  test('are compared by the rows that count in both', () => {
    const comparison = compareRuns(createRun([1, 1, 1]), createRun([1, 0]))
    expect(comparison.rows.map(({ rowId }) => rowId)).toEqual(['1', '0'])
  })

  test('have no verdict below 20 rows, however far apart they are', () => {
    expect(compareRuns(createRun(repeat(1, 19)), createRun(repeat(0, 19))).verdict).toBe('too_few')
    expect(compareRuns(createRun(repeat(1, 20)), createRun(repeat(0, 20))).verdict).toBe('worse')
    expect(compareRuns(createRun([]), createRun([]))).toMatchObject({ verdict: 'too_few', change: null, interval: null })
  })

  test('differ probably by luck when two of 60 rows became worse and one better', () => {
    const comparison = compareRuns(createRun(repeat(1, 59).concat(0)), createRun([0, 0, ...repeat(1, 58)]))
    expect(comparison.verdict).toBe('probably_luck')
  })

  test('differ by more than luck when ten of 60 rows became worse', () => {
    const comparison = compareRuns(createRun(repeat(1, 60)), createRun([...repeat(0, 10), ...repeat(1, 50)]))
    expect(comparison).toMatchObject({ verdict: 'worse', better: 0, worse: 10, signProbability: 2 / 1_024 })
  })

  test('say the opposite when they change places', () => {
    const means = fc.array(fc.constantFrom(0, 1 / 3, 2 / 3, 1), { minLength: 25, maxLength: 25 })
    fc.assert(
      fc.property(means, means, (a, b) => {
        const [there, back] = [compareRuns(createRun(a), createRun(b)), compareRuns(createRun(b), createRun(a))]
        expect(there.change).toBeCloseTo(-(back.change ?? 0), 9)
        expect([there.better, there.worse]).toEqual([back.worse, back.better])
      }),
      { numRuns: 20 },
    )
  })
})
