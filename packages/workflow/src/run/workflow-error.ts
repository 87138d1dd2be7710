import type { ErrorCode } from '@heddle/contracts/errors'

/** A run, or a node of it, that failed by the engine's own rules; with the code of the catalogue that says how. */
export class WorkflowError extends Error {
  override readonly name = 'WorkflowError'
  readonly code: Extract<ErrorCode, 'REPLY_EMPTY' | 'WORKFLOW_NODE_TIMEOUT'>

  constructor(code: WorkflowError['code']) {
    super(code)
    this.code = code
  }
}
