// The events of a reply, as `text/event-stream`: event name = `type`, id = a number that grows, data = the event as JSON.
// Exactly one `done` ends every reply. A stream that breaks off without one (the process that passed it on has stopped, or the
// reader may no longer read) does not mean that the reply ended: a reader who still may joins it again. Source: the design, section 6.
import { z } from 'zod'
import { ErrorDetail } from '../errors.ts'
import { Message, MessageSource, ReplyStep } from '../message/message.ts'
import { schemaIds } from '../schema-ids.ts'
import { Id } from '../wire.ts'

/** Tokens of one reply. `estimated` when the endpoint did not report them and we counted ourselves. */
export const ReplyUsage = z.object({
  input_tokens: z.int(),
  output_tokens: z.int(),
  reasoning_tokens: z.int(),
  estimated: z.boolean(),
})
export type ReplyUsage = z.infer<typeof ReplyUsage>
schemaIds.add(ReplyUsage, { id: 'ReplyUsage' })

/** The events of a reply while it is made, in a chat or in a test. */
export const replyProgressEvents = [
  z.object({ type: z.literal('step'), step: ReplyStep }),
  z.object({ type: z.literal('reasoning'), text: z.string() }),
  z.object({ type: z.literal('delta'), text: z.string() }),
  z.object({ type: z.literal('sources'), sources: z.array(MessageSource) }),
  /** Everything so far, on rejoining or when what was said is taken back: it replaces what the client has. */
  z.object({
    type: z.literal('snapshot'),
    /** The run, in a test. */
    reply_id: Id,
    text: z.string(),
    reasoning: z.string(),
    steps: z.array(ReplyStep),
    sources: z.array(MessageSource),
  }),
] as const

export const ReplyStreamEvent = z.discriminatedUnion('type', [
  /**
   * The question and the row of the reply are saved. From `user_message.index` on, these two are the shown path. `reply` has
   * what it had when it is continued, and nothing yet otherwise.
   */
  z.object({ type: z.literal('accepted'), user_message: Message, reply: Message, version: z.int(), conversation_id: Id }),
  ...replyProgressEvents,
  z.object({ type: z.literal('title'), title: z.string() }),
  z.object({
    type: z.literal('done'),
    status: z.enum(['completed', 'stopped', 'failed', 'interrupted']),
    message: Message,
    usage: ReplyUsage.nullable(),
    remaining_requests: z.int(),
    version: z.int(),
    error: ErrorDetail.optional(),
  }),
])
export type ReplyStreamEvent = z.infer<typeof ReplyStreamEvent>
schemaIds.add(ReplyStreamEvent, { id: 'ReplyStreamEvent' })
export type ReplyDoneEvent = Extract<ReplyStreamEvent, { type: 'done' }>
