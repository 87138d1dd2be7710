// Work that only so much of may run at once: the rest waits its turn, and not for ever.
import { AppError } from '../errors/app-error.ts'

type QueueOptions = { readonly atOnce: number; readonly mostWaiting: number; readonly longestWaitMs: number }

/** Refuses with `SERVICE_UNAVAILABLE` what comes when too many wait, and what has waited too long. */
export function createQueue({ atOnce, mostWaiting, longestWaitMs }: QueueOptions) {
  const waiting: (() => void)[] = []
  let running = 0

  const busy = () => new AppError('SERVICE_UNAVAILABLE', { params: { retry_after: Math.ceil(longestWaitMs / 2_000) } })

  async function takeTurn(signal: AbortSignal) {
    signal.throwIfAborted()
    if (running < atOnce) {
      running += 1
      return
    }
    if (waiting.length >= mostWaiting) throw busy()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = (reason: unknown) => {
      const place = waiting.indexOf(resolve)
      if (place >= 0) waiting.splice(place, 1)
      reject(reason)
    }
    const handleAbort = () => leave(signal.reason)
    const timer = setTimeout(() => leave(busy()), longestWaitMs)
    signal.addEventListener('abort', handleAbort, { once: true })
    waiting.push(resolve)
    try {
      await promise
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', handleAbort)
    }
  }

  return {
    async run<T>(act: () => Promise<T>, signal: AbortSignal): Promise<T> {
      await takeTurn(signal)
      try {
        return await act()
      } finally {
        // The turn is handed over: whoever comes now does not get in between.
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
