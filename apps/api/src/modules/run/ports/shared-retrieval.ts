// One search for what several runs of one user ask alike.
import type { RetrievalPort } from '@heddle/workflow/model/ports'

/** Gives a run the search of the others. */
export type ShareRetrieval = (port: RetrievalPort) => RetrievalPort

/**
 * Returns what makes the retrieval ports of several runs search once for the same collections, queries and settings. The first that asks
 * sets how much is found and is told what calls it took; the others cut what was found to their own room. One whose search fails or is
 * aborted leaves the others to search themselves.
 */
export function createSharedRetrieval(): ShareRetrieval {
  const searches = new Map<string, ReturnType<RetrievalPort['retrieve']>>()
  return (port) => ({
    ...port,
    async retrieve(request, signal) {
      const { maxTokens: _, ...asked } = request
      const key = JSON.stringify(asked)
      const search = searches.get(key)
      // Without waiting for nothing: of two that ask at the same moment one finds the search of the other.
      const found = search && (await search.catch(() => null))
      signal.throwIfAborted()
      if (found) return { ...found, calls: [] }
      const own = port.retrieve(request, signal)
      searches.set(key, own)
      return own
    },
  })
}
