import { expect, test } from 'vitest'
import { measureQuality } from './quality.ts'

test('recall counts the first five, and the reciprocal rank ends with the tenth', () => {
  const { recallAt5, mrrAt10 } = measureQuality([1, 2, 5, 6, 10, 11, null, null])
  expect(recallAt5).toBe(3 / 8)
  expect(mrrAt10).toBeCloseTo((1 + 1 / 2 + 1 / 5 + 1 / 6 + 1 / 10) / 8)
})

test('without questions, both are 0', () => {
  expect(measureQuality([])).toEqual({ recallAt5: 0, mrrAt10: 0 })
})
