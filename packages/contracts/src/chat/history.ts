// The chats of the actor: listed, searched, and exported as files.
import { z } from 'zod'
import { ChatProfile, ChatSummary } from './chat.ts'
import type { Endpoint } from '../endpoint.ts'
import { Message } from '../message/message.ts'
import { schemaIds } from '../schema-ids.ts'
import { Count, Id, IdParams, Line, LocalizedText, PageInfo, PageQuery, Timestamp } from '../wire.ts'

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
schemaIds.add(ChatMatch, { id: 'ChatMatch' })

/** Of a list or a search of one's own chats; what is not named does not matter. A list without `is_archived` is of both. */
export const ChatFilters = z.object({
  /** Null: those in no folder. Chats in the folders of a folder are not in it. */
  folder_id: Id.nullable().optional(),
  assistant_id: Id.optional(),
  is_pinned: z.boolean().optional(),
  is_archived: z.boolean().optional(),
  explicitly_public: z.boolean().optional(),
  /** With anybody. */
  is_shared: z.boolean().optional(),
  /** Last changed at this time or later, and before that one. */
  updated_from: Timestamp.optional(),
  updated_before: Timestamp.optional(),
  /** How many questions were asked in it. */
  min_requests: Count.optional(),
})
export type ChatFilters = z.infer<typeof ChatFilters>

/** A chat in a list. The web puts chats into its own lists that no list of the service had, without what only this has. */
const ListedChat = ChatSummary.extend({
  /** The expert of the chat; null when it was deleted, or is no longer the actor's to use. */
  assistant: z.object({ id: Id, name: LocalizedText }).nullable().optional(),
  /** How many questions were asked in it, as `min_requests` counts them. */
  request_count: Count.optional(),
  match: ChatMatch.optional(),
})

export const queryChats = {
  method: 'POST',
  url: '/api/v1/chat/query',
  schema: {
    summary: "The actor's chats, the last changed first; with keywords, those whose title or messages contain any of them",
    body: PageQuery.extend({
      /** Separated by spaces, at most `limits.searchKeywords` of them; none is as if they were not given. */
      keywords: Line.max(200).optional(),
      ...ChatFilters.shape,
    }),
    response: { 200: PageInfo.extend({ chats: z.array(ListedChat) }) },
  },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint

export const searchChat = {
  method: 'POST',
  url: '/api/v1/chat/:id/search',
  schema: {
    summary: 'The messages of the shown path that have a text as their reader sees it, the oldest first',
    params: IdParams,
    body: z.strictObject({ text: Line.min(1).max(200) }),
    response: {
      200: z.object({
        /** At most `limits.foundMessages`; how often each has the text. */
        matches: z.array(z.object({ message_id: Id, index: Count, count: Count })),
        /** How often all messages have it, also those that are not listed. */
        total: Count,
      }),
    },
  },
  config: { policy: 'signed_in', errors: ['CHAT_NOT_FOUND'] },
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
schemaIds.add(ChatExport, { id: 'ChatExport' })

export const exportChat = {
  method: 'GET',
  url: '/api/v1/chat/:id/export',
  schema: {
    summary:
      'The shown path of a chat as a Markdown or Word file, or as JSON with the whole tree for its owner; or one message of it for Word',
    params: IdParams,
    querystring: z
      .strictObject({ format: z.enum(['md', 'json', 'docx']), message_id: Id.optional(), time_zone: Line.max(64).optional() })
      .refine(({ format, message_id }) => message_id === undefined || format === 'docx', 'One message is written for Word only'),
    response: {
      200: {
        description: 'The chat as an attachment',
        content: {
          'text/markdown': { schema: z.string() },
          'application/json': { schema: ChatExport },
          'application/vnd.openxmlformats-officedocument.wordprocessingml.document': { schema: z.file() },
        },
      },
    },
  },
  config: { policy: 'signed_in', errors: ['CHAT_NOT_FOUND', 'CHAT_IS_TEMPORARY', 'CHAT_MESSAGE_NOT_FOUND', 'CHAT_EXPORT_TOO_LARGE'] },
} as const satisfies Endpoint
