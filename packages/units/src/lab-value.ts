// Reads a cell of a laboratory's table: a number with the marks, spreads and units that reports write, or what stands in place of one.
import { type ConversionProblem, convert, convertSpread, isReciprocal } from './convert.ts'
import { foldFigures } from './fold-figures.ts'
import { parseUnit } from './parse-unit.ts'
import type { UnitId } from './units.ts'

/** What a number is marked with: a bound of what could be measured, a spread, or `n.d.` for what was not detected. */
export type LabMark = '<' | '>' | '≤' | '≥' | '±' | 'n.d.'

export type LabValue = {
  /** The cell as it was written. */
  readonly text: string
  /** In the unit of the column, if there is one; null of an empty cell and of what was not detected. */
  readonly number: number | null
  readonly mark: LabMark | null
  /** What follows ±, in the unit of the number. */
  readonly spread?: number
  /** That of the column, else the one that was written. */
  readonly unit?: UnitId
}

/** Why a cell is no value. */
export type LabProblem =
  | ConversionProblem
  | 'too_long'
  /** A control character, a mark of direction or another one that no reader sees. */
  | 'invisible_character'
  | 'not_a_number'
  /** A comma, point or space that the options have no meaning for. */
  | 'unexpected_separator'
  /** Two numbers, as `20~25`, whose middle was not measured. */
  | 'range'
  | 'unknown_unit'
  | 'ambiguous_unit'

export type ParsedLabValue = { readonly value: LabValue } | { readonly problem: LabProblem }

export type LabOptions = {
  /** The unit of the column, into which other units are converted. Of `grade`, the grey scale's `4-5` is 4.5. */
  readonly unit?: UnitId
  /** Whether a comma is the decimal mark, and a point one of thousands. */
  readonly decimalComma?: boolean
  /** Whether marks of thousands are read; else one is refused. */
  readonly thousands?: boolean
  /** Words for no value, beside dashes, a stroke and N/A. */
  readonly emptyWords?: readonly string[]
}

/** Characters of the longest cell that is read. */
export const maxLabValueLength = 200

/** Other, of any kind, without the spaces among them. */
const invisible = /[^\P{C}\t\n\r]/u

const fold = (text: string) => foldFigures(text).replaceAll(/[〜∼]/g, '~').replaceAll('’', "'")

const emptyWords = new Set(['', '-', '--', '---', '/', 'n/a', 'n.a.', 'na'])
const undetectedWords = new Set(
  'n.d.|n.d|nd|n/d|not detected|none detected|未檢出|未检出|未検出|不検出|検出せず|ไม่พบ|ตรวจไม่พบ|không phát hiện|kph'
    .normalize('NFC')
    .split('|'),
)

const bounds = { '<': '<', '>': '>', '<=': '≤', '>=': '≥', '≤': '≤', '≥': '≥', '≦': '≤', '≧': '≥', '⩽': '≤', '⩾': '≥' } as const
const leadingBound = /^(?:[<>]=?|[≤≥≦≧⩽⩾]) ?/
const turned = { '<': '>', '>': '<', '≤': '≥', '≥': '≤' } as const
const spreadMark = /±|\+\/-|\+-/

