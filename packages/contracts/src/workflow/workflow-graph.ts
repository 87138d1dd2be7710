// The graph of a workflow as it is stored, edited and sent. A draft may be incomplete: what a run needs is what the rules of
// `@heddle/workflow/model/graph/graph-rules` say.
import { z } from 'zod'
import { FixedPlan } from '../dataset/fixed-plan.ts'
import { SearchFilters, SearchSettings } from '../retrieval/search.ts'
import { limits } from '../limits.ts'
import { schemaIds } from '../schema-ids.ts'
import { boundedRecord, Id, JsonValue } from '../wire.ts'

/** A name of an object of JSON. */
const JsonName = z.string().max(limits.jsonNameCharacters)

/** A name in templates, and a handle of an edge: it stays when a title or a label changes. */
const Name = z
  .string()
  .max(40)
  .regex(/^[a-z][a-z0-9_]{0,39}$/)

const NodeBase = {
  /** Unique in its graph; templates name it: `{{node_id.field}}`. */
  id: Name,
  title: z.string().trim().max(100),
  /** A note of the authors for each other; a run does not read it. */
  note: z.string().max(500).optional(),
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
  default_output: boundedRecord(JsonName, JsonValue, limits.fieldsPerNode).optional(),
}

/** A text with `{{node_id.field}}`, of which anything else stays as it is. */
const Template = z.string().max(limits.templateCharacters)

/** A model's name; null means the chat's choice. */
const ModelName = z.string().min(1).max(200).nullable()

/** How many earlier messages of the chat the model is given. */
const HistoryMessages = z.int().min(0).max(200)

/** A JSON Schema that the rules check. */
const JsonSchema = boundedRecord(JsonName, JsonValue, limits.fieldsPerNode)

