// Guesses the type of a column, and how its cells are read, from its header and its first rows.
import type { ColumnReading, ImportFindingCode, NewColumn, RawCell } from '@heddle/contracts/dataset/import'
import type { ColumnType } from '@heddle/contracts/dataset/column'
import { limits } from '@heddle/contracts/limits'
import { parseLabValue } from '@heddle/units/lab-value'
import { parseUnit } from '@heddle/units/parse-unit'
import type { UnitId } from '@heddle/units/units'
import { toTextKey } from '@heddle/table/text-key'
import { guessDates, type GuessedDates } from '@heddle/table/import/guess-dates'
import { countMarks, guessMarks, type NumberMarks } from './guess-numbers.ts'
import { falseWords, isDash, isDateHeader, isGradeHeader, isKeyHeader, isMissingWord, trueWords } from '@heddle/table/import/import-words'
import { toText } from '@heddle/table/import/raw-text'

export type ColumnToGuess = {
  readonly header: string
  readonly unit: UnitId | null
  /** Of the rows of the table, in their order. */
  readonly cells: readonly (RawCell | undefined)[]
}

export type GuessedColumn = {
  readonly type: ColumnType
  readonly unit: UnitId | null
  readonly reading: ColumnReading
  readonly choices: readonly string[]
  /** Whether each filled cell is another one. */
  readonly isUnique: boolean
  readonly findings: readonly ImportFindingCode[]
}

/** Cells of a column that may be wrong while it keeps its type. */
const minShare = 0.75
const maxTextCharacters = 200
const maxChoiceCharacters = 60
const maxChoices = 30
const minRowsOfChoices = 10
/** Rows of a value of a choice, on average. */
const minRowsPerChoice = 3

type Kinds = {
  readonly filled: readonly RawCell[]
  /** Texts that stand for no word for nothing. */
  readonly texts: readonly string[]
  readonly numbers: readonly (number | { readonly number: number; readonly shown: string })[]
  readonly dates: readonly { readonly date: string }[]
  readonly booleans: readonly boolean[]
  readonly missing: readonly string[]
}

function sortCells(cells: ColumnToGuess['cells']): Kinds {
  const kinds = { filled: [], texts: [], numbers: [], dates: [], booleans: [], missing: [] } as {
    filled: RawCell[]
    texts: string[]
    numbers: (number | { number: number; shown: string })[]
    dates: { date: string }[]
    booleans: boolean[]
    missing: string[]
  }
  for (const cell of cells) {
    if (cell === null || cell === undefined || (typeof cell === 'string' && isDash(cell))) continue
    kinds.filled.push(cell)
    if (typeof cell === 'number') kinds.numbers.push(cell)
    else if (typeof cell === 'boolean') kinds.booleans.push(cell)
    else if (typeof cell === 'string') (cell.length < 30 && isMissingWord(cell) ? kinds.missing : kinds.texts).push(cell)
    else if ('date' in cell) kinds.dates.push(cell)
    else if ('shown' in cell) kinds.numbers.push(cell)
  }
  return kinds
}

const hasLeadingZero = (text: string) => /^0\d+$/.test(text.trim())

/** A number that is a name: 00042. */
const isCode = (kinds: Kinds) =>
  kinds.texts.some(hasLeadingZero) || kinds.numbers.some((cell) => typeof cell !== 'number' && hasLeadingZero(cell.shown))

/** The unit that a format shows behind its numbers, where all have the same. */
function findShownUnit({ numbers }: Kinds): UnitId | null {
  const shown = numbers.flatMap((cell) => (typeof cell === 'number' ? [] : [cell.shown.replace(/^.*\d\s*/, '')]))
  const [first] = shown
  if (first === undefined || shown.length < numbers.length || shown.some((text) => text !== first)) return null
  const parsed = parseUnit(first)
  return 'unit' in parsed ? parsed.unit : null
}

/** The unit that the texts of a column have behind their numbers; null where some have none, or another one. */
function findWrittenUnit(texts: readonly string[], options: Parameters<typeof parseLabValue>[1]): UnitId | null {
  const found = new Set<UnitId | undefined>()
  for (const text of texts) {
    const parsed = parseLabValue(text, options)
    if ('value' in parsed && parsed.value.number !== null) found.add(parsed.value.unit)
  }
  const [unit] = found
  return found.size === 1 && unit !== undefined ? unit : null
}

