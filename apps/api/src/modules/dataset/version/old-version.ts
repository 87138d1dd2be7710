import type { Pool } from 'pg'
import { inTransaction } from '../../../platform/database/transaction.ts'
import {
  dropUnusedTable,
  findOutdatedDatasets,
  findUnusedTables,
  removeOutdatedVersions,
  removeRows,
  removeVersions,
} from './old-version.sql.ts'

const perBatch = 5_000

/** Removes versions that are not kept, deleted datasets and unused tables, until the signal is aborted. */
export async function removeOldVersions(pool: Pool, signal: AbortSignal): Promise<void> {
  for (const { id, isGone } of await findOutdatedDatasets(pool)) {
    if (signal.aborted) return
    if (isGone) await removeDataset(pool, id, signal)
    else await inTransaction(pool, (client) => removeOutdatedVersions(client, id))
  }
  for (const number of await findUnusedTables(pool)) {
    if (signal.aborted) return
    await dropUnusedTable(pool, number)
  }
}

async function removeDataset(pool: Pool, id: string, signal: AbortSignal) {
  while ((await removeRows(pool, id, perBatch)) === perBatch) if (signal.aborted) return
  await removeVersions(pool, id)
}
