import type { ErrorCode } from '@heddle/contracts/errors'

/** The reason why a file is not read, as an error code that the parent process throws again. */
export class DocumentRefusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode

  constructor(code: ErrorCode, cause?: unknown) {
    super(code, { cause })
    this.code = code
  }
}
