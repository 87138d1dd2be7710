// A clock for tests: when nothing else happens, it moves on to the next thing that is waited for.

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
    // All promises that can go on do so before.
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
