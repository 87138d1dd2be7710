// Loads blocks of rows: each once at a time, and of many only a few at once.

/** The service admits few calls a second, and what the view needs next waits behind them. */
const maxLoading = 2

export function createBlockLoader(loadBlock: (block: number) => Promise<void>) {
  const loading = new Map<number, Promise<void>>()

  function loadOnce(block: number): Promise<void> {
    const running = loading.get(block)
    if (running) return running
    const started = loadBlock(block).finally(() => {
      // After a reload the block is asked for again.
      if (loading.get(block) === started) loading.delete(block)
    })
    loading.set(block, started)
    return started
  }

  return {
    loadOnce,
    /** Takes the next block when one is loaded; the first failure ends it. */
    async loadEach(blocks: Generator<number>) {
      const loadNext = async () => {
        for (const block of blocks) await loadOnce(block)
      }
      await Promise.all(Array.from({ length: maxLoading }, loadNext))
    },
    /** Asks for blocks again that are still on their way. */
    restart: () => loading.clear(),
  }
}
