// The graph of a workflow as it is stored, edited and sent.
import { z } from 'zod'

const NodeBase = {
  /** Unique in its graph; templates name it: `{{node_id.field}}`. */
  id: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
  title: z.string().trim().min(1).max(100),
}

/** What happens when a node takes too long or fails; fields that are missing mean no time-out, no retry, and a run that fails. */
const FailureHandling = {
  /** Seconds that one attempt may take. */
  timeout_s: z.int().min(1).max(600).optional(),
  /** Further attempts after a failure that may pass, as long as nothing of the node was shown. */
  retries: z.int().min(0).max(3).optional(),
  /** After the last attempt: `default` continues with `default_output`, `branch` along the edges of the handle `error`. */
  on_error: z.enum(['fail', 'default', 'branch']).optional(),
  /** The values by field; a missing one is empty. */
  default_output: z.record(z.string(), z.json()).optional(),
}

export const StartNode = z.strictObject({ ...NodeBase, type: z.literal('start') })

export const LlmNode = z.strictObject({
  ...NodeBase,
  ...FailureHandling,
  type: z.literal('llm'),
  config: z.strictObject({
    /** A model's name; null means the chat's choice. */
    model: z.string().min(1).max(200).nullable(),
    /** The system prompt, a template. */
    prompt: z.string().max(20_000),
    /** What is asked, a template. */
    question: z.string().min(1).max(20_000),
    temperature: z.number().min(0).max(2).nullable(),
    /** How many earlier messages of the chat the model is given. */
    history_messages: z.int().min(0).max(200),
  }),
})

/** The chat's files as numbered passages, as many as fit the model's context. */
export const DocumentExtractNode = z.strictObject({
  ...NodeBase,
  ...FailureHandling,
  type: z.literal('document_extract'),
  config: z.strictObject({
    /** The share of the model's context, in percent, that the passages may fill. */
    context_percent: z.int().min(1).max(90),
  }),
})

export const AnswerNode = z.strictObject({
  ...NodeBase,
  type: z.literal('answer'),
  config: z.strictObject({
    /** The text of the reply, a template. */
    text: z.string().min(1).max(20_000),
  }),
})

export const WorkflowNode = z.discriminatedUnion('type', [StartNode, DocumentExtractNode, LlmNode, AnswerNode])
export type WorkflowNode = z.infer<typeof WorkflowNode>
export type DocumentExtractNode = z.infer<typeof DocumentExtractNode>
export type LlmNode = z.infer<typeof LlmNode>
export type AnswerNode = z.infer<typeof AnswerNode>

/** The handle of an edge that names none, and of every node that does not branch. */
export const defaultHandle = 'out'
/** The handle that a node with `on_error: branch` takes when it fails. */
export const errorHandle = 'error'

export const WorkflowEdge = z.strictObject({
  source: z.string(),
  /** Which way out of the source; missing means `out`. */
  source_handle: z.string().min(1).max(100).optional(),
  target: z.string(),
})
export type WorkflowEdge = z.infer<typeof WorkflowEdge>

/** Whether a graph can run, its size included, is what the rules of `@heddle/workflow/graph/graph-rules` say: a draft may break them. */
export const WorkflowGraph = z.strictObject({
  nodes: z.array(WorkflowNode).min(1),
  edges: z.array(WorkflowEdge),
})
export type WorkflowGraph = z.infer<typeof WorkflowGraph>

/** Where nodes are drawn, by id. It is kept beside the graph, so that moving a node changes no version. */
export const WorkflowLayout = z.record(z.string(), z.strictObject({ x: z.number(), y: z.number() }))
export type WorkflowLayout = z.infer<typeof WorkflowLayout>
