// What the endpoints of rerank models respond: there is no standard, but two shapes.
import { z } from 'zod'

const Entry = z
  .object({ index: z.int().min(0), relevance_score: z.number().optional(), score: z.number().optional() })
  .transform(({ index, relevance_score: relevance, score }) => ({ index, score: relevance ?? score }))
  .refine((entry): entry is Ranked => entry.score !== undefined)
const count = z.int().min(0).max(10_000_000).optional().catch(undefined)
const Usage = z.object({ prompt_tokens: count, total_tokens: count }).optional().catch(undefined)
const RerankResponse = z.union([
  // TEI.
  z.array(Entry).transform((results) => ({ results, usage: undefined })),
  // vLLM, Jina, Cohere, LiteLLM, llama.cpp.
  z.object({ results: z.array(Entry), usage: Usage }),
  // Older versions of Infinity.
  z.object({ data: z.array(Entry), usage: Usage }).transform(({ data, usage }) => ({ results: data, usage })),
])

export type Ranked = { readonly index: number; readonly score: number }

export type RerankResult = {
  /** The best one first; a score is between 0 and 1. What the endpoint left out is missing. */
  readonly ranked: readonly Ranked[]
  /** Null when the endpoint does not report it. */
  readonly inputTokens: number | null
}

/** Returns the order of a response; null when it cannot be used. */
export function readRerank(response: unknown, passages: number): RerankResult | null {
  const { data: read } = RerankResponse.safeParse(response)
  if (!read || read.results.length === 0) return null
  const results = read.results.filter((entry): entry is Ranked => entry.score !== undefined && Number.isFinite(entry.score))
  const indexes = new Set(results.map(({ index }) => index))
  if (results.length < read.results.length || indexes.size < results.length || results.some(({ index }) => index >= passages)) return null
  // llama.cpp and others send logits.
  const isProbability = results.every(({ score }) => score >= 0 && score <= 1)
  return {
    // LocalAI and others do not sort.
    ranked: results
      .map(({ index, score }) => ({ index, score: isProbability ? score : 1 / (1 + Math.exp(-score)) }))
      .toSorted((a, b) => b.score - a.score),
    inputTokens: read.usage?.prompt_tokens ?? read.usage?.total_tokens ?? null,
  }
}
