// Which optional parameters a model accepts. Newer models of OpenAI refuse `max_tokens` and a temperature, others know no successor of
// `max_tokens`, and strict servers no `stream_options`.
import type { OptionalParameter } from '@heddle/contracts/model/model-endpoint'
import type { AnswerSchema, ModelRequest } from '@heddle/workflow/model/ports'
import type { ResponseFormatJSONSchema } from 'openai/resources/shared'

export type AcceptedParameters = {
  /** Left out of calls. Without `max_tokens`, the token limit is sent as `max_completion_tokens`. */
  readonly refused: readonly OptionalParameter[]
  /** The highest limit that the model accepts; undefined when it is unknown. */
  readonly maxOutputTokens?: number
}

/** Returns the field of the token limit; null when the model refuses both. */
const findTokenLimitField = ({ refused }: AcceptedParameters) =>
  (['max_tokens', 'max_completion_tokens'] as const).find((field) => !refused.includes(field)) ?? null

/** The optional parameters of a call. */
export type SentParameters = {
  readonly max_tokens?: number
  readonly max_completion_tokens?: number
  readonly temperature?: number
  readonly stream_options?: { readonly include_usage: true }
  readonly response_format?: ResponseFormatJSONSchema
}

export const getSentLimit = ({ max_tokens: limit, max_completion_tokens: newLimit }: SentParameters) => limit ?? newLimit

/** Returns the parameters of a call, without those that the model refuses. */
export function chooseParameters(
  { temperature, answerSchema }: Pick<ModelRequest, 'temperature' | 'answerSchema'>,
  limit: number | undefined,
  accepted: AcceptedParameters,
): SentParameters {
  const { refused, maxOutputTokens = Number.POSITIVE_INFINITY } = accepted
  const field = findTokenLimitField(accepted)
  return {
    ...(!refused.includes('stream_options') && { stream_options: { include_usage: true } }),
    ...(temperature !== undefined && !refused.includes('temperature') && { temperature }),
    ...(limit !== undefined && field && { [field]: Math.min(limit, maxOutputTokens) }),
    ...(answerSchema && !refused.includes('response_format') && { response_format: toResponseFormat(answerSchema) }),
  }
}

const toResponseFormat = ({ name, schema }: AnswerSchema) => ({
  type: 'json_schema' as const,
  json_schema: { name, schema, strict: true },
})
