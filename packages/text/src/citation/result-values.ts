// What a figure of a reply may be of the result of a query: a cell, a count, or a figure of the query in words, rounded or in another unit.
import { convert, convertSpread, isReciprocal } from '@heddle/units/convert'
import { isUnitId, type UnitId, units } from '@heddle/units/units'
import { normalizeFigures, type NumberReading, numberPattern, readNumber } from './figures.ts'
import { readUnitAfter, readUnitBefore } from './unit-after.ts'

type Cell = string | number | boolean | null | { readonly number: number | null; readonly mark: string }

export type CitedTable = {
  /** The query in words. */
  readonly query: string
  readonly columns: readonly {
    readonly name: string
    readonly unit: string | null
    /** As of `CitedColumn` of the contracts. */
    readonly conversion: 'values' | 'linear' | 'difference' | 'none'
    readonly omitted: number
  }[]
  readonly rows: readonly { readonly cells: readonly Cell[] }[]
  readonly total: number
  readonly matched: number
}

/** A number of a result. `cell` is where it stands: the indexes of its row and column. */
export type ResultValue = {
  readonly value: number
  readonly unit: UnitId | null
  readonly conversion: CitedTable['columns'][number]['conversion']
  /** Whether it is of a column, whose unit is known; that of a number in a text may be missing. */
  readonly isOfColumn: boolean
  /** Whether it says how many there are, and so has no unit. */
  readonly isCount?: true
  readonly cell?: readonly [row: number, column: number]
}

/** A figure of a statement. */
export type WrittenFigure = {
  readonly text: string
  readonly readings: readonly NumberReading[]
  readonly unit: UnitId | null
  /** Whether it says how many there are of something. */
  readonly isCount: boolean
}

const readNumberOf = (cell: Cell) => (typeof cell === 'object' && cell !== null ? cell.number : typeof cell === 'number' ? cell : null)

/** Returns a number in another unit; null where it has none. A mean is converted as the value that it is. */
function convertValue({ value, unit, conversion }: ResultValue, to: UnitId): number | null {
  if (unit === to) return value
  if (unit === null || conversion === 'none' || units[unit].quantity !== units[to].quantity) return null
  if (conversion === 'difference' && isReciprocal(unit, to)) return null
  const converted = conversion === 'difference' ? convertSpread(Math.abs(value), 0, unit, to) : convert(value, unit, to)
  return 'value' in converted ? converted.value : null
}

function listTextValues(text: string, cell?: ResultValue['cell']): ResultValue[] {
  const normalized = normalizeFigures(text).replaceAll(/\d{4}-\d{2}-\d{2}/g, ' ')
  return [...normalized.matchAll(numberPattern)].flatMap(({ 0: digits, index }) => {
    const unit = readUnitAfter(normalized.slice(index + digits.length)) ?? readUnitBefore(normalized.slice(0, index))
    return readNumber(digits).map(({ value }) => ({ value, unit, conversion: 'values' as const, isOfColumn: false, ...(cell && { cell }) }))
  })
}

const toCount = (value: number): ResultValue => ({ value, unit: null, conversion: 'none', isOfColumn: false, isCount: true })

/** Returns the numbers of the cells of a result, with those in texts. */
export const listCellValues = ({ columns, rows }: CitedTable): ResultValue[] =>
  rows.flatMap(({ cells }, row) =>
    cells.flatMap((cell, at): ResultValue[] => {
      if (typeof cell === 'string') return listTextValues(cell, [row, at])
      const value = readNumberOf(cell)
      const { unit = null, conversion = 'none' } = columns[at] ?? {}
      if (value === null) return []
      return [{ value, unit: unit !== null && isUnitId(unit) ? unit : null, conversion, isOfColumn: true, cell: [row, at] }]
    }),
  )

/** Returns what is counted of a result, and the numbers of the query in words and of the names of columns. */
export function listOtherValues({ query, columns, rows, total, matched }: CitedTable): ResultValue[] {
  const repeated = columns.flatMap((_, at) => Array.from(Map.groupBy(rows, ({ cells }) => cells[at]).values(), ({ length }) => length))
  const counts = [total, matched, rows.length, ...columns.map(({ omitted }) => omitted), ...repeated]
  return [...new Set(counts)].map(toCount).concat(listTextValues([query, ...columns.map(({ name }) => name)].join('\n')))
}

/** Zeros at the end of an integer with more significant digits than two before them are those of a rounding. */
function measureRounding({ value, decimals }: NumberReading): number {
  if (decimals > 0 || value < 100) return 10 ** -decimals
  const [, zeros = ''] = /^\d{2,}?(0*)$/.exec(String(value)) ?? []
  return 10 ** zeros.length
}

const isNear = (value: number, written: NumberReading) =>
  Math.abs(Math.abs(value) - written.value) <= measureRounding(written) * 0.5 * (1 + 1e-9) + Math.abs(value) * 1e-12

/** Whether a figure is a number of a result, rounded or in another unit; one that counts is so as it is. */
export function isSameValue({ readings, unit, isCount }: WrittenFigure, known: ResultValue): boolean {
  if (isCount) return known.unit === null && readings.some(({ value }) => value === known.value)
  const value = unit === null || (known.unit === null && !known.isCount) ? known.value : convertValue(known, unit)
  // A number in a name, as `FT-195`, is no measured value that is rounded.
  const isOfName = known.cell !== undefined && !known.isOfColumn && known.unit === null
  return value !== null && readings.some((reading) => (isOfName ? Math.abs(value) === reading.value : isNear(value, reading)))
}

/** Rows of a result beyond which its shares and ratios are so many that one of them is near any figure. */
const maxComparedRows = 20

/** Whether a percentage or a multiple is that of two numbers of a column, of one of their sum, or of a count. */
export function isShare(
  { readings }: Pick<WrittenFigure, 'readings'>,
  { columns, rows, total, matched }: CitedTable,
  scale: 1 | 100,
): boolean {
  if (rows.length > maxComparedRows) return false
  const isHit = (share: number) => Number.isFinite(share) && readings.some((reading) => isNear(share * scale, reading))
  return columns.some((_, at) => {
    const values = rows.flatMap(({ cells }) => readNumberOf(cells[at] ?? null) ?? [])
    const sum = values.reduce((all, each) => all + each, 0)
    return values.some(
      (a) =>
        [sum, total, matched].some((whole) => isHit(a / whole)) ||
        values.some((b) => isHit(a / b) || (scale === 100 && isHit((a - b) / b))),
    )
  })
}
