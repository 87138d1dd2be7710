// Search in the history of a user. Prisma cannot say it: it compares signatures and searches arrays. What was said in each chat lies folded in one row (`chat_text`), and the chats are read in
// the order of the list until the page is full, those left out whose signature says that no keyword is in them.
import type { Pool } from 'pg'
import { chatListColumns, type ChatListRow, type ListQuery, movedChats, placeParameters, unmovedChats } from '../chat.sql.ts'

/**
 * A page of the chats whose title or messages contain any of the (folded) keywords, in the order of the list: each chat has
 * one place, the one that it had when the first page was read. Whether it is found is seen when its page is read, so that
 * what is said meanwhile is found at the chat's old place, and not at all if that has been passed.
 */
export async function searchChats(pool: Pool, keywords: readonly string[], query: ListQuery): Promise<ChatListRow[]> {
  // Not prepared: a plan for any user reads and sorts all of one's texts, where this one stops with the page.
  const { rows } = await pool.query<ChatListRow>(
    `WITH looked_for AS MATERIALIZED (SELECT keyword, gram_signature(keyword) AS signature FROM unnest($6::text[]) keyword)
    SELECT ${chatListColumns}
    FROM (
      SELECT placed.id, placed.position
      FROM (SELECT * FROM (${unmovedChats} UNION ALL ${movedChats}) chats ORDER BY position DESC, id DESC OFFSET 0) placed
      CROSS JOIN LATERAL (SELECT fold(placed.title) AS title OFFSET 0) folded
      WHERE EXISTS (SELECT FROM looked_for l WHERE strpos(folded.title, l.keyword) > 0)
        OR EXISTS (
          -- CASE, because AND may look into the long text first.
          SELECT FROM chat_text t CROSS JOIN looked_for l
          WHERE t.chat_id = placed.id AND CASE WHEN t.signature & l.signature = l.signature THEN strpos(t.text, l.keyword) > 0 END OFFSET 0
        )
      ORDER BY placed.position DESC, placed.id DESC LIMIT $7
    ) p JOIN chat c ON c.id = p.id
    ORDER BY p.position DESC, p.id DESC`,
    [...placeParameters(query), keywords, query.take],
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
        SELECT t.chat_id, said.id, (SELECT count(*) FROM unnest($2::text[]) keyword WHERE strpos(said.text, keyword) > 0) AS hits
        FROM chat_text t CROSS JOIN LATERAL unnest(t.message_ids, string_to_array(t.text, chr(1))) AS said(id, text)
        WHERE t.chat_id = ANY ($1::uuid[]) OFFSET 0
      ) messages
      WHERE hits > 0 ORDER BY chat_id, hits DESC, id DESC
    ) best JOIN message m ON m.id = best.id`,
    [chatIds, keywords],
  )
  return rows
}
