// Notices what holds the event loop, while every other request waits. A delayed timer would tell that something did; each callback and each
// continuation of a promise is timed instead (some 0.2 µs), so that the one that did is known, and by its context the route.
import { AsyncLocalStorage, createHook } from 'node:async_hooks'

export type HeldLoop = { readonly activity: string; readonly heldMs: number }

const minHeldMs = 100

const activities = new AsyncLocalStorage<string>()

/** Starts to call `onHeld` for each step that has held the event loop for 100 ms or more; `unknown` is one of no activity. */
export function watchEventLoop(onHeld: (held: HeldLoop) => void) {
  let depth = 0
  let began = 0
  let latest: string | undefined

  function endStep(now: number) {
    const heldMs = Math.round(now - began)
    if (heldMs < minHeldMs) return
    const held = { activity: activities.getStore() ?? latest ?? 'unknown', heldMs }
    // An error in a hook ends the process.
    setImmediate(() => onHeld(held))
  }

  const hook = createHook({
    before() {
      const now = performance.now()
      if (depth > 0) endStep(now)
      else latest = undefined
      depth += 1
      began = now
    },
    after() {
      const now = performance.now()
      // A callback that was running when the watch started has no beginning.
      if (depth > 0) endStep(now)
      depth = Math.max(depth - 1, 0)
      began = now
    },
  }).enable()

  /** Says what the running step is of; the events of a socket have no context. */
  const noteActivity = (activity: string) => void (latest = activity)

  return {
    noteActivity,
    /** Runs `act` as a part of the activity, and all that follows from it. */
    runAs(activity: string, act: () => void) {
      noteActivity(activity)
      activities.run(activity, act)
    },
    stop: () => void hook.disable(),
  }
}
