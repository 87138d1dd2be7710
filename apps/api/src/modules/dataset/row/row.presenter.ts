import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import type { DatasetRow } from '@heddle/contracts/dataset/row'
import type { StoredRow } from './row.sql.ts'

/** Presents rows with the cells of these columns: a row keeps those of a removed one, which a version may bring back. */
export function createRowPresenter(columns: readonly DatasetColumn[]) {
  const ids = new Set(columns.map(({ id }) => id))
  return ({ id, rowNo, revision, data }: Omit<StoredRow, 'edits' | 'versionFrom'>): DatasetRow => ({
    id,
    row_no: rowNo,
    revision,
    cells: Object.fromEntries(Object.entries(data).filter(([column]) => ids.has(column))),
  })
}
