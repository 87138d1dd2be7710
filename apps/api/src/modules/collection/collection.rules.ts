// The state of a collection, as its sources add up to it.
import type { CollectionState } from '@heddle/contracts/collection/collection'
import type { CollectionTotals } from './collection.sql.ts'

/** Returns the state: what is searched comes before what is on its way, and a failed source before a complete one. */
export function readCollectionState({ sources, chunkCount, isReindexing }: CollectionTotals): CollectionState {
  const { queued = 0, parsing = 0, chunking = 0, embedding = 0, failed = 0 } = sources
  if (isReindexing) return 'reindexing'
  if (queued + parsing + chunking + embedding > 0) return 'indexing'
  if (failed > 0) return 'degraded'
  return chunkCount === 0 ? 'empty' : 'ready'
}
