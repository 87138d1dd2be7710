// Limits the concurrency of one kind of work in this process, for each user and in total.
import { AppError } from '../errors/app-error.ts'

export type ConcurrencyLimits = { readonly maxPerUser: number; readonly maxTotal?: number }

export type ConcurrencyLimit = ReturnType<typeof createConcurrencyLimit>

export function createConcurrencyLimit({ maxPerUser, maxTotal = Number.POSITIVE_INFINITY }: ConcurrencyLimits) {
  const running = new Map<string, number>()
  let total = 0

  /** Throws `RATE_LIMITED` or `SERVICE_UNAVAILABLE` when no more may begin. */
  function assertFree(userId: string) {
    if ((running.get(userId) ?? 0) >= maxPerUser) throw new AppError('RATE_LIMITED', { params: { retry_after: 5 } })
    if (total >= maxTotal) throw new AppError('SERVICE_UNAVAILABLE', { params: { retry_after: 15 } })
  }

  /** Counts what begins, also beyond the limit. Returns what ends it. */
  function begin(userId: string): () => void {
    running.set(userId, (running.get(userId) ?? 0) + 1)
    total += 1
    return () => {
      total -= 1
      const others = (running.get(userId) ?? 1) - 1
      if (others > 0) running.set(userId, others)
      else running.delete(userId)
    }
  }

  return {
    assertFree,
    begin,
    /** Begins within the limit. Returns what ends it; throws as `assertFree`. */
    beginWithin(userId: string): () => void {
      assertFree(userId)
      return begin(userId)
    },
  }
}
