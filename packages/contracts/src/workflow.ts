// The graph of a workflow as it is stored, edited and sent.
import { z } from 'zod'

const NodeBase = {
  /** Unique in its graph; templates name it: `{{node_id.field}}`. */
  id: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
  title: z.string().trim().min(1).max(100),
}

export const StartNode = z.strictObject({ ...NodeBase, type: z.literal('start') })

export const LlmNode = z.strictObject({
  ...NodeBase,
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

export const WorkflowEdge = z.strictObject({ source: z.string(), target: z.string() })
export type WorkflowEdge = z.infer<typeof WorkflowEdge>

export const WorkflowGraph = z.strictObject({
  nodes: z.array(WorkflowNode).min(1).max(200),
  edges: z.array(WorkflowEdge).max(500),
})
export type WorkflowGraph = z.infer<typeof WorkflowGraph>
