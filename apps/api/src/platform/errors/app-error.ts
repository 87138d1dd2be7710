import type { ErrorCode } from '@heddle/contracts/errors'
import { errorMessages } from '@heddle/contracts/error-messages'
import { errorStatuses } from '@heddle/contracts/errors'

type AppErrorOptions = { params?: Readonly<Record<string, unknown>>; cause?: unknown }

/** An error that is sent to the caller: a code of the catalogue, and the parameters of its translated sentence. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly statusCode: number
  readonly params: Readonly<Record<string, unknown>> | undefined

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(errorMessages[code], { cause: options.cause })
    this.code = code
    this.statusCode = errorStatuses[code]
    this.params = options.params
  }
}
