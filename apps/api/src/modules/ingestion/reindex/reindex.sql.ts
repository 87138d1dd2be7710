// An index that is built beside the one that is searched. Prisma cannot say it: what an index lacks of the searched contents, and row locks.
import type { ErrorDetail } from '@heddle/contracts/errors'
import type { Pool, PoolClient } from 'pg'
import { type TargetIndex, targetIndexColumns } from '../build/target-index.sql.ts'

export type BuildingIndex = TargetIndex & {
  readonly collectionId: string
  readonly tenantId: string
  readonly groupId: string
  readonly isPaused: boolean
  readonly createdById: string | null
  /** Whether the attempt before has failed. */
  readonly hasFailed: boolean
}

type JobKey = { readonly indexVersionId: number; readonly jobId: string }

/** Returns the index of a job; null when it is not built any more, or by another job. */
export async function findBuildingIndex(pool: Pool, { indexVersionId, jobId }: JobKey): Promise<BuildingIndex | null> {
  const { rows } = await pool.query<BuildingIndex>(
    `SELECT ${targetIndexColumns}, c.id AS "collectionId", c.tenant_id AS "tenantId", c.group_id AS "groupId", c.is_paused AS "isPaused",
       i.created_by_id AS "createdById", i.failure IS NOT NULL AS "hasFailed"
     FROM index_version i JOIN collection c ON c.id = i.collection_id
     WHERE i.id = $1 AND i.job_id = $2 AND i.state = 'building'`,
    [indexVersionId, jobId],
  )
  return rows[0] ?? null
}

export type MissingContent = {
  readonly sourceVersionId: string
  readonly title: string
  readonly parsedKey: string
}

/** The searched contents that index $1 lacks, has under another title, or of which it lacks a vector. */
const missing = `
  FROM index_version i
  JOIN source s ON s.collection_id = i.collection_id
  JOIN source_version v ON v.id = s.active_version_id
  LEFT JOIN indexed_source x ON x.index_version_id = i.id AND x.source_version_id = v.id
  WHERE i.id = $1 AND (x.id IS NULL OR x.title <> s.title OR i.embedding_model IS NOT NULL AND EXISTS (
    SELECT FROM chunk c WHERE c.indexed_source_id = x.id AND NOT EXISTS (
      SELECT FROM chunk_vector w WHERE w.index_version_id = i.id AND w.indexed_source_id = x.id AND w.number = c.number)))`

/** Returns the first searched contents that an index lacks. */
export async function findMissingContents(pool: Pool, indexVersionId: number, max: number): Promise<MissingContent[]> {
  const { rows } = await pool.query<MissingContent>(
    `SELECT v.id AS "sourceVersionId", s.title, v.parsed_key AS "parsedKey" ${missing} ORDER BY s.id LIMIT $2`,
    [indexVersionId, max],
  )
  return rows
}

/** Returns whether the job has its index, which is not deleted until the transaction of `client` ends. */
export async function lockBuildingIndex(client: PoolClient, { indexVersionId, jobId }: JobKey): Promise<boolean> {
  const { rowCount } = await client.query(`SELECT FROM index_version WHERE id = $1 AND job_id = $2 AND state = 'building' FOR KEY SHARE`, [
    indexVersionId,
    jobId,
  ])
  return rowCount === 1
}

export type Switch = 'switched' | 'incomplete' | 'lost'

/** Has a collection searched by an index that is whole, in the transaction of `client`; the one before is retired. */
export async function switchIndex(client: PoolClient, { indexVersionId, jobId }: JobKey): Promise<Switch> {
  // Sources that are activated meanwhile wait here, or are seen below.
  const { rows } = await client.query<{ collectionId: string; activeIndexId: number }>(
    `SELECT c.id AS "collectionId", c.active_index_id AS "activeIndexId"
     FROM index_version i JOIN collection c ON c.id = i.collection_id
     WHERE i.id = $1 AND i.job_id = $2 AND i.state = 'building' FOR NO KEY UPDATE OF c, i`,
    [indexVersionId, jobId],
  )
  const [found] = rows
  if (!found) return 'lost'
  const { rowCount } = await client.query(`SELECT ${missing} LIMIT 1`, [indexVersionId])
  if (rowCount !== 0) return 'incomplete'
  await client.query(`UPDATE index_version SET state = 'retired', retired_at = now() WHERE id = $1`, [found.activeIndexId])
  await client.query(`UPDATE index_version SET state = 'active', failure = NULL WHERE id = $1`, [indexVersionId])
  await client.query('UPDATE collection SET active_index_id = $2, updated_at = now() WHERE id = $1', [found.collectionId, indexVersionId])
  return 'switched'
}

/** Writes what an attempt to build an index failed by, or that another one got further, unless the job has lost the index. */
export async function writeAttempt(pool: Pool, { indexVersionId, jobId }: JobKey, failure: ErrorDetail | null): Promise<void> {
  await pool.query(`UPDATE index_version SET failure = $3 WHERE id = $1 AND job_id = $2 AND state = 'building'`, [
    indexVersionId,
    jobId,
    failure && JSON.stringify(failure),
  ])
}

/** Ends the build of an index as failed, unless the job has lost it. */
export async function failIndex(pool: Pool, { indexVersionId, jobId }: JobKey, failure: ErrorDetail): Promise<void> {
  await pool.query(`UPDATE index_version SET state = 'failed', failure = $3 WHERE id = $1 AND job_id = $2 AND state = 'building'`, [
    indexVersionId,
    jobId,
    JSON.stringify(failure),
  ])
}
