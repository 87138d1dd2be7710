// Reads a cell of a file as one of a column of a dataset.
import type { CellValue, LaboratoryValue } from '@heddle/contracts/dataset/cell'
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import type { ColumnReading, ImportErrorCode } from '@heddle/contracts/dataset/import'
import { limits } from '@heddle/contracts/limits'
import { type LabOptions, type LabProblem, type LabValue, type ParsedLabValue, parseLabValue } from '@heddle/units/lab-value'
import { isUnitId, type UnitId, units } from '@heddle/units/units'
import type { RawCell } from '@heddle/contracts/dataset/import'
import { toTextKey } from '../text-key.ts'
import { falseWords, isDash, trueWords } from './import-words.ts'
import { toText } from './raw-text.ts'
import { readDate } from './read-date.ts'

export type CellReader = (cell: RawCell | undefined) => { readonly value: CellValue } | { readonly problem: ImportErrorCode }
type Read = ReturnType<CellReader>

const labProblems: Readonly<Record<LabProblem, ImportErrorCode>> = {
  different_quantity: 'different_quantity',
  zero_reciprocal: 'zero_reciprocal',
  not_positive: 'not_positive',
  out_of_range: 'out_of_range',
  too_long: 'too_long',
  invisible_character: 'invisible_character',
  not_a_number: 'not_a_number',
  unexpected_separator: 'unexpected_separator',
  range: 'range',
  unknown_unit: 'unknown_unit',
  ambiguous_unit: 'ambiguous_unit',
}

const toUnit = (text: string | undefined): UnitId | undefined => (text !== undefined && isUnitId(text) ? text : undefined)

type NumberOptions = LabOptions & {
  /** That of numbers without one, where it is not that of the column. */
  readonly fileUnit: UnitId | undefined
}

/** Reads a text whose plain numbers have the unit of the file: behind `<20` of a column of Ne, ` Ne` is what its header says. */
function parseInUnits(text: string, { fileUnit, ...options }: NumberOptions): ParsedLabValue {
  if (fileUnit === undefined || fileUnit === options.unit || options.unit === undefined) return parseLabValue(text, options)
  const { unit, ...withoutUnit } = options
  const plain = parseLabValue(text, { ...withoutUnit, ...(fileUnit === 'grade' && { unit: fileUnit }) })
  if ('problem' in plain || plain.value.number === null) return plain
  const isWritten = plain.value.unit !== undefined && fileUnit !== 'grade'
  return parseLabValue(isWritten ? text : `${text.trim()} ${units[fileUnit].symbol}`, { ...withoutUnit, unit })
}

/** A number whose digits are all that its text says needs no text beside it. */
function toCell({ number, text, mark, spread }: LabValue): CellValue {
  if (number === null && mark === null) return null
  if (number !== null && mark === null && spread === undefined && String(number) === text.trim()) return number
  const value: LaboratoryValue = { number, text }
  return { ...value, ...(mark !== null && { mark }), ...(spread !== undefined && { spread }) }
}

/** What a format shows beside a number is its unit: `12.50%` is stored as 0.125. */
function readShown(cell: { readonly number: number; readonly shown: string }, options: NumberOptions): Read {
  const [figures, ...others] = cell.shown.match(/-?\d[\d.,]*/g) ?? []
  const tail = cell.shown.slice((figures === undefined ? 0 : cell.shown.indexOf(figures)) + (figures?.length ?? 0)).trim()
  const isPercent = /^[%％]/.test(tail)
  const number = isPercent ? Number((cell.number * 100).toPrecision(15)) : cell.number
  const unitText = others.length === 0 ? tail : ''
  // What stands before a number is a currency, or a word.
  const written = unitText === '' ? String(number) : `${number} ${unitText}`
  const read = readNumberText(written, { ...options, decimalComma: false, thousands: false })
  if ('problem' in read || typeof read.value !== 'object' || read.value === null) return read
  return { value: { ...read.value, text: cell.shown } }
}

function readNumberText(text: string, options: NumberOptions): Read {
  const parsed = parseInUnits(text, options)
  return 'problem' in parsed ? { problem: labProblems[parsed.problem] } : { value: toCell(parsed.value) }
}

/** What a computer writes, whose digits are its text: the usual cell of a CSV, read without asking what else it may be. */
const plainNumeral = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{0,9}[1-9])?$/

