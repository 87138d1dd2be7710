// What a type of node must say about itself. The runner and the rules know no type by name.
import type { Language } from '@heddle/contracts/languages'
import type { ModelCallUsage, NoticeEvent, PassagesEvent } from './events.ts'
import type { ModelImage, ModelMessage, WorkflowPorts } from './ports.ts'

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
}

export type NodeEvent =
  | { readonly type: 'reasoning'; readonly text: string }
  /** The next piece of an output field that grows while the node runs. */
  | { readonly type: 'piece'; readonly field: string; readonly text: string }
  /** What was sent of an output field is retracted: it starts again. */
  | { readonly type: 'taken_back'; readonly field: string }
  | PassagesEvent
  | NoticeEvent
  | ModelCallUsage

/** The values of the node's fields; a field sent in pieces is the concatenation of those that were not taken back. */
export type NodeOutput = Readonly<Record<string, string>>

export type NodeType<Node> = {
  /** The fields that nodes behind this one may read. */
  readonly fields: readonly string[]
  /** The node's templates, for the rules. */
  readonly templates: (node: Node) => readonly string[]
  readonly run: (node: Node, context: NodeContext) => AsyncGenerator<NodeEvent, NodeOutput>
}
