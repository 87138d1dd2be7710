import { describe, expect, test } from 'vitest'
import { comparisons, setUps, simulateRuns, simulateSensitivity } from '../testing/simulate-versions.ts'
import { checkCondition } from './check-gate.ts'
import { findSensitivity, findVisibleLoss, sensitivities } from './sensitivity.ts'

const formatShare = (share: number) => `${(share * 100).toFixed(1)} %`.padStart(9)

describe('what the tolerance of five points catches', () => {
  test('is what 500 comparisons of each set-up show', () => {
    const simulated = setUps.map(simulateSensitivity)
    const lines = simulated.map(
      ({ rows, repeats, blockedEqual, caught5, caught10 }) =>
        `${String(rows).padStart(4)} × ${repeats}  ${[blockedEqual, caught5, caught10].map(formatShare).join('')}`,
    )
    process.stdout.write(['rows × repeats, blocked: equal versions, 5 points lost, 10 points lost', ...lines, ''].join('\n'))
    expect(simulated).toEqual(sensitivities)
  })

  test('is a loss of 10 points of 60 rows asked three times in at least 88 of 100, with at most 8 false alarms', () => {
    const condition = { metric: 'points', repeats: 3 }
    let falseAlarms = 0
    let caught = 0
    for (const [published, [equal, worse]] of simulateRuns({ rows: 60, repeats: 3 }, [0, 10])) {
      if (equal && !checkCondition(condition, equal, published).passed) falseAlarms += 1
      if (worse && !checkCondition(condition, worse, published).passed) caught += 1
    }
    expect(falseAlarms / comparisons).toBeLessThanOrEqual(0.08)
    expect(caught / comparisons).toBeGreaterThanOrEqual(0.88)
  })

  test('has at most 8 false alarms in 100 from 40 rows asked three times on', () => {
    const large = sensitivities.filter(({ rows, repeats }) => rows >= 40 && repeats >= 3)
    expect(Math.max(...large.map(({ blockedEqual }) => blockedEqual))).toBeLessThanOrEqual(0.08)
  })
})

describe('what a set can see', () => {
  test('is that of the largest set-up that is not larger', () => {
    expect(findSensitivity(60, 3)).toMatchObject({ rows: 60, repeats: 3 })
    expect(findSensitivity(119, 4)).toMatchObject({ rows: 60, repeats: 3 })
    expect(findSensitivity(5_000, 9)).toMatchObject({ rows: 120, repeats: 5 })
  })

  test('is the loss that nine in ten comparisons show', () => {
    expect([findVisibleLoss(20, 1), findVisibleLoss(60, 3), findVisibleLoss(2_000, 5)]).toEqual([28, 10, 8])
  })

  test('is not said below 20 rows', () => {
    expect(findSensitivity(19, 5)).toBeNull()
    expect(findVisibleLoss(19, 5)).toBeNull()
  })
})
