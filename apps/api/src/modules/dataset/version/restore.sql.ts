// The rows of a version as those of the draft. Prisma cannot say it: rows of one table that take the place of others of it.
import type { Queryable } from '@heddle/db/client'
import { Prisma } from '@heddle/db/generated/client'
import { allCells } from '../row/edit.rules.ts'

type Draft = { readonly id: string; readonly draftVersion: number }

/**
 * Makes the draft have the rows of a version. What is in both stays as it is; all other rows get a revision that they have not had, so that
 * an edit by who has read them before is a conflict.
 */
export async function restoreRows(tx: Queryable, { id, draftVersion }: Draft, number: number): Promise<void> {
  const ofVersion = Prisma.sql`v.dataset_id = ${id}::uuid AND v.version_from <= ${number}::int AND v.version_to > ${number}::int`
  const inDraft = Prisma.sql`d.dataset_id = ${id}::uuid AND d.version_to IS NULL`
  // Of rows that were written a moment ago the planner thinks that there are none, and would compare all with all.
  await tx.$executeRaw`SET LOCAL enable_nestloop = off`
  // Of rows that only the draft has in their form.
  await tx.$executeRaw`
    UPDATE dataset_row d SET row_no = v.row_no, data = v.data, revision = d.revision + 1,
      edits = jsonb_build_object(${allCells}::text, d.revision + 1)
    FROM dataset_row v
    WHERE ${ofVersion} AND v.id = d.id AND ${inDraft} AND d.version_from = ${draftVersion}::int
      AND (d.row_no, d.data) IS DISTINCT FROM (v.row_no, v.data)`
  await tx.$executeRaw`
    DELETE FROM dataset_row d WHERE ${inDraft} AND d.version_from = ${draftVersion}::int
      AND NOT EXISTS (SELECT FROM dataset_row v WHERE ${ofVersion} AND v.id = d.id)`
  // Of rows that later versions have too.
  await tx.$executeRaw`
    UPDATE dataset_row d SET version_to = ${draftVersion}::int
    WHERE ${inDraft} AND d.version_from > ${number}::int AND d.version_from < ${draftVersion}::int`
  await tx.$executeRaw`
    INSERT INTO dataset_row (id, dataset_id, row_no, version_from, data, revision, edits)
    SELECT v.id, v.dataset_id, v.row_no, ${draftVersion}::int, v.data, r.next, jsonb_build_object(${allCells}::text, r.next)
    FROM dataset_row v, LATERAL (SELECT 1 + max(revision) AS next FROM dataset_row WHERE id = v.id) r
    WHERE ${ofVersion} AND NOT EXISTS (SELECT FROM dataset_row d WHERE ${inDraft} AND d.id = v.id)
    ORDER BY v.row_no, v.id`
}
