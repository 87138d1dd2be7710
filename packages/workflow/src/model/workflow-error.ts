import type { ErrorCode } from '@heddle/contracts/errors'

/** A run or a node that failed by the rules of the engine, with its error code of the catalogue. */
export class WorkflowError extends Error {
  override readonly name = 'WorkflowError'
  readonly code: Extract<ErrorCode, 'REPLY_EMPTY' | 'MODEL_REPLY_CUT' | 'WORKFLOW_NODE_TIMEOUT' | 'WORKFLOW_OUTPUT_INVALID'>

  constructor(code: WorkflowError['code']) {
    super(code)
    this.code = code
  }
}
