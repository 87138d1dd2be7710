// How servers word the refusal of a parameter and of a token limit: a call without the one, or with a lower limit, is accepted then. Their
// sources are in the corpus.
import { beyondModelLength, litellmError, openAiError, type DemoRefusal, refusedWith, sglangError } from './error-shapes.ts'

type ParameterWording = {
  readonly parameter: (name: string, value: unknown) => DemoRefusal
  readonly limit: (name: string, limit: number, highest: number) => DemoRefusal
}

const extraForbidden = (name: string) => ({
  type: 'extra_forbidden',
  loc: ['body', name],
  msg: 'Extra inputs are not permitted',
})

function refuseLikeOpenAi(name: string, value: unknown): DemoRefusal {
  if (name === 'temperature') {
    const message = `Unsupported value: 'temperature' does not support ${String(value)} with this model. Only the default (1) value is supported.`
    return refusedWith(openAiError(message, { param: name, code: 'unsupported_value' }))
  }
  if (name === 'response_format')
    return refusedWith(openAiError("Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model."))
  const message = `Unsupported parameter: '${name}' is not supported with this model.`
  return refusedWith(openAiError(message, { param: name, code: 'unsupported_parameter' }))
}

export const parameterWordings = {
  openai: {
    parameter: refuseLikeOpenAi,
    limit: (name, limit, highest) =>
      refusedWith(
        openAiError(`${name} is too large: ${limit}. This model supports at most ${highest} completion tokens.`, {
          param: name,
          code: 'invalid_value',
        }),
      ),
  },
  azure: {
    parameter: (name) => refusedWith(openAiError(`Unrecognized request argument supplied: ${name}`)),
    limit: (name, limit, highest) =>
      refusedWith(
        openAiError(
          `${name} is too large: ${limit}. This model supports at most ${highest} completion tokens, whereas you provided ${limit}.`,
        ),
      ),
  },
  fastapi: {
    parameter: (name) => refusedWith({ detail: [extraForbidden(name)] }, 422),
    limit: (name, limit, highest) =>
      refusedWith(
        {
          detail: [{ type: 'less_than_equal', loc: ['body', name], msg: `Input should be less than or equal to ${highest}`, input: limit }],
        },
        422,
      ),
  },
  vllm: {
    parameter: (name) =>
      refusedWith(sglangError(`[{'type': 'extra_forbidden', 'loc': ('body', '${name}'), 'msg': 'Extra inputs are not permitted'}]`)),
    limit: (_name, limit, highest) => refusedWith(beyondModelLength(limit, highest)),
  },
  sglang: {
    parameter: (name) => refusedWith(sglangError(`${name} is not supported by this server.`)),
    limit: (_name, limit, highest) =>
      refusedWith(sglangError(`max_completion_tokens is too large: ${limit}.This model supports at most ${highest} completion tokens.`)),
  },
  tgi: {
    parameter: (name) => refusedWith({ error: `Input validation error: ${name} is not supported`, error_type: 'validation' }, 422),
    limit: (_name, limit, highest) =>
      refusedWith(
        { error: `Input validation error: \`max_new_tokens\` must be <= ${highest}. Given: ${limit}`, error_type: 'validation' },
        422,
      ),
  },
  mistral: {
    parameter: (name) =>
      refusedWith({ object: 'error', message: { detail: [extraForbidden(name)] }, type: 'invalid_request_error', code: null }, 422),
    limit: (name, limit, highest) => refusedWith(sglangError(`${name} must be less than or equal to ${highest}, got ${limit}`)),
  },
  deepseek: {
    parameter: (name) => refusedWith(openAiError(`this model does not support the parameter \`${name}\``)),
    limit: (name, _limit, highest) =>
      refusedWith(openAiError(`Invalid ${name} value, the valid range of ${name} is [1, ${highest}]`, { code: 'invalid_request_error' })),
  },
  litellm: {
    parameter: (name) => refusedWith(litellmError(`OpenAIException - Unsupported parameter: '${name}' is not supported with this model`)),
    limit: (name, limit, highest) =>
      refusedWith(
        litellmError(`OpenAIException - ${name} is too large: ${limit}. This model supports at most ${highest} completion tokens`),
      ),
  },
  rust: {
    parameter: (name) =>
      refusedWith(`Failed to deserialize the JSON body into the target type: unknown field \`${name}\` at line 1 column 92`, 422),
    limit: (name, _limit, highest) => refusedWith(`${name}: expected a value <= ${highest}`, 422),
  },
} satisfies Record<string, ParameterWording>

export type RefuseStyle = keyof typeof parameterWordings
export const refuseStyles = Object.keys(parameterWordings) as RefuseStyle[]
