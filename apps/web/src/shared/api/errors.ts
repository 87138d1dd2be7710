import { ErrorBody, type ErrorCode } from '@heddle/contracts/errors'

/** An answer outside 2xx, or one that is not what the contract says. */
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

/** No answer at all: the service could not be reached, or the connection broke. */
export class NetworkError extends Error {
  override name = 'NetworkError'
}

/** Reads the error of an answer; a body that is not ours (a proxy's page) is UNKNOWN. */
export async function readApiError(response: Response): Promise<ApiError> {
  const body = ErrorBody.safeParse(await response.json().catch(() => undefined))
  if (!body.success) return new ApiError(response.status, 'UNKNOWN', '')
  const { code, message, params } = body.data.detail
  return new ApiError(response.status, code, message, params)
}

export const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/** Not there, or not for this person, or at an address that can be nothing's. */
export const isUnknownThing = (error: unknown): boolean => error instanceof ApiError && (error.status === 404 || error.status === 400)
