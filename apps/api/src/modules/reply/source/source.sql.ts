// What a reply cites: rows of their own, each a snapshot of its passage. Prisma cannot say it: they are ordered by their place
// in the text, inserted only while the reply runs, and the shown path is recursive.
import type { MessageSource } from '@heddle/contracts/chat/message'
import type { Pool, PoolClient } from 'pg'

type NewSource = MessageSource & { readonly messageId: string; readonly runId: string }

/** A row `s` of message_source with its file `f` as a `MessageSource`. */
export const sourceAsJson = `jsonb_build_object('id', s.id, 'number', s.number, 'title', s.title, 'passage', s.passage, 'page', s.page,
  'score', s.score, 'file', CASE WHEN f.id IS NOT NULL THEN jsonb_build_object('id', f.id, 'name', f.name, 'media_type', f.media_type) END)`

/** The sources `s` of a message `m` in the order in which its text first cites them; a source is saved a moment before its number. */
export const inOrderOfUse = `ORDER BY nullif(strpos(m.content, '[' || s.number || ']'), 0) NULLS LAST, s.number`

/**
 * Saves what replies cite, of this process as long as they run, or in the transaction that has just ended them; what is saved
 * already stays as it is. A file that was deleted meanwhile is not named; should that happen in this very moment, the statement
 * fails, and the next attempt succeeds.
 */
export async function saveSources(db: Pool | PoolClient, sources: readonly NewSource[], of: 'running' | 'ended'): Promise<void> {
  await db.query({
    name: 'save-sources',
    text: `
      INSERT INTO message_source (id, message_id, number, title, passage, page, file_id)
      SELECT s.id, m.id, s.number, s.title, s.passage, s.page, f.id
      FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[], $5::text[], $6::text[], $7::int[], $8::uuid[])
        AS s(id, message_id, run_id, number, title, passage, page, file_id)
      JOIN message m ON m.id = s.message_id AND m.run_id = s.run_id AND ($9 OR m.status = 'generating')
      LEFT JOIN chat_file f ON f.id = s.file_id
      -- One that is just being ended gets no more: its last text may not cite them.
      FOR SHARE OF m
      ON CONFLICT DO NOTHING`,
    values: [
      sources.map(({ id }) => id),
      sources.map(({ messageId }) => messageId),
      sources.map(({ runId }) => runId),
      sources.map(({ number }) => number),
      sources.map(({ title }) => title),
      sources.map(({ passage }) => passage),
      sources.map(({ page }) => page),
      sources.map(({ file }) => file?.id ?? null),
      of === 'ended',
    ],
  })
}

/** Forgets what replies cited in a text that was taken back. */
export async function deleteSources(client: PoolClient, messageId: string, sourceIds: readonly string[]): Promise<void> {
  await client.query({
    name: 'delete-sources',
    text: 'DELETE FROM message_source WHERE message_id = $1 AND id = ANY($2::uuid[])',
    values: [messageId, sourceIds],
  })
}

/** A message of a chat: any of it, or only one of the shown path. */
type Wanted = { readonly chatId: string; readonly messageId: string; readonly onlyShown: boolean }

/** What a message cites, in the order of its first use; null when there is no such message. */
export async function listMessageSources(pool: Pool, { chatId, messageId, onlyShown }: Wanted): Promise<MessageSource[] | null> {
  const { rows } = await pool.query<{ sources: MessageSource[] }>({
    name: 'list-message-sources',
    text: `
      WITH RECURSIVE shown AS (
        SELECT l.id, l.parent_id FROM chat c JOIN message l ON l.id = c.last_message_id WHERE c.id = $1 AND $3
        UNION ALL
        SELECT p.id, p.parent_id FROM shown s JOIN message p ON p.id = s.parent_id
      )
      SELECT ARRAY(
        SELECT ${sourceAsJson} FROM message_source s LEFT JOIN chat_file f ON f.id = s.file_id WHERE s.message_id = m.id ${inOrderOfUse}
      ) AS sources
      FROM message m WHERE m.id = $2 AND m.chat_id = $1 AND (NOT $3 OR m.id IN (SELECT id FROM shown))`,
    values: [chatId, messageId, onlyShown],
  })
  return rows[0]?.sources ?? null
}
