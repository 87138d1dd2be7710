// The search of the product over a database, without its API: for measurements of it, and tests with vectors of their own.
import { defaultSearchSettings } from '@heddle/contracts/retrieval/search'
import { ModelError } from '@heddle/workflow/model/ports'
import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { updateHnswIndexes } from '../../src/modules/ingestion/build/hnsw-index.ts'
import { createRetrieval } from '../../src/modules/retrieval/retrieval.ts'

type Reader = { readonly tenantId: string; readonly groupId: string }
export type Half = 'words' | 'vectors' | 'both'

const weights = {
  words: { lexical_weight: 1, vector_weight: 0 },
  vectors: { lexical_weight: 0, vector_weight: 1 },
  both: { lexical_weight: 1, vector_weight: 1 },
} as const satisfies Record<Half, object>

/** `findVector` stands for the embedding model, which is not measured; `onWarning` is given the fields of what the search logs. */
export function openSearch(pool: Pool, findVector: (question: string) => Float32Array, onWarning: (fields: unknown) => void = () => {}) {
  const usage = { inputTokens: 0, outputTokens: 0, reasoningTokens: 0, cachedTokens: 0, estimated: false }
  const model = { id: randomUUID(), name: 'measured', endpointId: randomUUID() }
  const retrieval = createRetrieval({
    pool,
    now: () => new Date(),
    log: { warn: onWarning } as never,
    embedder: {
      describe: () => Promise.reject(new ModelError('MODEL_NOT_FOUND')),
      embed: async ({ texts }) => ({ vectors: texts.map(findVector), truncated: [], usage, serverCalls: 1, model }),
    },
    reranker: { rerank: () => Promise.reject(new ModelError('MODEL_NOT_FOUND')) },
  })

  const createRequest = ({ tenantId, groupId }: Reader, collectionId: string, question: string, half: Half) =>
    [
      { id: randomUUID(), tenantId, role: 'U', memberships: [{ groupId, role: 'U' }] },
      {
        collectionIds: [collectionId],
        queries: [question],
        settings: { ...defaultSearchSettings, top_k: 10, ...weights[half] },
        signal: new AbortController().signal,
      },
    ] as const

  return {
    /** Returns the ids of the best ten chunks for a member of the group, with those that say the same. */
    search: async (...request: Parameters<typeof createRequest>): Promise<string[]> => {
      const { hits } = await retrieval.search(...createRequest(...request))
      return hits.flatMap(({ chunk, duplicates }) => [chunk.id, ...duplicates.map(({ id }) => id)])
    },

    /** Returns the text that a model is given for an answer. */
    retrieve: async (...request: Parameters<typeof createRequest>): Promise<string[]> => {
      const { passages } = await retrieval.retrieve(...createRequest(...request))
      return passages.map(({ window }) => window)
    },
  }
}

/** Copies the vectors of indexes with at least `minChunks` into their HNSW indexes, as the worker does; returns of how many contents. */
export const updateHnswNow = (pool: Pool, minChunks: number) => updateHnswIndexes(pool, new AbortController().signal, minChunks)
