/** Reads a time of the wire; one without a time zone is UTC (specification, section 9). */
export function parseTime(text: string): Date {
  return new Date(/(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}Z`)
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

/**
 * `2026-11-21 14:05` where the browser is, the same in every language (specification, section 9). By hand: a list says it for each row,
 * a formatter of `Intl` takes longer to make than the row, and one that is kept would not follow a change of the time zone.
 */
export function formatDateTime(time: Date): string {
  const day = [time.getFullYear(), twoDigits(time.getMonth() + 1), twoDigits(time.getDate())].join('-')
  return `${day} ${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`
}

/** How far back and ahead a day can be chosen (specification, section 5). */
export function dayRange(today: Date): { first: string; last: string } {
  return { first: `${today.getFullYear() - 100}-01-01`, last: `${today.getFullYear() + 52}-12-31` }
}

/** Reads `day/month/year` with / - or . between them, or `year-month-day`; answers `YYYY-MM-DD`, null for what is no day. */
export function parseDay(text: string): string | null {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim()) ?? []
  const [, otherDay, otherMonth, otherYear] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text.trim()) ?? []
  const written = [year ?? otherYear, (month ?? otherMonth)?.padStart(2, '0'), (day ?? otherDay)?.padStart(2, '0')].join('-')
  const time = new Date(`${written}T00:00:00Z`)
  // A day that the month does not have becomes one of the next month.
  return Number.isNaN(time.getTime()) || !time.toISOString().startsWith(written) ? null : written
}

/** The moment at which a day `YYYY-MM-DD` begins here, or the one so many days after it. */
export function startOfDay(day: string, daysLater = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + daysLater).toISOString()
}
