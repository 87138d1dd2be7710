// What the endpoints of embedding models respond.
import type { ModelUsage } from '@heddle/workflow/ports'
import { InvalidVectorsError } from '@heddle/retrieval/vectors'
import { z } from 'zod'

const count = z.int().min(0).max(10_000_000).optional().catch(undefined)
const EmbeddingResponse = z.object({
  data: z.array(z.object({ index: z.int().optional(), embedding: z.array(z.number()) })),
  usage: z.object({ prompt_tokens: count, total_tokens: count }).optional().catch(undefined),
})

export type EmbeddingResult = {
  /** In the order of the texts; their lengths and numbers are not checked yet. */
  readonly vectors: readonly (readonly number[])[]
  /** Null when the endpoint does not report it. */
  readonly inputTokens: number | null
}

/** Returns the vectors of a response, each where its index says. Throws an `InvalidVectorsError`. */
export function readEmbeddings(response: unknown, texts: number): EmbeddingResult {
  const { data: read } = EmbeddingResponse.safeParse(response)
  if (!read) throw new InvalidVectorsError('not_finite', 'The response has no vectors, or some that are not numbers')
  const vectors: (readonly number[] | undefined)[] = Array.from({ length: texts })
  for (const [position, { index = position, embedding }] of read.data.entries()) {
    if (index < 0 || index >= texts || vectors[index]) throw new InvalidVectorsError('count', `Vector ${index} is unknown or repeated`)
    vectors[index] = embedding
  }
  const found = vectors.filter((vector) => vector !== undefined)
  if (found.length < texts) throw new InvalidVectorsError('count', `${found.length} vectors came for ${texts} inputs`)
  return { vectors: found, inputTokens: read.usage?.prompt_tokens ?? read.usage?.total_tokens ?? null }
}

/** The usage of a call that generates nothing. */
export const toInputUsage = (inputTokens: number, estimated: boolean): ModelUsage => ({
  inputTokens,
  outputTokens: 0,
  reasoningTokens: 0,
  cachedTokens: 0,
  estimated,
})
