// A reply: asking for one, reading it as it is made, stopping it, and what it cites.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import type { ErrorCode } from '../errors.ts'
import { Language } from '../languages.ts'
import { limits } from '../limits.ts'
import { MessageSource } from '../message/message.ts'
import { ModelReference } from '../model/chosen-model.ts'
import { ReplyStreamEvent } from './reply-stream.ts'
import { schemaIds } from '../schema-ids.ts'
import { Count, Id, IdParams } from '../wire.ts'

/** What keeps a reply from being begun. */
export const askErrors = [
  'CHAT_NOT_FOUND',
  'FORBIDDEN',
  'CHAT_MESSAGE_NOT_FOUND',
  'CHAT_PUSH_MESSAGE_FAILED',
  'CHAT_REQUEST_LIMIT_REACHED',
  'CHAT_TOO_MANY_REPLIES',
  'CHAT_CONFIG_MISSING',
  'CHAT_INVALID_MODEL_OBJECT',
  'USAGE_LIMIT_REACHED',
] as const satisfies readonly ErrorCode[]

export const replyStream = {
  200: { description: 'The reply as it is made', content: { 'text/event-stream': { schema: ReplyStreamEvent } } },
} as const

export const SendMessageBody = z.strictObject({
  content: z.string().trim().min(1).max(limits.messageCharacters),
  model: ModelReference.optional(),
  response_language: Language.optional(),
  /** Made by the client for each submit: sending the same one again joins its reply. */
  client_message_id: Id,
  /** The chat's version that the client saw. */
  version: Count,
  /** Files of the chat that go with the message: what was uploaded for it, or what went with another message before. */
  file_ids: z.array(Id).max(limits.filesPerUpload).optional(),
  /** Answers instead of the assistant of the chat, which stays. Without it, the one that the edited or regenerated message was for. */
  assistant_id: Id.optional(),
})
export type SendMessageBody = z.infer<typeof SendMessageBody>
schemaIds.add(SendMessageBody, { id: 'SendMessageBody' })

export const sendMessage = {
  method: 'POST',
  url: '/api/v1/chat/:id/message_stream',
  schema: {
    summary: 'Send a message and read the reply as it is made',
    params: IdParams,
    body: SendMessageBody,
    response: replyStream,
  },
  config: { policy: 'signed_in', errors: [...askErrors, 'ASSISTANT_NOT_FOUND', 'CHAT_FILES_NOT_READ', 'FILE_NOT_FOUND'] },
} as const satisfies Endpoint

export const rejoinReply = {
  method: 'GET',
  url: '/api/v1/chat/:id/message_stream',
  schema: {
    summary: 'Join the reply that is being made, or read how the last one ended',
    params: IdParams,
    response: replyStream,
  },
  config: { policy: 'signed_in', errors: ['CHAT_NOT_FOUND', 'CHAT_MESSAGE_NOT_FOUND'] },
} as const satisfies Endpoint

export const stopGeneration = {
  method: 'POST',
  url: '/api/v1/chat/:id/stop_generation',
  schema: {
    summary: 'Stop the reply that is being made, wherever it runs',
    params: IdParams,
    response: { 200: z.object({ stopping: z.boolean() }) },
  },
  config: { policy: 'signed_in', errors: ['CHAT_NOT_FOUND', 'FORBIDDEN'] },
} as const satisfies Endpoint

const MessageParams = z.strictObject({ id: Id, messageId: Id })

export const editMessage = {
  method: 'PUT',
  url: '/api/v1/chat/:id/message/:messageId',
  schema: {
    summary: 'Edit a question and send it again: a sibling of it, with its own reply',
    params: MessageParams,
    body: SendMessageBody,
    response: replyStream,
  },
  config: { policy: 'signed_in', errors: [...askErrors, 'ASSISTANT_NOT_FOUND', 'CHAT_FILES_NOT_READ', 'FILE_NOT_FOUND'] },
} as const satisfies Endpoint

export const RegenerateReplyBody = SendMessageBody.omit({ content: true, file_ids: true })
export type RegenerateReplyBody = z.infer<typeof RegenerateReplyBody>
schemaIds.add(RegenerateReplyBody, { id: 'RegenerateReplyBody' })

export const regenerateReply = {
  method: 'POST',
  url: '/api/v1/chat/:id/message/:messageId/regenerate',
  schema: {
    summary: 'Another reply to the same question, a sibling of this one',
    params: MessageParams,
    body: RegenerateReplyBody,
    response: replyStream,
  },
  config: { policy: 'signed_in', errors: [...askErrors, 'ASSISTANT_NOT_FOUND'] },
} as const satisfies Endpoint

export const ContinueReplyBody = SendMessageBody.pick({ client_message_id: true, version: true })
export type ContinueReplyBody = z.infer<typeof ContinueReplyBody>
schemaIds.add(ContinueReplyBody, { id: 'ContinueReplyBody' })

export const continueReply = {
  method: 'POST',
  url: '/api/v1/chat/:id/message/:messageId/continue',
  schema: {
    summary: 'Go on with a stopped or interrupted reply, the last of the chat',
    params: MessageParams,
    body: ContinueReplyBody,
    response: replyStream,
  },
  config: { policy: 'signed_in', errors: [...askErrors, 'CHAT_REPLY_NOT_CONTINUABLE'] },
} as const satisfies Endpoint

export const getMessageSources = {
  method: 'GET',
  url: '/api/v1/chat/:id/message/:messageId/source',
  schema: {
    summary: 'The passages that a reply cites; of a branch that is not shown, for the owner only',
    params: MessageParams,
    response: { 200: z.object({ sources: z.array(MessageSource) }) },
  },
  config: { policy: 'signed_in', errors: ['CHAT_NOT_FOUND', 'CHAT_MESSAGE_NOT_FOUND'] },
} as const satisfies Endpoint
