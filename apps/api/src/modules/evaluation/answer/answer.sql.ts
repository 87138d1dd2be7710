// What a page of a run has to be checked for before its texts are read. Prisma cannot say it: sums of bytes, rights to resources that may be
// gone, and a lock.
import type { Queryable } from '@heddle/db/client'
import { Prisma } from '@heddle/db/generated/client'
import type { VerdictPair } from '@heddle/evaluation/statistics/agreement'
import { keptReadableSql, resourceRows } from '../../../platform/permissions/resource.permissions.ts'

/** Returns the bytes of the answers of each row. */
export async function findAnswerBytes(
  on: Queryable,
  runIds: readonly string[],
  rowIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await on.$queryRaw<{ rowId: string; bytes: number }[]>`
    SELECT row_id AS "rowId", sum(octet_length(text) + octet_length(sources::text) + octet_length(scores::text)
      + coalesce(octet_length(judgement::text), 0))::int AS bytes
    FROM eval_answer WHERE run_id = ANY(${[...runIds]}::uuid[]) AND row_id = ANY(${[...rowIds]}::uuid[]) GROUP BY row_id`
  return new Map(rows.map(({ rowId, bytes }) => [rowId, bytes]))
}

/** Returns those of the runs whose texts the reader may read: all resources that they may be of. */
export async function findReadableRuns(on: Queryable, runIds: readonly string[], readerId: string): Promise<ReadonlySet<string>> {
  const rows = await on.$queryRaw<{ id: string }[]>`
    SELECT u.id FROM unnest(${[...runIds]}::uuid[]) AS u(id), (SELECT ${readerId}::uuid AS id) AS reader
    WHERE NOT EXISTS (
      SELECT FROM eval_run_resource s LEFT JOIN ${Prisma.raw(resourceRows)} k ON k.id = s.resource_id
      WHERE s.run_id = u.id AND NOT ${Prisma.raw(keptReadableSql('reader.id'))})`
  return new Set(rows.map(({ id }) => id))
}

/** Returns what judge and person say of the answers that both have judged. */
export const findVerdictPairs = (on: Queryable, runIds: readonly string[]): Promise<VerdictPair[]> =>
  on.$queryRaw<VerdictPair[]>`
    SELECT (judgement->>'correctness')::float8 AS judge, correctness AS person
    FROM eval_answer WHERE run_id = ANY(${[...runIds]}::uuid[]) AND correctness IS NOT NULL AND judgement->>'correctness' IS NOT NULL`

/** Locks a run, so that verdicts on its answers take turns. */
export async function lockRun(tx: Queryable, id: string): Promise<void> {
  await tx.$queryRaw`SELECT FROM eval_run WHERE id = ${id}::uuid FOR UPDATE`
}
