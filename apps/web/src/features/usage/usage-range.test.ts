import { describe, expect, test } from 'vitest'
import { countDays, rangeFilter, resolveRange } from './usage-range.ts'

describe('the range of a report', () => {
  test.each([
    ['today', '2026-03-15', '2026-03-15'],
    ['7d', '2026-03-09', '2026-03-15'],
    ['30d', '2026-02-14', '2026-03-15'],
    ['90d', '2025-12-16', '2026-03-15'],
    ['month', '2026-03-01', '2026-03-15'],
    ['2026-01-02..2026-02-03', '2026-01-02', '2026-02-03'],
  ])('%s ends on the day that it is', (text, from, to) => {
    expect(resolveRange(text, '2026-03-15')).toEqual({ from, to })
  })

  test.each(['', 'year', '2026-03-02..2026-03-01', '2026-02-30..2026-03-01', '2024-01-01..2026-01-01', '2026-03-01'])(
    'is never "%s"',
    (text) => {
      expect(rangeFilter.safeParse(text).success).toBe(false)
    },
  )

  test('counts both its first and its last day', () => {
    expect(countDays({ from: '2026-03-28', to: '2026-03-31' })).toBe(4)
  })
})
