// The keys of the file store that are to be removed. Prisma cannot say it: times are those of the database.
// What has to hold between the database and the store is in its transactions: a key is written down for removal before there are
// bytes under it, and taken off that list by the row that keeps them.
import type { Queryable } from '@heddle/db/client'
import type { Pool } from 'pg'

/** Longer than an upload can take. */
const uploadEndsWithin = '1 hour'

/** Before the first byte is stored: whatever happens then, its removal is recorded. */
export async function planRemoval(pool: Pool, storageKey: string) {
  await pool.query(`INSERT INTO file_removal (storage_key, due_at) VALUES ($1, now() + interval '${uploadEndsWithin}')`, [storageKey])
}

/** For a file that is stored and not kept after all: the next run of the worker removes it. */
export async function removeSoon(pool: Pool, storageKeys: readonly string[]) {
  await pool.query('UPDATE file_removal SET due_at = now() WHERE storage_key = ANY($1)', [storageKeys])
}

/** In the transaction of the row that keeps the file. False when its removal is due and may be going on. */
export const cancelRemoval = (tx: Queryable, storageKey: string): Promise<boolean> => cancelRemovals(tx, [storageKey])

/** As `cancelRemoval`, of many files: false when the removal of any is due. */
export async function cancelRemovals(tx: Queryable, storageKeys: readonly string[]): Promise<boolean> {
  const cancelled = await tx.$executeRaw`DELETE FROM file_removal WHERE storage_key = ANY(${[...storageKeys]}) AND due_at > now()`
  return cancelled === storageKeys.length
}

export async function findDueRemovals(pool: Pool, max: number): Promise<string[]> {
  const { rows } = await pool.query<{ storageKey: string }>(
    'SELECT storage_key AS "storageKey" FROM file_removal WHERE due_at <= now() ORDER BY due_at LIMIT $1',
    [max],
  )
  return rows.map(({ storageKey }) => storageKey)
}

/** Nothing is left under the key. */
export async function endRemoval(pool: Pool, storageKey: string) {
  await pool.query('DELETE FROM file_removal WHERE storage_key = $1 AND due_at <= now()', [storageKey])
}

/** One that fails lets the others go before it. */
export async function postponeRemoval(pool: Pool, storageKey: string) {
  await pool.query(`UPDATE file_removal SET due_at = now() + interval '5 minutes' WHERE storage_key = $1 AND due_at <= now()`, [storageKey])
}
