// Maps failures of an endpoint to error codes.
import { ModelError } from '@heddle/workflow/ports'
import { APIError } from 'openai'

/** Returns the error for a call that failed before its stream began. */
export function toModelError(error: unknown): ModelError {
  const status = error instanceof APIError ? error.status : undefined
  const cause = error instanceof APIError && status !== undefined ? summarizeResponse(error) : error
  // Without a status, the endpoint was not reached.
  if (status === undefined || status >= 500 || status < 400) return new ModelError('MODEL_UNAVAILABLE', { cause })
  if (status === 429) {
    const seconds = readRetryAfterMs(error)
    const params = seconds === undefined ? {} : { params: { retry_after: Math.ceil(seconds / 1000) } }
    return new ModelError('MODEL_RATE_LIMITED', { ...params, cause })
  }
  if (status === 401 || status === 403) return new ModelError('CHAT_AUTH_KEY_MISSING', { cause })
  return new ModelError('MODEL_REFUSED', { params: { status }, cause })
}

/** Returns what may be logged of a response: not its message, in which vLLM quotes the refused conversation. */
function summarizeResponse({ status, code, type }: APIError) {
  const names = [type, code].filter((name) => typeof name === 'string' && /^[\w.-]{1,60}$/.test(name))
  return new Error(['The endpoint responded with', status, ...names].join(' '))
}

/** Whether the same call may succeed a moment later. */
export function isRetryable({ code }: ModelError): boolean {
  return code === 'MODEL_UNAVAILABLE' || code === 'MODEL_RATE_LIMITED'
}

/** Returns the wait that the endpoint requests (RFC 9110, section 10.2.3: seconds or a date); undefined when there is none. */
export function readRetryAfterMs(error: unknown): number | undefined {
  const value = error instanceof APIError ? error.headers?.get('retry-after') : undefined
  if (!value) return undefined
  const seconds = Number(value)
  const ms = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