/** 4-5 of a scale of grades, which a spreadsheet has made the 5 April or the 4 May. */
function isGradeDate({ date }: { readonly date: string }): boolean {
  const [month, day] = [Number(date.slice(5, 7)), Number(date.slice(8, 10))]
  return date.length === 10 && Math.min(month, day) >= 1 && Math.max(month, day) <= 8 && Math.abs(month - day) === 1
}

const isGradeText = (text: string) => /^[1-8](?:\s?[-~/–]\s?[1-8])?$/.test(text.trim())
const isGradeNumber = (cell: Kinds['numbers'][number]) => typeof cell === 'number' && cell >= 1 && cell <= 8 && Number.isInteger(cell * 2)

/** Whether a column is one of grades of a scale, some of which may have become dates. */
function isGrades({ header, unit }: ColumnToGuess, { filled, texts, numbers, dates }: Kinds): boolean {
  if (filled.length === 0 || (unit !== null && unit !== 'grade')) return false
  const grades = texts.filter(isGradeText).length + numbers.filter(isGradeNumber).length
  const gradeDates = dates.filter(isGradeDate).length
  const isAll = grades + gradeDates >= filled.length * minShare
  const hasHalf = gradeDates > 0 || texts.some((text) => /\d\s?[-~/–]\s?\d/.test(text))
  return isAll && (unit === 'grade' || (isGradeHeader(header) && hasHalf) || (grades > 0 && gradeDates > 0 && hasHalf))
}

function isBooleans({ filled, texts, booleans }: Kinds): boolean {
  const keys = texts.map((text) => (text.length < 30 ? toTextKey(text) : ''))
  const areWords = keys.every((key) => trueWords.has(key) || falseWords.has(key))
  const isOne = filled.length > 0 && booleans.length + texts.length === filled.length && areWords
  return isOne && (booleans.length > 0 || new Set(keys).size === 2)
}

/** Returns the reading of the words for nothing that a column has. */
function readMissing({ missing }: Kinds): Pick<ColumnReading, 'empty_words'> {
  const words = [...new Set(missing.map((text) => text.trim()))].slice(0, 20)
  return words.length > 0 ? { empty_words: words } : {}
}

type Base = Pick<GuessedColumn, 'isUnique'>
const none = { reading: {}, choices: [], findings: [] } as const

function guessNumberColumn(column: ColumnToGuess, kinds: Kinds, file: NumberMarks, base: Base): GuessedColumn | null {
  const { texts, numbers, filled, missing, dates } = kinds
  const short = texts.filter((text) => text.length <= maxTextCharacters)
  const isGrade = isGrades(column, kinds)
  const marks = guessMarks(countMarks(short), file)
  const unitOption = isGrade ? { unit: 'grade' as const } : column.unit === null ? {} : { unit: column.unit }
  const options = { ...unitOption, decimalComma: marks.options.decimal_comma ?? false, thousands: marks.options.thousands ?? false }
  const parsed = short.map((text) => parseLabValue(text, options))
  // What only lacks the meaning of a mark, or has two numbers, is a column of numbers with errors.
  const isNumeric = (each: (typeof parsed)[number]) =>
    'value' in each
      ? each.value.number !== null || each.value.mark === 'n.d.'
      : each.problem !== 'not_a_number' && each.problem !== 'unknown_unit' && each.problem !== 'too_long'
  const plain = parsed.filter((each) => 'value' in each && each.value.number !== null).length
  const numeric = parsed.filter(isNumeric).length
  const count = numbers.length + numeric + (isGrade ? dates.length : 0)
  const total = filled.length - missing.length
  const unclear = marks.isAmbiguous ? numeric : 0
  if (total === 0 || count < total * minShare || numbers.length + plain + unclear === 0 || isCode(kinds)) return null
  const unit = isGrade ? 'grade' : (column.unit ?? findShownUnit(kinds) ?? (numbers.length === 0 ? findWrittenUnit(short, options) : null))
  const isInteger =
    unit === null &&
    numbers.every((cell) => typeof cell === 'number' && Number.isSafeInteger(cell)) &&
    parsed.every((each) => !isNumeric(each) || ('value' in each && each.value.mark === null && Number.isSafeInteger(each.value.number)))
  const findings: ImportFindingCode[] = []
  if (marks.isMixed) findings.push('decimals_mixed')
  if (marks.isAmbiguous) findings.push('separator_ambiguous')
  if (isGrade && dates.length > 0) findings.push('grades_as_dates')
  return {
    ...none,
    ...base,
    type: isInteger ? 'integer' : 'number',
    unit,
    reading: { ...marks.options, ...(unit !== null && { unit }), ...readMissing(kinds) },
    findings,
  }
}

