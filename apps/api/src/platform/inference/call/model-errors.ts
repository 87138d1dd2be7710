// Maps failures of an endpoint to error codes.
import { ModelError, type ModelErrorCode } from '@heddle/workflow/model/ports'
import { APIError } from 'openai'
import { findPrivateRefusal } from '../endpoint/endpoint-address.ts'
import { isVectorRefusal } from '../batch-limit.ts'
import { isInputExcess, readRefusal, type ModelRefusal, type RefusalKind } from './refusal/refusal.ts'

/** The cause of an error that a server has responded with. Its message may be logged. */
class RefusedCall extends Error {
  // Not enumerable, so that no log has it.
  readonly #refusal: ModelRefusal

  constructor(message: string, refusal: ModelRefusal) {
    super(message)
    this.#refusal = refusal
  }

  get refusal() {
    return this.#refusal
  }
}

const codes: Record<RefusalKind, ModelErrorCode> = {
  context: 'MODEL_CONTEXT_EXCEEDED',
  token_limit: 'MODEL_REFUSED',
  parameter: 'MODEL_REFUSED',
  content: 'MODEL_CONTENT_FILTERED',
  quota: 'MODEL_QUOTA_EXCEEDED',
  rate: 'MODEL_RATE_LIMITED',
  key: 'CHAT_AUTH_KEY_MISSING',
  unavailable: 'MODEL_UNAVAILABLE',
  not_an_api: 'MODEL_NOT_AN_API',
  unknown: 'MODEL_REFUSED',
}

/** Of an error inside of a stream: the server has accepted the call, and fails in it. */
const streamCodes: Partial<Record<RefusalKind, ModelErrorCode>> = {
  unavailable: 'MODEL_STREAM_BROKEN',
  not_an_api: 'MODEL_STREAM_BROKEN',
  unknown: 'MODEL_STREAM_BROKEN',
}

/** Returns the error for a call that failed before its stream began. */
export function toModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error
  if (findPrivateRefusal(error)) return new ModelError('MODEL_ADDRESS_REFUSED', { params: { reason: 'private_network' }, cause: error })
  // Without a status, the endpoint was not reached.
  if (!(error instanceof APIError) || error.status === undefined) return new ModelError('MODEL_UNAVAILABLE', { cause: error })
  const { status } = error
  const refusal = readRefusal({ status, body: error.error ?? error.message })
  return toError(codes[refusal.kind], refusal, describe(status, refusal, error), readRetryAfterMs(error))
}

/** Returns the error for an error object that an endpoint has sent in the stream of a reply. */
export function toStreamError(error: unknown): ModelError {
  const refusal = readRefusal({ status: undefined, body: error })
  const code = streamCodes[refusal.kind] ?? codes[refusal.kind]
  return toError(code, refusal, describe('an error in the stream', refusal, Object(error) as ErrorNames))
}

/** What a text that is too long, or too many of them, may be taken for in a call of embeddings. */
const postKinds: ReadonlySet<RefusalKind> = new Set(['context', 'token_limit', 'parameter', 'unavailable', 'unknown'])

/** Returns the error of a post; llama.cpp refuses a text that is too long with status 500: it is no failure of the endpoint. */
export function toPostError(error: unknown): ModelError {
  const failure = toModelError(error)
  const refusal = getRefusal(failure)
  // Of one text: the endpoint itself is well.
  if (refusal && isVectorRefusal(error)) return new ModelError('MODEL_REFUSED', { params: { status: 500 }, cause: failure.cause })
  const isExcess = error instanceof APIError && refusal && postKinds.has(refusal.kind) && isInputExcess(error.error)
  return isExcess ? new ModelError('MODEL_CONTEXT_EXCEEDED', { cause: failure.cause }) : failure
}

/** Returns what a server has refused; undefined for a failure of another kind. */
export function getRefusal({ cause }: ModelError): ModelRefusal | undefined {
  return cause instanceof RefusedCall ? cause.refusal : undefined
}

function toError(code: ModelErrorCode, refusal: ModelRefusal, message: string, retryAfterMs?: number): ModelError {
  const cause = new RefusedCall(message, refusal)
  const { status } = refusal
  if (code === 'MODEL_CONTEXT_EXCEEDED') return new ModelError(code, { params: refusal.excess, cause })
  if (code === 'MODEL_RATE_LIMITED')
    return new ModelError(code, { ...(retryAfterMs !== undefined && { params: { retry_after: Math.ceil(retryAfterMs / 1000) } }), cause })
  const hasStatus = (code === 'MODEL_REFUSED' || code === 'MODEL_NOT_AN_API') && status !== undefined
  return new ModelError(code, { ...(hasStatus && { params: { status } }), cause })
}

type ErrorNames = { readonly type?: unknown; readonly code?: unknown }

/** Returns what may be logged of an error: not its message, in which vLLM quotes the refused conversation. */
function describe(what: number | string, { kind }: ModelRefusal, { type, code }: ErrorNames): string {
  const names = [type, code].filter((name) => typeof name === 'string' && /^[\w.-]{1,60}$/.test(name))
  return ['The endpoint responded with', what, ...names, ...(kind === 'unknown' ? [] : [`(${kind})`])].join(' ')
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
