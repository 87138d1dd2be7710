import { z } from 'zod'
import { Assistant } from '../assistant/assistant.ts'
import type { Endpoint } from '../endpoint.ts'
import { Language } from '../languages.ts'
import { limits } from '../limits.ts'
import { Message, MessageFile } from '../message/message.ts'
import { Model, ModelReference } from '../model/chosen-model.ts'
import { schemaIds } from '../schema-ids.ts'
import { Count, Id, IdParams, Line, LocalizedText, QueryCount, Timestamp } from '../wire.ts'

const ChatAbilities = z.object({
  /** Send messages, stop, set the title. */
  write: z.boolean(),
  share: z.boolean(),
  delete: z.boolean(),
  /** Go on in a copy of one's own. */
  fork: z.boolean(),
  /** End that the tenant reads the chat of another. */
  unshare: z.boolean(),
})

/** A chat as the history lists it. */
export const ChatSummary = z.object({
  id: Id,
  title: z.string().nullable(),
  /** Whether the tenant reads it as it goes on. */
  explicitly_public: z.boolean(),
  /** Whether any share of it goes on; false to other readers than the owner. */
  is_shared: z.boolean(),
  /** Null in no folder. */
  folder_id: Id.nullable(),
  is_pinned: z.boolean(),
  /** An archived chat is found by a search, and is no longer archived once a message is sent. */
  is_archived: z.boolean(),
  /** A reply is being made right now. */
  is_generating: z.boolean(),
  created_at: Timestamp,
  updated_at: Timestamp,
  abilities: ChatAbilities,
})
export type ChatSummary = z.infer<typeof ChatSummary>
schemaIds.add(ChatSummary, { id: 'ChatSummary' })

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
  /** Whether the owner's personal instructions go along; false to other readers. */
  uses_instructions: z.boolean(),
  /** When a temporary chat ends, unless a message is sent before; null for one that stays. */
  temporary_until: Timestamp.nullable(),
  request_limit: z.int(),
  remaining_requests: z.int(),
  /** By what another reader than the owner sees it; null to the owner. */
  shared: z
    .object({
      /** The last message that the reader sees; null for the chat as it goes on. */
      until_message_id: Id.nullable(),
      /** Null without an end. */
      expires_at: Timestamp.nullable(),
    })
    .nullable(),
})
export type ChatProfile = z.infer<typeof ChatProfile>
schemaIds.add(ChatProfile, { id: 'ChatProfile' })

/** A chat with the last messages of its shown path, the oldest first. The `index` of the first is the number of those before it. */
export const Chat = ChatProfile.extend({
  messages: z.array(Message),
  /** Uploaded by the reader, and not sent with a message yet. */
  unsent_files: z.array(MessageFile),
})
export type Chat = z.infer<typeof Chat>
schemaIds.add(Chat, { id: 'Chat' })

const ChatResponse = z.object({ chat: Chat })
const ChatProfileResponse = z.object({ chat: ChatProfile })

export const createChat = {
  method: 'POST',
  url: '/api/v1/chat',
  schema: {
    summary: 'Start a chat with an assistant',
    body: z.strictObject({
      chat: z
        .strictObject({
          assistant_id: Id,
          /** Accepted for the specification's clients; refused when it is not the actor's. */
          user_id: Id.optional(),
          model: ModelReference.optional(),
          response_language: Language.optional(),
          title: Line.min(1).max(limits.chatTitleCharacters).optional(),
          folder_id: Id.optional(),
          /** A chat that no list, search or export has, and that ends by itself with all its texts. */
          temporary: z.boolean().optional(),
        })
        .refine(
          ({ temporary, title, folder_id: folderId }) => !temporary || (title === undefined && folderId === undefined),
          'A temporary chat has neither a title nor a folder',
        ),
    }),
    response: { 200: ChatResponse },
  },
  config: {
    policy: 'signed_in',
    errors: [
      'CHAT_USER_ID_MISMATCH',
      'ASSISTANT_NOT_FOUND',
      'CHAT_INVALID_MODEL_OBJECT',
      'CHAT_FOLDER_NOT_FOUND',
      'CHAT_TEMPORARY_NOT_ALLOWED',
    ],
  },
} as const satisfies Endpoint

export const getChat = {
  method: 'GET',
  url: '/api/v1/chat/:id',
  schema: { summary: 'A chat with its last messages and their sources', params: IdParams, response: { 200: ChatResponse } },
  config: { policy: 'signed_in', errors: ['CHAT_NOT_FOUND'] },
} as const satisfies Endpoint

export const getChatWithoutSource = {
  method: 'GET',
  url: '/api/v1/chat/:id/without_source',
  schema: {
    summary: 'A chat with its last messages, the sources left out',
    params: IdParams,
    response: { 200: ChatResponse },
  },
  config: { policy: 'signed_in', errors: ['CHAT_WITHOUT_SOURCE_NOT_FOUND'] },
} as const satisfies Endpoint

