// Follows whether a running job still has its source, and writes its progress, twice a second.
import type { Pool, PoolClient } from 'pg'
import { startWatch } from '../../../platform/jobs/claim-watch.ts'
import { enterState, type JobKey, lockClaim, type ClaimProgress, readClaim, writeProgress } from './source-claim.sql.ts'

const watchMs = 500

/** The job has lost its source to a newer job, a cancellation or a deletion; or the collection was paused. */
export class ClaimEndedError extends Error {
  override readonly name = 'ClaimEndedError'
  readonly reason: 'lost' | 'paused'

  constructor(reason: 'lost' | 'paused') {
    super(`The job ended: ${reason}`)
    this.reason = reason
  }
}

export type SourceClaim = ReturnType<typeof watchClaim>

/** Call `close` when the job has ended. */
export function watchClaim(pool: Pool, key: JobKey) {
  let progress: ClaimProgress = { pagesDone: 0, pagesTotal: 0, chunksDone: 0, chunksTotal: 0 }
  let isWritten = true

  const watch = startWatch(async () => {
    const known = isWritten
    isWritten = true
    const claim = await (known ? readClaim(pool, key) : writeProgress(pool, key, progress))
    if (!claim) throw new ClaimEndedError('lost')
    if (claim.isPaused) throw new ClaimEndedError('paused')
  }, watchMs)

  return {
    /** Aborted with a `ClaimEndedError` within a second of the loss or pause. */
    ...watch,

    report(change: Partial<ClaimProgress>) {
      progress = { ...progress, ...change }
      isWritten = false
    },

    /** Throws a `ClaimEndedError` when the job has lost its source. */
    async enter(state: 'parsing' | 'chunking' | 'embedding') {
      if (!(await enterState(pool, key, state))) throw new ClaimEndedError('lost')
    },

    /** Throws a `ClaimEndedError` when the job has lost its source, which exists until the transaction of `client` ends. */
    async assert(client: PoolClient) {
      if (!(await lockClaim(client, key))) throw new ClaimEndedError('lost')
    },

    /** Writes what was reported last. */
    async flush() {
      await writeProgress(pool, key, progress)
    },
  }
}
