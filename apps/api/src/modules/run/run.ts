// What is known of a run when it begins, and what is told of it when it has ended.
import type { ErrorDetail } from '@heddle/contracts/errors'
import type { Language } from '@heddle/contracts/languages'
import type { MessageSource, ReplyNotice, ReplyStep } from '@heddle/contracts/message/message'
import type { PromptLayer } from '@heddle/workflow/model/call/prompt-layer'
import type { Wishes } from '@heddle/workflow/model/call/personal-instructions'
import type { ModelCallStart, TraceEvent } from '@heddle/workflow/model/events'
import type { Graph } from '@heddle/workflow/model/graph/graph'
import type { NodeTypes } from '@heddle/workflow/model/node-type'
import type { Passage } from '@heddle/workflow/model/passage'
import type { AnsweringModel, ModelMessage, ModelUsage } from '@heddle/workflow/model/ports'
import type { SingleNode } from '@heddle/workflow/engine/node-lifecycle'
import type { NodeOutcomes, NodeResult } from '@heddle/workflow/model/value'
import { noUsage, type UsageCall } from '../usage/usage.service.ts'
import { errorDetail } from '../../platform/errors/error-detail.ts'
import type { ContextFiles } from './files/context-files.ts'
import type { ReplyBeginning } from './event-log.ts'
import type { RunStatus } from './run.rules.ts'

/** All that the execution of a workflow depends on. */
export type RunInput = {
  /** What the reply has from runs before. */
  readonly beginning: ReplyBeginning
  /** What nodes came to in the runs before, of which this one goes on; null when that is unknown. */
  readonly outcomes: NodeOutcomes | null
  readonly graph: Graph
  /** The types of a graph that no author has made; without them, those of the product. */
  readonly nodeTypes?: NodeTypes
  /** Whether files are read by a step that the graph does not have. */
  readonly addsFileStep?: boolean
  readonly question: string
  /** Read while the message is being accepted, so that the run does not wait for it. */
  readonly history: Promise<readonly ModelMessage[]>
  readonly files: Promise<ContextFiles>
  readonly responseLanguage: Language
  readonly userPrompt: string | null
  /** Of the reply of a chat alone. */
  readonly instructions?: Wishes
  readonly model: { readonly id: string; readonly name: string }
  /** Runs this node alone. */
  readonly only?: SingleNode
  /** Whether nothing can continue its text: a run that breaks off in it has failed. */
  readonly isFinal?: true
}

/** What receives the reply as it is made. */
export type RunSink = {
  readonly snapshot: () => { readonly text: string; readonly reasoning: string }
  readonly addText: (piece: string) => void
  readonly addReasoning: (piece: string) => void
  readonly addStep: (step: ReplyStep) => void
  /** Tells what the text after it cites. */
  readonly addSources: (cited: readonly MessageSource[]) => void
  /** Only of a run that is scored: the passages that a model is given, in their order. */
  readonly addPassages?: (passages: readonly Passage[]) => void
  /** Takes back the text since the beginning. */
  readonly restart: () => void
  /** What a model is given. */
  readonly addPrompt: (messages: readonly ModelMessage[]) => void
  /** Only of the reply of a chat: what went along with a call whose text it has. */
  readonly addLayers?: (call: CallLayers) => void
  /** What a node came to; null when that cannot be kept. */
  readonly addOutcome: (nodeId: string, outcome: NodeResult | null) => void
  /** Only of a run that is traced: a node's trace with the calls that it has made. */
  readonly addTrace?: (event: TraceEvent, calls: readonly UsageCall[]) => void
}

export type CallLayers = Pick<ModelCallStart, 'nodeId' | 'messages'> & { readonly layers: readonly PromptLayer[] }

export type RunEnding = {
  readonly status: RunStatus
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

/** The outcome of a run that our own code broke: the reply ends, and its readers hear of it. */
export const brokenOutcome = ({ model }: Pick<RunInput, 'model'>, failure: unknown): RunEnding => ({
  status: 'failed',
  error: errorDetail('UNKNOWN'),
  failure,
  notices: [],
  usage: { ...noUsage, estimated: true },
  calls: [],
  modelName: model.name,
  replacedBy: null,
  firstTokenMs: null,
  latencyMs: 0,
})
