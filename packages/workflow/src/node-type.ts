// What a type of node must say about itself. The runner and the rules know no type by name.
import type { Language } from '@heddle/contracts/languages'
import type { ModelCallUsage, NoticeEvent, PassagesEvent } from './events.ts'
import type { GraphNode } from './graph/graph.ts'
import type { ModelImage, ModelMessage, OptionalPorts, WorkflowPorts } from './ports.ts'
import type { Reference } from './graph/template.ts'
import type { NodeOutcomes, NodeResult, Value, ValueType } from './value.ts'

/** The text of a file, page by page. */
export type WorkflowDocument = {
  readonly id: string
  readonly name: string
  /** Whether its pages are such that a reader can open: those of a PDF, and not the sheets of a table. */
  readonly isPaged: boolean
  /** Of all its text. */
  readonly tokens: number
  /** False when `pages` end before the file does. */
  readonly isComplete: boolean
  readonly pages: readonly { readonly number: number; readonly label: string | null; readonly text: string }[]
}

export type WorkflowInput = {
  readonly question: string
  /** Earlier messages of the chat, the oldest first. */
  readonly history: readonly ModelMessage[]
  readonly responseLanguage: Language
  /** The assistant's own usage instructions; null when it has none or the workflow does not allow them. */
  readonly userPrompt: string | null
  /** The chat's choice, by the name the endpoint knows. */
  readonly model: string
  /** Tokens that a call of that model may have, its answer included. */
  readonly contextTokens: number
  /** The chat's files that have text, in the order in which they came. */
  readonly documents: readonly WorkflowDocument[]
  /** The images that go with the question; none for a model that reads none. */
  readonly images: readonly ModelImage[]
  /** What the reply has already, when it goes on. */
  readonly soFar?: string
  /** Of the run that the reply goes on from. Undefined when they are not known, or are of another version of the workflow. */
  readonly outcomes?: NodeOutcomes
}

export type NodeContext = {
  readonly input: WorkflowInput
  readonly ports: WorkflowPorts
  readonly signal: AbortSignal
  /** Whether an answer shows what this node puts out, so that it has to be in the language of the response. */
  readonly isShown: boolean
  /** What the reply has already, for the node that goes on; '' for all others. */
  readonly soFar: string
  /** Returns a template with the outputs of the nodes before. */
  readonly render: (template: string) => string
  /** Returns the value of a field of a node before; null when it is empty, as every field of a skipped node is. */
  readonly read: (reference: Reference) => Value | null
}

export type NodeEvent =
  | { readonly type: 'reasoning'; readonly text: string }
  /** The next piece of an output field, a text, that grows while the node runs. */
  | { readonly type: 'piece'; readonly field: string; readonly text: string }
  /** What was sent of an output field is retracted: it starts again. */
  | { readonly type: 'retracted'; readonly field: string }
  | PassagesEvent
  | NoticeEvent
  | ModelCallUsage

export type NodeType<Node extends GraphNode = GraphNode> = {
  /** The fields that nodes behind this one may read, with their types. */
  readonly fields: (node: Node) => Readonly<Record<string, ValueType>>
  /** The ways out of a node that branches; only `out` when it is missing. */
  readonly handles?: (node: Node) => readonly string[]
  /** The node's templates by the path of their field in the node, for the rules and the trace. */
  readonly templates: (node: Node) => Readonly<Record<string, string>>
  /** The part of the reply that the node is, a template; only answers have one. */
  readonly replyTemplate?: (node: Node) => string
  /** Whether a reply that goes on takes over what the node came to in the run before, because another run could differ. */
  readonly isReplayed?: boolean
  /** The optional ports without which the node cannot run. */
  readonly needs?: readonly (keyof OptionalPorts)[]
  /** Runs one attempt. Ends soon after `signal` is aborted, and throws its reason then. */
  readonly run: (node: Node, context: NodeContext) => AsyncGenerator<NodeEvent, NodeResult>
}

/** The types of node that a graph may have, by name. */
export type NodeTypes = ReadonlyMap<string, NodeType>
