// Days, weeks and months of the calendar, as 2026-11-23. Which moments they are, the database says.
import type { UsageInterval } from '@heddle/contracts/usage/usage-report'

const dayMs = 86_400_000

const addDays = (day: string, count: number) => new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)

export type ReportDays = { readonly from: string; readonly to: string }

/** Returns how many days a range has; less than 1 when it ends before it begins. */
export const countReportDays = ({ from, to }: ReportDays): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1

/** Returns as many days, right before the range. */
export const findPreviousRange = (range: ReportDays): ReportDays => ({
  from: addDays(range.from, -countReportDays(range)),
  to: addDays(range.from, -1),
})

/** Returns the first day of the interval that a day is in; weeks begin on Monday. */
function startInterval(day: string, interval: UsageInterval): string {
  if (interval === 'month') return `${day.slice(0, 7)}-01`
  return interval === 'week' ? addDays(day, -((new Date(day).getUTCDay() + 6) % 7)) : day
}

/** Returns the first days of the intervals that a range touches. */
export function listIntervals(range: ReportDays, interval: UsageInterval): string[] {
  const days = Array.from({ length: countReportDays(range) }, (_, number) => startInterval(addDays(range.from, number), interval))
  return [...new Set(days)]
}

/** Returns the day that it is in a time zone. */
export const findDay = (timeZone: string, time: Date): string =>
  // Swedish dates are written as ISO 8601 does.
  new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(time)
