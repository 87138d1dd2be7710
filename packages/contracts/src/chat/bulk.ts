// Many chats at once.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { ErrorDetail } from '../errors.ts'
import { limits } from '../limits.ts'
import { schemaIds } from '../schema-ids.ts'
import { Id, Line } from '../wire.ts'

/** What became of one of them, in the order of the request. */
export const ChatResult = z.discriminatedUnion('state', [
  z.object({ state: z.literal('done'), id: Id }),
  z.object({ state: z.literal('failed'), id: Id, error: ErrorDetail }),
])
export type ChatResult = z.infer<typeof ChatResult>
schemaIds.add(ChatResult, { id: 'ChatResult' })

const Ids = z.array(Id).min(1).max(limits.chatsPerCall)

const change = (action: 'archive' | 'restore' | 'pin' | 'unpin' | 'delete') => z.strictObject({ ids: Ids, action: z.literal(action) })

export const changeChats = {
  method: 'POST',
  url: '/api/v1/chat/bulk',
  schema: {
    summary: 'Move, archive, pin or delete many chats; one that fails keeps no other from it',
    body: z.discriminatedUnion('action', [
      z.strictObject({ ids: Ids, action: z.literal('move'), folder_id: Id.nullable() }),
      ...(['archive', 'restore', 'pin', 'unpin', 'delete'] as const).map(change),
    ]),
    response: { 200: z.object({ results: z.array(ChatResult) }) },
  },
  config: { policy: 'signed_in', errors: ['CHAT_FOLDER_NOT_FOUND'] },
} as const satisfies Endpoint

export const exportChats = {
  method: 'POST',
  url: '/api/v1/chat/bulk/export',
  schema: {
    summary: 'Chats as a zip with a file of each, as the export of one has it; `not-found.txt` in it names those that are not readable',
    body: z.strictObject({ ids: Ids, format: z.enum(['md', 'json']), time_zone: Line.max(64).optional() }),
    response: { 200: { description: 'The zip as an attachment', content: { 'application/zip': { schema: z.file() } } } },
  },
  config: { policy: 'signed_in', errors: ['FILE_TOO_LARGE'] },
} as const satisfies Endpoint
