// Guesses how the dates of a column are written: the order of their numbers, and what their years count from.
import type { DateOrder, YearCalendar } from '@heddle/contracts/dataset/import'
import { type DateOptions, readDate } from './read-date.ts'

export type GuessedDates = {
  readonly options: DateOptions
  /** Of the texts that were read as dates, in one order or the other. */
  readonly count: number
  /** Whether no text says which number is the month. */
  readonly isAmbiguous: boolean
  /** Whether some can be read in one order only, and others in the other one. */
  readonly isMixed: boolean
  readonly hasTimes: boolean
}

const countDates = (texts: readonly string[], options: DateOptions) => texts.filter((text) => 'date' in readDate(text, options)).length

const numeric = /^(\d{1,4})[./-]\d{1,2}[./-](\d{1,4})$/

/** Years of the Republic of China before its hundredth may be any others: the calendar is theirs only where some have three digits. */
const isRoc = (text: string) => /^1\d\d[./-]\d{1,2}[./-]\d{1,2}$/.test(text)
const isBuddhist = (text: string) => /(?:^|[./-])2[4-6]\d\d$/.test(text) || text.includes('พ.ศ.')

function guessCalendar(texts: readonly string[]): YearCalendar | undefined {
  if (texts.some(isRoc) && !texts.some((text) => /^(?:19|20)\d\d[./-]/.test(text))) return 'roc'
  return texts.some(isBuddhist) && !texts.some((text) => /(?:^|[./-])(?:19|20)\d\d$/.test(text)) ? 'buddhist' : undefined
}

/** Returns how the texts of a column are dates. */
export function guessDates(texts: readonly string[]): GuessedDates {
  const trimmed = texts.map((text) => text.trim())
  const calendar = guessCalendar(trimmed)
  const base: DateOptions = calendar === undefined ? {} : { calendar }
  const withOrder = (order: DateOrder): DateOptions => ({ ...base, order })
  const hasTimes = trimmed.some((text) => {
    const read = readDate(text, withOrder('dmy'))
    return 'date' in read && read.hasTime
  })
  const needsOrder = trimmed.filter((text) => {
    const [, first = '', third = ''] = numeric.exec(text) ?? []
    return first.length > 0 && first.length <= 2 && third.length === 4
  })
  if (needsOrder.length === 0) return { options: base, count: countDates(trimmed, base), isAmbiguous: false, isMixed: false, hasTimes }
  const counts = { dmy: countDates(trimmed, withOrder('dmy')), mdy: countDates(trimmed, withOrder('mdy')) }
  const count = trimmed.filter((text) => 'date' in readDate(text, withOrder('dmy')) || 'date' in readDate(text, withOrder('mdy'))).length
  // Thai dates begin with the day.
  if (calendar === 'buddhist') return { options: withOrder('dmy'), count: counts.dmy, isAmbiguous: false, isMixed: false, hasTimes }
  const onlyDmy = needsOrder.some((text) => Number(/^\d+/.exec(text)?.[0]) > 12)
  const onlyMdy = needsOrder.some((text) => Number(/^\d+[./-](\d+)/.exec(text)?.[1]) > 12)
  if (onlyDmy === onlyMdy) return { options: base, count, isAmbiguous: !onlyDmy, isMixed: onlyDmy, hasTimes }
  const order = onlyDmy ? 'dmy' : 'mdy'
  return { options: withOrder(order), count: counts[order], isAmbiguous: false, isMixed: false, hasTimes }
}
