// The usage of a call that generates nothing: of an embedding or rerank model.
import type { ModelUsage } from '@heddle/workflow/model/ports'
import { z } from 'zod'

const maxTokens = 10_000_000
// Servers that do not count send zero.
const count = z.coerce.number().int().min(1).max(maxTokens).optional().catch(undefined)
const Counts = z
  .object({ prompt_tokens: count, input_tokens: count, total_tokens: count })
  .transform((counts) => counts.prompt_tokens ?? counts.input_tokens ?? counts.total_tokens)
  .optional()
  .catch(undefined)
const Usage = z
  .object({
    usage: Counts,
    // Of Cohere, Infinity and LiteLLM.
    meta: z.object({ billed_units: Counts, tokens: Counts }).optional().catch(undefined),
    // Of Ollama.
    prompt_eval_count: count,
  })
  .transform(({ usage, meta, prompt_eval_count: evaluated }) => usage ?? meta?.billed_units ?? meta?.tokens ?? evaluated ?? null)
  .catch(null)

/** Returns the input tokens of a response; null when the endpoint does not report them. */
export const readInputTokens = (response: unknown): number | null => Usage.parse(response)

export const toInputUsage = (inputTokens: number, estimated: boolean): ModelUsage => ({
  inputTokens,
  outputTokens: 0,
  reasoningTokens: 0,
  cachedTokens: 0,
  estimated,
})
