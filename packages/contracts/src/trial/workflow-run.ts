// Test runs of workflows and of unsaved assistants. A run of a chat is never here: it belongs to the owner of the chat.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { ErrorCode, ErrorDetail } from '../errors.ts'
import { Language } from '../languages.ts'
import { limits } from '../limits.ts'
import { MessageSource, ReplyNotice } from '../message/message.ts'
import { ModelReference } from '../model/chosen-model.ts'
import { replyProgressEvents, ReplyUsage } from '../reply/reply-stream.ts'
import { schemaIds } from '../schema-ids.ts'
import { boundedRecord, Count, Id, IdParams, JsonValue, LocalizedText, noNul, PageInfo, PageQuery, Timestamp } from '../wire.ts'
import { UserPrompt } from '../assistant/assistant.ts'
import { WorkflowGraph } from '../workflow/workflow-graph.ts'

const NodeId = z.string().max(40)

/** A value as text, cut to a maximum length. */
const TracedText = z.object({ text: z.string(), is_cut: z.boolean() })

/** What calls of models cost at the prices of their time. */
export const RunCost = z.object({
  /** A decimal number. */
  amount: z.string(),
  /** ISO 4217. */
  currency: z.string(),
})
export type RunCost = z.infer<typeof RunCost>
schemaIds.add(RunCost, { id: 'RunCost' })

/** Only of a kept run: the texts are left out, as they may be of knowledge collections that the reader may not read now. */
const isWithheld = z.literal(true).optional()

/** What is known of a node: first its input, for each attempt, then its end. */
export const RunTrace = z.discriminatedUnion('status', [
  z.object({
    node_id: NodeId,
    status: z.literal('started'),
    /** From 1. */
    attempt: z.int(),
    /** Its rendered templates, by the path of their field in the node. */
    input: z.record(z.string(), TracedText),
    is_withheld: isWithheld,
  }),
  z.object({
    node_id: NodeId,
    status: z.enum(['finished', 'failed']),
    /** The number of the last attempt. */
    attempt: z.int(),
    /** Of all attempts. */
    ms: z.int(),
    usage: z.object({
      input_tokens: z.int(),
      output_tokens: z.int(),
      estimated: z.boolean(),
      /** How often servers were called, refused and repeated calls included; runs that were kept before it was counted are without. */
      server_calls: z.int().optional(),
    }),
    /** Null without calls of models, and when one of them is not priced. */
    cost: RunCost.nullable(),
    /** The handle that was taken; null when the run ended with the node. */
    handle: z.string().nullable(),
    output: z.record(z.string(), TracedText),
    error: ErrorCode.nullable(),
    is_withheld: isWithheld,
  }),
  z.object({ node_id: NodeId, status: z.literal('skipped') }),
])
export type RunTrace = z.infer<typeof RunTrace>
schemaIds.add(RunTrace, { id: 'RunTrace' })

export const RunOutcome = z.enum(['completed', 'stopped', 'failed', 'interrupted'])
export type RunOutcome = z.infer<typeof RunOutcome>
schemaIds.add(RunOutcome, { id: 'RunOutcome' })

const RunEnd = {
  outcome: RunOutcome,
  /** Why it failed, or was stopped other than by the caller. */
  error: ErrorDetail.nullable(),
  usage: ReplyUsage,
  /** Null without calls of models, when one of them is not priced, and when they are priced in several currencies. */
  cost: RunCost.nullable(),
  ms: z.int(),
  first_token_ms: z.int().nullable(),
  /** The name of the model that answered. */
  model: z.string(),
}

/** `run` comes first, and exactly one `done` last. */
export const RunStreamEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('run'), run_id: Id }),
  ...replyProgressEvents,
  /** Of the run of a workflow; that of an assistant has none. */
  z.object({ type: z.literal('node'), trace: RunTrace }),
  z.object({ type: z.literal('done'), run_id: Id, text: z.string(), notices: z.array(ReplyNotice), ...RunEnd }),
])
export type RunStreamEvent = z.infer<typeof RunStreamEvent>
schemaIds.add(RunStreamEvent, { id: 'RunStreamEvent' })
export type RunDoneEvent = Extract<RunStreamEvent, { type: 'done' }>

/** The outputs of nodes, by the id of the node and the field. */
export const RunValues = boundedRecord(NodeId, boundedRecord(NodeId, JsonValue, limits.fieldsPerNode), limits.nodesPerDraft)
export type RunValues = z.infer<typeof RunValues>

/** A kept run in a list. */
export const WorkflowRunItem = z.object({
  id: Id,
  question: z.string(),
  response_language: Language,
  /** The version that ran; null for a draft. */
  version: Count.nullable(),
  /** The node that ran alone; null for the whole workflow. */
  node_id: z.string().nullable(),
  /** Null once the user is deleted. */
  user: z.object({ id: Id, name: LocalizedText }).nullable(),
  ...RunEnd,
  created_at: Timestamp,
})
export type WorkflowRunItem = z.infer<typeof WorkflowRunItem>
schemaIds.add(WorkflowRunItem, { id: 'WorkflowRunItem' })

