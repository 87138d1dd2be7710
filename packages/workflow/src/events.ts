// What a run of a workflow says, in the order in which it happens.
import type { ReplyNotice, ReplyStep } from '@heddle/contracts/message'
import type { Passage } from './passage.ts'
import type { ModelUsage } from './ports.ts'
import type { NodeResult } from './value.ts'

export type WorkflowEvent =
  /**
   * A node begins or ends. Every `started` is followed by one `finished` or `failed`, also when the run is aborted; a node that is
   * skipped or replayed has no step.
   */
  | { readonly type: 'step'; readonly step: ReplyStep }
  /** The thought process of a model, shown or not. */
  | { readonly type: 'reasoning'; readonly text: string }
  /** The next piece of the reply; all of them since the last `restart` joined are the reply. */
  | { readonly type: 'delta'; readonly text: string }
  /** The text of the reply in this run is retracted: it starts again. Its thought process and steps stay. */
  | { readonly type: 'restart' }
  /** The passages that the model is given; said before the model is asked. */
  | PassagesEvent
  | NoticeEvent
  | ModelCallUsage
  | OutcomeEvent
  | TraceEvent

export type PassagesEvent = { readonly type: 'passages'; readonly passages: readonly Passage[] }

/** What the reader of the reply should know of how it is made. */
export type NoticeEvent = { readonly type: 'notice'; readonly notice: ReplyNotice }

/** Exactly one for every model call, also for one that failed or was aborted. */
export type ModelCallUsage = {
  readonly type: 'usage'
  readonly nodeId: string
  readonly model: string
  readonly usage: ModelUsage
  /** From the call to the first thing the model sent; null when it sent nothing. */
  readonly firstTokenMs: number | null
}

/** What a node came to that is replayed when the reply goes on, as `WorkflowInput.outcomes` wants it; null when it was skipped. */
export type OutcomeEvent = { readonly type: 'outcome'; readonly nodeId: string; readonly outcome: NodeResult | null }

/** Only in a run that is traced. */
export type TraceEvent = { readonly type: 'trace'; readonly trace: NodeTrace }

/** A value as text, of a bounded length. */
export type TracedText = { readonly text: string; readonly is_cut: boolean }
export type TracedTexts = Readonly<Record<string, TracedText>>

export type TracedUsage = { readonly input_tokens: number; readonly output_tokens: number; readonly estimated: boolean }

export type NodeTrace = { readonly node_id: string } &
  /** Told before the node does anything, so that a node that fails is seen with what it was given: its templates, by their path. */
  (
    | { readonly status: 'started'; readonly attempt: number; readonly input: TracedTexts }
    | {
        readonly status: 'finished' | 'failed'
        /** From 1: the one that ended the node. */
        readonly attempt: number
        /** Of all attempts. */
        readonly ms: number
        readonly usage: TracedUsage
        /** The way out that was taken; null when the run ended with the node. */
        readonly handle: string | null
        readonly output: TracedTexts
        /** The code of the catalogue, when it failed with one. */
        readonly error: string | null
      }
    | { readonly status: 'skipped' }
  )
