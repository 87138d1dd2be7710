// The retrieval test: what a question finds in a collection, and why.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { languages } from '../languages.ts'
import { limits } from '../limits.ts'
import { Id, IdParams, Line } from '../wire.ts'
import { ChunkSpan } from '../document/chunk-span.ts'

/** Narrows a search to sources. */
export const SearchFilters = z.strictObject({
  /** Sources with any of these tags; empty or missing means all. */
  tags: z.array(Line.min(1).max(limits.tagCharacters)).max(limits.tagsPerSource).optional(),
  /** Sources in any of these languages; `other` are those in none of them, or whose language is unknown. */
  languages: z
    .array(z.enum([...languages, 'other']))
    .max(languages.length + 1)
    .optional(),
})
export type SearchFilters = z.infer<typeof SearchFilters>

/** How a search weighs and cuts. */
export const SearchSettings = z.strictObject({
  top_k: z.int().min(1).max(limits.searchResults),
  /** Of the two halves in the fusion; 0 leaves one out. */
  lexical_weight: z.number().min(0).max(1),
  vector_weight: z.number().min(0).max(1),
  /** Whether the collection's rerank model orders the result. */
  rerank: z.boolean(),
  /** A result below this score of the rerank model is dropped; null drops none. A cosine has no such threshold. */
  min_rerank_score: z.number().min(0).max(1).nullable(),
})
export type SearchSettings = z.infer<typeof SearchSettings>

export const defaultSearchSettings: SearchSettings = {
  top_k: 8,
  lexical_weight: 1,
  vector_weight: 1,
  rerank: true,
  min_rerank_score: null,
}

/** From 1; null where this half did not find it. */
const Rank = z.int().nullable()

export const SearchResult = z.object({
  chunk: z.object({
    id: Id,
    text: z.string(),
    heading_path: z.array(z.string()),
    /** Null where the original has no pages. */
    page: z.int().nullable(),
    page_to: z.int().nullable(),
    spans: z.array(ChunkSpan),
  }),
  source: z.object({
    id: Id,
    title: z.string(),
    /** Whether its validity is over: it is found, and cited as expired. */
    is_expired: z.boolean(),
  }),
  /** Of the rerank model where one has ordered the result, else of the fusion; only its order tells something. */
  score: z.number(),
  ranks: z.object({ lexical: Rank, vector: Rank, rerank: Rank }),
  /** The terms of the question that it has, as they stand in its text. */
  matched_terms: z.array(z.string()),
  cosine: z.number().nullable(),
  /** Other passages that say the same, and are left out. */
  duplicate_count: z.int().min(0),
})
export type SearchResult = z.infer<typeof SearchResult>

/** Why a half or a step of the search was left out. */
export const SearchNotice = z.enum(['no_vectors', 'embedding_unavailable', 'rerank_unavailable', 'embedding_model_changed'])
export type SearchNotice = z.infer<typeof SearchNotice>

export const searchCollection = {
  method: 'POST',
  url: '/api/v1/knowledge/collection/:id/search',
  schema: {
    summary: 'What a question finds in the collection, with the ranks of each half',
    params: IdParams,
    body: z.strictObject({
      query: Line.min(1).max(limits.searchCharacters),
      filters: SearchFilters.optional(),
      ...SearchSettings.partial().shape,
    }),
    response: { 200: z.object({ results: z.array(SearchResult), notices: z.array(SearchNotice), elapsed_ms: z.int() }) },
  },
  config: { policy: 'manage_knowledge', errors: ['COLLECTION_NOT_FOUND'] },
} as const satisfies Endpoint
