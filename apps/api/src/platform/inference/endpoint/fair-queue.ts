// The queue of one endpoint: so many calls at once, and turns by user for those that wait.
import { addAbortListener } from 'node:events'
import { ModelError } from '@heddle/workflow/ports'

/** So many calls may wait: a few for each slot, and a classroom at a small endpoint. */
const getMaxWaiting = (slots: number) => Math.max(4 * slots, 32)
const defaultMaxWaitMs = 30_000
/** Between two looks at the position of a waiting call. */
const positionIntervalMs = 500

type Turn = {
  readonly userId: string
  hasBegun: boolean
  /** Ends the waiting for the next look. */
  wake: () => void
}

export type Slot = {
  /** Frees the slot, once; a call that waits leaves the queue. */
  readonly release: () => void
  /**
   * Yields the number of calls before this one, at first and whenever it has changed; returns when the call has its turn. Throws
   * `MODEL_BUSY` after the maximum wait, and the reason of the signal as soon as it is aborted.
   */
  readonly wait: (signal: AbortSignal) => AsyncGenerator<number, void>
}

export type FairQueue = ReturnType<typeof createFairQueue>

export function createFairQueue({ slots, maxWaitMs = defaultMaxWaitMs }: { slots: number; maxWaitMs?: number }) {
  let maxRunning = slots
  let running = 0
  /** The waiting calls by user, in the order of the users' turns. */
  const waiting = new Map<string, Turn[]>()

  const countWaiting = () => waiting.values().reduce((sum, { length }) => sum + length, 0)

  function beginNext() {
    while (running < maxRunning) {
      const next = waiting.entries().next().value
      if (!next) return
      const [userId, [turn, ...rest]] = next
      // The user's next call waits for a turn of each other user.
      waiting.delete(userId)
      if (rest.length > 0) waiting.set(userId, rest)
      if (!turn) continue
      running += 1
      turn.hasBegun = true
      turn.wake()
    }
  }

  function leave(turn: Turn) {
    const rest = waiting.get(turn.userId)?.filter((each) => each !== turn) ?? []
    if (rest.length > 0) waiting.set(turn.userId, rest)
    else waiting.delete(turn.userId)
  }

  /** Returns how many calls get their turn before this one, if no more join. */
  function countAhead(turn: Turn): number {
    const { userId } = turn
    const index = waiting.get(userId)?.indexOf(turn) ?? 0
    let ahead = index
    let isBefore = true
    for (const [other, { length }] of waiting) {
      if (other === userId) isBefore = false
      else ahead += Math.min(length, isBefore ? index + 1 : index)
    }
    return ahead
  }

  async function* wait(turn: Turn, signal: AbortSignal): AsyncGenerator<number, void> {
    const endsAt = performance.now() + maxWaitMs
    let shown: number | undefined
    while (!turn.hasBegun) {
      signal.throwIfAborted()
      const leftMs = endsAt - performance.now()
      if (leftMs <= 0) throw new ModelError('MODEL_BUSY')
      const ahead = countAhead(turn)
      if (ahead !== shown) yield ahead
      shown = ahead
      if (!turn.hasBegun) await waitForTurn(turn, Math.min(leftMs, positionIntervalMs), signal)
    }
  }

  return {
    /** Joins the queue; the call has its turn when `wait` has ended. Throws `MODEL_BUSY` when too many calls are waiting. */
    join(userId: string): Slot {
      const turn: Turn = { userId, hasBegun: false, wake: () => {} }
      if (running >= maxRunning && countWaiting() >= getMaxWaiting(maxRunning)) throw new ModelError('MODEL_BUSY')
      waiting.set(userId, [...(waiting.get(userId) ?? []), turn])
      beginNext()
      let isReleased = false
      return {
        release() {
          if (isReleased) return
          isReleased = true
          if (turn.hasBegun) running -= 1
          else leave(turn)
          beginNext()
        },
        wait: (signal) => wait(turn, signal),
      }
    },

    /** Returns how many calls have their turn, and how many wait for it. */
    countCalls: () => ({ running, queued: countWaiting() }),

    /** Changes the number of calls at once. */
    resize(newSlots: number) {
      maxRunning = newSlots
      beginNext()
    },
  }
}

/** Resolves when the call has its turn, or after the time. */
function waitForTurn(turn: Turn, ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  turn.wake = resolve
  const timer = setTimeout(resolve, ms)
  const listener = addAbortListener(signal, () => reject(signal.reason as Error))
  return promise.finally(() => {
    clearTimeout(timer)
    listener[Symbol.dispose]()
  })
}
