// The shapes of errors, as servers send them.

export type DemoRefusal = {
  readonly status: number
  readonly body: unknown
  /** Sent as the field `error` of an event stream. */
  readonly isField?: boolean
}

/** The fields of an error of OpenAI, and of vLLM and SGLang. */
export const openAiError = (message: string, fields: object = {}) => ({
  error: { message, type: 'invalid_request_error', param: null, code: null, ...fields },
})
export const vllmError = (message: string, param: string | null = null) => ({
  error: { message, type: 'BadRequestError', param, code: 400 },
})
export const sglangError = (message: string) => ({ object: 'error', message, type: 'BadRequestError', param: null, code: 400 })
export const litellmError = (message: string) => ({
  error: {
    message: `litellm.BadRequestError: ${message}. Received Model Group=demo\nAvailable Model Group Fallbacks=None`,
    type: null,
    param: null,
    code: '400',
  },
})
export const anthropicError = (message: string) => ({ type: 'error', error: { type: 'invalid_request_error', message } })
export const refusedWith = (body: unknown, status = 400): DemoRefusal => ({ status, body })

export const beyondModelLength = (limit: number, context: number) =>
  vllmError(
    `max_tokens=${limit} cannot be greater than max_model_len=max_total_tokens=${context}. Please request fewer output tokens. (parameter=max_tokens, value=${limit})`,
    'max_tokens',
  )
