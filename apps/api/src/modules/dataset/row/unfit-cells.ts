// What does not fit a definition among the rows of a draft.
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import type { CellError } from '@heddle/contracts/dataset/row'
import { limits } from '@heddle/contracts/limits'
import type { Queryable } from '@heddle/db/client'
import { checkCell } from '@heddle/table/check-cell'
import { isRequired, isUnique } from '../definition.rules.ts'
import { toCellKey } from './cell.rules.ts'
import { findIncompleteRows, scanColumn } from './cell-scan.sql.ts'

/** UTF-16 units of a key: what an index of the database takes in any writing. */
const maxKeyLength = 500

type Unfit = { readonly count: number; readonly cells: readonly CellError[] }

function createCollector() {
  const cells: CellError[] = []
  let count = 0
  return {
    add({ id, rowNo }: { readonly id: string; readonly rowNo: number }, column: string, reason: CellError['reason']) {
      count += 1
      if (cells.length < limits.datasetNamedCells) cells.push({ row_id: id, row_no: rowNo, column, reason })
    },
    read: (): Unfit => ({ count, cells }),
  }
}

/** Returns how many cells are not of the type or the choices of their columns, with the first of them. */
export async function findUnfitCells(tx: Queryable, datasetId: string, columns: readonly DatasetColumn[]): Promise<Unfit> {
  const found = createCollector()
  for (const column of columns) {
    for await (const page of scanColumn(tx, datasetId, column.id)) {
      for (const cell of page) {
        const reason = checkCell(column, cell.value)
        if (reason) found.add(cell, column.id, reason)
      }
    }
  }
  return found.read()
}

/** Returns the same of cells that are required and empty (of the first rows), or unique and there twice: what is asked at publication. */
export async function findUnpublishableCells(tx: Queryable, datasetId: string, columns: readonly DatasetColumn[]): Promise<Unfit> {
  const found = createCollector()
  const required = columns.filter(isRequired).map(({ id }) => id)
  if (required.length > 0)
    for (const row of await findIncompleteRows(tx, datasetId, required, limits.datasetNamedCells))
      for (const column of row.missing) found.add(row, column, 'required')
  for (const column of columns.filter(isUnique)) {
    const seen = new Set<string>()
    for await (const page of scanColumn(tx, datasetId, column.id)) {
      for (const cell of page) {
        const key = toCellKey(cell.value)
        if (key === null) continue
        if (key.length > maxKeyLength) found.add(cell, column.id, 'too_long')
        if (seen.has(key)) found.add(cell, column.id, 'not_unique')
        seen.add(key)
      }
    }
  }
  return found.read()
}
