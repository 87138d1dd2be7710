// Keeps the HNSW indexes of a database that has pgvector: docs/decisions/0021.
import type { Pool } from 'pg'
import { inTransaction } from '../../../platform/database/transaction.ts'
import {
  canKeepHnsw,
  copyIndexContent,
  dropUnusedTables,
  ensureTable,
  findChangedContents,
  findLargeIndexes,
  removeGoneContents,
} from './hnsw-index.sql.ts'

/** Chunks of an index below which its sign bits are read faster. */
const minHnswChunks = 150_000
const perBatch = 100

/** Copies vectors into the HNSW indexes until those are complete or the signal is aborted; returns of how many contents. */
export async function updateHnswIndexes(pool: Pool, signal: AbortSignal, minChunks = minHnswChunks): Promise<number> {
  if (!(await canKeepHnsw(pool))) return 0
  await dropUnusedTables(pool, minChunks)
  let copied = 0
  for (const index of await findLargeIndexes(pool, minChunks)) {
    await inTransaction(pool, (client) => ensureTable(client, index))
    await removeGoneContents(pool, index)
    for (;;) {
      const changed = await findChangedContents(pool, index, perBatch)
      for (const content of changed) {
        if (signal.aborted) return copied
        await copyIndexContent(pool, index, content, signal)
        copied += 1
      }
      if (changed.length < perBatch) break
    }
  }
  return copied
}