export const getChatMessages = {
  method: 'GET',
  url: '/api/v1/chat/:id/message',
  schema: {
    summary:
      'The messages on the path to a message: the page before it, from an index, or around another message; none when that is not on the path',
    params: IdParams,
    querystring: z
      .strictObject({
        /** A message that the caller has. What comes before it never changes, whatever is asked or shown meanwhile. */
        before: Id,
        /** The index of the first message. */
        from: QueryCount.optional(),
        around: Id.optional(),
        page_size: QueryCount.min(1).max(limits.maxMessagesPerPage).optional(),
      })
      .refine(({ from, around }) => from === undefined || around === undefined, 'Either from or around'),
    response: { 200: z.object({ messages: z.array(Message) }) },
  },
  config: { policy: 'signed_in', errors: ['CHAT_NOT_FOUND', 'CHAT_MESSAGE_NOT_FOUND'] },
} as const satisfies Endpoint

export const getChatProfile = {
  method: 'GET',
  url: '/api/v1/chat/:id/profile',
  schema: { summary: 'A chat without its messages', params: IdParams, response: { 200: ChatProfileResponse } },
  config: { policy: 'signed_in', errors: ['CHAT_PROFILE_NOT_FOUND'] },
} as const satisfies Endpoint

export const deleteChat = {
  method: 'DELETE',
  url: '/api/v1/chat/:id',
  schema: {
    summary: 'Delete a chat with its messages; a running reply is stopped, its usage is kept',
    params: IdParams,
    response: { 200: z.object({ success: z.boolean() }) },
  },
  config: { policy: 'signed_in', errors: ['CHAT_NOT_FOUND', 'FORBIDDEN'] },
} as const satisfies Endpoint

export const keepChat = {
  method: 'POST',
  url: '/api/v1/chat/:id/keep',
  schema: {
    summary: 'Turn a temporary chat into one that stays, with all that was said; not while a reply is being made',
    params: IdParams,
    response: { 200: ChatProfileResponse },
  },
  config: { policy: 'signed_in', errors: ['CHAT_NOT_FOUND', 'FORBIDDEN', 'CHAT_PUSH_MESSAGE_FAILED'] },
} as const satisfies Endpoint

export const shareChat = {
  method: 'PUT',
  url: '/api/v1/chat/:id/access_control',
  schema: {
    summary: 'Share a chat with every signed-in user of the tenant, or take it back',
    params: IdParams,
    body: z.strictObject({ explicitly_public: z.boolean() }),
    response: { 200: ChatProfileResponse },
  },
  config: { policy: 'signed_in', audited: 'selected', errors: ['CHAT_ACCESS_NOT_FOUND', 'FORBIDDEN', 'CHAT_IS_TEMPORARY'] },
} as const satisfies Endpoint

export const setChatTitle = {
  method: 'POST',
  url: '/api/v1/chat/:id/title',
  schema: {
    summary: 'Name a chat, or have the model name it after `content`',
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
  config: { policy: 'signed_in', errors: ['CHAT_NOT_FOUND', 'FORBIDDEN', 'CHAT_IS_TEMPORARY', 'CHAT_TITLE_FAILED', 'USAGE_LIMIT_REACHED'] },
} as const satisfies Endpoint

export const chooseBranch = {
  method: 'POST',
  url: '/api/v1/chat/:id/branch',
  schema: {
    summary: 'Show the path through a message: down to it, and on to the latest end below it',
    params: IdParams,
    body: z.strictObject({ message_id: Id, version: Count }),
    response: { 200: ChatResponse },
  },
  config: { policy: 'signed_in', errors: ['CHAT_NOT_FOUND', 'FORBIDDEN', 'CHAT_MESSAGE_NOT_FOUND', 'CHAT_PUSH_MESSAGE_FAILED'] },
} as const satisfies Endpoint

export const setChatSettings = {
  method: 'PUT',
  url: '/api/v1/chat/:id/settings',
  schema: {
    summary: 'Put a chat into a folder, pin it or archive it; what is not named stays, and so does the time of its last change',
    params: IdParams,
    body: z.strictObject({ folder_id: Id.nullable().optional(), is_pinned: z.boolean().optional(), is_archived: z.boolean().optional() }),
    response: { 200: ChatProfileResponse },
  },
  config: { policy: 'signed_in', errors: ['CHAT_NOT_FOUND', 'FORBIDDEN', 'CHAT_IS_TEMPORARY', 'CHAT_FOLDER_NOT_FOUND'] },
} as const satisfies Endpoint

export const setChatChoices = {
  method: 'PUT',
  url: '/api/v1/chat/:id/choice',
  schema: {
    summary: 'Choose the model, the response language or the personal instructions of the next messages; what is not named stays',
    params: IdParams,
    body: z.strictObject({
      model: ModelReference.optional(),
      response_language: Language.optional(),
      uses_instructions: z.boolean().optional(),
    }),
    response: { 200: ChatProfileResponse },
  },
  config: { policy: 'signed_in', errors: ['CHAT_NOT_FOUND', 'FORBIDDEN', 'CHAT_INVALID_MODEL_OBJECT'] },
} as const satisfies Endpoint
