// The rows of a draft by their keys: the keys of all are held, and the cells of those that a part of the file names.
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import type { Queryable } from '@heddle/db/client'
import { toCellKey } from '../../row/cell.rules.ts'
import { scanColumn } from '../../row/cell-scan.sql.ts'
import { findDraftRows, type StoredRow } from '../../row/row.sql.ts'
import type { ExistingRows } from '../compare-rows.ts'

type Draft = { readonly id: string; readonly rowCount: number }

/** `findStored` returns a row that was found last, as it is stored. */
export async function loadExistingRows(
  on: Queryable,
  { id, rowCount }: Draft,
  key: DatasetColumn | undefined,
): Promise<ExistingRows & { readonly findStored: (rowId: string) => StoredRow | undefined }> {
  const idByKey = new Map<string, string>()
  if (key) {
    for await (const page of scanColumn(on, id, key.id)) {
      for (const cell of page) {
        const cellKey = toCellKey(cell.value)
        // Of two rows of one key, which publication refuses, the first.
        if (cellKey !== null && !idByKey.has(cellKey)) idByKey.set(cellKey, cell.id)
      }
    }
  }
  let found = new Map<string, StoredRow>()
  return {
    count: rowCount,
    async find(keys) {
      const named = keys.flatMap((cellKey) => {
        const rowId = idByKey.get(cellKey)
        return rowId === undefined ? [] : [{ cellKey, rowId }]
      })
      if (named.length === 0) return new Map()
      const rows = await findDraftRows(
        on,
        id,
        named.map(({ rowId }) => rowId),
      )
      found = new Map(rows.map((row) => [row.id, row]))
      return new Map(
        named.flatMap(({ cellKey, rowId }) => {
          const row = found.get(rowId)
          return row ? [[cellKey, { id: rowId, cells: row.data }] as const] : []
        }),
      )
    },
    findStored: (rowId) => found.get(rowId),
  }
}
