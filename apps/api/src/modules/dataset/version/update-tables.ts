import type { Pool } from 'pg'
import { buildTable } from './build-table.ts'
import { findUnfilledVersions } from './build.sql.ts'
import { removeOldVersions } from './old-version.ts'

/**
 * Fills the tables that are missing, whose jobs were lost or which a backup has left out, and removes what no version needs any more. A table
 * that cannot be filled now does not keep the others from it.
 */
export async function updateTables(pool: Pool, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = []
  for (const id of await findUnfilledVersions(pool)) {
    signal.throwIfAborted()
    await buildTable(pool, id, signal).catch((error: unknown) => failures.push(error))
  }
  await removeOldVersions(pool, signal)
  if (failures.length > 0) throw failures[0]
}
