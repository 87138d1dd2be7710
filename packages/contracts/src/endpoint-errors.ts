// Every error code that an endpoint can answer with. What its domain refuses stands in its contract; the rest follows from
// what it takes and who may call it. Tests of the API fail when a response carries a code that is not among these.
import type { Endpoint } from './endpoint.ts'
import { errorCodes, type ErrorCode } from './errors.ts'

function* derivedErrors({ method, schema, config }: Endpoint): Generator<ErrorCode> {
  yield* ['UNKNOWN', 'SERVICE_UNAVAILABLE', 'RATE_LIMITED'] as const
  if (schema.params) yield* ['BAD_REQUEST', 'NOT_FOUND'] as const
  if (schema.querystring) yield 'BAD_REQUEST'
  if (method !== 'GET') yield* ['BAD_REQUEST', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'XSRF_MISMATCH', 'CONFLICT'] as const
  if (config.policy === 'public') return
  yield* ['AUTH_REQUIRED', 'AUTH_TOKEN_INVALID', 'AUTH_TOKEN_EXPIRED', 'AUTH_SESSION_ENDED'] as const
  if (config.policy === 'own_session') return
  yield 'AUTH_PASSWORD_CHANGE_REQUIRED'
  if (config.policy !== 'signed_in') yield 'FORBIDDEN'
  if (config.stepUp) yield 'AUTH_STEP_UP_REQUIRED'
}

/** The codes that the endpoint can answer with, in the order of the catalogue. */
export function listDeclaredErrors(endpoint: Endpoint): ErrorCode[] {
  const declared = new Set([...derivedErrors(endpoint), ...(endpoint.config.errors ?? [])])
  return errorCodes.filter((code) => declared.has(code))
}
