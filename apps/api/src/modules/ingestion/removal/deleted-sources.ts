import type { Pool } from 'pg'
import { findDeletedSources, findIndexedContents, removeSource } from './deleted-sources.sql.ts'
import { removeIndexedSource } from './old-index.sql.ts'

const perBatch = 100

/**
 * Removes what deleted sources have, a content a statement, until the signal is aborted; returns how many sources it was. What is left is
 * removed by the next run.
 */
export async function removeDeletedSources(pool: Pool, signal: AbortSignal): Promise<number> {
  let removed = 0
  for (;;) {
    const deleted = await findDeletedSources(pool, perBatch)
    for (const sourceId of deleted) {
      for (const id of await findIndexedContents(pool, sourceId)) {
        if (signal.aborted) return removed
        await removeIndexedSource(pool, id)
      }
      if (signal.aborted) return removed
      await removeSource(pool, sourceId)
      removed += 1
    }
    if (deleted.length < perBatch) return removed
  }
}
