// Follows whether a running job still has its import, and writes its progress.
import { isDatabaseOutage } from '../../../../platform/database/database-outage.ts'
import type { ImportRepository, JobKey } from '../import.repository.ts'

/** A cancellation is seen within a second, and progress is written as often at most. */
const watchMs = 800

/** The job has lost its import to a cancellation, a newer file or the end of the dataset. */
export class ImportLostError extends Error {
  override readonly name = 'ImportLostError'
}

export type ImportClaim = ReturnType<typeof watchImport>

/** Call `close` when the job has ended. */
export function watchImport(imports: ImportRepository, key: JobKey) {
  const ending = new AbortController()
  let rowsDone = 0
  let written = 0

  async function look() {
    const isThere = rowsDone === written ? await imports.isClaimed(key) : await imports.change(key, { rowsDone })
    written = rowsDone
    if (!isThere) ending.abort(new ImportLostError())
  }

  let looking: Promise<void> | undefined
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => {
        // The step that runs meets the same outage where it writes.
        if (!isDatabaseOutage(error)) ending.abort(error)
      })
      .finally(() => {
        looking = undefined
      })
  }, watchMs)

  return {
    /** Aborted with an `ImportLostError` within a second of the loss. */
    signal: ending.signal,

    report(rows: number) {
      rowsDone = Math.floor(rows)
    },

    async close() {
      clearInterval(timer)
      await looking
    },
  }
}
