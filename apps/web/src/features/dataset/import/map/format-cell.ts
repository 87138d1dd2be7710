// A cell as it would be stored, as a text.
import type { CellValue } from '@heddle/contracts/dataset/cell'
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import { isUnitId, units } from '@heddle/units/units'

export type CellWords = { readonly yes: string; readonly no: string; readonly formatNumber: (value: number) => string }

/** Returns the text of a cell with its unit; empty of an empty one. */
export function formatCell(value: CellValue, { unit }: Pick<DatasetColumn, 'unit'>, { yes, no, formatNumber }: CellWords): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? yes : no
  if (typeof value === 'string') return value
  const symbol = unit !== undefined && isUnitId(unit) ? ` ${units[unit].symbol}` : ''
  if (typeof value === 'number') return formatNumber(value) + symbol
  const { number, mark, spread } = value
  if (number === null) return mark ?? ''
  const bound = mark !== undefined && mark !== '±' ? mark : ''
  return `${bound}${formatNumber(number)}${spread === undefined ? '' : ` ± ${formatNumber(spread)}`}${symbol}`
}
