// The interface of a node type. The runner and the rules know no type by name.
import type { DoubtKind } from '@heddle/contracts/document/doubt'
import type { Language } from '@heddle/contracts/languages'
import type { WordKey, WordValues } from '@heddle/words/words'
import type { ModelCallStart, ModelCallUsage, NoticeEvent, PassagesEvent } from './events.ts'
import type { Wishes } from './call/personal-instructions.ts'
import type { GraphNode } from './graph/graph.ts'
import type { ModelImage, ModelMessage, OptionalPorts, WorkflowPorts } from './ports.ts'
import type { ResourceUse } from './graph/resource.ts'
import type { Reference } from './graph/template.ts'
import type { NodeOutcomes, NodeOutput, NodeResult, TypedValue, ValueType } from './value.ts'

/** The text of a file, page by page. */
export type WorkflowDocument = {
  readonly id: string
  readonly name: string
  /** Whether a reader can open its pages: those of a PDF, not the sheets of a table. */
  readonly isPaged: boolean
  /** The tokens of its text. */
  readonly tokens: number
  /** False when `pages` end before the file does. */
  readonly isComplete: boolean
  /** What could not be read of it as it stands. */
  readonly doubts: readonly DoubtKind[]
  readonly pages: readonly { readonly number: number; readonly label: string | null; readonly text: string }[]
}

export type WorkflowInput = {
  readonly question: string
  /** Earlier messages of the chat, the oldest first. */
  readonly history: readonly ModelMessage[]
  readonly responseLanguage: Language
  /** The assistant's own usage instructions; null when it has none or the workflow does not allow them. */
  readonly userPrompt: string | null
  /** The personal instructions of the person who asks, for the models whose text is the reply; none in tests and evaluations. */
  readonly instructions?: Wishes
  /** The chat's model, by its name at the endpoint. */
  readonly model: string
  /** The maximum tokens of a call of that model, including its answer. */
  readonly contextTokens: number
  /** The chat's files with text, in the order of their upload. */
  readonly documents: readonly WorkflowDocument[]
  /** Whether some of the files, or images that no model may see, came with the question. */
  readonly hasQuestionFiles?: boolean
  /** The passages of files that the models are given beside the prompts of their author, once they are read. */
  readonly addedFiles?: string
  /** The images of the question; empty for a model that does not read images. */
  readonly images: readonly ModelImage[]
  /** The text of the reply that is continued. */
  readonly soFar?: string
  /** The outcomes of the continued run; undefined when they are unknown, or of another version of the workflow. */
  readonly outcomes?: NodeOutcomes
}

export type NodeContext = {
  readonly input: WorkflowInput
  readonly ports: WorkflowPorts
  readonly signal: AbortSignal
  /** The knowledge collections that the graph searches. */
  readonly searchedCollections: readonly string[]
  /** Whether an answer shows the output of this node, which then has to be in the response language. */
  readonly isShown: boolean
  /** The text so far, for the node that is continued; '' for all others. */
  readonly soFar: string
  /** Returns a template with the outputs of earlier nodes, in their text form unless `format` gives another; an empty one is ''. */
  readonly render: (template: string, format?: FormatValue) => string
  /** Returns the value of a field of an earlier node; null when it is empty, like every field of a skipped node. */
  readonly read: (reference: Reference) => TypedValue | null
  /** Returns the number of a passage in this run, by its id: two nodes give no number to different passages. */
  readonly numberPassage: (id: string) => number
  /** Returns a text of the product in the response language. The builder, which imports the types of nodes, has no use for these texts. */
  readonly translate: (key: WordKey, values?: WordValues) => string
}

/** Returns a value as the text that a template has in its place. */
export type FormatValue = (value: TypedValue) => string

export type NodeEvent =
  | { readonly type: 'reasoning'; readonly text: string }
  /** The next piece of a text field that grows while the node runs. */
  | { readonly type: 'piece'; readonly field: string; readonly text: string }
  /** Retracts the pieces of a field, which starts again. */
  | { readonly type: 'retracted'; readonly field: string }
  /** The node waits for a model, after so many other calls; null once it has its turn. */
  | { readonly type: 'waiting'; readonly ahead: number | null }
  | PassagesEvent
  | NoticeEvent
  | ModelCallStart
  | ModelCallUsage

/** What a run needs and a node does not have, with the path of the field. */
export type NodeProblem = {
  readonly field: string
  readonly code:
    | 'field_missing'
    | 'collections_missing'
    | 'datasets_missing'
    | 'handle_missing'
    | 'handle_repeated'
    | 'parameter_missing'
    | 'parameter_repeated'
    | 'schema_invalid'
    | 'schema_too_large'
    | 'pattern_unsupported'
    | 'url_invalid'
    | 'header_invalid'
    | 'header_value_invalid'
    | 'weight_missing'
  readonly message: string
}

export type NodeType<Node extends GraphNode = GraphNode> = {
  /** The fields that later nodes may read, with their types. */
  readonly fields: (node: Node) => Readonly<Record<string, ValueType>>
  /** The output handles of a branching node; only `out` by default. */
  readonly handles?: (node: Node) => readonly string[]
  /** The handle that a branching node takes with its default output; `out` for all others. */
  readonly chooseDefaultHandle?: (node: Node, output: NodeOutput) => string
  /** The node's templates by the path of their field in the node, for the rules and the trace. */
  readonly templates: (node: Node) => Readonly<Record<string, string>>
  /** The model that the node calls, by its name; null for the chat's. A type without it calls none. */
  readonly model?: (node: Node) => string | null
  /** The resources that the node reads. */
  readonly resources?: ResourceUse
  /** What the node itself lacks. */
  readonly findProblems?: (node: Node) => readonly NodeProblem[]
  /** Whether its templates are made for empty values, so that no rule warns of them. */
  readonly expectsEmpty?: boolean
  /** The output of a failed node whose author has chosen no `on_error`. Without it such a failure fails the run. */
  readonly replaceFailed?: (node: Node, context: Pick<NodeContext, 'render'>) => NodeOutput
  /** The template of the node's part of the reply; only answers have one. */
  readonly replyTemplate?: (node: Node) => string
  /** Whether a continuation reuses the node's outcome of the earlier run, because another run could differ. */
  readonly isReplayed?: boolean
  /** The optional ports without which the node cannot run. */
  readonly needs?: readonly (keyof OptionalPorts)[]
  /** Runs one attempt. Ends soon after `signal` is aborted, and throws its reason then. */
  readonly run: (node: Node, context: NodeContext) => AsyncGenerator<NodeEvent, NodeResult>
}

/** The types of node that a graph may have, by name. */
export type NodeTypes = ReadonlyMap<string, NodeType>
