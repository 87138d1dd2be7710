// Looks at short intervals whether a job still has what it works on, and aborts it once it has not.
import { isDatabaseOutage } from '../database/database-outage.ts'

export type ClaimWatch = ReturnType<typeof startWatch>

/** `look` throws the reason for which the job has to end. Call `close` when the job has ended. */
export function startWatch(look: () => Promise<void>, everyMs: number) {
  const ending = new AbortController()
  let looking: Promise<void> | undefined
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => {
        // What the job writes meets the same outage.
        if (!isDatabaseOutage(error)) ending.abort(error)
      })
      .finally(() => {
        looking = undefined
      })
  }, everyMs)

  return {
    /** Aborted with what `look` has thrown. */
    signal: ending.signal,

    async close() {
      clearInterval(timer)
      await looking
    },
  }
}
