// How much of one kind runs at once in this process, of each user and in all.
import { AppError } from './app-error.ts'

type Most = { readonly ofOneUser: number; readonly inAll: number }

export function createUserTurns({ ofOneUser, inAll }: Most) {
  const running = new Map<string, number>()
  let all = 0

  /** Takes a turn of the user; returns how to give it back. */
  return function takeTurn(userId: string): () => void {
    const own = running.get(userId) ?? 0
    if (own >= ofOneUser) throw new AppError('RATE_LIMITED', { params: { retry_after: 5 } })
    if (all >= inAll) throw new AppError('SERVICE_UNAVAILABLE', { params: { retry_after: 15 } })
    running.set(userId, own + 1)
    all += 1
    return () => {
      all -= 1
      const left = (running.get(userId) ?? 1) - 1
      if (left > 0) running.set(userId, left)
      else running.delete(userId)
    }
  }
}
