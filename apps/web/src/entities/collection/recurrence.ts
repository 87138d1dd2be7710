// How often a web page is fetched (specification, section 9).
const minute = 60
const hour = 60 * minute
const day = 24 * hour

const named = new Map([
  [day, 'daily'],
  [7 * day, 'weekly'],
  [30 * day, 'monthly'],
  [365 * day, 'yearly'],
] as const)

/** A key of `knowledge:recurrence`, with the number in its text. */
export type RecurrenceValue = {
  key: 'seconds' | 'minutes' | 'hours' | 'daily' | 'weekly' | 'monthly' | 'yearly' | 'days'
  count: number
}

/** The recurrences to choose from, in seconds. */
export const offeredRecurrences = [hour, 6 * hour, day, 7 * day, 30 * day, 365 * day] as const

/** The units of an interval of one's own, in seconds. */
export const recurrenceUnits = { minutes: minute, hours: hour, days: day } as const
export type RecurrenceUnit = keyof typeof recurrenceUnits

const round = (amount: number) => Math.round(amount * 10) / 10

/** Returns the label of a number of seconds, with up to one decimal. */
export function toRecurrence(seconds: number): RecurrenceValue {
  const key = named.get(seconds)
  if (key) return { key, count: 1 }
  if (seconds < minute) return { key: 'seconds', count: seconds }
  if (seconds < hour) return { key: 'minutes', count: round(seconds / minute) }
  if (seconds < day) return { key: 'hours', count: round(seconds / hour) }
  return { key: 'days', count: round(seconds / day) }
}
