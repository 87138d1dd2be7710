// Moves what was said from `search_pending` into the segments that a search reads (docs/decisions/0017). A search finds it before,
// too: nothing depends on when this runs, but the time that a search takes.
import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../../../platform/database/transaction.ts'
import {
  deletePending,
  findPendingMessages,
  findSegments,
  lockChats,
  lockSearchIndex,
  type PendingMessage,
  writeSegments,
} from './search-index.sql.ts'
import { mergeIntoSegments, type SearchableMessage, toSearchableText } from './segments.ts'

type IndexerDependencies = {
  readonly pool: Pool
  readonly stopping: AbortSignal
  /** How long a message rests before its chat is indexed: several turns are then written with one write of the segment. */
  readonly restSeconds: number
}

function groupByChat(pending: readonly PendingMessage[]): Map<string, SearchableMessage[]> {
  const chats = new Map<string, SearchableMessage[]>()
  for (const { chatId, messageId, content } of pending) {
    if (content === null) continue
    const messages = chats.get(chatId)
    const message = { messageId, text: toSearchableText(content) }
    if (messages) messages.push(message)
    else chats.set(chatId, [message])
  }
  return chats
}

/** Returns how many rows of `search_pending` it was. The chats are locked last, so that an end of a reply waits for the writing only. */
async function indexBatch(client: PoolClient, restSeconds: number): Promise<number> {
  if (!(await lockSearchIndex(client))) return 0
  const pending = await findPendingMessages(client, restSeconds)
  if (pending.length === 0) return 0
  const existing = Map.groupBy(await findSegments(client, pending), ({ chatId }) => chatId)
  const segments = [...groupByChat(pending)].flatMap(([chatId, messages]) =>
    mergeIntoSegments(existing.get(chatId) ?? [], messages).map((segment) => ({ ...segment, chatId })),
  )
  const locked = await lockChats(client, [...new Set(segments.map(({ chatId }) => chatId))])
  const written = segments.filter(({ chatId }) => locked.has(chatId))
  if (written.length > 0) await writeSegments(client, written)
  const done = pending.filter(({ chatId, content }) => content === null || locked.has(chatId))
  if (done.length > 0) await deletePending(client, done)
  return done.length
}

export function createSearchIndexer({ pool, stopping, restSeconds }: IndexerDependencies) {
  /** Indexes all that is due, in one worker at a time: in the others it does nothing. Returns how many rows of `search_pending` it was. */
  return async function indexMessages(): Promise<number> {
    let indexed = 0
    while (!stopping.aborted) {
      const count = await inTransaction(pool, (client) => indexBatch(client, restSeconds))
      if (count === 0) break
      indexed += count
    }
    return indexed
  }
}
