// Recognizes the error of a prompt beyond a model's context, in the words of OpenAI, vLLM, SGLang, llama.cpp, LiteLLM and others.
import { z } from 'zod'

/** The numbers of the refused call, as far as the endpoint names them. */
export type ContextExcess = { readonly context_tokens?: number; readonly prompt_tokens?: number }

const EndpointError = z.object({
  message: z.string().catch(''),
  type: z.unknown().optional(),
  code: z.unknown().optional(),
  // Of llama.cpp.
  n_ctx: z.number().int().positive().optional().catch(undefined),
  n_prompt_tokens: z.number().int().positive().optional().catch(undefined),
})

const names: ReadonlySet<unknown> = new Set(['exceed_context_size_error', 'context_length_exceeded'])
const litellmName = /ContextWindowExceededError/
const contextPattern = /(?:context (?:length|size|window)|model length)\D{0,24}(\d[\d,]*)/i
const promptPatterns = [
  /(\d[\d,]*) (?:input tokens|in the (?:messages|prompt))/i,
  /resulted in (\d[\d,]*) tokens/i,
  /(?:prompt|input|request) \((?:length )?(\d[\d,]*)/i,
]

/** Of TEI and llama.cpp, which refuse a batch as well as a text, and of OpenAI. */
const inputPattern = /too (?:large|long|many)|less than \d+ tokens|batch size|(?:maximum|max) (?:length|tokens|inputs?)/i

/** Returns whether an endpoint says that a text, or the number of texts, is too large for one call. */
export function isInputExcess(error: unknown): boolean {
  const read = EndpointError.safeParse(error)
  return read.success && (inputPattern.test(read.data.message) || readContextExcess(error) !== undefined)
}

/** Returns the numbers of an error object of an endpoint; undefined unless it says that the prompt exceeds the context. */
export function readContextExcess(error: unknown): ContextExcess | undefined {
  const read = EndpointError.safeParse(error)
  if (!read.success) return undefined
  const { message, type, code, n_ctx, n_prompt_tokens } = read.data
  const context = n_ctx ?? readCount(message, [contextPattern])
  if (!names.has(type) && !names.has(code) && !litellmName.test(message) && context === undefined) return undefined
  const prompt = n_prompt_tokens ?? readCount(message, promptPatterns)
  return { ...(context !== undefined && { context_tokens: context }), ...(prompt !== undefined && { prompt_tokens: prompt }) }
}

function readCount(message: string, patterns: readonly RegExp[]): number | undefined {
  const digits = patterns.map((pattern) => pattern.exec(message)?.[1]).find((match) => match !== undefined)
  return digits === undefined ? undefined : Number(digits.replaceAll(',', ''))
}
