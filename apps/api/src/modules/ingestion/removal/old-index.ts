import type { Pool } from 'pg'
import { findOldIndexedSources, removeEmptyIndexes, removeIndexedSource, removeOldVersions } from './old-index.sql.ts'

const perBatch = 100

/** Removes what is searched no more until the signal is aborted; returns how many indexed contents it was. */
export async function removeOldIndexes(pool: Pool, signal: AbortSignal): Promise<number> {
  let removed = 0
  for (;;) {
    const old = await findOldIndexedSources(pool, perBatch)
    for (const id of old) {
      if (signal.aborted) return removed
      await removeIndexedSource(pool, id)
      removed += 1
    }
    if (old.length < perBatch) break
  }
  await removeEmptyIndexes(pool)
  await removeOldVersions(pool, perBatch)
  return removed
}
