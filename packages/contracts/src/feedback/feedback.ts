import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Language } from '../languages.ts'
import { limits } from '../limits.ts'
import { FeedbackRating, MessageFeedback } from '../message/message.ts'
import { schemaIds } from '../schema-ids.ts'
import { Count, Id, IdParams, LocalizedText, noNul, PageInfo, PageQuery, QueryFlag, Timestamp } from '../wire.ts'

const MessageParams = z.strictObject({ id: Id, messageId: Id })

/**
 * CHAT_FEEDBACK_FAILED for a reply that `acceptsFeedback` (message.ts) says no of; DATASET_BUSY while a dataset with the question of a
 * conversation that is taken back is changed.
 */
export const giveFeedback = {
  method: 'POST',
  url: '/api/v1/chat/:id/message/:messageId/feedback',
  schema: {
    summary: 'Say what one thinks of a reply; a later word replaces the earlier one',
    tags: ['feedback'],
    params: MessageParams,
    body: z.strictObject({
      /** Where the reply is on the shown path: it must be there. */
      message_index: Count,
      rating: FeedbackRating,
      reason: z.string().trim().max(limits.feedbackReasonCharacters).regex(noNul).optional(),
      /** Whether administrators may read the conversation up to the reply, as it is now. */
      include_conversation: z.boolean().optional(),
    }),
    response: { 200: z.object({ feedback: MessageFeedback }) },
  },
  config: {
    policy: 'signed_in',
    errors: [
      'CHAT_NOT_FOUND',
      'FORBIDDEN',
      'CHAT_IS_TEMPORARY',
      'CHAT_MESSAGE_NOT_FOUND',
      'CHAT_INVALID_MESSAGE_INDEX',
      'CHAT_FEEDBACK_FAILED',
      'DATASET_BUSY',
    ],
  },
} as const satisfies Endpoint

export const removeFeedback = {
  method: 'DELETE',
  url: '/api/v1/chat/:id/message/:messageId/feedback',
  schema: {
    summary: 'Take back what one said of a reply',
    tags: ['feedback'],
    params: MessageParams,
    response: { 200: z.object({ success: z.boolean() }) },
  },
  config: { policy: 'signed_in', errors: ['CHAT_NOT_FOUND', 'FORBIDDEN', 'CHAT_MESSAGE_NOT_FOUND', 'DATASET_BUSY'] },
} as const satisfies Endpoint

/** The kind of dataset that a feedback becomes a row of. */
export const FeedbackRowKind = z.enum(['eval', 'qa'])
export type FeedbackRowKind = z.infer<typeof FeedbackRowKind>

/** Who said what of whose reply: numbers and words of the form, never the chat's. */
export const Feedback = z.object({
  id: Id,
  created_at: Timestamp,
  updated_at: Timestamp,
  rating: FeedbackRating,
  reason: z.string().nullable(),
  user: z.object({ id: Id, name: LocalizedText }),
  assistant: z.object({ id: Id.nullable(), name: LocalizedText }).nullable(),
  model_name: z.string().nullable(),
  message_index: z.int(),
  /** Whether the user let administrators read the conversation. */
  has_conversation: z.boolean(),
  /** Null while it is open. */
  dealt_with: z.object({ at: Timestamp, by: z.object({ id: Id, name: LocalizedText }).nullable() }).nullable(),
  /** What it became, as long as the draft has it: a question of an evaluation set, an approved answer, or one of each. */
  rows: z.array(z.object({ kind: FeedbackRowKind, dataset: z.object({ id: Id, name: LocalizedText }), row_id: Id, row_no: z.int() })),
})
export type Feedback = z.infer<typeof Feedback>
schemaIds.add(Feedback, { id: 'Feedback' })

export const FeedbackDetail = Feedback.extend({
  /** The conversation up to the reply, as it was; null without the user's leave. */
  conversation: z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.string() })).nullable(),
})
export type FeedbackDetail = z.infer<typeof FeedbackDetail>
schemaIds.add(FeedbackDetail, { id: 'FeedbackDetail' })

export const FeedbackFilters = z.strictObject({
  rating: FeedbackRating.optional(),
  assistant_id: Id.optional(),
  model_name: z.string().max(200).regex(noNul).optional(),
  user_id: Id.optional(),
  has_reason: z.boolean().optional(),
  is_dealt_with: z.boolean().optional(),
  /** From this moment on, and before that one. */
  from: Timestamp.optional(),
  to: Timestamp.optional(),
})