function createNumberReader(column: DatasetColumn, reading: ColumnReading): CellReader {
  const unit = toUnit(column.unit)
  const options: NumberOptions = {
    ...(unit !== undefined && { unit }),
    decimalComma: reading.decimal_comma ?? false,
    thousands: reading.thousands ?? false,
    emptyWords: reading.empty_words ?? [],
    fileUnit: toUnit(reading.unit),
  }
  const plainOptions = { ...options, decimalComma: false, thousands: false }
  const isPlain = !options.decimalComma && unit !== 'grade'
  const isConverted = options.fileUnit !== undefined && options.fileUnit !== unit && unit !== undefined
  return (cell) => {
    if (typeof cell === 'number') return isConverted ? readNumberText(String(cell), plainOptions) : { value: cell + 0 }
    if (typeof cell === 'boolean') return { problem: 'not_a_number' }
    if (typeof cell === 'object' && cell !== null) {
      if ('date' in cell) return { problem: 'date_for_number' }
      if ('shown' in cell) return readShown(cell, options)
    }
    if (isPlain && !isConverted && typeof cell === 'string' && plainNumeral.test(cell)) return { value: Number(cell) + 0 }
    return readNumberText(toText(cell), options)
  }
}

const numberOf = (value: CellValue) => (typeof value === 'object' && value !== null ? value.number : value)

function createIntegerReader(column: DatasetColumn, reading: ColumnReading): CellReader {
  const readNumber = createNumberReader(column, reading)
  return (cell) => {
    const read = readNumber(cell)
    const number = 'value' in read ? numberOf(read.value) : null
    return number === null || Number.isSafeInteger(number) ? read : { problem: 'not_an_integer' }
  }
}

const toKeys = (words: readonly string[] | undefined) => new Set((words ?? []).map((word) => toTextKey(word)))

function createBooleanReader({ true_words, false_words }: ColumnReading): CellReader {
  const [yes, no] = [toKeys(true_words), toKeys(false_words)]
  return (cell) => {
    if (typeof cell === 'boolean') return { value: cell }
    if (cell === 1 || cell === 0) return { value: cell === 1 }
    const key = toTextKey(toText(cell))
    if (yes.has(key)) return { value: true }
    if (no.has(key)) return { value: false }
    if (trueWords.has(key) || key === '1') return { value: true }
    return falseWords.has(key) || key === '0' ? { value: false } : { problem: 'not_a_boolean' }
  }
}

function createDateReader({ date_order, calendar }: ColumnReading): CellReader {
  return (cell) => {
    const isStored = typeof cell === 'object' && cell !== null && 'date' in cell
    const compact = typeof cell === 'number' && /^\d{7,8}$/.test(String(cell))
    if (typeof cell === 'boolean') return { problem: 'not_a_date' }
    if ((typeof cell === 'number' && !compact) || (typeof cell === 'object' && cell !== null && 'shown' in cell))
      return { problem: 'number_for_date' }
    const read = readDate(toText(cell), isStored ? { order: 'ymd', calendar: 'gregorian' } : { order: date_order, calendar })
    return 'date' in read ? { value: read.date } : read
  }
}

function createChoiceReader({ choices = [] }: DatasetColumn): CellReader {
  const values = new Map<string, string>()
  for (const { value, name, synonyms = [] } of choices.toReversed()) {
    for (const word of [...synonyms, ...Object.values(name ?? {}), value]) if (typeof word === 'string') values.set(toTextKey(word), value)
  }
  return (cell) => {
    const value = values.get(toTextKey(toText(cell)))
    return value === undefined ? { problem: 'not_a_choice' } : { value }
  }
}

const readTextCell: CellReader = (cell) => {
  const text = toText(cell).replaceAll('\0', '')
  return text.length > limits.datasetCellCharacters ? { problem: 'too_long' } : { value: text }
}

const createReader = (column: DatasetColumn, reading: ColumnReading): CellReader => {
  switch (column.type) {
    case 'number':
      return createNumberReader(column, reading)
    case 'integer':
      return createIntegerReader(column, reading)
    case 'boolean':
      return createBooleanReader(reading)
    case 'date':
      return createDateReader(reading)
    case 'choice':
      return createChoiceReader(column)
    case 'text':
      return readTextCell
  }
}

/** Returns the function that reads the cells of a column. An empty cell is null; whether it may be is asked of the row. */
export function createCellReader(column: DatasetColumn, reading: ColumnReading): CellReader {
  const read = createReader(column, reading)
  const emptyKeys = toKeys(reading.empty_words)
  return (cell) => {
    if (cell === null || cell === undefined) return { value: null }
    if (typeof cell === 'object' && 'error' in cell) return { problem: 'cell_error' }
    if (typeof cell === 'object' && 'formula' in cell) return { problem: 'formula_uncalculated' }
    if (typeof cell === 'string' && (isDash(cell) || (emptyKeys.size > 0 && cell.length <= 60 && emptyKeys.has(toTextKey(cell)))))
      return { value: null }
    return read(cell)
  }
}
