// The folders of a user's chats: one level, and one below it.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { schemaIds } from '../schema-ids.ts'
import { Count, Id, IdParams, Line, noNul, PageInfo, PageQuery, QueryFlag, Success, Timestamp } from '../wire.ts'

export const folderColors = ['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet'] as const
export const FolderColor = z.enum(folderColors)
export type FolderColor = z.infer<typeof FolderColor>

export const ChatFolder = z.object({
  id: Id,
  name: z.string(),
  color: FolderColor.nullable(),
  /** The folder that it lies in, which lies in none. */
  parent_id: Id.nullable(),
  /** Among the folders of the same parent, from 0. */
  position: Count,
  /** The expert that a new chat in it begins with; null for none, or one that is no longer the user's to use. */
  assistant_id: Id.nullable(),
  /** What the user wishes of every reply in it. */
  instructions: z.string(),
  /** Chats that are not archived. */
  chat_count: Count,
  revision: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type ChatFolder = z.infer<typeof ChatFolder>
schemaIds.add(ChatFolder, { id: 'ChatFolder' })

const Settings = {
  name: Line.min(1).max(limits.folderNameCharacters),
  color: FolderColor.nullable().optional(),
  parent_id: Id.nullable().optional(),
  assistant_id: Id.nullable().optional(),
  instructions: z.string().trim().max(limits.folderInstructionsCharacters).regex(noNul, 'NUL is not allowed').optional(),
}

const FolderResponse = z.object({ folder: ChatFolder })

export const queryChatFolders = {
  method: 'POST',
  url: '/api/v1/chat/folder/query',
  schema: {
    summary: "The actor's folders in the order of the drawer: each is followed by those in it",
    body: PageQuery,
    response: { 200: PageInfo.extend({ folders: z.array(ChatFolder) }) },
  },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint

export const createChatFolder = {
  method: 'POST',
  url: '/api/v1/chat/folder',
  schema: {
    summary: 'Create a folder, the last of its parent',
    body: z.strictObject({ folder: z.strictObject(Settings) }),
    response: { 200: FolderResponse },
  },
  config: { policy: 'signed_in', errors: ['CHAT_FOLDER_NOT_FOUND', 'CHAT_FOLDER_TOO_DEEP', 'CHAT_FOLDER_TOO_MANY', 'ASSISTANT_NOT_FOUND'] },
} as const satisfies Endpoint

export const updateChatFolder = {
  method: 'PUT',
  url: '/api/v1/chat/folder/:id',
  schema: {
    summary: 'Change a folder, or move it; what is not named stays',
    params: IdParams,
    body: z.strictObject({
      revision: z.int(),
      folder: z.strictObject({ ...Settings, position: Count }).partial(),
    }),
    response: { 200: FolderResponse },
  },
  config: { policy: 'signed_in', errors: ['CHAT_FOLDER_NOT_FOUND', 'CHAT_FOLDER_TOO_DEEP', 'ASSISTANT_NOT_FOUND', 'REVISION_MISMATCH'] },
} as const satisfies Endpoint

export const deleteChatFolder = {
  method: 'DELETE',
  url: '/api/v1/chat/folder/:id',
  schema: {
    summary: 'Delete a folder with those in it; their chats stay, in no folder, unless they are to go too',
    params: IdParams,
    querystring: z.strictObject({ with_chats: QueryFlag.optional() }),
    response: { 200: Success },
  },
  config: { policy: 'signed_in', errors: ['CHAT_FOLDER_NOT_FOUND'] },
} as const satisfies Endpoint
