import type { Pool } from 'pg'
import { createSearchIndexer } from '../../src/modules/chat/history/search-indexer.ts'

/** Indexes for the search, at once, what a worker indexes after a rest. Returns how many rows of `search_pending` it was. */
export const indexMessages = (pool: Pool, restSeconds = 0): Promise<number> =>
  createSearchIndexer({ pool, stopping: new AbortController().signal, restSeconds })()
