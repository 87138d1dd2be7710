import { z } from 'zod'
import { Assistant } from './assistant.ts'
import type { Endpoint } from './endpoint.ts'
import { Language } from './languages.ts'
import { limits } from './limits.ts'
import { Message } from './message.ts'
import { Model, ModelReference } from './model.ts'
import { Count, Id, IdParams, Line, LocalizedText, PageInfo, PageQuery, Timestamp } from './wire.ts'

const ChatAbilities = z.object({
  /** Send messages, stop, set the title. */
  write: z.boolean(),
  share: z.boolean(),
  delete: z.boolean(),
})

/** A chat as the history lists it. */
export const ChatSummary = z.object({
  id: Id,
  title: z.string().nullable(),
  explicitly_public: z.boolean(),
  /** A reply is being made right now. */
  is_generating: z.boolean(),
  created_at: Timestamp,
  updated_at: Timestamp,
  abilities: ChatAbilities,
})
export type ChatSummary = z.infer<typeof ChatSummary>

/** A chat without its messages. */
export const ChatProfile = ChatSummary.extend({
  conversation_id: Id,
  /** Grows with every change of the messages; a send names the version that it saw. */
  version: z.int(),
  /** A deleted owner has no name; one who is there may have none either. */
  owner: z.object({ id: Id, name: LocalizedText, is_deleted: z.boolean() }),
  /** Null when the assistant was deleted, or is no longer the reader's to use. */
  assistant: Assistant.nullable(),
  model: Model.pick({ id: true, name: true }).nullable(),
  response_language: Language,
  request_limit: z.int(),
  remaining_requests: z.int(),
})
export type ChatProfile = z.infer<typeof ChatProfile>

/** A chat with the messages of its shown path, the oldest first. */
export const Chat = ChatProfile.extend({ messages: z.array(Message) })
export type Chat = z.infer<typeof Chat>

const ChatResponse = z.object({ chat: Chat })
const ChatProfileResponse = z.object({ chat: ChatProfile })

export const queryChats = {
  method: 'POST',
  url: '/api/v1/chat/query',
  schema: {
    summary: "The actor's chats, the last changed first",
    tags: ['chat'],
    body: PageQuery,
    response: { 200: PageInfo.extend({ chats: z.array(ChatSummary) }) },
  },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint

export const createChat = {
  method: 'POST',
  url: '/api/v1/chat',
  schema: {
    summary: 'Start a chat with an assistant',
    tags: ['chat'],
    body: z.strictObject({
      chat: z.strictObject({
        assistant_id: Id,
        /** Accepted for the specification's clients; refused when it is not the actor's. */
        user_id: Id.optional(),
        model: ModelReference.optional(),
        response_language: Language.optional(),
        title: Line.min(1).max(limits.chatTitleCharacters).optional(),
      }),
    }),
    response: { 200: ChatResponse },
  },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint

export const getChat = {
  method: 'GET',
  url: '/api/v1/chat/:id',
  schema: { summary: 'A chat with its messages and their sources', tags: ['chat'], params: IdParams, response: { 200: ChatResponse } },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint

export const getChatWithoutSource = {
  method: 'GET',
  url: '/api/v1/chat/:id/without_source',
  schema: { summary: 'A chat with its messages, the sources left out', tags: ['chat'], params: IdParams, response: { 200: ChatResponse } },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint

export const getChatProfile = {
  method: 'GET',
  url: '/api/v1/chat/:id/profile',
  schema: { summary: 'A chat without its messages', tags: ['chat'], params: IdParams, response: { 200: ChatProfileResponse } },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint

export const deleteChat = {
  method: 'DELETE',
  url: '/api/v1/chat/:id',
  schema: {
    summary: 'Delete a chat with its messages; a running reply is stopped, its usage is kept',
    tags: ['chat'],
    params: IdParams,
    response: { 200: z.object({ success: z.boolean() }) },
  },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint

export const shareChat = {
  method: 'PUT',
  url: '/api/v1/chat/:id/access_control',
  schema: {
    summary: 'Share a chat with every signed-in user of the tenant, or take it back',
    tags: ['chat'],
    params: IdParams,
    body: z.strictObject({ explicitly_public: z.boolean() }),
    response: { 200: ChatProfileResponse },
  },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint

export const SendMessageBody = z.strictObject({
  content: z.string().trim().min(1).max(limits.messageCharacters),
  model: ModelReference.optional(),
  response_language: Language.optional(),
  /** Made by the client for each submit: sending the same one again joins its reply. */
  client_message_id: Id,
  /** The chat's version that the client saw. */
  version: Count,
})
export type SendMessageBody = z.infer<typeof SendMessageBody>

export const sendMessage = {
  method: 'POST',
  url: '/api/v1/chat/:id/message_stream',
  schema: {
    summary: 'Send a message and read the reply as it is made: an event stream of ReplyStreamEvent',
    tags: ['chat'],
    params: IdParams,
    body: SendMessageBody,
  },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint

export const rejoinReply = {
  method: 'GET',
  url: '/api/v1/chat/:id/message_stream',
  schema: {
    summary: 'Join the reply that is being made, or read how the last one ended: an event stream of ReplyStreamEvent',
    tags: ['chat'],
    params: IdParams,
  },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint

export const stopGeneration = {
  method: 'POST',
  url: '/api/v1/chat/:id/stop_generation',
  schema: {
    summary: 'Stop the reply that is being made, wherever it runs',
    tags: ['chat'],
    params: IdParams,
    response: { 200: z.object({ stopping: z.boolean() }) },
  },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint

export const setChatTitle = {
  method: 'POST',
  url: '/api/v1/chat/:id/title',
  schema: {
    summary: 'Name a chat, or have the model name it after `content`',
    tags: ['chat'],
    params: IdParams,
    body: z.union([
      z.strictObject({
        name: Line.min(1).max(limits.chatTitleCharacters),
        content: z.string().max(limits.messageCharacters).optional(),
      }),
      z.strictObject({ content: z.string().trim().min(1).max(limits.messageCharacters) }),
    ]),
    response: { 200: ChatProfileResponse },
  },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint
