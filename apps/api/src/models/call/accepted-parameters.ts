// Which optional parameters a model accepts. Newer models of OpenAI refuse `max_tokens` and a temperature, others know no successor of
// `max_tokens`: what a refusal says is learnt.
import { APIError } from 'openai'
import type { ResponseFormatJSONSchema } from 'openai/resources/shared'

export type AcceptedParameters = {
  /** The field of the token limit; null when the model refuses both. */
  readonly tokenLimitField: 'max_tokens' | 'max_completion_tokens' | null
  readonly temperature: boolean
  /** Whether the server enforces a JSON Schema. */
  readonly responseFormat: boolean
  /** The highest limit that the model accepts; undefined when it is unknown. */
  readonly maxOutputTokens?: number
}

/** The optional parameters of a refused call. */
export type SentParameters = {
  readonly max_tokens?: number
  readonly max_completion_tokens?: number
  readonly temperature?: number
  readonly response_format?: ResponseFormatJSONSchema
}

const unsupported =
  /unsupported|not support|not (?:allowed|permitted)|unknown|unrecognized|unexpected|extra (?:inputs|fields)|only the default/i
/** Of vLLM and llama.cpp too, which name what they make of a schema. */
const schemaWords = /response_format|json.?schema|grammar|guided|structured.?output/i
const highestPatterns = [/at most `?(\d+)/i, /less than or equal to `?(\d+)/i, /\[\d+, ?(\d+)\]/, /maximum (?:value|of)\D{0,30}(\d+)/i]

/** Returns what the model accepts after it has refused a call; undefined when the refusal names none of its optional parameters. */
export function learnFromRefusal(known: AcceptedParameters, sent: SentParameters, error: unknown): AcceptedParameters | undefined {
  if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) return undefined
  if (sent.temperature !== undefined && isRefused('temperature', error)) return { ...known, temperature: false }
  if (sent.response_format && (error.param?.startsWith('response_format') || schemaWords.test(error.message)))
    return { ...known, responseFormat: false }
  const field = sent.max_tokens === undefined ? 'max_completion_tokens' : 'max_tokens'
  const limit = sent[field]
  if (limit === undefined || !isNamed(field, error)) return undefined
  const highest = readHighest(error.message)
  if (highest !== undefined && highest > 0 && highest < limit) return { ...known, maxOutputTokens: highest }
  if (!isRefused(field, error)) return undefined
  return { ...known, tokenLimitField: field === 'max_tokens' ? 'max_completion_tokens' : null }
}

const isNamed = (name: string, { param, message }: APIError) => param === name || new RegExp(String.raw`\b${name}\b`).test(message)

const isRefused = (name: string, error: APIError) =>
  isNamed(name, error) && (String(error.code).startsWith('unsupported_') || unsupported.test(error.message))

function readHighest(message: string): number | undefined {
  const digits = highestPatterns.map((pattern) => pattern.exec(message)?.[1]).find((match) => match !== undefined)
  return digits === undefined ? undefined : Number(digits)
}
