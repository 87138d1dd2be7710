/** Parses a time of the wire; a time without a time zone is UTC (specification, section 9). */
export function parseTime(text: string): Date {
  return new Date(/(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}Z`)
}

const padTwoDigits = (number: number) => String(number).padStart(2, '0')

/**
 * Formats a time as `2026-11-21 14:05` in the browser's time zone, the same in every language (specification, section 9). Without
 * `Intl`: creating a formatter takes longer than rendering a row, and a cached one would not follow a change of the time zone.
 */
export function formatDateTime(time: Date): string {
  const day = [time.getFullYear(), padTwoDigits(time.getMonth() + 1), padTwoDigits(time.getDate())].join('-')
  return `${day} ${padTwoDigits(time.getHours())}:${padTwoDigits(time.getMinutes())}`
}

/** Returns the first and the last day that can be chosen (specification, section 5). */
export function computeDayRange(today: Date): { first: string; last: string } {
  return { first: `${today.getFullYear() - 100}-01-01`, last: `${today.getFullYear() + 52}-12-31` }
}

/** Parses `day/month/year`, separated by / - or ., or `year-month-day`; returns `YYYY-MM-DD`, null when it is no day. */
export function parseDay(text: string): string | null {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim()) ?? []
  const [, otherDay, otherMonth, otherYear] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text.trim()) ?? []
  const written = [year ?? otherYear, (month ?? otherMonth)?.padStart(2, '0'), (day ?? otherDay)?.padStart(2, '0')].join('-')
  const time = new Date(`${written}T00:00:00Z`)
  // Date turns a day that the month does not have into one of the next month.
  return Number.isNaN(time.getTime()) || !time.toISOString().startsWith(written) ? null : written
}

/** Returns the time at which a day `YYYY-MM-DD` begins in the browser's time zone, or the day `daysLater` after it. */
export function startOfDay(day: string, daysLater = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + daysLater).toISOString()
}

/** Returns the day that it is in a time zone. */
export function findToday(timeZone: string, now = new Date()): string {
  // Swedish dates are written as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now)
}