const numeral = /^[+-]?(?=[.,]?\d)[\d.,' ]*\d(?:e[+-]?\d+)?/i
const plainNumeral = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/i
const groupedNumeral = /^[+-]?\d{1,3}([, '])\d{3}(?:\1\d{3})*(?:\.\d+)?$/
/** What makes a range of a number; a date has a third. */
const secondNumber = /^ ?(?:[-~]|to|至|から) ?[+-]?[\d.,]+(?![\d.,]| ?[-~/:])/i
const halfGrade = /^([1-8]) ?[-~/] ?([1-8])(?!\d|[.,]\d)/
const unitStart = /^["%°\p{L}\p{So}(]/u

type Measure = { readonly number: number; readonly unit: UnitId | undefined }
type Read<T> = { readonly value: T } | { readonly problem: LabProblem }

function readNumeral(written: string, { decimalComma = false, thousands = false }: LabOptions): Read<number> {
  const pointed = decimalComma ? written.replaceAll(/[.,]/g, (mark) => (mark === ',' ? '.' : ',')) : written
  const isGrouped = thousands && groupedNumeral.test(pointed)
  if (!isGrouped && !plainNumeral.test(pointed)) return { problem: 'unexpected_separator' }
  const digits = pointed.replaceAll(/[, ']/g, '')
  const value = Number(digits)
  const isZero = !/[1-9]/.test(digits.replace(/e.*/i, ''))
  if (!Number.isFinite(value) || (value === 0 && !isZero)) return { problem: 'out_of_range' }
  // No zero below zero.
  return { value: value + 0 }
}

function readTrailingUnit(text: string): Read<UnitId | undefined> {
  if (text === '') return { value: undefined }
  const parsed = parseUnit(text)
  if ('unit' in parsed) return { value: parsed.unit }
  return { problem: parsed.problem === 'ambiguous_unit' || unitStart.test(text) ? parsed.problem : 'not_a_number' }
}

function readMeasure(text: string, options: LabOptions): Read<Measure> {
  const half = options.unit === 'grade' ? halfGrade.exec(text) : null
  const [written] = half ?? numeral.exec(text) ?? []
  if (written === undefined) return { problem: 'not_a_number' }
  const rest = text.slice(written.length)
  if (secondNumber.test(rest)) return { problem: 'range' }
  const [low, high] = half ? [Number(half[1]), Number(half[2])] : []
  if (low !== undefined && high !== low + 1) return { problem: 'range' }
  const number = low === undefined ? readNumeral(written, options) : { value: low + 0.5 }
  if ('problem' in number) return number
  const unit = readTrailingUnit(rest.trim())
  return 'problem' in unit ? unit : { value: { number: number.value, unit: unit.value } }
}

/** Reads what is not a word: a bound before a number, or a number with a spread behind it. */
function readMarked(text: string, options: LabOptions): Read<Omit<LabValue, 'text'>> {
  const bound = leadingBound.exec(text)?.[0] ?? ''
  const [main = '', second, ...more] = text.slice(bound.length).split(spreadMark)
  if (more.length > 0 || (bound !== '' && second !== undefined)) return { problem: 'not_a_number' }
  const read = readMeasure(main.trim(), options)
  if ('problem' in read) return read
  const { number, unit } = read.value
  const mark = bound === '' ? null : bounds[bound.trim() as keyof typeof bounds]
  if (second === undefined) return { value: withUnit({ number, mark }, unit) }
  const spread = /^\s*[+-]/.test(second) ? ({ problem: 'not_a_number' } as const) : readMeasure(second.trim(), options)
  if ('problem' in spread) return spread
  // `23.5 ± 0.4 N` says its unit once; `23.5 N ± 2 %` has a spread of another kind.
  const common = unit ?? spread.value.unit
  if (spread.value.unit !== undefined && spread.value.unit !== common) return { problem: 'different_quantity' }
  return { value: withUnit({ number, mark: '±', spread: spread.value.number }, common) }
}

const withUnit = (value: Omit<LabValue, 'text' | 'unit'>, unit: UnitId | undefined) => (unit === undefined ? value : { ...value, unit })

function toColumnUnit(value: Omit<LabValue, 'text'>, to: UnitId): Read<Omit<LabValue, 'text'>> {
  const { number, mark, spread, unit: from = to } = value
  if (number === null || from === to) return { value: { ...value, unit: to } }
  const converted = convert(number, from, to)
  if ('problem' in converted) return converted
  const isTurned = mark !== null && mark in turned && isReciprocal(from, to)
  if (isTurned && number < 0) return { problem: 'not_positive' }
  const next = { number: converted.value, mark: isTurned ? turned[mark as keyof typeof turned] : mark, unit: to }
  if (spread === undefined) return { value: next }
  const convertedSpread = convertSpread(spread, number, from, to)
  return 'problem' in convertedSpread ? convertedSpread : { value: { ...next, spread: convertedSpread.value } }
}

/**
 * Returns the value of a cell: its number in the unit of the column, its text, its mark and its spread. Full-width digits, those of Thai and
 * all dashes and spaces are read. A bound that is converted into a reciprocal unit changes sides: below 20 Ne is above 29.5 tex.
 */
export function parseLabValue(text: string, options: LabOptions = {}): ParsedLabValue {
  if (text.length > maxLabValueLength) return { problem: 'too_long' }
  if (invisible.test(text)) return { problem: 'invisible_character' }
  const folded = fold(text)
  const word = folded.toLowerCase()
  const unit = options.unit === undefined ? {} : { unit: options.unit }
  if (emptyWords.has(word) || options.emptyWords?.some((each) => fold(each).toLowerCase() === word)) {
    return { value: { text, number: null, mark: null, ...unit } }
  }
  if (undetectedWords.has(word)) return { value: { text, number: null, mark: 'n.d.', ...unit } }
  const read = readMarked(folded, options)
  const converted = 'problem' in read || options.unit === undefined ? read : toColumnUnit(read.value, options.unit)
  return 'problem' in converted ? converted : { value: { text, ...converted.value } }
}

/** Whether the value is a bound or was not detected: counted, and left out of means. */
export const isCensored = ({ mark }: Pick<LabValue, 'mark'>): boolean => mark !== null && mark !== '±'
