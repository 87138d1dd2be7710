// What is known of a run when it begins, and what is told of it when it has ended.
import type { ErrorDetail } from '@heddle/contracts/errors'
import type { Language } from '@heddle/contracts/languages'
import type { ReplyNotice } from '@heddle/contracts/message/message'
import type { WorkflowGraph } from '@heddle/contracts/workflow/workflow-graph'
import type { TraceEvent } from '@heddle/workflow/events'
import type { AnsweringModel, ModelMessage, ModelUsage } from '@heddle/workflow/ports'
import type { SingleNode } from '@heddle/workflow/run/node-lifecycle'
import type { NodeOutcomes } from '@heddle/workflow/value'
import type { UsageCall } from '../usage/usage.service.ts'
import type { MessageRow } from '../message/message.sql.ts'
import type { WriteBuffer } from '../reply/persist/write-buffer.ts'
import type { ContextFiles } from './context-files.ts'
import type { ReplyBeginning } from './event-log.ts'
import type { ReplyEndStatus } from '../reply/reply.rules.ts'

/** All that the execution of a workflow depends on. */
export type RunInput = {
  /** What the reply has from runs before. */
  readonly beginning: ReplyBeginning
  /** What nodes came to in the runs before, of which this one goes on; null when that is unknown. */
  readonly outcomes: NodeOutcomes | null
  readonly graph: WorkflowGraph
  readonly question: string
  /** Read while the message is being accepted, so that the run does not wait for it. */
  readonly history: Promise<readonly ModelMessage[]>
  readonly files: Promise<ContextFiles>
  readonly responseLanguage: Language
  readonly userPrompt: string | null
  readonly model: { readonly id: string; readonly name: string }
  /** Runs this node alone. */
  readonly only?: SingleNode
}

/** The run of a reply in a chat. */
export type Run = RunInput & {
  readonly runId: string
  readonly chatId: string
  readonly questionId: string
  /** The row of the reply, as the run found it. */
  readonly reply: MessageRow
  readonly tenantId: string
  readonly userId: string
  readonly groupIds: readonly string[]
  readonly assistantId: string
  readonly workflowVersionId: string
  /** Of the chat, since the message was accepted. */
  readonly version: number
  readonly remainingRequests: number
}

/** What receives the reply as it is made. */
export type RunSink = Pick<WriteBuffer, 'addText' | 'addReasoning' | 'addStep' | 'addSources' | 'addPrompt' | 'addOutcome' | 'restart'> & {
  readonly snapshot: () => { readonly text: string; readonly reasoning: string }
  /** Only of a run that is traced: a node's trace with the calls that it has made. */
  readonly addTrace?: (event: TraceEvent, calls: readonly UsageCall[]) => void
}

export type RunOutcome = {
  readonly status: ReplyEndStatus
  readonly error: ErrorDetail | null
  /** The failure itself, for the log; null when the end was requested. */
  readonly failure: unknown
  readonly notices: readonly ReplyNotice[]
  readonly usage: ModelUsage
  readonly calls: readonly UsageCall[]
  /** Of the first call. */
  readonly modelName: string
  /** The fallback that took the last call of the reply's model; null when that answered itself. */
  readonly replacedBy: AnsweringModel | null
  readonly firstTokenMs: number | null
  readonly latencyMs: number
}
