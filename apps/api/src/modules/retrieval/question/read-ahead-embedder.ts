// Embeds the questions of a run some at a time: a call of the model for each would take most of the run.
import type { Embedder, EmbeddingRequest, Embeddings } from '../../../platform/inference/embedding/embedder.ts'
import { toInputUsage } from '../../../platform/inference/input-usage.ts'

/** Questions of one call; few enough to come within the time of a query. */
const questionsPerCall = 8

/**
 * Returns an embedder that knows which queries will be asked, in their order. It asks for those that follow with the first one, so that their
 * own calls use nothing.
 */
export function createReadAheadEmbedder(embedder: Embedder, queries: readonly string[]): Embedder {
  const known = new Map<string, Embeddings>()
  const toKey = ({ tenantId, modelName, settings }: EmbeddingRequest, query: string) =>
    JSON.stringify([tenantId, modelName, settings, query])

  return {
    ...embedder,
    async embed(request, signal) {
      const [query = '', ...others] = request.texts
      const index = queries.indexOf(query)
      if (request.purpose !== 'query' || others.length > 0 || index === -1) return embedder.embed(request, signal)
      const ready = known.get(toKey(request, query))
      if (ready) return ready
      const texts = [...new Set(queries.slice(index, index + questionsPerCall))].filter((text) => !known.has(toKey(request, text)))
      const { vectors, truncated, ...embedded } = await embedder.embed({ ...request, texts }, signal)
      for (const [at, text] of texts.entries()) {
        const vector = vectors[at]
        const nothing = { usage: toInputUsage(0, false), serverCalls: 0 }
        if (vector)
          known.set(toKey(request, text), { ...embedded, vectors: [vector], truncated: truncated.includes(at) ? [0] : [], ...nothing })
      }
      return { ...embedded, vectors: vectors.slice(0, 1), truncated: truncated.filter((at) => at === 0) }
    },
  }
}
