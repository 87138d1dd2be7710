// The sign bits of what is searched, in memory: to read those of 100,000 chunks takes three times as long as to compare them. A content is
// read again once its vectors, or the mean of its index, are others. Who may find what is asked at each search.
import { LRUCache } from 'lru-cache'
import type { Pool, PoolClient } from 'pg'
import { findSignBits, findSignedContents, type SearchScope, type SignBits } from './search.sql.ts'

/** Of 1.3 million chunks with 384 dimensions. What does not fit is read at each search. */
const maxBytes = 64 * 2 ** 20
/** What an entry takes beside its bits. */
const entryBytes = 200

/** The blocks of one content. */
export type FoundBits = { readonly indexVersionId: number; readonly indexedSourceId: number; readonly bits: Buffer }

export type SignBitsCache = ReturnType<typeof createSignBitsCache>

export function createSignBitsCache() {
  const known = new LRUCache<number, SignBits>({
    maxSize: maxBytes,
    sizeCalculation: ({ bits }) => (bits?.length ?? 0) + entryBytes,
  })

  return {
    /** Returns the bits of all that may be found in some indexes, except in contents that the HNSW index has, if it is used. */
    async find(
      queryable: Pool | PoolClient,
      scope: SearchScope,
      indexVersionIds: readonly number[],
      withoutHnsw = false,
    ): Promise<FoundBits[]> {
      const contents = await findSignedContents(queryable, scope, indexVersionIds, withoutHnsw)
      const found = new Map<number, SignBits>()
      const missing: number[] = []
      for (const { id, vectorRevision, meanCount } of contents) {
        const entry = known.get(id)
        if (entry?.vectorRevision === vectorRevision && entry.meanCount === meanCount) found.set(id, entry)
        else missing.push(id)
      }
      for (const entry of missing.length > 0 ? await findSignBits(queryable, missing) : []) {
        known.set(entry.id, entry)
        found.set(entry.id, entry)
      }
      return contents.flatMap(({ id, indexVersionId }) => {
        const bits = found.get(id)?.bits
        return bits ? [{ indexVersionId, indexedSourceId: id, bits }] : []
      })
    },
  }
}
