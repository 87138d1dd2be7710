// The messages of a chat, for those who show it. Who may read the chat, the caller has asked.
import type { Pool } from 'pg'
import { loadDoneEvent } from './done-event.ts'
import { findReply } from './reply-state.sql.ts'
import { findDepths, loadMessagePage, loadPath, loadTree, type MessagePageQuery, type PathQuery } from './message.sql.ts'

export type MessageService = ReturnType<typeof createMessageService>

export const createMessageService = (pool: Pool) => ({
  /** The last run of a reply, with the `done` that the reader gets, which is null while it runs; null once the reply is gone. */
  async loadEnd(replyId: string, readerId: string) {
    const state = await findReply(pool, replyId, readerId)
    if (!state) return null
    const { runId, conversationId } = state
    return { runId, conversationId, done: await loadDoneEvent(pool, state, readerId) }
  },

  /** The messages on the way up from a leaf, the oldest first. */
  loadPath: (query: PathQuery) => loadPath(pool, query),

  /** The messages between two depths on the way up from a message, the oldest first. */
  loadPage: (query: MessagePageQuery) => loadMessagePage(pool, query),

  /** The depth of each of `ids` that is on the way up from the leaf, itself included. */
  findDepths: (chatId: string, leafId: string, ids: readonly string[]) => findDepths(pool, chatId, leafId, ids),

  /** All messages of a chat with their sources, each after the one that it answers. */
  loadTree: (chatId: string, readerId: string) => loadTree(pool, chatId, readerId),
})
