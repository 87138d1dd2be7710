import { z } from 'zod'
import { Assistant } from './assistant.ts'
import type { Endpoint } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'
import { Language } from './languages.ts'
import { limits } from './limits.ts'
import { Message, MessageFile, MessageSource } from './message.ts'
import { Model, ModelReference } from './model.ts'
import { ReplyStreamEvent } from './reply-stream.ts'
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

/** Parts of a text: where each begins and ends, in UTF-16 units. */
const Marks = z.array(z.tuple([z.int(), z.int()]))

/** Where a chat was found, with the keywords marked. */
export const ChatMatch = z.object({
  /** The message with the most of the keywords, the newest of them; null when only the title has any, which is then the passage. */
  message_id: Id.nullable(),
  passage: z.string(),
  marks: Marks,
  title_marks: Marks,
})
export type ChatMatch = z.infer<typeof ChatMatch>

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
export const Chat = ChatProfile.extend({
  messages: z.array(Message),
  /** Uploaded by the reader, and not sent with a message yet. */
  unsent_files: z.array(MessageFile),
})
export type Chat = z.infer<typeof Chat>

const ChatResponse = z.object({ chat: Chat })
const ChatProfileResponse = z.object({ chat: ChatProfile })

export const queryChats = {
  method: 'POST',
  url: '/api/v1/chat/query',
  schema: {
    summary: "The actor's chats, the last changed first; with keywords, those whose title or messages contain any of them",
    tags: ['chat'],
    body: PageQuery.extend({
      /** Separated by spaces, at most `limits.searchKeywords` of them; none is as if they were not given. */
      keywords: Line.max(200).optional(),
    }),
    response: { 200: PageInfo.extend({ chats: z.array(ChatSummary.extend({ match: ChatMatch.optional() })) }) },
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
  config: { policy: 'signed_in', errors: ['CHAT_USER_ID_MISMATCH', 'ASSISTANT_NOT_FOUND', 'CHAT_INVALID_MODEL_OBJECT'] },
} as const satisfies Endpoint

export const getChat = {
  method: 'GET',
  url: '/api/v1/chat/:id',
  schema: { summary: 'A chat with its messages and their sources', tags: ['chat'], params: IdParams, response: { 200: ChatResponse } },
  config: { policy: 'signed_in', errors: ['CHAT_NOT_FOUND'] },
} as const satisfies Endpoint

export const getChatWithoutSource = {
  method: 'GET',
  url: '/api/v1/chat/:id/without_source',
  schema: { summary: 'A chat with its messages, the sources left out', tags: ['chat'], params: IdParams, response: { 200: ChatResponse } },
  config: { policy: 'signed_in', errors: ['CHAT_WITHOUT_SOURCE_NOT_FOUND'] },
} as const satisfies Endpoint

export const getChatProfile = {
  method: 'GET',
  url: '/api/v1/chat/:id/profile',
  schema: { summary: 'A chat without its messages', tags: ['chat'], params: IdParams, response: { 200: ChatProfileResponse } },
  config: { policy: 'signed_in', errors: ['CHAT_PROFILE_NOT_FOUND'] },
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
  config: { policy: 'signed_in', errors: ['CHAT_NOT_FOUND', 'FORBIDDEN'] },
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
  config: { policy: 'signed_in', audited: 'selected', errors: ['CHAT_ACCESS_NOT_FOUND', 'FORBIDDEN'] },
} as const satisfies Endpoint

/** What keeps a reply from being begun. */
const askErrors = [
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

const replyStream = {
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
})
export type SendMessageBody = z.infer<typeof SendMessageBody>

export const sendMessage = {
  method: 'POST',
  url: '/api/v1/chat/:id/message_stream',
  schema: {
    summary: 'Send a message and read the reply as it is made',
    tags: ['chat'],
    params: IdParams,
    body: SendMessageBody,
    response: replyStream,
  },
  config: { policy: 'signed_in', errors: [...askErrors, 'CHAT_FILES_NOT_READ', 'FILE_NOT_FOUND'] },
} as const satisfies Endpoint

export const rejoinReply = {
  method: 'GET',
  url: '/api/v1/chat/:id/message_stream',
  schema: {
    summary: 'Join the reply that is being made, or read how the last one ended',
    tags: ['chat'],
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
    tags: ['chat'],
    params: IdParams,
    response: { 200: z.object({ stopping: z.boolean() }) },
  },
  config: { policy: 'signed_in', errors: ['CHAT_NOT_FOUND', 'FORBIDDEN'] },
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
  config: { policy: 'signed_in', errors: ['CHAT_NOT_FOUND', 'FORBIDDEN', 'CHAT_TITLE_FAILED', 'USAGE_LIMIT_REACHED'] },
} as const satisfies Endpoint

const MessageParams = z.strictObject({ id: Id, messageId: Id })

export const editMessage = {
  method: 'PUT',
  url: '/api/v1/chat/:id/message/:messageId',
  schema: {
    summary: 'Edit a question and send it again: a sibling of it, with its own reply',
    tags: ['chat'],
    params: MessageParams,
    body: SendMessageBody,
    response: replyStream,
  },
  config: { policy: 'signed_in', errors: [...askErrors, 'CHAT_FILES_NOT_READ', 'FILE_NOT_FOUND'] },
} as const satisfies Endpoint

export const RegenerateReplyBody = SendMessageBody.omit({ content: true, file_ids: true })
export type RegenerateReplyBody = z.infer<typeof RegenerateReplyBody>

export const regenerateReply = {
  method: 'POST',
  url: '/api/v1/chat/:id/message/:messageId/regenerate',
  schema: {
    summary: 'Another reply to the same question, a sibling of this one',
    tags: ['chat'],
    params: MessageParams,
    body: RegenerateReplyBody,
    response: replyStream,
  },
  config: { policy: 'signed_in', errors: [...askErrors] },
} as const satisfies Endpoint

export const ContinueReplyBody = SendMessageBody.pick({ client_message_id: true, version: true })
export type ContinueReplyBody = z.infer<typeof ContinueReplyBody>

export const continueReply = {
  method: 'POST',
  url: '/api/v1/chat/:id/message/:messageId/continue',
  schema: {
    summary: 'Go on with a stopped or interrupted reply, the last of the chat',
    tags: ['chat'],
    params: MessageParams,
    body: ContinueReplyBody,
    response: replyStream,
  },
  config: { policy: 'signed_in', errors: [...askErrors, 'CHAT_REPLY_NOT_CONTINUABLE'] },
} as const satisfies Endpoint

export const chooseBranch = {
  method: 'POST',
  url: '/api/v1/chat/:id/branch',
  schema: {
    summary: 'Show the path through a message: down to it, and on to the latest end below it',
    tags: ['chat'],
    params: IdParams,
    body: z.strictObject({ message_id: Id, version: Count }),
    response: { 200: ChatResponse },
  },
  config: { policy: 'signed_in', errors: ['CHAT_NOT_FOUND', 'FORBIDDEN', 'CHAT_MESSAGE_NOT_FOUND', 'CHAT_PUSH_MESSAGE_FAILED'] },
} as const satisfies Endpoint

export const setChatChoices = {
  method: 'PUT',
  url: '/api/v1/chat/:id/choice',
  schema: {
    summary: 'Choose the model or the response language of the next messages; what is not named stays',
    tags: ['chat'],
    params: IdParams,
    body: z.strictObject({ model: ModelReference.optional(), response_language: Language.optional() }),
    response: { 200: ChatProfileResponse },
  },
  config: { policy: 'signed_in', errors: ['CHAT_NOT_FOUND', 'FORBIDDEN', 'CHAT_INVALID_MODEL_OBJECT'] },
} as const satisfies Endpoint

/** A chat as a JSON file, as whole as its reader sees it: the shown path is that from `last_message_id` up. */
export const ChatExport = z.object({
  format: z.literal('heddle-chat'),
  /** Of this shape. */
  version: z.literal(1),
  exported_at: Timestamp,
  chat: ChatProfile,
  last_message_id: Id.nullable(),
  /** Of all branches for the owner, of the shown path for anybody else; each after the one that it answers. Its `index` is its depth. */
  messages: z.array(Message.extend({ parent_id: Id.nullable() })),
})
export type ChatExport = z.infer<typeof ChatExport>

export const exportChat = {
  method: 'GET',
  url: '/api/v1/chat/:id/export',
  schema: {
    summary: 'The shown path of a chat as a Markdown file, or as JSON with the whole tree for its owner',
    tags: ['chat'],
    params: IdParams,
    querystring: z.strictObject({ format: z.enum(['md', 'json']), time_zone: Line.max(64).optional() }),
    response: {
      200: {
        description: 'The chat as an attachment',
        content: { 'text/markdown': { schema: z.string() }, 'application/json': { schema: ChatExport } },
      },
    },
  },
  config: { policy: 'signed_in', errors: ['CHAT_NOT_FOUND'] },
} as const satisfies Endpoint

export const getMessageSources = {
  method: 'GET',
  url: '/api/v1/chat/:id/message/:messageId/source',
  schema: {
    summary: 'The passages that a reply cites; of a branch that is not shown, for the owner only',
    tags: ['chat'],
    params: MessageParams,
    response: { 200: z.object({ sources: z.array(MessageSource) }) },
  },
  config: { policy: 'signed_in', errors: ['CHAT_NOT_FOUND', 'CHAT_MESSAGE_NOT_FOUND'] },
} as const satisfies Endpoint
