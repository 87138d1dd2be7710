// The events of a workflow run, in the order in which they happen.
import type { ReplyNotice, ReplyStep } from '@heddle/contracts/message/message'
import type { PromptLayer } from './call/prompt-layer.ts'
import type { Passage } from './passage.ts'
import type { AnsweringModel, ModelMessage, ModelUsage } from './ports.ts'
import type { NodeOutput, NodeResult } from './value.ts'

export type WorkflowEvent =
  /**
   * A node begins, waits for a model or ends. Every `started` is followed by one `finished` or `failed`, also when the run is aborted; a node that is
   * skipped or replayed has no step.
   */
  | { readonly type: 'step'; readonly step: ReplyStep }
  /** The reasoning of a model, shown or not. */
  | { readonly type: 'reasoning'; readonly text: string }
  /** The next piece of the reply; the reply is all pieces since the last `restart`, joined. */
  | { readonly type: 'delta'; readonly text: string }
  /** Retracts the text of the reply in this run, which starts again; reasoning and steps stay. */
  | { readonly type: 'restart' }
  /** The passages in the model's prompt; emitted before the model is called. */
  | PassagesEvent
  | NoticeEvent
  | ModelCallStart
  | RunCallUsage
  | OutcomeEvent
  | TraceEvent

export type PassagesEvent = { readonly type: 'passages'; readonly passages: readonly Passage[] }

/** A notice about how the reply was generated. */
export type NoticeEvent = { readonly type: 'notice'; readonly notice: ReplyNotice }

/** The messages of a model call. Emitted before the call, which an abort may still prevent. */
export type ModelCallStart = {
  readonly type: 'call'
  readonly nodeId: string
  readonly model: string
  readonly messages: readonly ModelMessage[]
  /** What went along, of a model whose text the reply has. */
  readonly layers?: readonly PromptLayer[]
}

/** Emitted exactly once for every model call, including failed and aborted ones. */
export type ModelCallUsage = {
  readonly type: 'usage'
  readonly nodeId: string
  /** The name of the called model. */
  readonly model: string
  /** The model that answered, if a port tells: another one when a fallback took the call. */
  readonly answeredBy: AnsweringModel | null
  readonly usage: ModelUsage
  /** How often servers were called for it, refused and repeated calls included; 0 for a call that never had its turn. */
  readonly serverCalls: number
  /** From the call to the model's first event; null when there was none. */
  readonly firstTokenMs: number | null
  /** Whether it was a call of a search, whose model writes no text. */
  readonly isSearch?: true
}

/** The usage of a call in a run, with the number of the node's attempt, from 1. */
export type RunCallUsage = ModelCallUsage & { readonly attempt: number }

/**
 * The outcome of a replayable node, for `WorkflowInput.outcomes` of a continuation; null when it was skipped. Of another node that reads
 * resources, `found` is the ids of those in which it has found something.
 */
export type OutcomeEvent = { readonly type: 'outcome'; readonly nodeId: string; readonly outcome: NodeResult | null }

/** Emitted only by a traced run. */
export type TraceEvent = {
  readonly type: 'trace'
  readonly trace: NodeTrace
  /** Of a node that has ended, for a later run of another node alone. */
  readonly output?: NodeOutput
}

/** A value as text, cut to a maximum length. */
export type TracedText = { readonly text: string; readonly is_cut: boolean }
export type TracedTexts = Readonly<Record<string, TracedText>>

export type TracedUsage = {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly estimated: boolean
  /** Those of all its model calls. */
  readonly server_calls: number
}

export type NodeTrace = { readonly node_id: string } &
  /** Emitted before the node runs, so that a failed node has its input too: its rendered templates, by path. */
  (
    | { readonly status: 'started'; readonly attempt: number; readonly input: TracedTexts }
    | {
        readonly status: 'finished' | 'failed'
        /** The number of the last attempt, from 1. */
        readonly attempt: number
        /** Of all attempts. */
        readonly ms: number
        readonly usage: TracedUsage
        /** The handle that was taken; null when the run ended with the node. */
        readonly handle: string | null
        readonly output: TracedTexts
        /** The error code of the catalogue; null without one. */
        readonly error: string | null
      }
    | { readonly status: 'skipped' }
  )
