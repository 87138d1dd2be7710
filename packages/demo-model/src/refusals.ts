// What a model refuses before it replies: parameters, and prompts beyond its context.
import type { ServerResponse } from 'node:http'
import { sendJson } from './respond.ts'
import type { Switches } from './switches.ts'

export type LimitedRequest = {
  readonly max_tokens?: number | null | undefined
  readonly max_completion_tokens?: number | null | undefined
  readonly temperature?: number | null | undefined
  readonly response_format?: object | null | undefined
  readonly messages: readonly { readonly images: number }[]
}

type EndpointError = Readonly<Record<string, unknown>>

/** What LiteLLM 1.82.6 without a database says of a key that is not its own. */
export const keyRefusal: EndpointError = { message: 'No connected db.', type: 'no_db_connection', param: null, code: '400' }

/** Returns the error of a parameter that the switches refuse; null for an accepted request. */
export function findRefusedParameter(request: LimitedRequest, switches: Switches): EndpointError | null {
  const isRefused = { max_tokens: switches.refuse_max_tokens, max_completion_tokens: switches.refuse_max_completion_tokens }
  for (const param of ['max_tokens', 'max_completion_tokens'] as const) {
    const limit = request[param]
    if (limit === undefined || limit === null) continue
    if (isRefused[param]) {
      const message = `Unsupported parameter: '${param}' is not supported with this model.`
      return { message, type: 'invalid_request_error', param, code: 'unsupported_parameter' }
    }
    if (switches.max_output !== undefined && limit > switches.max_output) {
      const message = `${param} is too large: ${limit}. This model supports at most ${switches.max_output} completion tokens.`
      return { message, type: 'invalid_request_error', param, code: 'invalid_value' }
    }
  }
  if (switches.refuse_response_format && request.response_format) {
    const message = "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model."
    return { message, type: 'invalid_request_error', param: null, code: null }
  }
  if (switches.refuse_images && request.messages.some(({ images }) => images > 0))
    return { message: 'This model is not a multimodal model.', type: 'BadRequestError', param: null, code: 400 }
  if (!switches.refuse_temperature || typeof request.temperature !== 'number') return null
  const message = `Unsupported value: 'temperature' does not support ${request.temperature} with this model. Only the default (1) value is supported.`
  return { message, type: 'invalid_request_error', param: 'temperature', code: 'unsupported_value' }
}

/** Refuses a call whose prompt and token limit exceed the context; returns whether it did. */
export function refuseExcess(response: ServerResponse, request: LimitedRequest, promptTokens: number, switches: Switches): boolean {
  const { context, context_error: style = 'llama_cpp' } = switches
  const limit = request.max_tokens ?? request.max_completion_tokens ?? 0
  // llama.cpp cuts a long answer, and refuses only a long prompt.
  const tokens = style.startsWith('llama_cpp') ? promptTokens : promptTokens + limit
  if (context === undefined || tokens <= context) return false
  const error = createExcess[style](context, promptTokens, limit)
  if (style === 'llama_cpp_stream') {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    response.end(`error: ${JSON.stringify(error)}\n\ndata: [DONE]\n\n`)
  } else sendJson(response, 400, { error })
  return true
}

const createLlamaExcess = (context: number, prompt: number): EndpointError => ({
  code: 400,
  message: `request (${prompt} tokens) exceeds the available context size (${context} tokens), try increasing it`,
  type: 'exceed_context_size_error',
  n_prompt_tokens: prompt,
  n_ctx: context,
})

const createExcess = {
  llama_cpp: createLlamaExcess,
  llama_cpp_stream: createLlamaExcess,
  vllm: (context: number, prompt: number, limit: number): EndpointError => ({
    message: `This model's maximum context length is ${context} tokens. However, you requested ${prompt + limit} tokens (${prompt} in the messages, ${limit} in the completion). Please reduce the length of the messages or completion.`,
    type: 'BadRequestError',
    param: null,
    code: 400,
  }),
  openai: (context: number, prompt: number): EndpointError => ({
    message: `This model's maximum context length is ${context} tokens. However, your messages resulted in ${prompt} tokens. Please reduce the length of the messages.`,
    type: 'invalid_request_error',
    param: 'messages',
    code: 'context_length_exceeded',
  }),
}
