import { describe, expect, test } from 'vitest'
import { dayRange, parseDay, startOfDay } from './dates.ts'

describe('a day that was typed', () => {
  test.each([
    ['21/11/2026', '2026-11-21'],
    ['1-2-2026', '2026-02-01'],
    ['01.02.2026', '2026-02-01'],
    [' 2026-02-01 ', '2026-02-01'],
    ['29/2/2024', '2024-02-29'],
  ])('%s is %s', (typed, day) => {
    expect(parseDay(typed)).toBe(day)
  })

  test.each(['', '21/13/2026', '0/1/2026', '32/1/2026', '31/2/2026', '29/2/2026', '1/2/26', '1 2 2026', 'today'])('%j is none', (typed) => {
    expect(parseDay(typed)).toBeNull()
  })
})

test('days can be chosen from 100 years before to 52 after', () => {
  expect(dayRange(new Date(2026, 10, 21))).toEqual({ first: '1926-01-01', last: '2078-12-31' })
})

test('a day begins at midnight here, and ends where the next begins', () => {
  expect(new Date(startOfDay('2026-11-21'))).toEqual(new Date(2026, 10, 21))
  expect(new Date(startOfDay('2026-12-31', 1))).toEqual(new Date(2027, 0, 1))
})
