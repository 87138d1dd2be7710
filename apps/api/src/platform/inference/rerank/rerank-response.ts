// What the endpoints of rerank models respond: there is no standard, but lists of scores under several names.
import { z } from 'zod'
import { readInputTokens } from '../input-usage.ts'

/** Numbers as text, too. What is none is missing. */
const numeric = z
  .union([z.number(), z.string().trim().min(1).transform(Number)])
  .pipe(z.number())
  .optional()
  .catch(undefined)

const Entry = z.union([
  z
    .object({
      index: z.union([z.int(), z.string().regex(/^\d+$/).transform(Number)]).optional(),
      relevance_score: numeric,
      score: numeric,
      // Of NVIDIA NIM.
      logit: numeric,
    })
    .transform(({ index, relevance_score: relevance, score, logit }) => ({ index, score: relevance ?? score ?? logit })),
  numeric.transform((score) => ({ index: undefined, score })),
])
const Entries = z.array(Entry).min(1)

const RerankResponse = z.union([
  // TEI and SGLang.
  Entries,
  // vLLM, Jina, Cohere, LiteLLM, llama.cpp, LocalAI, Xinference and SiliconFlow.
  z.object({ results: Entries }).transform(({ results }) => results),
  // Voyage, older versions of Infinity, and the scores of vLLM.
  z.object({ data: Entries }).transform(({ data }) => data),
  z.object({ rankings: Entries }).transform(({ rankings }) => rankings),
  // DashScope.
  z.object({ output: z.object({ results: Entries }) }).transform(({ output }) => output.results),
])

export type Ranked = { readonly index: number; readonly score: number }

export type RerankResult = {
  /** In the order of the response. What the endpoint left out, or gave no number, is missing. */
  readonly scores: readonly Ranked[]
  /** Null when the endpoint does not report it. */
  readonly inputTokens: number | null
}

/** Returns the scores of a response, as the model made them; null when they cannot be used. */
export function readRerank(response: unknown, passages: number): RerankResult | null {
  const { data: entries } = RerankResponse.safeParse(response)
  if (!entries) return null
  const hasIndex = entries.some(({ index }) => index !== undefined)
  // Without indexes, only a whole list says whose the scores are.
  if (hasIndex ? entries.some(({ index }) => index === undefined) : entries.length !== passages) return null
  const indexes = new Set(entries.map(({ index }, position) => index ?? position))
  if (indexes.size < entries.length || [...indexes].some((index) => index < 0 || index >= passages)) return null
  const scores = entries.flatMap(({ index, score }, position) => (score === undefined ? [] : [{ index: index ?? position, score }]))
  return scores.length === 0 ? null : { scores, inputTokens: readInputTokens(response) }
}

/** Returns the best one first, with scores between 0 and 1. */
export function rankScores(scores: readonly Ranked[]): readonly Ranked[] {
  // llama.cpp and others send logits.
  const isProbability = scores.every(({ score }) => score >= 0 && score <= 1)
  // LocalAI and others do not sort. Sorted before a high logit is rounded to one.
  return scores
    .toSorted((a, b) => b.score - a.score || a.index - b.index)
    .map(({ index, score }) => ({ index, score: isProbability ? score : 1 / (1 + Math.exp(-score)) }))
}
