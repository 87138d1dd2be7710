/**
 * Creates a gate that admits at most `count` callers in any `windowMs`, in their order; the others wait. The server allows a larger
 * burst, so that this tab is never refused.
 */
export function createRateGate(count: number, windowMs: number): () => Promise<void> {
  const passed: number[] = []
  let queue: Promise<void> = Promise.resolve()

  async function pass() {
    const oldest = passed.length < count ? undefined : passed.shift()
    const waitMs = oldest === undefined ? 0 : oldest + windowMs - performance.now()
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    passed.push(performance.now())
  }

  return () => {
    queue = queue.then(pass)
    return queue
  }
}
