// The messages of a chat, for those who show it. Who may read the chat, the caller has asked.
import type { Pool } from 'pg'
import { loadPath, loadTree, type PathQuery } from './message.sql.ts'

export type MessageService = ReturnType<typeof createMessageService>

export const createMessageService = (pool: Pool) => ({
  /** The messages on the way up from a leaf, the oldest first. */
  loadPath: (query: PathQuery) => loadPath(pool, query),

  /** All messages of a chat with their sources, each after the one that it answers. */
  loadTree: (chatId: string, readerId: string) => loadTree(pool, chatId, readerId),
})
