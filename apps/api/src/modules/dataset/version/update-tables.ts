import type { Pool } from 'pg'
import type { Embedder } from '../../../platform/inference/embedding/embedder.ts'
import { buildTable } from './build-table.ts'
import { findUnfilledVersions } from './build.sql.ts'
import { removeOldVersions } from './old-version.ts'

/**
 * Fills the tables that are missing, whose jobs were lost or which a backup has left out, and removes what no version needs any more. A table
 * that cannot be filled now does not keep the others from it.
 */
export async function updateTables(pool: Pool, signal: AbortSignal, embedder: Embedder | null = null): Promise<void> {
  const failures: unknown[] = []
  for (const id of await findUnfilledVersions(pool)) {
    signal.throwIfAborted()
    await buildTable(pool, id, signal, embedder).catch((error: unknown) => failures.push(error))
  }
  await removeOldVersions(pool, signal)
  if (failures.length > 0) throw failures[0]
}
