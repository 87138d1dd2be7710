// Reads the tokens that a server reports of a call, and tells those that cannot be true.
import { imageTokens, messageTokens } from '@heddle/workflow/model/context-room'
import type { ModelMessage, ModelUsage } from '@heddle/workflow/model/ports'
import { isFields } from '../reply-content.ts'

/** The limit lets the sum of a run's calls fit a column of 32 bits. */
const maxTokens = 10_000_000
/** The tokens of a long text have fewer bytes in any language: a word of English has about five, one of Thai or Chinese ten. */
const maxTokenBytes = 24
/** What a template, a gateway or the server's own instructions may add to a prompt. */
const hiddenTokens = 8_192
/** An image has at most about so many times as many tokens as we count for it. */
const imageFactor = 10

/** The names of OpenAI, of Anthropic and the Responses interface, and of Ollama. */
const countNames = [
  ['prompt_tokens', 'completion_tokens'],
  ['input_tokens', 'output_tokens'],
  ['prompt_eval_count', 'eval_count'],
] as const

/** Returns the usage of a chunk's field; undefined when its counts are none, such as -1, "12" or 1.5. */
export function toModelUsage(reported: unknown): ModelUsage | undefined {
  if (!isFields(reported)) return undefined
  const [input, output] = countNames.find(([name]) => reported[name] !== undefined) ?? countNames[0]
  const inputTokens = reported[input]
  const outputTokens = reported[output]
  if (!isCount(inputTokens) || !isCount(outputTokens)) return undefined
  const reasoningTokens = toCount(reported['completion_tokens_details'], 'reasoning_tokens')
  return {
    inputTokens,
    // xAI counts its reasoning apart from the completion.
    outputTokens: reasoningTokens > outputTokens ? Math.min(maxTokens, outputTokens + reasoningTokens) : outputTokens,
    reasoningTokens,
    cachedTokens: Math.min(inputTokens, toCount(reported['prompt_tokens_details'], 'cached_tokens')),
    estimated: false,
  }
}

function toCount(details: unknown, name: string): number {
  const value = isFields(details) ? details[name] : undefined
  return isCount(value) ? value : 0
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= maxTokens

/** Whether a prompt may have so many tokens: each has at least one byte, and some are added by the server. */
export function isPossiblePrompt(messages: readonly ModelMessage[], tokens: number): boolean {
  let bytes = 0
  let others = hiddenTokens
  for (const { content, images = [] } of messages) {
    bytes += Buffer.byteLength(content)
    others += messageTokens + images.length * imageTokens * imageFactor
  }
  return tokens >= bytes / maxTokenBytes && tokens <= bytes + others
}

/**
 * Whether an output of so many bytes may have so many tokens. It may have had many more, as not every server sends its thoughts, but
 * not more than the context.
 */
export function isPossibleOutput(bytes: number, tokens: number, contextTokens = maxTokens): boolean {
  return tokens >= bytes / maxTokenBytes && tokens <= Math.max(contextTokens, bytes)
}
