import { errorMessages } from '@heddle/contracts/error-messages'
import type { ErrorCode, ErrorDetail } from '@heddle/contracts/errors'
import { isDatabaseOutage } from '../../../../database/database-outage.ts'
import { AppError } from '../../../../http/app-error.ts'

/** Whether an error may pass by itself: the job is tried again before it fails. */
export const isTransient = (error: unknown): boolean => !(error instanceof AppError) || error.statusCode === 503 || error.statusCode === 429

/** Returns what is stored and shown of an error. */
export function toFailure(error: unknown): ErrorDetail {
  const { code, params } = error instanceof AppError ? error : { code: findCode(error), params: undefined }
  return { code, message: errorMessages[code], ...(params && { params }) }
}

const findCode = (error: unknown): ErrorCode => (isDatabaseOutage(error) ? 'SOURCE_INTERRUPTED' : 'UNKNOWN')
