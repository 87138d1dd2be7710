// The rows of a draft. Prisma cannot say it: another value for each of many rows, and rows that take the place of those of a version.
import type { Cells } from '@heddle/contracts/dataset/cell'
import type { Queryable } from '@heddle/db/client'
import { copyRows } from '@heddle/db/copy-query'

export type StoredRow = {
  readonly id: string
  readonly rowNo: number
  /** The version since which it is as it is. */
  readonly versionFrom: number
  readonly revision: number
  readonly data: Cells
  /** By column, the revision of the last edit of its cell. */
  readonly edits: Readonly<Record<string, number>>
}

/** Returns rows of the draft. */
export async function findDraftRows(tx: Queryable, datasetId: string, ids: readonly string[]): Promise<StoredRow[]> {
  return tx.$queryRaw<StoredRow[]>`
    SELECT id, row_no AS "rowNo", version_from AS "versionFrom", revision, data, edits FROM dataset_row
    WHERE id = ANY(${ids}::uuid[]) AND dataset_id = ${datasetId}::uuid AND version_to IS NULL`
}

type Draft = { readonly id: string; readonly draftVersion: number }

/**
 * Writes changed rows, which the caller has found: in place where only the draft has them, else as rows that take their place from the draft
 * on. They are named by their primary keys alone: of a dataset that has just been filled the planner thinks that it is empty, and would compare
 * all of its rows with all of these.
 */
export async function writeRows(tx: Queryable, { id, draftVersion }: Draft, rows: readonly StoredRow[]): Promise<void> {
  await tx.$executeRaw`
    WITH written AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS w(id uuid, "versionFrom" int, data jsonb, revision int, edits jsonb)
    ), ended AS (
      UPDATE dataset_row r SET version_to = ${draftVersion} FROM written w
      WHERE r.id = w.id AND r.version_from = w."versionFrom" AND w."versionFrom" < ${draftVersion}
      RETURNING r.id, r.row_no
    ), changed AS (
      UPDATE dataset_row r SET data = w.data, revision = w.revision, edits = w.edits FROM written w
      WHERE r.id = w.id AND r.version_from = w."versionFrom" AND w."versionFrom" = ${draftVersion}
    )
    INSERT INTO dataset_row (id, dataset_id, row_no, version_from, data, revision, edits)
    SELECT e.id, ${id}::uuid, e.row_no, ${draftVersion}, w.data, w.revision, w.edits FROM ended e JOIN written w ON w.id = e.id`
}

/** Adds rows to the draft. In a text that is copied a backslash begins an escape; JSON has no other character that does. */
export async function insertRows(
  tx: Queryable,
  { id: datasetId, draftVersion }: Draft,
  rows: readonly Pick<StoredRow, 'id' | 'rowNo' | 'data'>[],
): Promise<void> {
  const lines = rows.map(
    ({ id, rowNo, data }) => `${id}\t${datasetId}\t${rowNo}\t${draftVersion}\t${JSON.stringify(data).replaceAll('\\', '\\\\')}\n`,
  )
  await copyRows(lines.join(''), () => tx.$executeRaw`COPY dataset_row (id, dataset_id, row_no, version_from, data) FROM STDIN`)
}

/** Removes rows from the draft; returns how many it had. */
export async function deleteRows(tx: Queryable, { id, draftVersion }: Draft, rowIds: readonly string[]): Promise<number> {
  const deleted = await tx.$executeRaw`
    DELETE FROM dataset_row
    WHERE id = ANY(${rowIds}::uuid[]) AND dataset_id = ${id}::uuid AND version_from = ${draftVersion} AND version_to IS NULL`
  const ended = await tx.$executeRaw`
    UPDATE dataset_row SET version_to = ${draftVersion}
    WHERE id = ANY(${rowIds}::uuid[]) AND dataset_id = ${id}::uuid AND version_to IS NULL`
  return deleted + ended
}

/** Removes all rows from the draft. */
export async function emptyDraft(tx: Queryable, { id, draftVersion }: Draft): Promise<void> {
  await tx.$executeRaw`DELETE FROM dataset_row WHERE dataset_id = ${id}::uuid AND version_from = ${draftVersion} AND version_to IS NULL`
  await tx.$executeRaw`UPDATE dataset_row SET version_to = ${draftVersion} WHERE dataset_id = ${id}::uuid AND version_to IS NULL`
}
