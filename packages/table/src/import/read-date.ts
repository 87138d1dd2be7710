// Reads a date as reports of five languages write it: in numbers, with names of months, and with the years of the Republic of China, of the
// Buddhist era and of Japanese eras. What could be two days is none.
import type { DateOrder, YearCalendar } from '@heddle/contracts/dataset/import'
import { foldFigures } from '@heddle/units/fold-figures'

export type DateProblem = 'not_a_date' | 'date_ambiguous' | 'date_without_day' | 'year_of_two_digits'

/** A day as `2026-11-27`, and whether it had a time, which is left out. */
export type ReadDate = { readonly date: string; readonly hasTime: boolean } | { readonly problem: DateProblem }

export type DateOptions = { readonly order?: DateOrder | undefined; readonly calendar?: YearCalendar | undefined }

const maxCharacters = 60

const rocOffset = 1911
const buddhistOffset = 543
/** Of the Buddhist era: no Gregorian year of a report. */
const firstBuddhistYear = 2400
/** Years of the Republic of China that no other calendar has: three digits. */
const isRocYear = (year: string) => /^1\d\d$/.test(year)

/** Japanese eras by their first days. */
const eras: readonly { readonly name: RegExp; readonly from: string; readonly to: string }[] = [
  { name: /^(?:令和|R)$/i, from: '2019-05-01', to: '9999-12-31' },
  { name: /^(?:平成|H)$/i, from: '1989-01-08', to: '2019-04-30' },
  { name: /^(?:昭和|S)$/i, from: '1926-12-25', to: '1989-01-07' },
  { name: /^(?:大正|T)$/i, from: '1912-07-30', to: '1926-12-24' },
]

const monthNames: readonly string[] = [
  'january|jan|มกราคม|ม.ค.',
  'february|feb|กุมภาพันธ์|ก.พ.',
  'march|mar|มีนาคม|มี.ค.',
  'april|apr|เมษายน|เม.ย.',
  'may|พฤษภาคม|พ.ค.',
  'june|jun|มิถุนายน|มิ.ย.',
  'july|jul|กรกฎาคม|ก.ค.',
  'august|aug|สิงหาคม|ส.ค.',
  'september|sept|sep|กันยายน|ก.ย.',
  'october|oct|ตุลาคม|ต.ค.',
  'november|nov|พฤศจิกายน|พ.ย.',
  'december|dec|ธันวาคม|ธ.ค.',
]
const monthByName = new Map(
  monthNames.flatMap((names, index) => names.split('|').map((name) => [name.normalize('NFC'), index + 1] as const)),
)