export const queryFeedback = {
  method: 'POST',
  url: '/api/v1/feedback/query',
  schema: {
    summary: 'The feedback of the tenant, the latest first',
    body: PageQuery.extend(FeedbackFilters.shape),
    response: { 200: PageInfo.extend({ feedback: z.array(Feedback) }) },
  },
  config: { policy: 'read_feedback' },
} as const satisfies Endpoint

export const getFeedback = {
  method: 'GET',
  url: '/api/v1/feedback/:id',
  schema: {
    summary: 'One feedback, with the conversation where the user allowed it',
    params: IdParams,
    response: { 200: z.object({ feedback: FeedbackDetail }) },
  },
  config: { policy: 'read_feedback', audited: true, errors: ['FEEDBACK_NOT_FOUND'] },
} as const satisfies Endpoint

/** That of the feedback as it was read: words that its user has said since are not dealt with. */
const LastRead = Timestamp

export const updateFeedback = {
  method: 'PUT',
  url: '/api/v1/feedback/:id',
  schema: {
    summary: 'Mark a feedback as dealt with, or as open again',
    params: IdParams,
    body: z.strictObject({ is_dealt_with: z.boolean(), updated_at: LastRead }),
    response: { 200: z.object({ feedback: Feedback }) },
  },
  config: { policy: 'read_feedback', audited: true, errors: ['FEEDBACK_NOT_FOUND', 'REVISION_MISMATCH'] },
} as const satisfies Endpoint

const RowText = z.string().trim().max(limits.datasetCellCharacters).regex(noNul)

const NewRow = { dataset_id: Id, question: RowText.min(1), language: Language }

/**
 * What is written is the administrator's: a question of the conversation only where the user included it. A question of an evaluation set
 * is a draft until it has an expected answer.
 */
export const createFeedbackRow = {
  method: 'POST',
  url: '/api/v1/feedback/:id/row',
  schema: {
    summary: 'Add a row to an evaluation set, or an approved answer, for what a feedback says; it is then dealt with',
    params: IdParams,
    body: z.strictObject({
      updated_at: LastRead,
      row: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('eval'), ...NewRow, answer: RowText.optional() }),
        z.strictObject({ kind: z.literal('qa'), ...NewRow, answer: RowText.min(1) }),
      ]),
    }),
    response: { 200: z.object({ feedback: Feedback }) },
  },
  config: {
    policy: 'manage_knowledge',
    audited: true,
    errors: [
      'FORBIDDEN',
      'FEEDBACK_NOT_FOUND',
      'FEEDBACK_ROW_EXISTS',
      'REVISION_MISMATCH',
      'DATASET_NOT_FOUND',
      'DATASET_BUSY',
      'DATASET_TOO_LARGE',
    ],
  },
} as const satisfies Endpoint

const Counts = { good: z.int(), bad: z.int() }

export const summarizeFeedback = {
  method: 'POST',
  url: '/api/v1/feedback/summary/query',
  schema: {
    summary: 'How often good and bad was said: by assistant, by model and by day of the given time zone',
    body: FeedbackFilters.extend({ time_zone: z.string().max(64).optional() }),
    response: {
      200: z.object({
        total: z.object(Counts),
        by_assistant: z.array(z.object({ assistant: z.object({ id: Id.nullable(), name: LocalizedText }).nullable(), ...Counts })),
        by_model: z.array(z.object({ model_name: z.string().nullable(), ...Counts })),
        /** Days with feedback, the earliest first: `2026-11-21`. */
        by_day: z.array(z.object({ day: z.iso.date(), ...Counts })),
      }),
    },
  },
  config: { policy: 'read_feedback' },
} as const satisfies Endpoint

export const exportFeedback = {
  method: 'GET',
  url: '/api/v1/feedback/export',
  schema: {
    summary: 'The same feedback as a CSV, all of it, without any conversation',
    querystring: FeedbackFilters.extend({ has_reason: QueryFlag.optional(), is_dealt_with: QueryFlag.optional() }),
    response: { 200: { description: 'A header line, then the latest first', content: { 'text/csv': { schema: z.string() } } } },
  },
  config: { policy: 'read_feedback', audited: true },
} as const satisfies Endpoint
