import type { ErrorCode } from '@heddle/contracts/errors'

/** Why a file is not read: a code of the catalogue, which the parent process throws in its turn. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode

  constructor(code: ErrorCode, cause?: unknown) {
    super(code, { cause })
    this.code = code
  }
}
