// Reads text and reasoning out of content that is no plain string: parts, objects and fields of several names.
import type { Emit } from './stream/channel-splitter.ts'

type Fields = Readonly<Record<string, unknown>>

/** Mistral and Anthropic, OpenRouter, Responses; Gemini marks a part by `thought`. */
const reasoningTypes = /^(?:thinking|thought|reasoning(?:[._](?:text|summary|content))?|summary_text)$/
/** Where a part has its text. */
const textFields = ['text', 'thinking', 'reasoning', 'content', 'output_text', 'refusal', 'summary', 'value', 'parts'] as const
/** What has no text for a reader. */
const silentTypes = /^(?:tool|function|image|audio|input_|file|redacted|reasoning\.encrypted|signature|citation|reference|source)/

/**
 * Where a message has its reasoning: DeepSeek and SGLang, vLLM and OpenRouter, Ollama, Copilot, OpenRouter, LiteLLM. Gateways send one
 * text under several names.
 */
const reasoningFields = ['reasoning_content', 'reasoning', 'thinking', 'reasoning_text', 'reasoning_details', 'thinking_blocks'] as const

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Emits what content of any shape has, as `type` or as reasoning. Returns false when a part of it has no known shape. */
export function readContent(content: unknown, type: 'reasoning' | 'text', emit: Emit): boolean {
  if (content === null || content === undefined) return true
  if (typeof content === 'string') {
    if (content !== '') emit(type, content)
    return true
  }
  if (Array.isArray(content)) {
    let isRead = true
    for (const part of content) if (!readContent(part, type, emit)) isRead = false
    return isRead
  }
  if (!isFields(content)) return false
  const kind = typeof content['type'] === 'string' ? content['type'] : ''
  if (silentTypes.test(kind)) return true
  const field = textFields.find((name) => content[name] !== undefined && content[name] !== null)
  if (field === undefined) return Object.keys(content).length === 0
  return readContent(content[field], reasoningTypes.test(kind) || content['thought'] === true ? 'reasoning' : type, emit)
}

/** Whether a message may have reasoning. Written out: each token of a reply is asked, and a loop over names costs ten times as much. */
export const hasReasoning = (message: Fields): boolean =>
  Boolean(
    message['reasoning_content'] ||
    message['reasoning'] ||
    message['thinking'] ||
    message['reasoning_text'] ||
    message['reasoning_details'] ||
    message['thinking_blocks'],
  )

/** Returns the reasoning of a message by the first of its names that has any. */
export function findReasoning(message: Fields): string {
  for (const name of reasoningFields) {
    const value = message[name]
    if (typeof value === 'string') {
      if (value !== '') return value
    } else if (value !== undefined && value !== null) {
      let text = ''
      readContent(value, 'reasoning', (_, part) => (text += part))
      if (text !== '') return text
    }
  }
  return ''
}
