// Limits the concurrency of one kind of work in this process, for each user and in total.
import { AppError } from './app-error.ts'

type ConcurrencyLimits = { readonly ofOneUser: number; readonly inAll: number }

export function createUserTurns({ ofOneUser, inAll }: ConcurrencyLimits) {
  const running = new Map<string, number>()
  let all = 0

  /** Takes a slot for the user and returns a function that frees it. Throws `RATE_LIMITED` or `SERVICE_UNAVAILABLE` without a free slot. */
  return function takeTurn(userId: string): () => void {
    const own = running.get(userId) ?? 0
    if (own >= ofOneUser) throw new AppError('RATE_LIMITED', { params: { retry_after: 5 } })
    if (all >= inAll) throw new AppError('SERVICE_UNAVAILABLE', { params: { retry_after: 15 } })
    running.set(userId, own + 1)
    all += 1
    return () => {
      all -= 1
      const remaining = (running.get(userId) ?? 1) - 1
      if (remaining > 0) running.set(userId, remaining)
      else running.delete(userId)
    }
  }
}
