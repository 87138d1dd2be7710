// One question to two or three of (assistant, model): replies beside each other, and which of them is better.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { ErrorDetail } from '../errors.ts'
import { limits } from '../limits.ts'
import { Message } from '../message/message.ts'
import { ModelReference } from '../model/chosen-model.ts'
import { schemaIds } from '../schema-ids.ts'
import { Id, IdParams } from '../wire.ts'
import { askErrors, replyStream, SendMessageBody } from './reply.ts'

/** Which place was best; `skipped` says nothing of the replies, and shows who made them. */
export const ComparisonVote = z.enum(['first', 'second', 'third', 'equal', 'all_bad', 'skipped'])
export type ComparisonVote = z.infer<typeof ComparisonVote>
schemaIds.add(ComparisonVote, { id: 'ComparisonVote' })

export const Comparison = z.object({
  id: Id,
  /** Whether who made the replies is hidden until there is a vote, or the chat has gone on. */
  is_blind: z.boolean(),
  /** Whether it takes a vote: there is none yet, and the chat has not gone on from one of the replies. */
  is_open: z.boolean(),
  vote: ComparisonVote.nullable(),
  /** By place. Without a reply, `error` says why none was begun; null where that reply is deleted. */
  candidates: z.array(z.object({ reply: Message.nullable(), error: ErrorDetail.nullable() })),
})
export type Comparison = z.infer<typeof Comparison>
schemaIds.add(Comparison, { id: 'Comparison' })

/** The assistant of the chat and its model, where they are not named. */
export const Candidate = z.strictObject({ assistant_id: Id.optional(), model: ModelReference.optional() })
export type Candidate = z.infer<typeof Candidate>

export const CompareRepliesBody = SendMessageBody.omit({ assistant_id: true, model: true }).extend({
  candidates: z.array(Candidate).min(2).max(limits.comparedReplies),
  /** The places are in a random order then. */
  is_blind: z.boolean(),
})
export type CompareRepliesBody = z.infer<typeof CompareRepliesBody>
schemaIds.add(CompareRepliesBody, { id: 'CompareRepliesBody' })

const ComparisonResponse = z.object({ comparison: Comparison })

export const compareReplies = {
  method: 'POST',
  url: '/api/v1/chat/:id/comparison',
  schema: {
    summary:
      'Ask one question of two or three assistants or models: each is accepted by itself, and the answer says which; an error when none is',
    params: IdParams,
    body: CompareRepliesBody,
    response: {
      200: ComparisonResponse.extend({
        user_message: Message,
        /** The one on the shown path. */
        reply: Message,
        version: z.int(),
        /** Of the chat. */
        title: z.string().nullable(),
      }),
    },
  },
  config: {
    policy: 'signed_in',
    errors: [...askErrors, 'ASSISTANT_NOT_FOUND', 'CHAT_FILES_NOT_READ', 'FILE_NOT_FOUND', 'CHAT_IS_TEMPORARY'],
  },
} as const satisfies Endpoint

const ComparisonParams = z.strictObject({ id: Id, comparisonId: Id })

export const getComparison = {
  method: 'GET',
  url: '/api/v1/chat/:id/comparison/:comparisonId',
  schema: {
    summary: 'The replies of a comparison beside each other, for the owner of the chat',
    params: ComparisonParams,
    response: { 200: ComparisonResponse },
  },
  config: { policy: 'signed_in', errors: ['CHAT_NOT_FOUND', 'COMPARISON_NOT_FOUND'] },
} as const satisfies Endpoint

export const followReply = {
  method: 'GET',
  url: '/api/v1/chat/:id/message/:messageId/message_stream',
  schema: {
    summary: 'Join one of the replies that are being made, or read how it ended, for the owner of the chat',
    params: z.strictObject({ id: Id, messageId: Id }),
    response: replyStream,
  },
  config: { policy: 'signed_in', errors: ['CHAT_NOT_FOUND', 'CHAT_MESSAGE_NOT_FOUND'] },
} as const satisfies Endpoint
