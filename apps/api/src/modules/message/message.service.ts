// The messages of a chat, for those who show it, who have asked who may read the chat; and what a model was told, for its owner.
import type { Comparison } from '@heddle/contracts/reply/comparison'
import { loadDoneEvent } from './done-event.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Actor } from '../../platform/permissions/actor.ts'
import { canWriteChat } from '../../platform/permissions/chat.permissions.ts'
import { findComparison } from './comparison.sql.ts'
import { presentComparison } from './message.presenter.ts'
import { findChatForReply, findReply } from './reply-state.sql.ts'
import { hideBranches } from './excerpt.ts'
import type { MessageStore } from './seal/message-store.ts'
import {
  findDepths,
  findTold,
  loadCompared,
  loadMessagePage,
  loadPath,
  loadTree,
  type MessagePageQuery,
  type MessageRow,
  type PathQuery,
} from './message.sql.ts'

type Extent = { readonly isExcerpt?: boolean }

const hideLater = ({ isExcerpt = false }: Extent, path: MessageRow[]) => (isExcerpt ? path.map(hideBranches) : path)

export type MessageService = ReturnType<typeof createMessageService>

export const createMessageService = (store: MessageStore) => ({
  /** The last run of a reply, with the `done` that the reader gets, which is null while it runs; null once the reply is gone. */
  async loadEnd(replyId: string, readerId: string) {
    const state = await findReply(store, replyId, readerId)
    if (!state) return null
    const { runId, conversationId } = state
    return { runId, conversationId, done: await loadDoneEvent(store, state, readerId) }
  },

  /** The messages on the way up from a leaf, the oldest first. Of an excerpt of a chat, without other branches. */
  loadPath: async (query: PathQuery & Extent) => hideLater(query, await loadPath(store, query)),

  /** The messages between two depths on the way up from a message, the oldest first. */
  loadPage: async (query: MessagePageQuery & Extent) => hideLater(query, await loadMessagePage(store, query)),

  /** The depth of each of `ids` that is on the way up from the leaf, itself included. */
  findDepths: (chatId: string, leafId: string, ids: readonly string[]) => findDepths(store, chatId, leafId, ids),

  /** What a model was told for a reply, for the owner of its chat; to every other reader such a chat does not exist. */
  async getToldContext(actor: Actor, chatId: string, messageId: string) {
    const chat = await findChatForReply(store.db, chatId, actor.id)
    if (!chat || !canWriteChat(actor, chat)) throw new AppError('CHAT_NOT_FOUND')
    const told = await findTold(store, chatId, messageId)
    if (!told) throw new AppError('CHAT_MESSAGE_NOT_FOUND')
    return told
  },

  /** The replies of a comparison, for the owner of its chat. */
  async getComparison(actor: Actor, chatId: string, comparisonId: string): Promise<Comparison> {
    const chat = await findChatForReply(store.db, chatId, actor.id)
    if (!chat || !canWriteChat(actor, chat)) throw new AppError('CHAT_NOT_FOUND')
    const comparison = await findComparison(store.db, chatId, comparisonId)
    if (!comparison) throw new AppError('COMPARISON_NOT_FOUND')
    return presentComparison(comparison, await loadCompared(store, chatId, actor.id, comparisonId))
  },

  /** All messages of a chat with their sources, each after the one that it answers. */
  loadTree: (chatId: string, readerId: string) => loadTree(store, chatId, readerId),
})
