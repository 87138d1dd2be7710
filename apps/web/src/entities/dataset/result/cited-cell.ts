// The cells of cited rows as they are shown: in the unit that the reader has chosen, with the digits that they have there.
import type { CitedCell, CitedColumn } from '@heddle/contracts/message/cited-rows'
import { convert, convertSpread, isReciprocal } from '@heddle/units/convert'
import { convertWritten, roundToFigures } from '@heddle/units/figures'
import { isUnitId, type UnitId, unitIds, units } from '@heddle/units/units'

/** Significant figures of a number that was computed, and has no digits of its own. */
const computedFigures = 5

/** The unit of a column; null without one. */
export const readUnit = ({ unit }: Pick<CitedColumn, 'unit'>): UnitId | null => (unit !== null && isUnitId(unit) ? unit : null)

/** Returns the units that a column can be shown in, its own included; an empty list where there is no other. */
export function listUnits(column: Pick<CitedColumn, 'unit' | 'conversion'>): UnitId[] {
  const own = readUnit(column)
  if (own === null || column.conversion === 'none') return []
  // The mean of converted values is no converted mean.
  const isOffered = (unit: UnitId) =>
    units[unit].quantity === units[own].quantity && (column.conversion === 'values' || !isReciprocal(own, unit))
  const offered = unitIds.filter(isOffered)
  return offered.length > 1 ? offered : []
}

const turned: Readonly<Record<string, string>> = { '<': '>', '>': '<', '≤': '≥', '≥': '≤' }

type Shown = Pick<CitedColumn, 'unit' | 'decimals' | 'conversion'>

/** Returns a number of a column in a unit, as a decimal with a point; null where it has no value there. */
function writeNumber(number: number, column: Shown, to: UnitId | null): string | null {
  const own = readUnit(column)
  if (column.decimals === null) {
    const converted = convertNumber(number, column, to)
    return converted === null ? null : writeComputed(converted)
  }
  const written = number.toFixed(column.decimals)
  if (own === null || to === null || own === to) return written
  const converted = convertWritten(written, own, to)
  return 'value' in converted ? converted.value.text : null
}

function convertNumber(number: number, { unit, conversion }: Pick<CitedColumn, 'unit' | 'conversion'>, to: UnitId | null): number | null {
  const own = readUnit({ unit })
  if (own === null || to === null || own === to) return number
  const converted = conversion === 'difference' ? convertSpread(Math.abs(number), 0, own, to) : convert(number, own, to)
  if ('problem' in converted) return null
  return conversion === 'difference' ? Math.sign(number) * converted.value : converted.value
}

const writeComputed = (number: number) =>
  Number.isInteger(number)
    ? String(number)
    : roundToFigures(number, computedFigures)
        .replace(/(\.\d*?)0+$/, '$1')
        .replace(/\.$/, '')

/** Returns the text of a cell, with the marks of a number that is only a bound. */
export function formatCell(cell: CitedCell, column: Shown, { to, tag }: { to: UnitId | null; tag: string }): string {
  if (cell === null || typeof cell === 'boolean') return ''
  if (typeof cell === 'string') return cell
  const { number, mark } = typeof cell === 'number' ? { number: cell, mark: '' } : cell
  const own = readUnit(column)
  const isTurned = own !== null && to !== null && isReciprocal(own, to)
  const shownMark = isTurned ? (turned[mark] ?? mark) : mark
  const text = number === null ? '' : writeNumber(number, column, to)
  if (text === null) return '–'
  return shownMark + (text === '' ? '' : formatDecimal(text, tag))
}

function formatDecimal(text: string, tag: string): string {
  const decimals = text.split('.')[1]?.length ?? 0
  return Number(text).toLocaleString(tag, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}

/** Returns the number of a cell in a unit, for a chart; null for what is none. */
export const readNumber = (cell: CitedCell, column: Pick<CitedColumn, 'unit' | 'conversion'>, to: UnitId | null): number | null =>
  typeof cell === 'number' ? convertNumber(cell, column, to) : null