/** A kept run with all that it said. */
export const WorkflowRun = WorkflowRunItem.extend({
  text: z.string(),
  /** That of the text, when a node has it. */
  is_withheld: isWithheld,
  sources: z.array(MessageSource),
  notices: z.array(ReplyNotice),
  /** As in the `node` events, in their order. Of a trace that is too long every text is cut shorter. */
  trace: z.array(RunTrace),
  /** What another run may be given as `values`; without the nodes whose output is too long to be kept, or withheld. */
  values: RunValues,
})
export type WorkflowRun = z.infer<typeof WorkflowRun>
schemaIds.add(WorkflowRun, { id: 'WorkflowRun' })

const TestQuestion = {
  question: z.string().trim().min(1).max(limits.messageCharacters).regex(noNul, 'NUL is not allowed'),
  /** Earlier turns of this test, the oldest first. */
  history: z
    .array(
      z.strictObject({
        role: z.enum(['user', 'assistant']),
        content: z.string().max(limits.replyCharacters).regex(noNul, 'NUL is not allowed'),
      }),
    )
    .max(limits.testRunHistory)
    .optional(),
  /** That of the caller by default. */
  response_language: Language.optional(),
  model: ModelReference.optional(),
  /** Files that the caller uploaded for tests, or into chats of their own. */
  file_ids: z.array(Id).max(limits.filesPerUpload).optional(),
}

const runStream = {
  200: { description: 'The run as it happens', content: { 'text/event-stream': { schema: RunStreamEvent } } },
} as const

/** What keeps a run from beginning. */
const runErrors = [
  'CHAT_CONFIG_MISSING',
  'CHAT_INVALID_MODEL_OBJECT',
  'CHAT_FILES_NOT_READ',
  'FILE_NOT_FOUND',
  'USAGE_LIMIT_REACHED',
] as const satisfies readonly ErrorCode[]

export const runWorkflow = {
  method: 'POST',
  url: '/api/v1/workflow/:id/run',
  schema: {
    summary: 'Run the draft, a version or an unsaved graph of a workflow as a test; the run ends when its reader disconnects',
    params: IdParams,
    body: z
      .strictObject({
        ...TestQuestion,
        /** An unsaved draft; by default the version, or else the saved draft. */
        graph: WorkflowGraph.optional(),
        version: Count.optional(),
        /** Runs this node alone, with the values below of those before it. */
        node_id: NodeId.optional(),
        values: RunValues.optional(),
        /** A kept run of the workflow whose values are taken where `values` has none. */
        values_from_run_id: Id.optional(),
      })
      .refine(({ graph, version }) => graph === undefined || version === undefined, 'Either a graph or a version'),
    response: runStream,
  },
  config: {
    policy: 'manage_workflows',
    // That it has sent the secret header of a host.
    audited: 'selected',
    errors: ['WORKFLOW_NOT_FOUND', 'WORKFLOW_VERSION_NOT_FOUND', 'WORKFLOW_RUN_NOT_FOUND', 'WORKFLOW_GRAPH_INVALID', ...runErrors],
  },
} as const satisfies Endpoint

export const queryWorkflowRuns = {
  method: 'POST',
  url: '/api/v1/workflow/:id/run/query',
  schema: {
    summary: 'The last test runs of a workflow, the latest first',
    params: IdParams,
    body: PageQuery,
    response: { 200: PageInfo.extend({ runs: z.array(WorkflowRunItem) }) },
  },
  config: { policy: 'manage_workflows', errors: ['WORKFLOW_NOT_FOUND'] },
} as const satisfies Endpoint

export const getWorkflowRun = {
  method: 'GET',
  url: '/api/v1/workflow/:id/run/:runId',
  schema: {
    summary: 'A test run with its text and its trace',
    params: z.strictObject({ id: Id, runId: Id }),
    response: { 200: z.object({ run: WorkflowRun }) },
  },
  config: { policy: 'manage_workflows', errors: ['WORKFLOW_NOT_FOUND', 'WORKFLOW_RUN_NOT_FOUND'] },
} as const satisfies Endpoint

export const tryAssistant = {
  method: 'POST',
  url: '/api/v1/assistant/try',
  schema: {
    summary: 'Ask an assistant that is made or changed, saved or not, by its published workflow; nothing of it is kept but its usage',
    body: z.strictObject({
      assistant: z.union([
        /** One that the caller may edit; the saved usage instructions unless others are given. */
        z.strictObject({ id: Id, user_prompt: UserPrompt.optional() }),
        /** A new one of a workflow that the caller may make an assistant of. */
        z.strictObject({ workflow_id: Id, user_prompt: UserPrompt.optional() }),
      ]),
      ...TestQuestion,
    }),
    response: runStream,
  },
  config: {
    policy: 'signed_in',
    // As above.
    audited: 'selected',
    errors: ['ASSISTANT_NOT_FOUND', 'FORBIDDEN', 'ASSISTANT_CONFIG_INVALID', ...runErrors],
  },
} as const satisfies Endpoint
