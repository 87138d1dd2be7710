// Search in the history of a user. Prisma cannot say it: it compares signatures and searches arrays. What was said in each chat lies
// folded in segments (`chat_text`), and what has not been written there yet is read from the messages themselves. The chats are
// read in the order of the list until the page is full, without the segments whose signature says that no keyword is in them.
import type { Pool } from 'pg'
import { joinGiven } from '../../../platform/permissions/chat.permissions.ts'
import { chatListColumns, type ChatListRow, type ListQuery, selectChats } from '../chat.sql.ts'
import { formatSignature } from './search-index.sql.ts'

/** What a search finds of a message `m`: `toSearchableText` computes the same. */
const searchableContent = `replace(fold(m.content), chr(1), ' ')`

/** Parameters of a statement: an array of each. */
type KeywordParameters = { readonly keywords: string; readonly signatures: string }

/** Whether the condition holds for any of the keywords. Written out: a join with them takes twice as long. */
const anyKeyword = (
  count: number,
  { keywords, signatures }: KeywordParameters,
  condition: (keyword: string, signature: string) => string,
) =>
  Array.from({ length: count }, (_, index) =>
    condition(`(${keywords}::text[])[${index + 1}]`, `(${signatures}::bit(16384)[])[${index + 1}]`),
  ).join(' OR ')

const isInTitle = (keyword: string) => `strpos(read.title, ${keyword}) > 0`
const isInPending = (keyword: string) => `strpos(said.text, ${keyword}) > 0`

// CASE, because AND may look into the long text first. One bit leaves out most segments at a fraction of the cost of all bits.
// What a segment has of a message that is pending is outdated.
const isInSegment = (keyword: string, signature: string) => `CASE
            WHEN get_bit(t.signature, nullif(position(B'1' IN ${signature}), 0) - 1) = 0 THEN false
            WHEN t.signature & ${signature} <> ${signature} THEN false
            WHEN strpos(t.text, ${keyword}) = 0 THEN false
            WHEN read.pending = '{}' THEN true
            ELSE EXISTS (
              SELECT FROM unnest(t.message_ids, string_to_array(t.text, chr(1))) AS said(id, text)
              WHERE said.id <> ALL (read.pending) AND strpos(said.text, ${keyword}) > 0
            )
          END`

/**
 * A page of the chats whose title or messages contain any of the (folded) keywords, in the order of the list: each chat has
 * one place, the one that it had when the first page was read. Whether it is found is seen when its page is read, so that
 * what is said meanwhile is found at the chat's old place, and not at all if that has been passed.
 */
export async function searchChats(pool: Pool, keywords: readonly string[], query: ListQuery): Promise<ChatListRow[]> {
  const { unmoved, moved, parameter, values } = selectChats(query)
  const parameters = { keywords: parameter(keywords), signatures: parameter(keywords.map(formatSignature)) }
  const anyOf = (condition: (keyword: string, signature: string) => string) => anyKeyword(keywords.length, parameters, condition)
  // Not prepared: a plan for any user reads and sorts all of one's texts, where this one stops with the page.
  const { rows } = await pool.query<ChatListRow>(
    `SELECT ${chatListColumns}
    FROM (
      SELECT placed.id, placed.position
      FROM (SELECT * FROM (${unmoved} UNION ALL ${moved}) chats ORDER BY position DESC, id DESC OFFSET 0) placed
      CROSS JOIN LATERAL (
        SELECT fold(placed.title) AS title, ARRAY(SELECT message_id FROM search_pending WHERE chat_id = placed.id) AS pending OFFSET 0
      ) read
      WHERE ${anyOf(isInTitle)}
        OR EXISTS (SELECT FROM chat_text t WHERE t.chat_id = placed.id AND (${anyOf(isInSegment)}) OFFSET 0)
        OR EXISTS (
          SELECT FROM unnest(read.pending) pending(id)
          CROSS JOIN LATERAL (SELECT ${searchableContent} AS text FROM message m WHERE m.id = pending.id OFFSET 0) said
          WHERE ${anyOf(isInPending)}
        )
      ORDER BY placed.position DESC, placed.id DESC LIMIT ${parameter(query.take)}
    ) p JOIN chat c ON c.id = p.id ${joinGiven}
    ORDER BY p.position DESC, p.id DESC`,
    values,
  )
  return rows
}

export type FoundMessage = { readonly chatId: string; readonly messageId: string; readonly content: string }

/** Of each of these chats, the message with the most of the keywords, the newest of them; none where only the title has any. */
export async function findMessages(pool: Pool, keywords: readonly string[], chatIds: readonly string[]): Promise<FoundMessage[]> {
  const { rows } = await pool.query<FoundMessage>(
    `SELECT best.chat_id AS "chatId", best.id AS "messageId", m.content
    FROM (
      SELECT DISTINCT ON (chat_id) chat_id, id
      FROM (
        SELECT said.*, (SELECT count(*) FROM unnest($2::text[]) keyword WHERE strpos(said.text, keyword) > 0) AS hits
        FROM unnest($1::uuid[]) chat(id)
        CROSS JOIN LATERAL (SELECT ARRAY(SELECT message_id FROM search_pending WHERE chat_id = chat.id) AS pending OFFSET 0) read
        CROSS JOIN LATERAL (
          SELECT t.chat_id, said.id, said.text
          FROM chat_text t CROSS JOIN LATERAL unnest(t.message_ids, string_to_array(t.text, chr(1))) AS said(id, text)
          WHERE t.chat_id = chat.id AND said.id <> ALL (read.pending)
            AND EXISTS (SELECT FROM unnest($3::bit(16384)[]) signature WHERE t.signature & signature = signature)
          UNION ALL
          SELECT m.chat_id, m.id, ${searchableContent}
          FROM (SELECT DISTINCT id FROM unnest(read.pending) pending(id)) pending JOIN message m USING (id)
        ) said OFFSET 0
      ) messages
      WHERE hits > 0 ORDER BY chat_id, hits DESC, id DESC
    ) best JOIN message m ON m.id = best.id`,
    [chatIds, keywords, keywords.map(formatSignature)],
  )
  return rows
}