/** A reference to one field of one node: `{{node_id.field}}`. */
const Reference = z
  .string()
  .max(200)
  .regex(/^\{\{\s*[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*\s*\}\}$/)

export const StartNode = z.strictObject({ ...NodeBase, type: z.literal('start') })

/** Writes the question again so that it stands without the chat before it; continues with the question itself when that fails. */
export const QueryRewriteNode = z.strictObject({
  ...NodeBase,
  ...FailureHandling,
  type: z.literal('query_rewrite'),
  config: z.strictObject({
    model: ModelName,
    /** What is written again. */
    question: Template,
    /** What else the model has to know or to observe; may be empty. */
    instructions: Template,
    history_messages: HistoryMessages,
    /** Whether it is also written in the languages of the documents that the workflow searches. */
    document_languages: z.boolean().optional(),
  }),
})

/** The handle of a classifier for what fits no category. */
export const otherHandle = 'other'

/** Chooses one of several categories; each is a handle, and `other` is one more. */
export const ClassifierNode = z.strictObject({
  ...NodeBase,
  ...FailureHandling,
  type: z.literal('classifier'),
  config: z.strictObject({
    model: ModelName,
    /** What is classified. */
    question: Template,
    /** What else the model has to know or to observe; may be empty. */
    instructions: Template,
    history_messages: HistoryMessages,
    categories: z
      .array(
        z.strictObject({
          /** The handle of its edges. */
          id: Name,
          name: z.string().trim().max(100),
          /** What belongs to it, for the model; may be empty. */
          description: z.string().max(1_000),
        }),
      )
      .max(50),
  }),
})

/** The handle of a condition when no case holds. */
export const elseHandle = 'else'

/** Numbers are compared as numbers if both sides are numbers, else as text; a missing value only ever `is_empty`. */
export const ConditionOperator = z.enum([
  'equals',
  'not_equals',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'less',
  'less_or_equal',
  'greater',
  'greater_or_equal',
  'is_empty',
  'is_not_empty',
])
export type ConditionOperator = z.infer<typeof ConditionOperator>

/** Takes the handle of the first case that holds, and `else` when none does. It calls no model. */
export const ConditionNode = z.strictObject({
  ...NodeBase,
  type: z.literal('condition'),
  config: z.strictObject({
    cases: z
      .array(
        z.strictObject({
          /** The handle of its edges. */
          id: Name,
          label: z.string().trim().max(100),
          /** Whether all of its comparisons have to hold, or any. */
          match: z.enum(['all', 'any']),
          comparisons: z
            .array(
              z.strictObject({
                /** The compared value, a template. */
                value: Template,
                operator: ConditionOperator,
                /** What it is compared with, a template; not read by `is_empty` and `is_not_empty`. */
                compare_to: Template,
              }),
            )
            .max(20),
        }),
      )
      .max(20),
  }),
})

/** The type of a value that a `parameter_extract` finds. */
export const ParameterType = z.enum(['text', 'number', 'boolean', 'list'])
export type ParameterType = z.infer<typeof ParameterType>

/** Finds values in a text. Its outputs are its parameters by name, and `missing`, the names of those not found. */
export const ParameterExtractNode = z.strictObject({
  ...NodeBase,
  ...FailureHandling,
  type: z.literal('parameter_extract'),
  config: z.strictObject({
    model: ModelName,
    /** The text in which they are. */
    question: Template,
    /** What else the model has to know or to observe; may be empty. */
    instructions: Template,
    history_messages: HistoryMessages,
    parameters: z
      .array(
        z.strictObject({
          /** The name of its field. */
          name: Name,
          /** `list` is one of texts. */
          type: ParameterType,
          /** What it is, for the model; may be empty. */
          description: z.string().max(1_000),
          /** Whether the text has to say it: only a required one is ever in `missing`. */
          required: z.boolean(),
        }),
      )
      .max(50),
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

/** The handle of a retrieval that has found nothing. */
export const emptyHandle = 'empty'

/** Passages of knowledge collections that bear on a question, numbered, as many as fit the model's context. */
export const KnowledgeRetrievalNode = z.strictObject({
  ...NodeBase,
  ...FailureHandling,
  type: z.literal('knowledge_retrieval'),
  config: z.strictObject({
    collections: z.array(Id).max(limits.collectionsPerNode),
    /** What is searched. */
    query: Template,
    /** The same in other words, such as translations: each line is searched too. May be empty. */
    wordings: Template,
    /** Sources with any of these tags, and in any of these languages; empty means all. */
    tags: SearchFilters.shape.tags.unwrap(),
    languages: SearchFilters.shape.languages.unwrap(),
    ...SearchSettings.shape,
    /** The share of the model's context, in percent, that the passages may fill. */
    context_percent: z.int().min(1).max(90),
    /** Whether a run that finds nothing continues as any other, or by the handle `empty`. */
    on_empty: z.enum(['continue', 'branch']),
  }),
})

/** The handles of a query whose text has no such value in the rows, and of a question that no query over the columns can say. */
export const noSuchValueHandle = 'no_such_value'
export const notExpressibleHandle = 'not_expressible'

/** Rows or figures of a dataset that a question asks for, by a query plan that a model fills, or a fixed one; the database computes it. */
export const DatasetQueryNode = z.strictObject({
  ...NodeBase,
  ...FailureHandling,
  type: z.literal('dataset_query'),
  config: z.strictObject({
    model: ModelName,
    datasets: z.array(Id).max(limits.datasetsPerNode),
    /** What is asked of the rows. */
    question: Template,
    /** What else the model has to know or to observe; may be empty. */
    instructions: Template,
    history_messages: HistoryMessages,
    /** Asks in place of a plan of the model, which fills its open values; with none no model is called. */
    plan: FixedPlan.optional(),
    /** Rows of the result at most, whatever the plan says. */
    max_rows: z.int().min(1).max(limits.planRows),
    /** Whether a run without rows continues as any other, or by the handles `empty`, `no_such_value` and `not_expressible`. */
    on_empty: z.enum(['continue', 'branch']),
  }),
})

/** The approved answer to a question, from a dataset of kind `qa`, when it is near enough to one of its wordings. */
export const QaMatchNode = z.strictObject({
  ...NodeBase,
  ...FailureHandling,
  type: z.literal('qa_match'),
  config: z.strictObject({
    /** Translates an answer that the reader's language has none of. */
    model: ModelName,
    datasets: z.array(Id).max(limits.datasetsPerNode),
    /** What is compared with the wordings. */
    question: Template,
    /** Whether a run without an approved answer continues as any other, or by the handle `empty`. */
    on_empty: z.enum(['continue', 'branch']),
  }),
})

export const LlmNode = z.strictObject({
  ...NodeBase,
  ...FailureHandling,
  type: z.literal('llm'),
  config: z.strictObject({
    model: ModelName,
    /** The system prompt, a template. */
    prompt: Template,
    /** What is asked, a template. */
    question: Template,
    temperature: z.number().min(0).max(2).nullable(),
    history_messages: HistoryMessages,
    /** The shape of an answer in JSON, which is then in the field `json` too; missing means an answer in text. */
    json_schema: JsonSchema.optional(),
  }),
})

/** Puts a text together. It calls no model. */
export const TemplateNode = z.strictObject({
  ...NodeBase,
  type: z.literal('template'),
  config: z.strictObject({ text: Template }),
})

export const HttpMethod = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** Calls a server on the tenant's list of allowed hosts. The header with the host's secret is added by the server. */
export const HttpRequestNode = z.strictObject({
  ...NodeBase,
  ...FailureHandling,
  type: z.literal('http_request'),
  config: z.strictObject({
    method: HttpMethod,
    /** A template whose host is written out; values are percent-encoded. */
    url: z.string().max(2_000),
    headers: z
      .array(
        z.strictObject({
          name: z.string().max(100),
          /** A template. */
          value: z.string().max(4_000),
        }),
      )
      .max(20),
    /** A template; null sends none. In `json`, values of text are escaped for the string that they stand in. */
    body: Template.nullable(),
    body_type: z.enum(['json', 'text']),
  }),
})

/** The results of several nodes as one: the first that is not empty, or all of them. */
export const MergeResultsNode = z.strictObject({
  ...NodeBase,
  type: z.literal('merge_results'),
  config: z.strictObject({
    mode: z.enum(['first', 'join']),
    /** One `{{node_id.field}}` each, in the order of the result. */
    sources: z.array(Reference).max(20),
    /** Between joined texts. */
    separator: z.string().max(100),
  }),
})

export const AnswerNode = z.strictObject({
  ...NodeBase,
  type: z.literal('answer'),
  config: z.strictObject({
    /** The text of the reply, a template. */
    text: Template,
  }),
})

export const WorkflowNode = z.discriminatedUnion('type', [
  StartNode,
  QueryRewriteNode,
  ClassifierNode,
  ConditionNode,
  ParameterExtractNode,
  DocumentExtractNode,
  KnowledgeRetrievalNode,
  DatasetQueryNode,
  QaMatchNode,
  LlmNode,
  TemplateNode,
  HttpRequestNode,
  MergeResultsNode,
  AnswerNode,
])
export type WorkflowNode = z.infer<typeof WorkflowNode>
export type WorkflowNodeType = WorkflowNode['type']
export type QueryRewriteNode = z.infer<typeof QueryRewriteNode>
export type ClassifierNode = z.infer<typeof ClassifierNode>
export type ConditionNode = z.infer<typeof ConditionNode>
export type ParameterExtractNode = z.infer<typeof ParameterExtractNode>
export type DocumentExtractNode = z.infer<typeof DocumentExtractNode>
export type KnowledgeRetrievalNode = z.infer<typeof KnowledgeRetrievalNode>
export type DatasetQueryNode = z.infer<typeof DatasetQueryNode>
export type QaMatchNode = z.infer<typeof QaMatchNode>
export type LlmNode = z.infer<typeof LlmNode>
export type TemplateNode = z.infer<typeof TemplateNode>
export type HttpRequestNode = z.infer<typeof HttpRequestNode>
export type MergeResultsNode = z.infer<typeof MergeResultsNode>
export type AnswerNode = z.infer<typeof AnswerNode>

/** The handle of an edge that names none, and of every node that does not branch. */
export const defaultHandle = 'out'
/** The handle that a node with `on_error: branch` takes when it fails. */
export const errorHandle = 'error'

export const WorkflowEdge = z.strictObject({
  source: z.string().max(40),
  /** Which way out of the source; missing means `out`. */
  source_handle: z.string().min(1).max(100).optional(),
  target: z.string().max(40),
})
export type WorkflowEdge = z.infer<typeof WorkflowEdge>

/** Whether a graph can run, its size included, is what the rules of `@heddle/workflow/model/graph/graph-rules` say: a draft may break them. */
export const WorkflowGraph = z.strictObject({
  nodes: z.array(WorkflowNode).min(1).max(limits.nodesPerDraft),
  edges: z.array(WorkflowEdge).max(limits.edgesPerDraft),
})
export type WorkflowGraph = z.infer<typeof WorkflowGraph>
schemaIds.add(WorkflowGraph, { id: 'WorkflowGraph' })

/** Where nodes are drawn, by id. It is kept beside the graph, so that moving a node changes no version. */
export const WorkflowLayout = boundedRecord(z.string().max(40), z.strictObject({ x: z.number(), y: z.number() }), limits.nodesPerDraft)
export type WorkflowLayout = z.infer<typeof WorkflowLayout>
schemaIds.add(WorkflowLayout, { id: 'WorkflowLayout' })
