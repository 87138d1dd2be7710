// A queue with so many slots, and turns by user for those that wait.
import { addAbortListener } from 'node:events'

export type FairQueueOptions = {
  readonly slots: number
  /** Slots that one user may have at once; all of them by default. */
  readonly slotsPerUser?: number
  readonly maxWaiting: (slots: number) => number
  readonly maxWaitMs: number
  /** Creates what is thrown when too many wait, or one has waited too long. */
  readonly createBusyError: () => Error
}

/** Between two looks at the position of a waiting turn. */
const positionIntervalMs = 500

type Turn = {
  readonly userId: string
  readonly isPatient: boolean
  hasBegun: boolean
  /** Ends the waiting for the next look. */
  wake: () => void
}

export type Slot = {
  /** Frees the slot, once; a turn that waits leaves the queue. */
  readonly release: () => void
  /**
   * Yields the number of turns before this one, at first and whenever it has changed; returns when the turn begins. Throws the busy error
   * after the maximum wait, and the reason of the signal as soon as it is aborted.
   */
  readonly wait: (signal: AbortSignal) => AsyncGenerator<number, void>
}

export function createFairQueue({ slots, slotsPerUser = Infinity, maxWaiting, maxWaitMs, createBusyError }: FairQueueOptions) {
  let maxRunning = slots
  /** Slots in use, by user. */
  const used = new Map<string, number>()
  /** The waiting turns by user, in the order of the users' turns. */
  const waiting = new Map<string, Turn[]>()

  const countRunning = () => used.values().reduce((sum, count) => sum + count, 0)
  const countWaiting = () => waiting.values().reduce((sum, { length }) => sum + length, 0)
  const canBegin = (userId: string) => countRunning() < maxRunning && (used.get(userId) ?? 0) < slotsPerUser

  function setWaiting(userId: string, turns: readonly Turn[]) {
    if (turns.length > 0) waiting.set(userId, [...turns])
    else waiting.delete(userId)
  }

  /** Puts the waiting turns of a user behind those of all others. */
  function moveBack(userId: string, turns: readonly Turn[] = waiting.get(userId) ?? []) {
    waiting.delete(userId)
    setWaiting(userId, turns)
  }

  function beginNext() {
    for (;;) {
      const next = waiting.entries().find(([userId]) => canBegin(userId))
      if (!next) return
      const [userId, [turn, ...rest]] = next
      // The user's next turn waits for one of each other user.
      moveBack(userId, rest)
      if (!turn) continue
      used.set(userId, (used.get(userId) ?? 0) + 1)
      turn.hasBegun = true
      turn.wake()
    }
  }

  function end(userId: string) {
    const others = (used.get(userId) ?? 1) - 1
    if (others > 0) used.set(userId, others)
    else used.delete(userId)
    // Who has just had a turn lets all others go first.
    moveBack(userId)
  }

  const leave = (turn: Turn) => setWaiting(turn.userId, waiting.get(turn.userId)?.filter((each) => each !== turn) ?? [])

  /** Returns how many turns begin before this one, if no more join. */
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
    const endsAt = turn.isPatient ? Infinity : performance.now() + maxWaitMs
    let shown: number | undefined
    while (!turn.hasBegun) {
      signal.throwIfAborted()
      const remainingMs = endsAt - performance.now()
      if (remainingMs <= 0) throw createBusyError()
      const ahead = countAhead(turn)
      if (ahead !== shown) yield ahead
      shown = ahead
      if (!turn.hasBegun) await waitForTurn(turn, Math.min(remainingMs, positionIntervalMs), signal)
    }
  }

  /**
   * Joins the queue; the turn begins when `wait` has ended. Throws the busy error when too many are waiting; one that is patient waits
   * nevertheless, and as long as it takes.
   */
  function join(userId: string, { isPatient = false } = {}): Slot {
    const turn: Turn = { userId, isPatient, hasBegun: false, wake: () => {} }
    if (!isPatient && !canBegin(userId) && countWaiting() >= maxWaiting(maxRunning)) throw createBusyError()
    waiting.set(userId, [...(waiting.get(userId) ?? []), turn])
    beginNext()
    let isReleased = false
    return {
      release() {
        if (isReleased) return
        isReleased = true
        if (turn.hasBegun) end(userId)
        else leave(turn)
        beginNext()
      },
      wait: (signal) => wait(turn, signal),
    }
  }

  return {
    join,

    /** Runs a task in a turn of the user; throws as `join` and `wait` do. */
    async run<T>(userId: string, act: () => Promise<T>, signal: AbortSignal): Promise<T> {
      signal.throwIfAborted()
      const slot = join(userId)
      try {
        for await (const _ahead of slot.wait(signal)) continue
        return await act()
      } finally {
        slot.release()
      }
    },

    /** Returns how many turns have begun, and how many wait. */
    countTurns: () => ({ running: countRunning(), queued: countWaiting() }),

    /** Changes the number of slots. */
    resize(newSlots: number) {
      maxRunning = newSlots
      beginNext()
    },
  }
}

/** Resolves when the turn begins, or after the time. */
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
