/**
 * Creates a gate that admits at most `count` callers in any `windowMs`, in their order; the others wait. The server allows a larger
 * burst, so that this tab is never refused.
 */
export function createRateGate(count: number, windowMs: number) {
  let admitted = count
  let passed: number[] = []
  let queue: Promise<void> = Promise.resolve()

  async function pass() {
    const oldest = passed.at(-admitted)
    const waitMs = oldest === undefined ? 0 : oldest + windowMs - performance.now()
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    const now = performance.now()
    passed = [...passed.filter((at) => at + windowMs > now), now]
  }

  return {
    takeTurn: (): Promise<void> => {
      queue = queue.then(pass)
      return queue
    },
    /** Admits so many in any window from now on; a caller that waits already waits on. */
    setCount: (next: number) => {
      admitted = next
    },
  }
}
