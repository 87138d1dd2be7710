import { expect, test } from 'vitest'
import { measureQuality } from './quality.ts'

test('recall counts the first five, and the reciprocal rank ends with the tenth', () => {
  const { hitAt1, recallAt5, mrrAt10 } = measureQuality([1, 2, 5, 6, 10, 11, null, null])
  expect(hitAt1).toBe(1 / 8)
  expect(recallAt5).toBe(3 / 8)
  expect(mrrAt10).toBeCloseTo((1 + 1 / 2 + 1 / 5 + 1 / 6 + 1 / 10) / 8)
})

test('without questions, all are 0', () => {
  expect(measureQuality([])).toEqual({ hitAt1: 0, recallAt5: 0, mrrAt10: 0 })
})
