// When the streams of models are read: what arrives within one interval is parsed, passed on, saved and sent once.

/** Milliseconds between two reads of a stream: a text grows up to 33 times a second. */
const defaultIntervalMs = 30
/** For each stream that is being read, so that all of them together cost about the same however many they are. */
const intervalPerStreamMs = 0.35
/** Time that a reader may notice. */
const longestIntervalMs = 150

export type ReadClock = ReturnType<typeof createReadClock>

/** One clock for all streams of a process: their reads coincide, so that their texts are saved together. */
export function createReadClock({ intervalMs = defaultIntervalMs } = {}) {
  let streams = 0
  let waiting: (() => void)[] = []
  let timer: NodeJS.Timeout | undefined

  function tick() {
    timer = undefined
    const due = waiting
    waiting = []
    for (const resolve of due) resolve()
  }

  return {
    /** Counts a stream until the returned function is called. */
    join(): () => void {
      streams += 1
      return () => void (streams -= 1)
    },
    /** Resolves at the next tick, which is at most one interval away. */
    next(): Promise<void> {
      timer ??= setTimeout(tick, Math.min(longestIntervalMs, Math.max(intervalMs, streams * intervalPerStreamMs)))
      return new Promise((resolve) => waiting.push(resolve))
    },
  }
}
