// A failure as it is told on the wire and in rows.
import { errorMessages } from '@heddle/contracts/error-messages'
import { type ErrorCode, type ErrorDetail, isErrorCode } from '@heddle/contracts/errors'

export const errorDetail = (code: ErrorCode, params?: Readonly<Record<string, unknown>>): ErrorDetail => ({
  code,
  message: errorMessages[code],
  ...(params && { params: { ...params } }),
})

/** The code of a failure; that of the inside is `UNKNOWN`. */
export const toErrorCode = (code: string): ErrorCode => (isErrorCode(code) ? code : 'UNKNOWN')

/** What a reply says about the failure that ended it; a failure of no known code tells nothing of the inside. */
export function toErrorDetail(failure: unknown): ErrorDetail {
  const { code, params } = failure instanceof Error ? (failure as { code?: unknown; params?: Readonly<Record<string, unknown>> }) : {}
  return isErrorCode(code) ? errorDetail(code, params) : errorDetail('UNKNOWN')
}
