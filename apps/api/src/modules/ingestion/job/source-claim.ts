// Follows whether a running job still has its source, and writes its progress, twice a second.
import type { Pool, PoolClient } from 'pg'
import { isDatabaseOutage } from '../../../platform/database/database-outage.ts'
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
  const ending = new AbortController()
  let progress: ClaimProgress = { pagesDone: 0, pagesTotal: 0, chunksDone: 0, chunksTotal: 0 }
  let isWritten = true

  async function look() {
    const known = isWritten
    isWritten = true
    const claim = await (known ? readClaim(pool, key) : writeProgress(pool, key, progress))
    if (!claim) ending.abort(new ClaimEndedError('lost'))
    else if (claim.isPaused) ending.abort(new ClaimEndedError('paused'))
  }

  let looking: Promise<void> | undefined
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => {
        // The stage that runs meets the same outage where it writes.
        if (!isDatabaseOutage(error)) ending.abort(error)
      })
      .finally(() => {
        looking = undefined
      })
  }, watchMs)

  return {
    /** Aborted with a `ClaimEndedError` within a second of the loss or pause. */
    signal: ending.signal,

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

    async close() {
      clearInterval(timer)
      await looking
    },
  }
}
