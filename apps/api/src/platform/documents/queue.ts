// A fair queue of work of several users, with limits on concurrency, length and waiting time.
import { AppError } from '../errors/app-error.ts'

type QueueOptions = { readonly concurrency: number; readonly maxQueued: number; readonly maxWaitMs: number }

type QueuedTurn = { readonly userId: string; readonly start: () => void }

/**
 * Runs one task of each user at a time, round robin between the users. Throws `SERVICE_UNAVAILABLE` when the queue is full and when
 * a task has waited too long.
 */
export function createUserQueue({ concurrency, maxQueued, maxWaitMs }: QueueOptions) {
  const active = new Set<string>()
  let queued: QueuedTurn[] = []

  const createBusyError = () => new AppError('SERVICE_UNAVAILABLE', { params: { retry_after: Math.ceil(maxWaitMs / 2_000) } })

  async function takeTurn(userId: string, signal: AbortSignal) {
    signal.throwIfAborted()
    // With a free slot, a queued task can only be waiting for its own user.
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
    // Hands the slot over directly, so that a new call cannot take it.
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