/** Returns a day that there is, or null. */
function toDay(year: number, month: number, day: number): string | null {
  const isMonth = year >= 1000 && year <= 9999 && month >= 1 && month <= 12
  const isDay = isMonth && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (!isDay) return null
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

const timeBehind =
  /[T ]\s?(?:(?:上午|下午|午前|午後|AM|PM) ?)?\d{1,2}[:時時]\d{2}(?:[:分]\d{2}(?:\.\d+)?秒?)?(?: ?(?:AM|PM|น\.))?(?:Z|[+-]\d{2}:?\d{2})?$/i

/** `113`: the year by its calendar; two digits are of a century only where the calendar was chosen. */
function toYear(written: string, calendar: YearCalendar | undefined): number | DateProblem {
  const year = Number(written)
  if (calendar === 'roc' && written.length <= 3) return year + rocOffset
  if (calendar === 'buddhist')
    return (written.length === 2 ? 2500 + year : year) - (written.length === 2 || year >= firstBuddhistYear ? buddhistOffset : 0)
  if (written.length === 4)
    return calendar === undefined && year >= firstBuddhistYear && year < firstBuddhistYear + 300 ? year - buddhistOffset : year
  if (written.length === 2) return calendar === 'gregorian' ? year + (year < 50 ? 2000 : 1900) : 'year_of_two_digits'
  return 'not_a_date'
}

type Parts = { readonly year: string; readonly month: number; readonly day: number; readonly calendar: YearCalendar | undefined }

function finish({ year, month, day, calendar }: Parts, hasTime: boolean): ReadDate {
  const number = toYear(year, calendar)
  if (typeof number === 'string') return { problem: number }
  const date = toDay(number, month, day)
  return date === null ? { problem: 'not_a_date' } : { date, hasTime }
}

function readEra(text: string, hasTime: boolean): ReadDate | null {
  const [, name, written, month, day] =
    /^(令和|平成|昭和|大正|[RHST]) ?(元|\d{1,2})(?:年| ?[./-] ?) ?(\d{1,2})(?:月| ?[./-] ?) ?(\d{1,2})日?$/i.exec(text) ?? []
  const era = eras.find((each) => name !== undefined && each.name.test(name))
  if (!era || written === undefined) return null
  const year = Number(era.from.slice(0, 4)) + (written === '元' ? 1 : Number(written)) - 1
  const date = toDay(year, Number(month), Number(day))
  return date !== null && date >= era.from && date <= era.to ? { date, hasTime } : { problem: 'not_a_date' }
}

/** Reads 民國113年5月6日, 2024年5月6日, 113年5月6日. */
function readCjk(text: string, hasTime: boolean, options: DateOptions): ReadDate | null {
  const [, era, year, month, day] =
    /^(民國|民国|中華民國|中华民国|西元|公元|ROC ?)? ?(元|\d{1,4}) ?(?:年|[./-]) ?(\d{1,2}) ?(?:月|[./-]) ?(\d{1,2}) ?(?:日|號|号)?$/i.exec(
      text,
    ) ?? []
  if (year === undefined || month === undefined || day === undefined) return null
  const isNamed = era !== undefined || text.includes('年')
  if (!isNamed) return null
  const isRoc = era === undefined ? isRocYear(year) : /民|ROC/i.test(era)
  const calendar = isRoc ? 'roc' : era === undefined ? options.calendar : 'gregorian'
  return finish({ year: year === '元' ? '1' : year, month: Number(month), day: Number(day), calendar }, hasTime)
}

const buddhistWord = /พ\.ศ\.?|พุทธศักราช|\bB\.?E\.?\b/i
const commonWord = /ค\.ศ\.?|\b(?:A\.?D|C\.?E)\.?(?=\s|$)/i

function readNamedMonth(text: string, hasTime: boolean, options: DateOptions): ReadDate | null {
  const isBuddhist = buddhistWord.test(text)
  const isCommon = commonWord.test(text)
  const plain = text
    .replace(buddhistWord, ' ')
    .replace(commonWord, ' ')
    .replace(/^(?:วันที่|ngày)\s*/i, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const calendar = isBuddhist ? 'buddhist' : isCommon ? 'gregorian' : options.calendar
  const vietnamese = /^(\d{1,2}) tháng (\d{1,2})(?:,| năm)? (\d{4})$/i.exec(plain)
  if (vietnamese) return finish({ day: Number(vietnamese[1]), month: Number(vietnamese[2]), year: vietnamese[3] ?? '', calendar }, hasTime)
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?[ .-]{0,2}([\p{L}\p{M}.]+?)[ .,-]{0,2}(\d{2}|\d{4})$/iu.exec(plain)
  const monthFirst = /^([\p{L}\p{M}]+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/iu.exec(plain)
  const [day, name, year] = dayFirst ? dayFirst.slice(1) : monthFirst ? [monthFirst[2], monthFirst[1], monthFirst[3]] : []
  if (day === undefined || name === undefined || year === undefined) {
    return (isBuddhist || isCommon) && /^[\d/. -]+$/.test(plain)
      ? readNumbers(plain, hasTime, { ...options, order: options.order ?? 'dmy', calendar })
      : null
  }
  const key = name.toLowerCase()
  const month = monthByName.get(key) ?? monthByName.get(`${key}.`) ?? monthByName.get(key.replace(/\.$/, ''))
  if (month === undefined) return null
  return finish({ year, month, day: Number(day), calendar }, hasTime)
}

/** Reads what is in numbers alone. */
function readNumbers(text: string, hasTime: boolean, { order, calendar }: DateOptions): ReadDate | null {
  const compact = /^(\d{4}|1\d\d)(\d\d)(\d\d)$/.exec(text)
  if (compact) {
    const [, year = '', month, day] = compact
    if (year.length === 3 && calendar !== 'roc') return null
    return finish({ year, month: Number(month), day: Number(day), calendar }, hasTime)
  }
  const [, first, mark, second, third] = /^(\d{1,4}) ?([./-]) ?(\d{1,2}) ?\2 ?(\d{1,4})\.?$/.exec(text) ?? []
  if (first === undefined || mark === undefined || second === undefined || third === undefined) return null
  if (first.length >= 3) {
    if (third.length > 2) return { problem: 'not_a_date' }
    const isRoc = calendar === 'roc' || (calendar === undefined && isRocYear(first))
    return finish({ year: first, month: Number(second), day: Number(third), calendar: isRoc ? 'roc' : calendar }, hasTime)
  }
  if (order === 'ymd' || (order === undefined && calendar === 'roc' && third.length <= 2)) {
    return third.length > 2
      ? { problem: 'not_a_date' }
      : finish({ year: first, month: Number(second), day: Number(third), calendar }, hasTime)
  }
  if (third.length === 1 || third.length === 3)
    return third.length === 3 && calendar !== 'roc' ? { problem: 'not_a_date' } : { problem: 'year_of_two_digits' }
  return readOrdered(first, second, third, hasTime, { order, calendar })
}

function readOrdered(first: string, second: string, year: string, hasTime: boolean, { order, calendar }: DateOptions): ReadDate {
  if (year.length === 2 && calendar === undefined) return { problem: 'year_of_two_digits' }
  const [one, two] = [Number(first), Number(second)]
  if (order === 'dmy') return finish({ year, month: two, day: one, calendar }, hasTime)
  if (order === 'mdy') return finish({ year, month: one, day: two, calendar }, hasTime)
  // Without an order only a day beyond the twelfth says which it is, and the same number twice.
  if (one > 12 || one === two) return finish({ year, month: two, day: one, calendar }, hasTime)
  return two > 12 ? finish({ year, month: one, day: two, calendar }, hasTime) : { problem: 'date_ambiguous' }
}

const withoutDay =
  /^(?:(?:(?:民國|民国|令和|平成|昭和|[RHS]) ?\d{1,3}|\d{4}|\d{1,4}(?=年)) ?(?:年|[./-]) ?\d{1,2} ?月?|(?:19|20)\d\d ?年?|\d{1,2}[./-](?:19|20|25)\d\d|พ\.ศ\. ?\d{4}|[\p{L}\p{M}.]+ (?:พ\.ศ\. ?)?(?:19|20|25)\d\d)$/iu

/** What a computer writes: the usual date of a file. */
const isoDay = /^\d{4}-\d\d-\d\d$/

/**
 * Returns the day that a text names. `6/5/2024` is one only with an order, `113/5/6` of the Republic of China, `2567` as a year of the
 * Buddhist era, and a year of two digits only in a calendar that was chosen.
 */
export function readDate(source: string, options: DateOptions = {}): ReadDate {
  if (source.length > maxCharacters) return { problem: 'not_a_date' }
  if (isoDay.test(source)) return readNumbers(source, false, options) ?? { problem: 'not_a_date' }
  const folded = foldFigures(source)
  const text = folded
    .replace(timeBehind, '')
    .replace(/ ?[(（].{1,3}[)）]$/u, '')
    .trim()
  const hasTime = timeBehind.test(folded)
  const read =
    readEra(text, hasTime) ??
    readCjk(text, hasTime, options) ??
    readNumbers(text, hasTime, options) ??
    readNamedMonth(text, hasTime, options)
  if (read) return read
  return { problem: withoutDay.test(text) ? 'date_without_day' : 'not_a_date' }
}
