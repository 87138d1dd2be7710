// Writes numbers as Excel shows them. Dates and times are in the order of ISO 8601: how Excel shows them depends on the reader's machine, and
// 3/4 or 113/3/17 would not say which day it is.
import { format, getFormatDateInfo, tokenize } from 'numfmt'

/** Returns undefined where the format cannot show the value. */
type Writer = (value: number) => string | undefined

/** What cells without a format have: as in the line of formulas, 15 digits at most. */
export const formatGeneral = (value: number): string =>
  String(Number(value.toPrecision(15))).replace(/e([+-])(\d+)$/, (_, sign: string, digits: string) => `E${sign}${digits.padStart(2, '0')}`)

const secondsPerDay = 86_400
const dayMs = 86_400_000
/** The last day of the year 9999, and the first day beyond. */
const endOfDates = 2_958_466
/** Days between the two systems of dates. */
const days1904 = 1_462

/** Returns the day as Excel counts: with a day before 1 January 1900, and with 29 February 1900. */
function formatDay(day: number): string {
  if (day === 0) return '1900-01-00'
  if (day === 60) return '1900-02-29'
  return new Date(Date.UTC(1899, 11, day < 60 ? 31 : 30) + day * dayMs).toISOString().slice(0, 10)
}

function formatTime(seconds: number, decimals: number, hasSeconds: boolean): string {
  const pad = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const minutes = `${pad(seconds / 3_600)}:${pad((seconds / 60) % 60)}`
  return hasSeconds ? `${minutes}:${(seconds % 60).toFixed(decimals).padStart(decimals > 0 ? decimals + 3 : 2, '0')}` : minutes
}

const withoutTexts = (code: string) => code.replaceAll(/"[^"]*"|\\./g, '')
const isDuration = (code: string) => /\[(?:h+|m+|s+)\]/i.test(withoutTexts(code))
/** Digits behind the seconds: `ss.00`. */
const countDecimals = (code: string) => /s\.(0{1,3})/i.exec(withoutTexts(code))?.[1]?.length ?? 0

/** The units of dates and times in Chinese, Japanese and Korean, and halves of a day. */
const units = /^[年月日號号時时點点分秒上下午前後后년월일시분초오전후rR()（）\s/.,:-]*$/u

/** Returns the words of a format before and behind its date. */
function findWords(code: string): readonly [before: string, behind: string] {
  const tokens = tokenize(code)
  const end = tokens.findIndex(({ type }) => type === 'break')
  const section = end === -1 ? tokens : tokens.slice(0, end)
  const isDate = ({ type }: { readonly type: string }) => type === 'datetime' || type === 'ampm'
  const join = (some: typeof tokens) => {
    const words = some.map(({ type, value }) => (/^(?:string|escaped|char|space)$/.test(type) ? value : '')).join('')
    return units.test(words) ? '' : words
  }
  return [join(section.slice(0, Math.max(section.findIndex(isDate), 0))), join(section.slice(section.findLastIndex(isDate) + 1))]
}

function compileDate(code: string, is1904: boolean): Writer {
  const { year, month, day, hours, seconds } = getFormatDateInfo(code)
  const dayCharacters = year && !month && !day ? 4 : year && !day ? 7 : (year || month) && day ? 10 : 0
  const decimals = countDecimals(code)
  const [before, behind] = findWords(code)
  return (value) => {
    const serial = is1904 && (dayCharacters > 0 || !hours) ? value + days1904 : value
    if (serial < 0 || serial >= endOfDates) return undefined
    const shown = format(code, serial)
    // Minutes or a weekday alone, and what the format says instead of a date.
    if (!/\d/.test(shown) || (dayCharacters === 0 && !hours)) return shown.trim()
    const rounded = Number((serial * secondsPerDay).toFixed(decimals))
    const date = Math.floor(rounded / secondsPerDay)
    const time = hours ? formatTime(rounded - date * secondsPerDay, decimals, seconds) : ''
    const hasDate = dayCharacters > 0 && (date > 0 || !hours)
    return `${before}${[hasDate ? formatDay(date).slice(0, dayCharacters) : '', time].filter(Boolean).join(' ')}${behind}`.trim()
  }
}

/** Digits of other scripts, for Thai ones a `t`, are written as 0 to 9. */
const modifiers = /\[(?:DBNum|NatNum)[^\]]*\]|(?<=^|[;\]])t(?=[#0?])/gi
/** A language, which is that of names of days and, for Excel, not that of numbers, and a currency. */
const locales = /\[\$([^\]-]*)(?:-[^\]]*)?\]/g

function compileNumber(code: string): Writer {
  const plain = code.replaceAll(locales, (_, currency: string) => (currency === '' ? '' : `"${currency}"`))
  return (value) => format(plain, value).replaceAll(/\s+/g, ' ').trim()
}

/** The signs of the duration's own format stay: 36時間00分. */
const compileDuration =
  (code: string): Writer =>
  (value) =>
    `${value < 0 ? '-' : ''}${format(code, Math.abs(value)).trim()}`

/** Formats by number that are a time in one language and a date in another. */
export const timeOrDate = '[<1]h:mm:ss;yyyy/m/d'

/** What Excel takes at most. */
const maxCodeCharacters = 255

function compile(source: string, is1904: boolean): Writer {
  if (source.length > maxCodeCharacters) return () => undefined
  const code = source.replaceAll(modifiers, '')
  if (/^(?:general|@)?(?:;@)?$/i.test(code.trim())) return formatGeneral
  if (code === timeOrDate) {
    const [time, date] = [compileDate('h:mm:ss', is1904), compileDate('yyyy/m/d', is1904)]
    return (value) => (value < 1 ? time : date)(value)
  }
  try {
    // Throws where the code is none.
    format(code, 1)
  } catch {
    return () => undefined
  }
  if (isDuration(code)) return compileDuration(code)
  const { year, month, day, hours, minutes, seconds } = getFormatDateInfo(code)
  return year || month || day || hours || minutes || seconds ? compileDate(code, is1904) : compileNumber(code)
}

export type NumberFormatter = (value: number, code: string) => string | undefined

/** Returns a function that writes a number in a format, by its code; undefined where the format cannot show it. */
export function createNumberFormatter(is1904: boolean): NumberFormatter {
  const writers = new Map<string, Writer>()
  return (value, code) => {
    let write = writers.get(code)
    if (!write) writers.set(code, (write = compile(code, is1904)))
    return write(value)
  }
}

/** Returns a text in a format that says something of texts: `@" kg"`. */
export function formatText(text: string, code: string): string {
  if (code === '@' || code.length > maxCodeCharacters || !/@|;.*;.*;/.test(code)) return text
  try {
    return format(code, text).trim()
  } catch {
    return text
  }
}
