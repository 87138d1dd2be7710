// What a run of a workflow says, in the order in which it happens.
import type { ReplyNotice, ReplyStep } from '@heddle/contracts/message'
import type { ModelUsage } from './ports.ts'

export type WorkflowEvent =
  /** A node begins or ends. Every `started` is followed by one `finished` or `failed`, also when the run is aborted. */
  | { readonly type: 'step'; readonly step: ReplyStep }
  /** The thought process of a model, shown or not. */
  | { readonly type: 'reasoning'; readonly text: string }
  /** The next piece of the reply; all of them since the last `restart` joined are the reply. */
  | { readonly type: 'delta'; readonly text: string }
  /** The text of the reply is retracted: it starts again. Its thought process and steps stay. */
  | { readonly type: 'restart' }
  /** The passages that the model is given; said before the model is asked. */
  | PassagesEvent
  | NoticeEvent
  | ModelCallUsage

/** A part of a file, as the model is given it under its number. */
export type Passage = {
  /** From 1, unique in a run of one document step. */
  readonly number: number
  readonly fileId: string
  /** The name of the file. */
  readonly title: string
  /** From 1; null where the file has no pages. */
  readonly page: number | null
  readonly text: string
}

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
