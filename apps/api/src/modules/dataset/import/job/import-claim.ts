// Follows whether a running job still has its import, and writes its progress.
import { startWatch } from '../../../../platform/jobs/claim-watch.ts'
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
  let rowsDone = 0
  let written = 0

  const watch = startWatch(async () => {
    const isThere = rowsDone === written ? await imports.isClaimed(key) : await imports.change(key, { rowsDone })
    written = rowsDone
    if (!isThere) throw new ImportLostError()
  }, watchMs)

  return {
    /** Aborted with an `ImportLostError` within a second of the loss. */
    ...watch,

    report(rows: number) {
      rowsDone = rows
    },
  }
}
