// The search of the product over a database, without its API: for measurements of it, and tests with vectors of their own.
import { defaultSearchSettings } from '@heddle/contracts/knowledge/search'
import { ModelError } from '@heddle/workflow/ports'
import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { createRetrieval } from '../modules/knowledge/search/retrieval.ts'

type Reader = { readonly tenantId: string; readonly groupId: string }
type Half = 'words' | 'vectors' | 'both'

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
      embed: async ({ texts }) => ({ vectors: texts.map(findVector), truncated: [], usage, model }),
    },
    reranker: { rerank: () => Promise.reject(new ModelError('MODEL_NOT_FOUND')) },
  })

  /** Returns the ids of the best ten chunks for a member of the group, with those that say the same. */
  return async ({ tenantId, groupId }: Reader, collectionId: string, question: string, half: Half): Promise<string[]> => {
    const actor = { id: randomUUID(), tenantId, role: 'U' as const, memberships: [{ groupId, role: 'U' as const }] }
    const { hits } = await retrieval.search(actor, {
      collectionIds: [collectionId],
      queries: [question],
      settings: { ...defaultSearchSettings, top_k: 10, ...weights[half] },
      signal: new AbortController().signal,
    })
    return hits.flatMap(({ chunk, duplicates }) => [chunk.id, ...duplicates.map(({ id }) => id)])
  }
}
