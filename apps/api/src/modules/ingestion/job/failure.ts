import { errorMessages } from '@heddle/contracts/error-messages'
import type { ErrorCode, ErrorDetail } from '@heddle/contracts/errors'
import { listDatabaseCodes } from '../../../platform/database/database-codes.ts'
import { isDatabaseOutage } from '../../../platform/database/database-outage.ts'
import { AppError } from '../../../platform/errors/app-error.ts'

/** Of an embedding model that does not answer: these end only when someone changes a setting. */
const lastingCauses: ReadonlySet<unknown> = new Set(['CHAT_AUTH_KEY_MISSING', 'MODEL_NOT_FOUND', 'MODEL_REFUSED', 'MODEL_CONTEXT_EXCEEDED'])

/** Whether an error may pass by itself: the job is tried again before it fails. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof AppError)) return true
  if (error.code === 'EMBEDDING_UNAVAILABLE') return !lastingCauses.has(error.params?.['cause'])
  return error.statusCode === 503 || error.statusCode === 429
}

/** What an endpoint may have a job wait for. */
const maxRetryAfterSeconds = 60 * 60

/** Returns the seconds after which the error says that it has passed; 0 when it says none. */
export function readRetryAfter(error: unknown): number {
  const seconds = error instanceof AppError ? Number(error.params?.['retry_after']) : Number.NaN
  return Number.isFinite(seconds) ? Math.min(seconds, maxRetryAfterSeconds) : 0
}

/** Returns what is stored and shown of an error. */
export function toFailure(error: unknown): ErrorDetail {
  const { code, params } = error instanceof AppError ? error : describe(error)
  return { code, message: errorMessages[code], ...(params && { params }) }
}

/** PostgreSQL's codes of a disk, or a server, without room. */
const fullCodes = /^53[12]00$/

function describe(error: unknown): { readonly code: ErrorCode; readonly params?: { readonly reason: 'no_space' } } {
  if (!isDatabaseOutage(error)) return { code: 'SOURCE_FAILED' }
  const isFull = listDatabaseCodes(error).some((code) => fullCodes.test(code))
  return { code: 'SOURCE_INTERRUPTED', ...(isFull && { params: { reason: 'no_space' } as const }) }
}
