import type { Cells } from '@heddle/contracts/dataset/cell'
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import type { DatasetRow } from '@heddle/contracts/dataset/row'
import { findEditedCells } from './edit.rules.ts'
import type { StoredRow } from './row.sql.ts'

/** Presents the cells of these columns: a row keeps those of a removed one, which a version may bring back. */
export function createCellsPresenter(columns: readonly DatasetColumn[]) {
  const ids = new Set(columns.map(({ id }) => id))
  return (data: Cells): Cells => Object.fromEntries(Object.entries(data).filter(([column]) => ids.has(column)))
}

export function createRowPresenter(columns: readonly DatasetColumn[]) {
  const presentCells = createCellsPresenter(columns)
  return ({ id, rowNo, revision, data }: Omit<StoredRow, 'edits' | 'versionFrom'>): DatasetRow => ({
    id,
    row_no: rowNo,
    revision,
    cells: presentCells(data),
  })
}

/** Presents a row with the cells that were edited since a revision: those that its caller has not seen. */
export const presentEditedRow = (row: StoredRow, since: number, columns: readonly DatasetColumn[]): DatasetRow => ({
  id: row.id,
  row_no: row.rowNo,
  revision: row.revision,
  cells: findEditedCells(row, since, columns),
})
