// Work of several users of which only so much may run at once: the rest waits its turn, and not for ever.
import { AppError } from '../http/app-error.ts'

type QueueOptions = { readonly concurrency: number; readonly maxQueued: number; readonly maxWaitMs: number }

type QueuedTurn = { readonly userId: string; readonly start: () => void }

/**
 * Runs one piece of work of each user at a time, and lets the users take turns: who has just had one is behind the others.
 * Refuses with `SERVICE_UNAVAILABLE` what comes when too many wait, and what has waited too long.
 */
export function createUserQueue({ concurrency, maxQueued, maxWaitMs }: QueueOptions) {
  const active = new Set<string>()
  let queued: QueuedTurn[] = []

  const createBusyError = () => new AppError('SERVICE_UNAVAILABLE', { params: { retry_after: Math.ceil(maxWaitMs / 2_000) } })

  async function takeTurn(userId: string, signal: AbortSignal) {
    signal.throwIfAborted()
    // While there is room, those who wait do so for themselves only.
    if (active.size < concurrency && !active.has(userId)) {
      active.add(userId)
      return
    }
    if (queued.length >= maxQueued) throw createBusyError()
    const { promise, resolve: start, reject } = Promise.withResolvers<void>()
    const leave = (reason: unknown) => {
      queued = queued.filter((turn) => turn.start !== start)
      reject(reason)
    }
    const handleAbort = () => leave(signal.reason)
    const timer = setTimeout(() => leave(createBusyError()), maxWaitMs)
    signal.addEventListener('abort', handleAbort, { once: true })
    queued.push({ userId, start })
    try {
      await promise
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', handleAbort)
    }
  }

  function endTurn(userId: string) {
    active.delete(userId)
    queued = [...queued.filter((turn) => turn.userId !== userId), ...queued.filter((turn) => turn.userId === userId)]
    const next = queued.find((turn) => !active.has(turn.userId))
    if (!next) return
    // The turn is handed over: a call that comes now does not get in between.
    queued = queued.filter((turn) => turn !== next)
    active.add(next.userId)
    next.start()
  }

  return {
    async run<T>(userId: string, act: () => Promise<T>, signal: AbortSignal): Promise<T> {
      await takeTurn(userId, signal)
      try {
        return await act()
      } finally {
        endTurn(userId)
      }
    },
  }
}
