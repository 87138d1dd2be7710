import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { computeDayRange, findToday, formatDateTime, parseDay, startOfDay } from './dates.ts'

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

  test.each(['', '21/13/2026', '0/1/2026', '32/1/2026', '31/2/2026', '29/2/2026', '1/2/26', '1 2 2026', 'today'])(
    '%j is no day',
    (typed) => {
      expect(parseDay(typed)).toBeNull()
    },
  )
})

test('days can be chosen from 100 years before to 52 after', () => {
  expect(computeDayRange(new Date(2026, 10, 21))).toEqual({ first: '1926-01-01', last: '2078-12-31' })
})

test('a day begins at midnight here, and ends where the next begins', () => {
  expect(new Date(startOfDay('2026-11-21'))).toEqual(new Date(2026, 10, 21))
  expect(new Date(startOfDay('2026-12-31', 1))).toEqual(new Date(2027, 0, 1))
})

test.each([
  ['UTC', '2026-11-01 05:05'],
  ['Asia/Taipei', '2026-11-01 13:05'],
  // The hour that comes twice.
  ['America/New_York', '2026-11-01 01:05'],
  ['Asia/Kathmandu', '2026-11-01 10:50'],
])('a time is that of where the browser is now: in %s, %s', (timeZone, said) => {
  vi.stubEnv('TZ', timeZone)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(formatDateTime(new Date('2026-11-01T05:05:59.999Z'))).toBe(said)
})

test.each([
  ['Asia/Taipei', '2026-03-15'],
  ['America/Los_Angeles', '2026-03-14'],
])('knows that it is another day in %s', (timeZone, day) => {
  expect(findToday(timeZone, new Date('2026-03-14T20:00:00Z'))).toBe(day)
})
