// The rows in which two versions differ. Prisma cannot say it: rows by the versions that have them, side by side.
import type { Cells } from '@heddle/contracts/dataset/cell'
import type { Queryable } from '@heddle/db/client'
import { Prisma } from '@heddle/db/generated/client'

/** Two versions of a dataset, the earlier one first; null is the draft. */
export type VersionPair = { readonly datasetId: string; readonly from: number; readonly to: number | null }

export type RowChange = { readonly id: string; readonly rowNo: number; readonly before: Cells | null; readonly after: Cells | null }

/** Later than every version: what the draft has is what no version ends. */
const draftNumber = 2_147_483_647

/** The rows that one of the two has and the other has not, or has with other cells. A row that was restored as it was is none of them. */
const changesOf = ({ datasetId, from, to }: VersionPair) => {
  const last = to ?? draftNumber
  return Prisma.sql`
    SELECT coalesce(a.id, b.id) AS id, coalesce(a.row_no, b.row_no) AS "rowNo", b.data AS before, a.data AS after
    FROM (
      SELECT id, row_no, data FROM dataset_row
      WHERE dataset_id = ${datasetId}::uuid AND version_from > ${from}::int AND version_from <= ${last}::int
        AND (version_to IS NULL OR version_to > ${last}::int)
    ) a
    FULL JOIN (
      SELECT id, row_no, data FROM dataset_row
      WHERE dataset_id = ${datasetId}::uuid AND version_from <= ${from}::int AND version_to > ${from}::int AND version_to <= ${last}::int
    ) b ON b.id = a.id
    WHERE a.id IS NULL OR b.id IS NULL OR a.data <> b.data`
}

/** Returns the changes after a row, in the order of the rows. */
export async function findChanges(
  on: Queryable,
  pair: VersionPair,
  after: { readonly rowNo: number; readonly id: string } | undefined,
  take: number,
): Promise<RowChange[]> {
  return on.$queryRaw<RowChange[]>`
    SELECT * FROM (${changesOf(pair)}) c
    WHERE (c."rowNo", c.id) > (${after?.rowNo ?? -1}::int, ${after?.id ?? noId}::uuid)
    ORDER BY c."rowNo", c.id LIMIT ${take}`
}

/** Before each id of a row. */
const noId = '00000000-0000-0000-0000-000000000000'

export async function countChanges(on: Queryable, pair: VersionPair) {
  const [counts] = await on.$queryRaw<{ added: number; changed: number; removed: number }[]>`
    SELECT count(*) FILTER (WHERE before IS NULL)::int AS added, count(*) FILTER (WHERE after IS NULL)::int AS removed,
      count(*) FILTER (WHERE before IS NOT NULL AND after IS NOT NULL)::int AS changed
    FROM (${changesOf(pair)}) c`
  return counts ?? { added: 0, changed: 0, removed: 0 }
}
