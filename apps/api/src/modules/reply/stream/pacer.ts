// One clock for all readers: what comes faster than people can see is sent together. A reader that has waited long enough
// is served at once, so that a first token is never held back.

export type Pacer = ReturnType<typeof createPacer>

export function createPacer(intervalMs: number) {
  const waiting = new Set<() => void>()
  let timer: NodeJS.Timeout | undefined

  function tick() {
    timer = undefined
    const due = [...waiting]
    waiting.clear()
    for (const wake of due) wake()
  }

  return {
    /** Whether a caller who was served at `servedAt` (of `performance.now()`) may be served again. */
    isDue: (servedAt: number) => performance.now() - servedAt >= intervalMs,

    /** Calls `wake` at the next tick, which is at most one interval away. */
    wait(wake: () => void) {
      waiting.add(wake)
      timer ??= setTimeout(tick, intervalMs)
    },

    forget(wake: () => void) {
      waiting.delete(wake)
    },
  }
}
