// Merges the events of concurrently running nodes, in the order in which they happen.
import type { NodeEvent } from '../model/node-type.ts'
import type { NodeResult } from '../model/value.ts'

type Attempt = {
  readonly events: AsyncGenerator<NodeEvent, NodeResult>
  /** Whether its next event is pending or in the inbox. */
  isAwaited: boolean
}

type Arrival<A extends Attempt> = {
  readonly attempt: A
  /** Undefined when the attempt has failed with `error`. */
  readonly result: IteratorResult<NodeEvent, NodeResult> | undefined
  readonly error?: unknown
}

export type NodeInbox<A extends Attempt> = {
  /** Requests the next event of an attempt, unless it is already pending. */
  readonly request: (attempt: A) => void
  /** Ends an attempt with an error. */
  readonly fail: (attempt: A, error: unknown) => void
  /** Resolves with the next arrival. */
  readonly next: () => Promise<Arrival<A>>
}

/** Creates an inbox for concurrent attempts. */
export function createNodeInbox<A extends Attempt>(): NodeInbox<A> {
  const arrivals: Arrival<A>[] = []
  let wake: (() => void) | undefined

  function add(arrival: Arrival<A>) {
    arrivals.push(arrival)
    wake?.()
  }

  return {
    request(attempt) {
      if (attempt.isAwaited) return
      attempt.isAwaited = true
      attempt.events.next().then(
        (result) => add({ attempt, result }),
        (error: unknown) => add({ attempt, result: undefined, error }),
      )
    },

    fail: (attempt, error) => add({ attempt, result: undefined, error }),

    async next() {
      for (let arrival = arrivals.shift(); ; arrival = arrivals.shift()) {
        if (arrival) {
          arrival.attempt.isAwaited = false
          return arrival
        }
        await new Promise<void>((resolve) => (wake = resolve))
      }
    },
  }
}
