type Read = (begin: number, end: number) => Promise<ArrayBuffer>
type Wanted = { begin: number; end: number; resolve: (bytes: ArrayBuffer) => void; reject: (error: unknown) => void }

/**
 * Reads one range at a time, and those that are asked for meanwhile in as few ranges as they make: what is between two of them is read too
 * when it is at most `maxGap` bytes. A PDF whose pages are all in one list has the worker ask for each of them at once.
 */
export function mergeReads(read: Read, maxGap: number): Read {
  let wanted: Wanted[] = []
  let isReading = false

  /** Takes the first ranges without a larger gap. */
  function takeRun() {
    const [first, ...others] = wanted.toSorted((one, other) => one.begin - other.begin)
    if (!first) return null
    const run = { begin: first.begin, end: first.end, parts: [first] }
    for (const part of others) {
      if (part.begin - run.end > maxGap) break
      run.end = Math.max(run.end, part.end)
      run.parts.push(part)
    }
    wanted = wanted.filter((part) => !run.parts.includes(part))
    return run
  }

  async function readAll() {
    isReading = true
    for (let run = takeRun(); run; run = takeRun()) {
      const { begin, end, parts } = run
      try {
        const bytes = await read(begin, end)
        for (const part of parts) part.resolve(bytes.slice(part.begin - begin, part.end - begin))
      } catch (error) {
        for (const part of parts) part.reject(error)
      }
    }
    isReading = false
  }

  return (begin, end) => {
    const { promise, resolve, reject } = Promise.withResolvers<ArrayBuffer>()
    wanted.push({ begin, end, resolve, reject })
    if (!isReading) void readAll()
    return promise
  }
}
