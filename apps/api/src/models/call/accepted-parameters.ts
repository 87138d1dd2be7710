// Which optional parameters a model accepts. Newer models of OpenAI refuse `max_tokens` and a temperature, others know no successor of
// `max_tokens`: what a refusal says is learnt.
import type { OptionalParameter } from '@heddle/contracts/model/model-endpoint'
import { APIError } from 'openai'
import type { ResponseFormatJSONSchema } from 'openai/resources/shared'

export type AcceptedParameters = {
  /** Left out of calls. Without `max_tokens`, the token limit is sent as `max_completion_tokens`. */
  readonly refused: readonly OptionalParameter[]
  /** The highest limit that the model accepts; undefined when it is unknown. */
  readonly maxOutputTokens?: number
}

/** Returns the field of the token limit; null when the model refuses both. */
export const findTokenLimitField = ({ refused }: AcceptedParameters) =>
  (['max_tokens', 'max_completion_tokens'] as const).find((field) => !refused.includes(field)) ?? null

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
  const refuse = (parameter: OptionalParameter): AcceptedParameters => ({ ...known, refused: [...known.refused, parameter] })
  if (sent.temperature !== undefined && isRefused('temperature', error)) return refuse('temperature')
  if (sent.response_format && (error.param?.startsWith('response_format') || schemaWords.test(error.message)))
    return refuse('response_format')
  const field = sent.max_tokens === undefined ? 'max_completion_tokens' : 'max_tokens'
  const limit = sent[field]
  if (limit === undefined || !isNamed(field, error)) return undefined
  const highest = readHighest(error.message)
  if (highest !== undefined && highest > 0 && highest < limit) return { ...known, maxOutputTokens: highest }
  if (!isRefused(field, error)) return undefined
  return refuse(field)
}

const isNamed = (name: string, { param, message }: APIError) => param === name || new RegExp(String.raw`\b${name}\b`).test(message)

const isRefused = (name: string, error: APIError) =>
  isNamed(name, error) && (String(error.code).startsWith('unsupported_') || unsupported.test(error.message))

function readHighest(message: string): number | undefined {
  const digits = highestPatterns.map((pattern) => pattern.exec(message)?.[1]).find((match) => match !== undefined)
  return digits === undefined ? undefined : Number(digits)
}
