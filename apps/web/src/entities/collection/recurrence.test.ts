import { expect, test } from 'vitest'
import { toRecurrence } from './recurrence.ts'

const day = 86_400

test.each([
  [1, 'seconds', 1],
  [59, 'seconds', 59],
  [60, 'minutes', 1],
  [90, 'minutes', 1.5],
  [3_599, 'minutes', 60],
  [3_600, 'hours', 1],
  [21_600, 'hours', 6],
  [86_399, 'hours', 24],
  [day, 'daily', 1],
  [2 * day, 'days', 2],
  [7 * day, 'weekly', 1],
  [14 * day, 'days', 14],
  [30 * day, 'monthly', 1],
  [31 * day, 'days', 31],
  [365 * day, 'yearly', 1],
  [730 * day, 'days', 730],
])('%i seconds are "%s" with %f', (seconds, key, count) => {
  expect(toRecurrence(seconds)).toEqual({ key, count })
})
