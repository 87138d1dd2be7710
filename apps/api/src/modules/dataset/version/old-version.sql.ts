// What no version needs any more. Prisma cannot say it: the age of a version among others, tables of the database's catalogue, and times of
// the database.
import { tableSchema } from '@heddle/db/table-schema'
import { nameTypedTable } from '@heddle/table/typed-table'
import { nameWordingTable } from '../match/wording-table.sql.ts'
import pg, { type Pool, type PoolClient } from 'pg'
import { inTransaction } from '../../../platform/database/transaction.ts'

/** Queries that began before the switch have ended. */
const retiredFor = `interval '10 minutes'`
/** Versions that stay, the one that is queried included. */
const keptVersions = 5

/** Returns datasets with versions that are not kept, and those that were deleted. */
export async function findOutdatedDatasets(pool: Pool): Promise<{ id: string; isGone: boolean }[]> {
  const { rows } = await pool.query<{ id: string; isGone: boolean }>(
    `SELECT DISTINCT v.dataset_id AS id, d.id IS NULL AS "isGone"
     FROM (${agedVersions}) v LEFT JOIN dataset d ON d.id = v.dataset_id WHERE ${isOutdated} OR d.id IS NULL ORDER BY 1`,
  )
  return rows
}

/** Those that were queried, or gave way before, by their age among them. */
const agedVersions = `
  SELECT id, dataset_id, number, state, retired_at,
    count(*) FILTER (WHERE state IN ('active', 'retired')) OVER (PARTITION BY dataset_id ORDER BY number DESC) AS age,
    max(number) FILTER (WHERE state = 'active') OVER (PARTITION BY dataset_id) AS active_number
  FROM dataset_version`

/** A failed one stays until another was published. */
const isOutdated = `(v.state = 'retired' AND v.age > ${keptVersions} AND v.retired_at < now() - ${retiredFor}
  OR v.state = 'failed' AND v.number < v.active_number)`

/** Removes the versions of a dataset that are not kept, with the rows that no other one has; edits wait meanwhile. */
export async function removeOutdatedVersions(client: PoolClient, datasetId: string): Promise<number> {
  await client.query('SELECT FROM dataset WHERE id = $1 FOR NO KEY UPDATE', [datasetId])
  const { rowCount } = await client.query(
    `DELETE FROM dataset_version WHERE id IN (
       SELECT v.id FROM (${agedVersions} WHERE dataset_id = $1) v WHERE ${isOutdated})`,
    [datasetId],
  )
  await client.query(
    `DELETE FROM dataset_row r WHERE r.dataset_id = $1 AND r.version_to IS NOT NULL AND NOT EXISTS (
       SELECT FROM dataset_version v WHERE v.dataset_id = $1 AND v.number >= r.version_from AND v.number < r.version_to)`,
    [datasetId],
  )
  return rowCount ?? 0
}

/** Removes rows of a deleted dataset; returns how many. */
export async function removeRows(pool: Pool, datasetId: string, max: number): Promise<number> {
  const { rowCount } = await pool.query(
    'DELETE FROM dataset_row WHERE ctid = ANY(ARRAY(SELECT ctid FROM dataset_row WHERE dataset_id = $1 LIMIT $2))',
    [datasetId, max],
  )
  return rowCount ?? 0
}

/** Removes the versions of a deleted dataset, by which its rows were found. */
export async function removeVersions(pool: Pool, datasetId: string): Promise<void> {
  await pool.query('DELETE FROM dataset_version WHERE dataset_id = $1', [datasetId])
}

/** Returns the typed tables of versions that are neither queried nor filled, nor were until just now. */
export async function findUnusedTables(pool: Pool): Promise<number[]> {
  const { rows } = await pool.query<{ number: string }>(
    `SELECT substr(c.relname, 2) AS number FROM pg_class c
     WHERE c.relnamespace = to_regnamespace('${tableSchema}') AND c.relkind = 'r' AND c.relname ~ '^t[1-9][0-9]{0,9}$' AND NOT EXISTS (
       SELECT FROM dataset_version v WHERE 't' || v.table_number = c.relname
         AND (v.state IN ('building', 'active') OR v.retired_at > now() - ${retiredFor}))`,
  )
  return rows.map(({ number }) => Number(number))
}

const lockNotAvailable = '55P03'

/** Drops a table unless a query still reads it: to wait for that one would have later ones wait too. */
export async function dropUnusedTable(pool: Pool, number: number): Promise<void> {
  try {
    await inTransaction(
      pool,
      (client) => client.query(`DROP TABLE IF EXISTS ${nameTypedTable(number)}, ${nameWordingTable(number)}`),
      `BEGIN; SET LOCAL lock_timeout = '1s'`,
    )
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === lockNotAvailable)) throw error
  }
}
