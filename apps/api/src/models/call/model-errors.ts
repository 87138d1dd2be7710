// Maps failures of an endpoint to error codes.
import { ModelError } from '@heddle/workflow/ports'
import { APIError } from 'openai'
import { readContextExcess } from './context-excess.ts'

/** LiteLLM without a database knows only its own key, and refuses any other with status 400 and this type. */
const litellmKeyRefusal = 'no_db_connection'

/** Returns the error for a call that failed before its stream began. */
export function toModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error
  const status = error instanceof APIError ? error.status : undefined
  const cause = error instanceof APIError && status !== undefined ? summarizeResponse(status, error) : error
  // Without a status, the endpoint was not reached.
  if (status === undefined || status >= 500 || status < 400) return new ModelError('MODEL_UNAVAILABLE', { cause })
  if (status === 429) {
    const seconds = readRetryAfterMs(error)
    const params = seconds === undefined ? {} : { params: { retry_after: Math.ceil(seconds / 1000) } }
    return new ModelError('MODEL_RATE_LIMITED', { ...params, cause })
  }
  if (status === 401 || status === 403 || (error as APIError).type === litellmKeyRefusal)
    return new ModelError('CHAT_AUTH_KEY_MISSING', { cause })
  const excess = readContextExcess((error as APIError).error)
  if (excess) return new ModelError('MODEL_CONTEXT_EXCEEDED', { params: excess, cause })
  return new ModelError('MODEL_REFUSED', { params: { status }, cause })
}

/** Returns the error for an error object that an endpoint has sent in the stream of a reply. */
export function toStreamError(error: unknown): ModelError {
  const excess = readContextExcess(error)
  const cause = summarizeResponse('an error in the stream', Object(error) as Readonly<Record<string, unknown>>)
  if (excess) return new ModelError('MODEL_CONTEXT_EXCEEDED', { params: excess, cause })
  return new ModelError('MODEL_STREAM_BROKEN', { cause })
}

/** Returns what may be logged of an error: not its message, in which vLLM quotes the refused conversation. */
function summarizeResponse(what: number | string, { type, code }: { readonly type?: unknown; readonly code?: unknown }) {
  const names = [type, code].filter((name) => typeof name === 'string' && /^[\w.-]{1,60}$/.test(name))
  return new Error(['The endpoint responded with', what, ...names].join(' '))
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
