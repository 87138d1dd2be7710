// The rows of a set that are ready: `readEvalQuestion` says the same of cells. Prisma cannot say it: conditions on cells, and a running sum of their
// bytes.
import type { Cells } from '@heddle/contracts/dataset/cell'
import { evalColumn } from '@heddle/contracts/dataset/kind-columns'
import { languages } from '@heddle/contracts/languages'
import { limits } from '@heddle/contracts/limits'
import type { Queryable } from '@heddle/db/client'
import { Prisma } from '@heddle/db/generated/client'
import { AppError } from '../../platform/errors/app-error.ts'

/** What `trim` takes away. */
export const whitespace =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'

/** Whether a `dataset_row r` is ready: it has a question and a known language, and is no draft. */
export const isReadySql = Prisma.sql`(jsonb_typeof(r.data->${evalColumn.question}) = 'string'
  AND btrim(r.data->>${evalColumn.question}, ${whitespace}) <> '' AND r.data->>${evalColumn.language} = ANY(${[...languages]})
  AND r.data->>${evalColumn.state} IS DISTINCT FROM 'draft')`

export type ReadyRow = { readonly id: string; readonly rowNo: number; readonly cells: Cells }

/** Returns the first ready rows of a version; throws `EVAL_SET_TOO_LARGE` when they have more bytes than a run may keep. */
export async function findReadyRows(
  on: Queryable,
  { datasetId, version }: { readonly datasetId: string; readonly version: number },
  max: number,
): Promise<ReadyRow[]> {
  const rows = await on.$queryRaw<{ id: string; rowNo: number; cells: Cells | null }[]>`
    SELECT s.id, s.row_no AS "rowNo", CASE WHEN s.bytes <= ${limits.evalRunBytes} THEN s.data END AS cells FROM (
      SELECT f.*, sum(octet_length(f.data::text)) OVER (ORDER BY f.row_no, f.id) AS bytes FROM (
        SELECT r.id, r.row_no, r.data FROM dataset_row r
        WHERE r.dataset_id = ${datasetId}::uuid AND r.version_from <= ${version} AND (r.version_to IS NULL OR r.version_to > ${version})
          AND ${isReadySql}
        ORDER BY r.row_no, r.id LIMIT ${max}
      ) f
    ) s ORDER BY s.row_no, s.id`
  return rows.map(({ cells, ...row }) => {
    if (cells === null) throw new AppError('EVAL_SET_TOO_LARGE', { params: { max_mb: limits.evalRunBytes / 1_000_000 } })
    return { ...row, cells }
  })
}
