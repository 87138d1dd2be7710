// One's own runs for the debug views: replies of one's chats, and the tests that one has started. No call reads a run of another user,
// whatever the role. The endpoints exist only where the configuration allows the views.
import { z } from 'zod'
import { Message } from '../message/message.ts'
import { ReplyStreamEvent, ReplyUsage } from '../reply/reply-stream.ts'
import type { Endpoint } from '../endpoint.ts'
import { schemaIds } from '../schema-ids.ts'
import { Count, Id, IdParams, LocalizedText, PageInfo, PageQuery, Timestamp } from '../wire.ts'
import { RunCost, RunOutcome, RunStreamEvent, WorkflowRun } from '../trial/workflow-run.ts'

export const DebugRunFlow = z.enum(['chat', 'test'])
export type DebugRunFlow = z.infer<typeof DebugRunFlow>
schemaIds.add(DebugRunFlow, { id: 'DebugRunFlow' })

/** A run that has ended. What it was about is null once that is deleted, or was not kept. */
export const DebugRunItem = z.object({
  id: Id,
  flow: DebugRunFlow,
  outcome: RunOutcome,
  ended_at: Timestamp,
  /** Its beginning. */
  question: z.string().nullable(),
  chat: z.object({ id: Id, title: z.string().nullable() }).nullable(),
  assistant: z.object({ id: Id, name: LocalizedText }).nullable(),
  /** `version` is null for a draft. */
  workflow: z.object({ id: Id, name: LocalizedText, version: Count.nullable() }).nullable(),
  model: z.string(),
  usage: ReplyUsage,
  ms: Count,
  first_token_ms: Count.nullable(),
})
export type DebugRunItem = z.infer<typeof DebugRunItem>
schemaIds.add(DebugRunItem, { id: 'DebugRunItem' })

/** A call of a model, in the order in which the calls ended. */
export const DebugModelCall = z.object({
  /** Null when the process died with the run. */
  node_id: z.string().nullable(),
  attempt: Count,
  model: z.string(),
  usage: ReplyUsage,
  cached_tokens: Count,
  /** How often servers were called for it, refused and repeated calls included. */
  server_calls: Count,
  first_token_ms: Count.nullable(),
  /** Null for a model without a price. */
  cost: RunCost.nullable(),
})
export type DebugModelCall = z.infer<typeof DebugModelCall>
schemaIds.add(DebugModelCall, { id: 'DebugModelCall' })

const timed = <Event extends z.ZodType>(event: Event) => z.array(z.object({ at_ms: Count, event }))

export const DebugRun = DebugRunItem.extend({
  /** The nodes of the version that ran, or of the draft as it is now. */
  nodes: z.array(z.object({ id: z.string(), type: z.string(), title: z.string() })),
  calls: z.array(DebugModelCall),
  /** Of a reply, while its chat exists. */
  reply: z
    .object({
      question: Message,
      message: Message,
      /** The run that has continued the reply since: what each of them said is no longer known, so there are no events. */
      later_run_id: Id.nullable(),
      /** Made again of what is stored. Their times are estimates, but for those of the first token and of the end. */
      events: timed(ReplyStreamEvent),
    })
    .nullable(),
  /** Of a test of a workflow, while it is kept. */
  test: z.object({ run: WorkflowRun, events: timed(RunStreamEvent) }).nullable(),
})
export type DebugRun = z.infer<typeof DebugRun>
schemaIds.add(DebugRun, { id: 'DebugRun' })

export const queryDebugRuns = {
  method: 'POST',
  url: '/api/v1/debug/run/query',
  schema: {
    summary: "One's own runs that have ended, the latest first: replies of one's chats and tests that one has started",
    body: PageQuery.extend({
      flow: DebugRunFlow.optional(),
      outcome: RunOutcome.optional(),
      assistant_id: Id.optional(),
      chat_id: Id.optional(),
    }),
    response: { 200: PageInfo.extend({ runs: z.array(DebugRunItem) }) },
  },
  config: { policy: 'administer' },
} as const satisfies Endpoint

export const getDebugRun = {
  method: 'GET',
  url: '/api/v1/debug/run/:id',
  schema: {
    summary: "One of one's own runs with its nodes, model calls, sources and events",
    params: IdParams,
    response: { 200: z.object({ run: DebugRun }) },
  },
  config: { policy: 'administer' },
} as const satisfies Endpoint
