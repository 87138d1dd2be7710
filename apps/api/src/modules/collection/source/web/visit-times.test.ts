import { describe, expect, test } from 'vitest'
import { findNextVisit } from './visit-times.ts'

describe('the next visit', () => {
  const now = new Date('2026-01-01T00:00:00Z')
  const secondsUntil = (recurrenceSeconds: number | null, failures: number, random = 0.5) => {
    const next = findNextVisit(now, { recurrenceSeconds, failures }, random)
    return next && (next.getTime() - now.getTime()) / 1_000
  }

  test.each([
    [null, 0, null],
    [3_600, 0, 3_600],
    [3_600, 3, 8 * 3_600],
    [3_600, 20, 7 * 86_400],
    [30 * 86_400, 2, 30 * 86_400],
  ])('of a page each %s s after %s failures is in %s s', (recurrence, failures, expected) => {
    expect(secondsUntil(recurrence, failures)).toBe(expected)
  })

  test('is a tenth earlier or later', () => {
    expect([secondsUntil(1_000, 0, 0), secondsUntil(1_000, 0, 1)]).toEqual([900, 1_100])
  })
})
