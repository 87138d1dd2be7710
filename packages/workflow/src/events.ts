// What a run of a workflow says, in the order in which it happens.
import type { ReplyStep } from '@heddle/contracts/message'
import type { ModelUsage } from './ports.ts'

export type WorkflowEvent =
  /** A node begins or ends. Every `started` is followed by one `finished` or `failed`, also when the run is aborted. */
  | { readonly type: 'step'; readonly step: ReplyStep }
  /** The thought process of a model, shown or not. */
  | { readonly type: 'reasoning'; readonly text: string }
  /** The next piece of the reply; all of them joined are the reply. */
  | { readonly type: 'delta'; readonly text: string }
  | ModelCallUsage

/** Exactly one for every model call, also for one that failed or was aborted. */
export type ModelCallUsage = {
  readonly type: 'usage'
  readonly nodeId: string
  readonly model: string
  readonly usage: ModelUsage
  /** From the call to the first thing the model sent; null when it sent nothing. */
  readonly firstTokenMs: number | null
}
