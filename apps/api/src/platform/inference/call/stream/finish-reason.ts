// What servers name as the reason for which a reply has ended, in one table.
import { ModelError } from '@heddle/workflow/model/ports'

/** `failed` is every other reason: the server gave the reply up, or says what is not known. */
type FinishKind = 'stop' | 'length' | 'tool_calls' | 'filtered' | 'failed'

/** By their names in lower case with underscores, without a prefix such as `FINISH_REASON_`. */
const reasons: Readonly<Record<Exclude<FinishKind, 'failed'>, readonly string[]>> = {
  stop: [
    'stop', // OpenAI, vLLM, SGLang, Ollama, Gemini
    'eos', // llama.cpp's own, Together
    'eos_token', // TGI, watsonx
    'eos_found', // LM Studio
    'stop_string_found', // LM Studio
    'stop_sequence', // TGI, Anthropic, Bedrock
    'stop_sequence_reached', // Aleph Alpha
    'stop_token', // MLX
    'stop_criteria_met', // Titan
    'word', // llama.cpp's own
    'end_of_text', // Aleph Alpha
    'endoftext', // AI21
    'end', // Writer
    'end_turn', // Anthropic
    'end_of_turn',
    'pause_turn', // Anthropic: a long turn that may be continued
    'complete', // Cohere
    'completed', // Responses
    'finish', // Titan
    'finished', // Titan
  ],
  tool_calls: [
    'tool_calls', // OpenAI, vLLM, Mistral
    'tool_call', // Cohere
    'tool_use', // Anthropic
    'function_call', // OpenAI's legacy form
  ],
  length: [
    'length', // OpenAI, vLLM, SGLang, TGI, Ollama
    'limit', // llama.cpp's own
    'max_tokens', // Anthropic, Gemini, Cohere
    'max_length',
    'max_new_tokens',
    'max_output_tokens', // Responses
    'max_completion_tokens',
    'maximum_tokens', // Aleph Alpha
    'max_predicted_tokens_reached', // LM Studio
    'model_length', // Mistral
    'token_limit', // watsonx
    'error_limit', // Cohere
    'context_length',
    'context_length_exceeded',
    'context_length_reached', // LM Studio
    'context_window_exceeded',
    'model_context_window_exceeded', // Anthropic, Bedrock, Zhipu
    'compaction', // Anthropic
    'truncated',
    'incomplete', // Responses
  ],
  filtered: [
    'content_filter', // OpenAI, Azure, DeepSeek
    'content_filtered', // Bedrock, Titan
    'contentfilter',
    'filtered',
    'filter',
    'refusal', // Anthropic
    'sensitive', // Zhipu
    'guardrail_intervened', // Bedrock
    'guardrails',
    'moderation',
    'flagged',
    'error_toxic', // Cohere
    // Gemini
    'safety',
    'recitation',
    'blocklist',
    'prohibited_content',
    'spii',
    'language',
    'model_armor',
    'image_safety',
    'image_recitation',
    'image_prohibited_content',
  ],
}

/** The server itself has given the reply up: its next replies may end so too. */
const serverFailures: ReadonlySet<string> = new Set([
  'abort', // vLLM, SGLang
  'aborted',
  'error', // vLLM, Mistral, Cohere, OpenRouter
  'failed', // LM Studio
  'insufficient_system_resource', // DeepSeek
  'network_error', // Zhipu
  'timeout', // Cohere
  'time_limit', // watsonx
  'unload', // Ollama
  'model_unloaded', // LM Studio
])

const kinds = new Map<string, FinishKind>(
  (['stop', 'length', 'tool_calls', 'filtered'] as const).flatMap((kind) => reasons[kind].map((name) => [name, kind] as const)),
)

/** The cause of a `MODEL_STREAM_BROKEN` that the server's own end of a reply has. */
class ReplyGivenUp extends Error {}

export type Finish = { readonly kind: FinishKind; readonly name: string }

/** Reads a finish reason: a name, or SGLang's object with its `type`. Returns undefined for one that says that the reply goes on. */
export function readFinish(reason: unknown): Finish | undefined {
  const value = typeof reason === 'object' && reason !== null && 'type' in reason ? reason.type : reason
  if (value === null || value === undefined || value === false) return undefined
  const name = (typeof value === 'string' ? value : typeof value)
    .trim()
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
    .replace(/^finish_?reason[._]/, '')
  // DashScope's own interface sends the word.
  if (name === '' || name === 'null' || name === 'none') return undefined
  return { kind: kinds.get(name) ?? 'failed', name }
}

/** Returns the error of a reply that has neither ended by itself nor at its limit. */
export function toFinishError({ kind, name }: Finish): ModelError | undefined {
  if (kind === 'filtered') return new ModelError('MODEL_CONTENT_FILTERED')
  if (kind !== 'failed') return undefined
  // A reason may be any text; what may be logged is a name.
  const message = `The reply ended with ${/^[\w.]{1,60}$/.test(name) ? name : 'an unknown reason'}`
  return new ModelError('MODEL_STREAM_BROKEN', { cause: serverFailures.has(name) ? new ReplyGivenUp(message) : new Error(message) })
}

/** Whether the server has given a reply up by itself, which says something of its health. */
export const isGivenUp = (error: unknown): boolean => error instanceof ModelError && error.cause instanceof ReplyGivenUp
