// The right of a job to change its source: each statement compares the job, and the state, which a cancellation ends.
// Prisma cannot say it: an update that returns what it has joined, and row locks.
import type { ErrorDetail } from '@heddle/contracts/errors'
import type { Pool, PoolClient } from 'pg'

/** The states in which a job changes its source. */
const runningStates = `('queued', 'parsing', 'chunking', 'embedding')`

export type JobKey = { readonly sourceId: string; readonly jobId: string }

export type ClaimedSource = {
  readonly tenantId: string
  readonly collectionId: string
  readonly groupId: string
  readonly isPaused: boolean
  /** Whether scanned pages are recognized. */
  readonly ocr: boolean
  readonly title: string
  readonly createdById: string | null
  /** The latest content. */
  readonly versionId: string
  readonly storageKey: string
  readonly mediaType: string
  /** `ReadingSettings`. */
  readonly reading: unknown
  /** Null before it is parsed. */
  readonly parsedKey: string | null
  readonly pageCount: number
  /** Whether the attempt before has failed. */
  readonly hasFailed: boolean
}

/** Returns the source of a job; null when the job has been superseded or cancelled, or the source is gone. */
export async function findClaimedSource(pool: Pool, { sourceId, jobId }: JobKey): Promise<ClaimedSource | null> {
  const { rows } = await pool.query<ClaimedSource>(
    `SELECT c.tenant_id AS "tenantId", c.id AS "collectionId", c.group_id AS "groupId", c.is_paused AS "isPaused", c.ocr, s.title, s.created_by_id AS "createdById",
       v.id AS "versionId", v.storage_key AS "storageKey", v.media_type AS "mediaType", v.parsed_key AS "parsedKey",
       v.page_count AS "pageCount", s.reading, s.failure IS NOT NULL AS "hasFailed"
     FROM source s JOIN collection c ON c.id = s.collection_id
     JOIN LATERAL (SELECT * FROM source_version WHERE source_id = s.id ORDER BY id DESC LIMIT 1) v ON true
     WHERE s.id = $1 AND s.job_id = $2 AND s.state IN ${runningStates}`,
    [sourceId, jobId],
  )
  return rows[0] ?? null
}

/** Has the source wait for another attempt of its job, with what this one failed by, unless the job has lost it. */
export async function awaitRetry(pool: Pool, { sourceId, jobId }: JobKey, failure: ErrorDetail): Promise<void> {
  await pool.query(
    `UPDATE source SET state = 'queued', failure = $3, updated_at = now() WHERE id = $1 AND job_id = $2 AND state IN ${runningStates}`,
    [sourceId, jobId, JSON.stringify(failure)],
  )
}

/** Forgets what the attempt before has failed by, unless the job has lost its source. */
export async function clearFailure(pool: Pool, { sourceId, jobId }: JobKey): Promise<void> {
  await pool.query(`UPDATE source SET failure = NULL WHERE id = $1 AND job_id = $2 AND state IN ${runningStates}`, [sourceId, jobId])
}

export type ClaimProgress = {
  readonly pagesDone: number
  readonly pagesTotal: number
  readonly chunksDone: number
  readonly chunksTotal: number
}

/** Enters a state; false when the job has lost its source. The failure of the attempt before stays until this one gets further. */
export async function enterState(
  pool: Pool,
  { sourceId, jobId }: JobKey,
  state: 'queued' | 'parsing' | 'chunking' | 'embedding',
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE source SET state = $3, updated_at = now() WHERE id = $1 AND job_id = $2 AND state IN ${runningStates}`,
    [sourceId, jobId, state],
  )
  return rowCount === 1
}

/** Writes the progress; returns whether the collection is paused, and null when the job has lost its source. */
export async function writeProgress(
  pool: Pool,
  { sourceId, jobId }: JobKey,
  { pagesDone, pagesTotal, chunksDone, chunksTotal }: ClaimProgress,
): Promise<{ readonly isPaused: boolean } | null> {
  const { rows } = await pool.query<{ isPaused: boolean }>(
    `UPDATE source s SET pages_done = $3, pages_total = $4, chunks_done = $5, chunks_total = $6, updated_at = now()
     FROM collection c WHERE c.id = s.collection_id AND s.id = $1 AND s.job_id = $2 AND s.state IN ${runningStates}
     RETURNING c.is_paused AS "isPaused"`,
    [sourceId, jobId, pagesDone, pagesTotal, chunksDone, chunksTotal],
  )
  return rows[0] ?? null
}

/** As `writeProgress`, when there is none to write. */
export async function readClaim(pool: Pool, { sourceId, jobId }: JobKey): Promise<{ readonly isPaused: boolean } | null> {
  const { rows } = await pool.query<{ isPaused: boolean }>(
    `SELECT c.is_paused AS "isPaused" FROM source s JOIN collection c ON c.id = s.collection_id
     WHERE s.id = $1 AND s.job_id = $2 AND s.state IN ${runningStates}`,
    [sourceId, jobId],
  )
  return rows[0] ?? null
}

/** Returns whether the job has its source, which is not deleted until the transaction of `client` ends. A cancellation does not wait for that. */
export async function lockClaim(client: PoolClient, { sourceId, jobId }: JobKey): Promise<boolean> {
  const { rowCount } = await client.query(`SELECT FROM source WHERE id = $1 AND job_id = $2 AND state IN ${runningStates} FOR KEY SHARE`, [
    sourceId,
    jobId,
  ])
  return rowCount === 1
}

/** Ends the source as failed, unless the job has lost it. */
export async function failSource(pool: Pool, { sourceId, jobId }: JobKey, failure: ErrorDetail): Promise<void> {
  await pool.query(
    `UPDATE source SET state = 'failed', failure = $3, updated_at = now() WHERE id = $1 AND job_id = $2 AND state IN ${runningStates}`,
    [sourceId, jobId, JSON.stringify(failure)],
  )
}

export type Activation = 'activated' | 'index_changed' | 'title_changed' | 'lost'

type WholeContent = { readonly versionId: string; readonly indexVersionId: number; readonly title: string }

/**
 * Switches the source to a content that is whole in an index, in the transaction of `client`. `index_changed`: the collection has another
 * index by now, in which the content is missing. `title_changed`: the source has another title than the content was indexed under.
 */
export async function activateVersion(
  client: PoolClient,
  { sourceId, jobId }: JobKey,
  { versionId, indexVersionId, title }: WholeContent,
): Promise<Activation> {
  const { rows } = await client.query<{ activeIndexId: number; title: string }>(
    `SELECT c.active_index_id AS "activeIndexId", s.title FROM collection c JOIN source s ON s.collection_id = c.id WHERE s.id = $1
     FOR SHARE OF c FOR NO KEY UPDATE OF s`,
    [sourceId],
  )
  if (!rows[0]) return 'lost'
  if (rows[0].activeIndexId !== indexVersionId) return 'index_changed'
  if (rows[0].title !== title) return 'title_changed'
  const { rowCount } = await client.query(
    `UPDATE source SET active_version_id = $3, state = 'indexed', failure = NULL, updated_at = now()
     WHERE id = $1 AND job_id = $2 AND state IN ${runningStates}`,
    [sourceId, jobId, versionId],
  )
  return rowCount === 1 ? 'activated' : 'lost'
}
