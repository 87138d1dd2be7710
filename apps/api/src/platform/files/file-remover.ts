// What no row keeps any more leaves the store. Two processes may do the same at once: removing twice does no harm.
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { FileStore } from './file-store.ts'
import { endRemoval, findDueRemovals, postponeRemoval } from './file-removal.sql.ts'

type RemoverDependencies = {
  readonly pool: Pool
  readonly files: FileStore
  readonly log: FastifyBaseLogger
}

const batch = 100

export function createFileRemover({ pool, files, log }: RemoverDependencies) {
  async function removeFile(storageKey: string): Promise<boolean> {
    try {
      await files.remove(storageKey)
    } catch (error) {
      log.warn({ storageKey, err: error }, 'File could not be removed from the store')
      await postponeRemoval(pool, storageKey)
      return false
    }
    await endRemoval(pool, storageKey)
    return true
  }

  /** Removes what is due, until the signal is aborted. Returns how many files it was. */
  return async function removeDueFiles(signal: AbortSignal): Promise<number> {
    let removed = 0
    for (;;) {
      const due = await findDueRemovals(pool, batch)
      for (const storageKey of due) {
        if (signal.aborted) return removed
        if (await removeFile(storageKey)) removed += 1
      }
      if (due.length < batch) return removed
    }
  }
}
