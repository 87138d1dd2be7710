// Writes the end of a run, also while the database is away for a moment.
import { setTimeout as sleep } from 'node:timers/promises'

/** Waits between attempts: 16 s in all, after which the lease of a reply protects the rest. */
const retryDelaysMs = [100, 200, 500, 1_000, 2_000, 4_000, 8_000]

/** Writes until that succeeds; throws the last failure. `onFailure` is told of each before, with the wait that follows. */
export async function writePatiently<T>(write: () => Promise<T>, onFailure: (error: unknown, delay: number) => void): Promise<T> {
  for (const delay of retryDelaysMs) {
    try {
      return await write()
    } catch (error) {
      onFailure(error, delay)
    }
    await sleep(delay)
  }
  return write()
}
