// Cells of all rows of a draft, column by column. Prisma cannot say it: values inside of JSON, and keys of two columns.
import type { CellValue } from '@heddle/contracts/dataset/cell'
import type { Queryable } from '@heddle/db/client'

export type ScannedCell = { readonly id: string; readonly rowNo: number; readonly value: CellValue }

/** Cells that are looked at before others get a turn. */
const perPage = 5_000

/** Yields the cells of a column that are not empty, in the order of the rows. */
export async function* scanColumn(tx: Queryable, datasetId: string, columnId: string): AsyncGenerator<ScannedCell[]> {
  for (let after = { id: '00000000-0000-0000-0000-000000000000', rowNo: -1 }; ;) {
    const rows = await tx.$queryRaw<ScannedCell[]>`
      SELECT id, row_no AS "rowNo", data->${columnId}::text AS value FROM dataset_row
      WHERE dataset_id = ${datasetId}::uuid AND version_to IS NULL AND (row_no, id) > (${after.rowNo}::int, ${after.id}::uuid)
      ORDER BY row_no, id LIMIT ${perPage}`
    yield rows.filter(({ value }) => value !== null)
    const last = rows.at(-1)
    if (!last || rows.length < perPage) return
    after = last
  }
}

export type IncompleteRow = { readonly id: string; readonly rowNo: number; readonly missing: readonly string[] }

/** Returns the first rows of a draft with an empty cell in one of the columns. */
export async function findIncompleteRows(tx: Queryable, datasetId: string, columnIds: readonly string[], max: number) {
  return tx.$queryRaw<IncompleteRow[]>`
    SELECT id, row_no AS "rowNo", ARRAY(SELECT unnest(${columnIds}::text[]) EXCEPT SELECT jsonb_object_keys(data)) AS missing
    FROM dataset_row
    WHERE dataset_id = ${datasetId}::uuid AND version_to IS NULL AND NOT jsonb_exists_all(data, ${columnIds}::text[])
    ORDER BY row_no, id LIMIT ${max}`
}
