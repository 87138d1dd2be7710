import { ErrorBody, type ErrorCode } from '@heddle/contracts/errors'

/** A response outside 2xx, or one that breaks the contract. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: ErrorCode
  readonly params: Readonly<Record<string, unknown>>
  /** Of the request, by which the service's log is searched; null where there was none. */
  readonly requestId: string | null

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    params: Record<string, unknown> = {},
    { requestId = null, ...options }: ErrorOptions & { readonly requestId?: string | null } = {},
  ) {
    super(message, options)
    this.status = status
    this.code = code
    this.params = params
    this.requestId = requestId
  }
}

/** No response: the service was unreachable, or the connection broke. */
export class NetworkError extends Error {
  override name = 'NetworkError'
}

/** Returns the error of a response; a foreign body (a proxy's page) is UNKNOWN. */
export async function readApiError(response: Response): Promise<ApiError> {
  const requestId = readRequestId(response)
  const body = ErrorBody.safeParse(await response.json().catch(() => undefined))
  if (!body.success) return new ApiError(response.status, 'UNKNOWN', '', {}, { requestId })
  const { code, message, params } = body.data.detail
  return new ApiError(response.status, code, message, params, { requestId })
}

/** Returns the id under which the service logged the request; null behind a proxy that removes it. */
export const readRequestId = (response: Response): string | null => response.headers.get('x-request-id')

export const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/** Returns whether the user may not do it. */
export const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.status === 403

/** Returns whether the entity does not exist for this user, or the id is malformed. */
export const isUnknownEntity = (error: unknown): boolean => error instanceof ApiError && (error.status === 404 || error.status === 400)

/** Returns the id of the request in which the service failed; null for a refusal, which says itself what to do. */
export const findFailedRequest = (error: unknown): string | null =>
  error instanceof ApiError && (error.status < 400 || error.status >= 500) ? error.requestId : null
