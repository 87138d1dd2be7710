import { expect, test } from 'vitest'
import { measureRanks, scoreRanks } from './ranks.ts'

test('recall counts the first k, and the reciprocal rank ends with the tenth', () => {
  const { recallAtK, hitAt1, mrrAt10 } = measureRanks([[1], [2], [5], [6], [10], [11], [null], [null]], 5)
  expect(hitAt1).toBe(1 / 8)
  expect(recallAtK).toBe(3 / 8)
  expect(mrrAt10).toBeCloseTo((1 + 1 / 2 + 1 / 5 + 1 / 6 + 1 / 10) / 8)
})

test('of several expected results, recall counts each and the rank is that of the first', () => {
  expect(scoreRanks([4, null, 2, 12], 5)).toEqual({ recallAtK: 2 / 4, hitAt1: 0, mrrAt10: 1 / 2 })
})

test('without questions, all are 0', () => {
  expect(measureRanks([], 5)).toEqual({ recallAtK: 0, hitAt1: 0, mrrAt10: 0 })
})
