// Sharing a chat: with every user of the tenant, with groups or with named people. A share goes on until it is ended, has expired, or one
// side loses its right; it never leads out of the tenant.
import { z } from 'zod'
import { Chat } from './chat.ts'
import type { Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { schemaIds } from '../schema-ids.ts'
import { Count, Id, IdParams, Line, LocalizedText, PageInfo, PageQuery, Success, Timestamp } from '../wire.ts'

const Named = z.object({ id: Id, name: LocalizedText })

export const ShareAudience = z.enum(['tenant', 'groups', 'people'])
export type ShareAudience = z.infer<typeof ShareAudience>
schemaIds.add(ShareAudience, { id: 'ShareAudience' })

/** A share that goes on. */
export const ChatShare = z.object({
  id: Id,
  audience: ShareAudience,
  /** Of the audience `groups`; those that were deleted since are not there. */
  groups: z.array(Named),
  /** Of the audience `people`; those that were deleted since are not there. */
  people: z.array(Named),
  /** The last message that its readers see; null when they see the chat as it goes on. */
  until_message_id: Id.nullable(),
  /** Null without an end. */
  expires_at: Timestamp.nullable(),
  created_at: Timestamp,
  /** How many users have opened the chat by it. */
  opened_count: Count,
})
export type ChatShare = z.infer<typeof ChatShare>
schemaIds.add(ChatShare, { id: 'ChatShare' })

const Targets = z.array(Id).min(1).max(limits.shareTargets)

const Extent = {
  /** The last message that readers are to see, which has to be ended; null for the chat as it goes on. */
  until_message_id: Id.nullable().optional(),
  /** Null for no end. */
  expires_at: Timestamp.nullable().optional(),
}

const ShareInput = z.discriminatedUnion('audience', [
  z.strictObject({ audience: z.literal('tenant'), ...Extent }),
  z.strictObject({ audience: z.literal('groups'), group_ids: Targets, ...Extent }),
  z.strictObject({ audience: z.literal('people'), user_ids: Targets, ...Extent }),
])
export type ShareInput = z.infer<typeof ShareInput>

const ShareParams = z.strictObject({ id: Id, shareId: Id })
const ShareBody = z.strictObject({ share: ShareInput })
const ShareResponse = z.object({ share: ChatShare })

export const createChatShare = {
  method: 'POST',
  url: '/api/v1/chat/:id/share',
  schema: {
    summary: 'Share a chat of the actor as it goes on, or up to a message; for 30 days unless an end, or none, is given',
    params: IdParams,
    body: ShareBody,
    response: { 200: ShareResponse },
  },
  config: {
    policy: 'signed_in',
    audited: true,
    errors: [
      'CHAT_NOT_FOUND',
      'FORBIDDEN',
      'CHAT_IS_TEMPORARY',
      'CHAT_MESSAGE_NOT_FOUND',
      'AUTH_USER_NOT_FOUND',
      'AUTH_GROUP_NOT_FOUND',
      'CHAT_SHARE_TOO_MANY',
    ],
  },
} as const satisfies Endpoint

export const queryChatShares = {
  method: 'POST',
  url: '/api/v1/chat/:id/share/query',
  schema: {
    summary: 'The shares of a chat of the actor that go on, the last begun first',
    params: IdParams,
    body: PageQuery,
    response: { 200: PageInfo.extend({ shares: z.array(ChatShare) }) },
  },
  config: { policy: 'signed_in', errors: ['CHAT_NOT_FOUND', 'FORBIDDEN', 'CHAT_IS_TEMPORARY'] },
} as const satisfies Endpoint

export const updateChatShare = {
  method: 'PUT',
  url: '/api/v1/chat/:id/share/:shareId',
  schema: {
    summary: 'Change with whom a chat is shared, up to which message and until when; the last two stay where they are not named',
    params: ShareParams,
    body: ShareBody,
    response: { 200: ShareResponse },
  },
  config: {
    policy: 'signed_in',
    audited: true,
    errors: [
      'CHAT_IS_TEMPORARY',
      'CHAT_NOT_FOUND',
      'FORBIDDEN',
      'CHAT_SHARE_NOT_FOUND',
      'CHAT_MESSAGE_NOT_FOUND',
      'AUTH_USER_NOT_FOUND',
      'AUTH_GROUP_NOT_FOUND',
    ],
  },
} as const satisfies Endpoint

export const endChatShare = {
  method: 'DELETE',
  url: '/api/v1/chat/:id/share/:shareId',
  schema: { summary: 'End a share of a chat of the actor', params: ShareParams, response: { 200: Success } },
  config: { policy: 'signed_in', audited: true, errors: ['CHAT_NOT_FOUND', 'FORBIDDEN', 'CHAT_IS_TEMPORARY', 'CHAT_SHARE_NOT_FOUND'] },
} as const satisfies Endpoint

/** A passage that a reply cites, and some of the readers may not read. */
export const WithheldPassage = z.object({
  message_id: Id,
  /** By which the text cites it. */
  number: z.int(),
  /** Null for one that the owner may not read either. */
  title: z.string().nullable(),
  /** Of the readers, how many may not read it. */
  reader_count: Count,
})
export type WithheldPassage = z.infer<typeof WithheldPassage>
schemaIds.add(WithheldPassage, { id: 'WithheldPassage' })

export const previewChatShare = {
  method: 'POST',
  url: '/api/v1/chat/:id/share/preview',
  schema: {
    summary: 'What readers of a share would see, and which files and cited passages they would not',
    params: IdParams,
    body: PageQuery.extend({ share: ShareInput }),
    response: {
      200: PageInfo.extend({
        /** Users who could open the chat now. */
        reader_count: Count,
        message_count: Count,
        /** The names of files that were sent with questions, which readers are shown and cannot open. */
        files: z.array(z.object({ id: Id, name: z.string() })),
        /** In the order of the messages; `total` counts all. */
        passages: z.array(WithheldPassage),
      }),
    },
  },
  config: {
    policy: 'signed_in',
    errors: ['CHAT_NOT_FOUND', 'FORBIDDEN', 'CHAT_IS_TEMPORARY', 'CHAT_MESSAGE_NOT_FOUND', 'AUTH_USER_NOT_FOUND', 'AUTH_GROUP_NOT_FOUND'],
  },
} as const satisfies Endpoint

export const ShareCandidate = z.object({
  kind: z.enum(['group', 'user']),
  id: Id,
  name: LocalizedText,
  /** Of a user, for administrators and for who searched by it; else null. */
  email: z.string().nullable(),
})
export type ShareCandidate = z.infer<typeof ShareCandidate>
schemaIds.add(ShareCandidate, { id: 'ShareCandidate' })

export const findShareCandidates = {
  method: 'POST',
  url: '/api/v1/chat/share/candidate/query',
  schema: {
    summary: 'Groups and active users of the tenant to share with, by a part of the name or the whole email; groups first',
    body: PageQuery.extend({ keyword: Line.min(1).max(200) }),
    response: { 200: PageInfo.extend({ candidates: z.array(ShareCandidate) }) },
  },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint

/** A share of the actor, with its chat. */
export const OwnShare = ChatShare.extend({ chat: z.object({ id: Id, title: z.string().nullable() }) })
export type OwnShare = z.infer<typeof OwnShare>
schemaIds.add(OwnShare, { id: 'OwnShare' })

export const queryOwnShares = {
  method: 'POST',
  url: '/api/v1/chat/share/query',
  schema: {
    summary: 'The shares of all chats of the actor that go on, the last begun first',
    body: PageQuery,
    response: { 200: PageInfo.extend({ shares: z.array(OwnShare) }) },
  },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint

export const endOwnShares = {
  method: 'DELETE',
  url: '/api/v1/chat/share',
  schema: { summary: 'End all shares of the chats of the actor', response: { 200: z.object({ ended_count: Count }) } },
  config: { policy: 'signed_in', audited: 'selected' },
} as const satisfies Endpoint

/** A chat of another user that the actor may read. */
export const SharedChat = z.object({
  id: Id,
  title: z.string().nullable(),
  owner: Named.extend({ is_deleted: z.boolean() }),
  /** When it was last shared with the actor. */
  shared_at: Timestamp,
  /** When the last of those shares ends; null for never. */
  expires_at: Timestamp.nullable(),
  /** Whether the actor has opened it. */
  is_opened: z.boolean(),
})
export type SharedChat = z.infer<typeof SharedChat>
schemaIds.add(SharedChat, { id: 'SharedChat' })

export const querySharedWithMe = {
  method: 'POST',
  url: '/api/v1/chat/shared_with_me/query',
  schema: {
    summary:
      'The chats of others that are shared with the actor or a group of the actor, and those shared with the tenant that the actor has opened; the last shared first',
    body: PageQuery,
    response: { 200: PageInfo.extend({ chats: z.array(SharedChat) }) },
  },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint

export const forkChat = {
  method: 'POST',
  url: '/api/v1/chat/:id/fork',
  schema: {
    summary: 'Copy what the actor sees of the chat of another user into a new chat, without files and what is withheld from the actor',
    params: IdParams,
    response: { 200: z.object({ chat: Chat }) },
  },
  config: { policy: 'signed_in', errors: ['CHAT_NOT_FOUND', 'FORBIDDEN'] },
} as const satisfies Endpoint
