import type { CitedCell, CitedRows } from '@heddle/contracts/message/cited-rows'
import { isUnitId, units } from '@heddle/units/units'
import type { DownloadTable, TableRecord } from '../../../platform/http/table/table-download.ts'

type NumberedRow = { readonly id: string; readonly cells: readonly CitedCell[] }

/** Returns cited rows as a table whose columns are named with their units; of two of one name the second has a number. */
export function toRowsTable({ columns, rows }: CitedRows): DownloadTable<NumberedRow> {
  const names = columns.map(({ name, unit }) => (unit !== null && isUnitId(unit) ? `${name} (${units[unit].symbol})` : name))
  const unique = names.map((name, at) => {
    const earlier = names.slice(0, at).filter((each) => each === name).length
    return earlier > 0 ? `${name} (${earlier + 1})` : name
  })
  return {
    columns: unique,
    findPage: async (afterId) => (afterId === undefined ? rows.map(({ cells }, at) => ({ id: String(at), cells })) : []),
    toRecord: ({ cells }): TableRecord => Object.fromEntries(unique.map((name, at) => [name, toPlainCell(cells[at] ?? null)])),
  }
}

/** A bound is a text, and no number. */
const toPlainCell = (cell: CitedCell) => (typeof cell === 'object' && cell !== null ? `${cell.mark}${cell.number ?? ''}` : cell)
