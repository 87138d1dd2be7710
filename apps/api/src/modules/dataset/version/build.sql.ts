// Which versions are filled, and the switch to one. Prisma cannot say it: tables of the database's catalogue, an advisory lock, and steps of
// one transaction on a connection of its own.
import type { ErrorDetail } from '@heddle/contracts/errors'
import { tableSchema } from '@heddle/db/table-schema'
import type { Pool, PoolClient } from 'pg'

export type UnfilledVersion = {
  readonly id: string
  readonly datasetId: string
  readonly number: number
  readonly tableNumber: number
  readonly columns: unknown
}

const unfilled = `(v.state = 'building' OR v.state = 'active' AND to_regclass('${tableSchema}.t' || v.table_number) IS NULL)`

/** Returns the versions without their tables: those that are being published, and those of a database that was restored from a backup. */
export async function findUnfilledVersions(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT v.id FROM dataset_version v WHERE v.state IN ('building', 'active') AND ${unfilled} ORDER BY v.created_at`,
  )
  return rows.map(({ id }) => id)
}

/** Claims a version without its table until the end of the transaction; null when it has one, or when another process fills it. */
export async function claimVersion(client: PoolClient, id: string): Promise<UnfilledVersion | null> {
  const { rows: claims } = await client.query<{ isClaimed: boolean }>(
    `SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS "isClaimed"`,
    [`dataset version ${id}`],
  )
  if (!claims[0]?.isClaimed) return null
  const { rows } = await client.query<UnfilledVersion>(
    `SELECT v.id, v.dataset_id AS "datasetId", v.number, v.table_number AS "tableNumber", v.columns
     FROM dataset_version v WHERE v.id = $1 AND ${unfilled}`,
    [id],
  )
  return rows[0] ?? null
}

/** Makes a version the one that is queried, in the transaction that filled its table; false when it was given up meanwhile. */
export async function switchToVersion(client: PoolClient, { id, datasetId, number }: UnfilledVersion): Promise<boolean> {
  await client.query('SELECT FROM dataset WHERE id = $1 FOR NO KEY UPDATE', [datasetId])
  const { rowCount } = await client.query(`UPDATE dataset_version SET state = 'active' WHERE id = $1 AND state IN ('building', 'active')`, [
    id,
  ])
  if (rowCount !== 1) return false
  await client.query(
    `UPDATE dataset_version SET state = 'retired', retired_at = now() WHERE dataset_id = $1 AND state = 'active' AND number < $2`,
    [datasetId, number],
  )
  await client.query('UPDATE dataset SET published_version = $2 WHERE id = $1', [datasetId, number])
  return true
}

/** Ends a version whose rows do not fit its columns: the draft is still to be published. */
export async function failVersion(client: PoolClient, id: string, failure: ErrorDetail): Promise<void> {
  await client.query('SELECT FROM dataset WHERE id = (SELECT dataset_id FROM dataset_version WHERE id = $1) FOR NO KEY UPDATE', [id])
  await client.query(
    `WITH failed AS (UPDATE dataset_version SET state = 'failed', failure = $2 WHERE id = $1 AND state = 'building' RETURNING dataset_id)
     UPDATE dataset SET has_changes = true FROM failed WHERE id = failed.dataset_id`,
    [id, failure],
  )
}
