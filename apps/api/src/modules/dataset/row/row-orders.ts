// The rows of a grid that is sorted or filtered, in memory by their ids: who scrolls asks for page after page, and each would sort all rows
// again. An order is known by the state of its dataset, which every edit changes, so that it is never that of other rows.
import type { Queryable } from '@heddle/db/client'
import { LRUCache } from 'lru-cache'
import { findRowIds, findRowState, type RowSelection } from './row-page.sql.ts'

/** Of 20 orders of 100,000 rows. */
const maxBytes = 32 * 2 ** 20
const idBytes = 16

export function createRowOrders(db: Queryable) {
  const known = new LRUCache<string, Uint8Array, RowSelection>({
    maxSize: maxBytes,
    sizeCalculation: (ids, key) => ids.length + key.length + idBytes,
    fetchMethod: (_key, _stale, { context }) => findRowIds(db, context),
    // One that is crowded out while it is read is still for those who wait.
    ignoreFetchAbort: true,
  })

  return {
    /** Returns the ids of rows from the offset on, and how many rows there are. */
    async find(
      selection: RowSelection,
      offset: number,
      take: number,
    ): Promise<{ readonly ids: readonly string[]; readonly total: number }> {
      const key = JSON.stringify([await findRowState(db, selection.rows.datasetId), selection])
      const all = await known.forceFetch(key, { context: selection })
      const from = Math.min(offset * idBytes, all.length)
      const bytes = Buffer.from(all.subarray(from, from + take * idBytes))
      const ids = Array.from({ length: bytes.length / idBytes }, (_, i) => bytes.toString('hex', i * idBytes, (i + 1) * idBytes))
      return { ids, total: all.length / idBytes }
    },
  }
}
