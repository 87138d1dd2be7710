// Reads what waits for the search's segments, and writes them. Prisma cannot say it: it skips locked chats, finds the segment of
// each message, and writes many segments with their signatures at once.
import { computeSignature } from '@heddle/retrieval/terms/gram-signature'
import type { PoolClient } from 'pg'
import type { HistorySegment } from './segments.ts'

/** Chats of a batch, and messages: a transaction of about 50 ms. */
const maxChats = 50
const maxMessages = 200

/** How many messages of one person wait at most, when the indexer has run: each takes a search of the person 0.2 ms. */
const maxWaiting = 50

/** Whether this transaction is the one that indexes, until its end. */
export async function lockSearchIndex(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ isLocked: boolean }>(
    `SELECT pg_try_advisory_xact_lock(hashtextextended('heddle/search-index', 0)) AS "isLocked"`,
  )
  return rows[0]?.isLocked ?? false
}

export type PendingMessage = {
  readonly chatId: string
  readonly id: string
  readonly messageId: string
  /** Null when the message is gone with its chat. */
  readonly content: string | null
}

/** No reply of chat `c` is running: its end would wait for the lock of its chat, and is indexed with its question. */
const isQuiet = `NOT EXISTS (SELECT FROM message g WHERE g.chat_id = c.id AND g.status = 'generating')`

/**
 * All that waits in quiet chats, up to a batch: in those where something has waited for so many seconds and, where these do not fill
 * the batch, in those of a person with more than `maxWaiting`.
 */
export async function findPendingMessages(client: PoolClient, restSeconds: number): Promise<PendingMessage[]> {
  const { rows } = await client.query<PendingMessage>(
    `SELECT p.chat_id AS "chatId", p.id, p.message_id AS "messageId", m.content
    FROM (
      SELECT DISTINCT id
      FROM (
        (
          SELECT c.id FROM search_pending p CROSS JOIN LATERAL (SELECT p.chat_id AS id) c
          WHERE p.created_at <= now() - make_interval(secs => $1) AND ${isQuiet} ORDER BY p.created_at LIMIT ${maxChats}
        )
        UNION ALL
        SELECT c.id
        FROM (
          SELECT chat.id, count(*) OVER (PARTITION BY chat.owner_id) AS waiting
          FROM search_pending p JOIN chat ON chat.id = p.chat_id
        ) c
        WHERE c.waiting > ${maxWaiting} AND ${isQuiet}
        LIMIT ${maxChats}
      ) due
    ) c
    CROSS JOIN LATERAL (SELECT * FROM search_pending WHERE chat_id = c.id ORDER BY id LIMIT ${maxMessages}) p
    LEFT JOIN LATERAL (SELECT content FROM message WHERE id = p.message_id OFFSET 0) m ON true
    LIMIT ${maxMessages}`,
    [restSeconds],
  )
  return rows
}

/** Locks those of the chats against deletion that are there and quiet; without waiting, as a deletion may take long. */
export async function lockChats(client: PoolClient, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT c.id FROM chat c WHERE c.id = ANY ($1::uuid[]) AND ${isQuiet} ORDER BY c.id FOR KEY SHARE SKIP LOCKED`,
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}

export type ChatSegment = HistorySegment & { readonly chatId: string }

/** The segments in which these messages are, or would be. */
export async function findSegments(client: PoolClient, messages: readonly PendingMessage[]): Promise<ChatSegment[]> {
  const { rows } = await client.query<ChatSegment>(
    `SELECT t.chat_id AS "chatId", t.message_ids::text[] AS "messageIds", t.text
    FROM (
      SELECT DISTINCT s.chat_id, s.first_message_id
      FROM unnest($1::uuid[], $2::uuid[]) added(chat_id, message_id) CROSS JOIN LATERAL (
        SELECT t.chat_id, t.first_message_id FROM chat_text t
        WHERE t.chat_id = added.chat_id AND t.first_message_id <= added.message_id ORDER BY t.first_message_id DESC LIMIT 1
      ) s
    ) found JOIN chat_text t USING (chat_id, first_message_id)`,
    [messages.map(({ chatId }) => chatId), messages.map(({ messageId }) => messageId)],
  )
  return rows
}

/** A signature as PostgreSQL reads a bit string. */
export const formatSignature = (text: string) => `x${Buffer.from(computeSignature(text)).toString('hex')}`

export async function writeSegments(client: PoolClient, segments: readonly ChatSegment[]): Promise<void> {
  await client.query(
    `INSERT INTO chat_text (chat_id, first_message_id, message_ids, text, signature)
    SELECT chat_id, message_ids[1], message_ids, text, signature
    FROM (
      SELECT chat_id, ids::uuid[] AS message_ids, text, signature
      FROM unnest($1::uuid[], $2::text[], $3::text[], $4::bit(16384)[]) written(chat_id, ids, text, signature)
    ) written
    ON CONFLICT (chat_id, first_message_id) DO UPDATE SET
      message_ids = excluded.message_ids, text = excluded.text, signature = excluded.signature`,
    [
      segments.map(({ chatId }) => chatId),
      segments.map(({ messageIds }) => `{${messageIds.join(',')}}`),
      segments.map(({ text }) => text),
      segments.map(({ text }) => formatSignature(text)),
    ],
  )
}

export async function deletePending(client: PoolClient, messages: readonly PendingMessage[]): Promise<void> {
  await client.query(
    'DELETE FROM search_pending p USING unnest($1::uuid[], $2::bigint[]) d(chat_id, id) WHERE p.chat_id = d.chat_id AND p.id = d.id',
    [messages.map(({ chatId }) => chatId), messages.map(({ id }) => id)],
  )
}
