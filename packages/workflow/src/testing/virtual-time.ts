// A clock for tests: when no promise is pending otherwise, it advances to the next timer.

export function createVirtualTime() {
  const waiting = new Set<{ readonly at: number; readonly resolve: () => void }>()
  let time = 0
  let isTicking = false

  function tick() {
    isTicking = false
    const [next] = [...waiting].toSorted((a, b) => a.at - b.at)
    if (!next) return
    waiting.delete(next)
    time = next.at
    next.resolve()
    schedule()
  }

  function schedule() {
    if (isTicking || waiting.size === 0) return
    isTicking = true
    // After all promises that can settle.
    setImmediate(tick)
  }

  return {
    now: () => time,
    wait: (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason as Error)
        const entry = { at: time + ms, resolve }
        const cancel = () => {
          waiting.delete(entry)
          reject(signal.reason as Error)
        }
        signal.addEventListener('abort', cancel, { once: true })
        waiting.add(entry)
        schedule()
      }),
  }
}
