import { ErrorBody, type ErrorCode } from '@heddle/contracts/errors'

/** A response outside 2xx, or one that breaks the contract. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: ErrorCode
  readonly params: Readonly<Record<string, unknown>>

  constructor(status: number, code: ErrorCode, message: string, params: Record<string, unknown> = {}, options?: ErrorOptions) {
    super(message, options)
    this.status = status
    this.code = code
    this.params = params
  }
}

/** No response: the service was unreachable, or the connection broke. */
export class NetworkError extends Error {
  override name = 'NetworkError'
}

/** Returns the error of a response; a foreign body (a proxy's page) is UNKNOWN. */
export async function readApiError(response: Response): Promise<ApiError> {
  const body = ErrorBody.safeParse(await response.json().catch(() => undefined))
  if (!body.success) return new ApiError(response.status, 'UNKNOWN', '')
  const { code, message, params } = body.data.detail
  return new ApiError(response.status, code, message, params)
}

export const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/** Returns whether the user may not do it. */
export const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.status === 403

/** Returns whether the entity does not exist for this user, or the id is malformed. */
export const isUnknownEntity = (error: unknown): boolean => error instanceof ApiError && (error.status === 404 || error.status === 400)
