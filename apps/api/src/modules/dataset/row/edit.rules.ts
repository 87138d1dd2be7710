// What an edit makes of rows, and where it conflicts with those of others.
import type { Cells, CellValue } from '@heddle/contracts/dataset/cell'
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import type { CellConflict, CellError } from '@heddle/contracts/dataset/row'
import { checkCell, toStoredCell } from '@heddle/table/check-cell'
import { isDeepStrictEqual } from 'node:util'
import type { StoredRow } from './row.sql.ts'

/** In the edits of a row, beside the ids of its columns: all of its cells, as a restored version writes them. */
export const allCells = '*'

/** Returns what does not fit the columns, by the index of the row. */
export function checkRows(columns: readonly DatasetColumn[], rows: readonly { readonly cells: Cells }[]): CellError[] {
  const columnById = new Map(columns.map((column) => [column.id, column]))
  return rows.flatMap(({ cells }, index) =>
    Object.entries(cells).flatMap(([id, value]) => {
      const column = columnById.get(id)
      const reason = column ? checkCell(column, toStoredCell(value)) : 'unknown_column'
      return reason ? [{ index, column: id, reason }] : []
    }),
  )
}

/** Returns the cells that are stored of a new row. */
export const toStoredCells = (cells: Cells): Cells =>
  Object.fromEntries(Object.entries(cells).filter(([, value]) => toStoredCell(value) !== null))

const readLastEdit = ({ edits }: Pick<StoredRow, 'edits'>, column: string) => Math.max(edits[column] ?? 0, edits[allCells] ?? 0)

type Edit = { readonly revision: number; readonly cells: Cells }
type Edited = { readonly row: StoredRow; readonly cellCount: number; readonly conflicts: readonly CellConflict[] }

/**
 * Returns a row with the cells of an edit. A cell that another has changed since the revision that the caller has read is a conflict, unless
 * both want the same.
 */
export function editRow(stored: StoredRow, { revision, cells }: Edit): Edited {
  const changes = Object.entries(cells).flatMap(([column, value]) => {
    const [given, current] = [toStoredCell(value), stored.data[column] ?? null]
    return isDeepStrictEqual(given, current) ? [] : [{ column, given, current }]
  })
  const isSeen = (column: string) => readLastEdit(stored, column) <= revision && revision <= stored.revision
  const conflicts = changes
    .filter(({ column }) => !isSeen(column))
    .map((change) => ({ row_id: stored.id, row_no: stored.rowNo, revision: stored.revision, ...change }))
  if (changes.length === 0) return { row: stored, cellCount: 0, conflicts }
  const data: Record<string, CellValue> = { ...stored.data }
  const edits: Record<string, number> = { ...stored.edits }
  for (const { column, given } of changes) {
    if (given === null) delete data[column]
    else data[column] = given
    edits[column] = stored.revision + 1
  }
  return { row: { ...stored, data, edits, revision: stored.revision + 1 }, cellCount: changes.length, conflicts }
}

/** Returns the cells of these columns that were edited since a revision, the empty ones as null. */
export const findEditedCells = (row: Pick<StoredRow, 'edits' | 'data'>, revision: number, columns: readonly DatasetColumn[]): Cells =>
  Object.fromEntries(columns.filter(({ id }) => readLastEdit(row, id) > revision).map(({ id }) => [id, row.data[id] ?? null]))