function guessDateColumn(kinds: Kinds, base: Base): GuessedColumn | null {
  const { texts, dates, filled, missing, numbers } = kinds
  const total = filled.length - missing.length
  if (total === 0 || numbers.length > total * (1 - minShare)) return null
  const guessed: GuessedDates = guessDates(texts.filter((text) => text.length <= maxTextCharacters))
  if (dates.length + guessed.count < total * minShare) return null
  const findings: ImportFindingCode[] = []
  if (guessed.isAmbiguous) findings.push('dates_ambiguous')
  if (guessed.isMixed) findings.push('dates_mixed')
  if (guessed.hasTimes || dates.some(({ date }) => date.length > 10)) findings.push('times_dropped')
  const { order, calendar } = guessed.options
  return {
    ...none,
    ...base,
    type: 'date',
    unit: null,
    reading: { ...(order && { date_order: order }), ...(calendar && { calendar }), ...readMissing(kinds) },
    findings,
  }
}

/** Returns the values of a choice, the first one first; none where there are too many. */
function listChoices(texts: readonly string[]): string[] {
  const values = new Map<string, string>()
  for (const text of texts) {
    if (text.length > maxChoiceCharacters || text.includes('\n')) return []
    const key = toTextKey(text)
    if (!values.has(key)) values.set(key, text)
    if (values.size > Math.min(maxChoices, limits.datasetChoices)) return []
  }
  const isFew = texts.length >= minRowsOfChoices && values.size * minRowsPerChoice <= texts.length
  return isFew ? [...values.values()] : []
}

/** 113.5.6 is no number with two points, and 20240506 a number unless its header says otherwise. */
function hasDatesOnly({ texts, numbers }: Kinds): boolean {
  const short = texts.filter((text) => text.length <= maxTextCharacters)
  return numbers.length === 0 && short.length > 0 && !short.some((text) => isPlainNumber(text))
}

const isPlainNumber = (text: string) => {
  const parsed = parseLabValue(text)
  return 'value' in parsed && parsed.value.number !== null
}

/** Returns what a column is. */
export function guessColumn(column: ColumnToGuess, file: NumberMarks): GuessedColumn {
  const kinds = sortCells(column.cells)
  const keys = kinds.filled.map((cell) => toTextKey(toText(cell).slice(0, maxTextCharacters)))
  const base = { isUnique: keys.length > 1 && keys.length === column.cells.length && new Set(keys).size === keys.length }
  if (kinds.filled.length === 0) return { ...none, ...base, type: column.unit === null ? 'text' : 'number', unit: column.unit }
  if (isBooleans(kinds)) return { ...none, ...base, type: 'boolean', unit: null }
  const isDates =
    !isGrades(column, kinds) && (kinds.dates.length > kinds.filled.length / 2 || isDateHeader(column.header) || hasDatesOnly(kinds))
  const guessed =
    (isDates ? guessDateColumn(kinds, base) : null) ?? guessNumberColumn(column, kinds, file, base) ?? guessDateColumn(kinds, base)
  if (guessed) return guessed
  const choices = isCode(kinds) || isKeyHeader(column.header) ? [] : listChoices(kinds.filled.map(toText))
  return { ...none, ...base, type: choices.length > 0 ? 'choice' : 'text', unit: null, choices }
}

export const toNewColumn = (name: string, { type, unit, choices }: GuessedColumn, isKey: boolean): NewColumn => ({
  name,
  type,
  ...(unit !== null && { unit }),
  ...(choices.length > 0 && { choices: [...choices] }),
  ...(isKey && { key: true }),
})
