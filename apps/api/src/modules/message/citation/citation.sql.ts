// What a reply cites: rows of their own, each a snapshot of its passage or result. Prisma cannot say it: they are ordered by their place
// in the text, inserted only while the reply runs, and the shown path is recursive.
import type { MessageSource } from '@heddle/contracts/message/message'
import type { Pool, PoolClient } from 'pg'
import { citationReadableSql, showsOriginalSql } from '../../../platform/permissions/citation.permissions.ts'
import { keptMembersOf } from '../../../platform/permissions/resource.permissions.ts'
import { type KeptSource, type MessageStore, openMessages } from '../seal/message-store.ts'

type NewSource = KeptSource & { readonly messageId: string; readonly runId: string }

/** What `sourceAsJson` reads beside a row `s` of message_source. */
export const sourceJoins = 'LEFT JOIN chat_file f ON f.id = s.file_id LEFT JOIN collection k ON k.id = s.collection_id'

/**
 * A row `s` of message_source of a message `m` as the `MessageSource` that a reader of the chat is shown, given the placeholder of the
 * reader's id. Without a reader it is what all of them may see.
 */
export const sourceAsJson = (reader: string) => `
  CASE WHEN ${citationReadableSql(reader)} THEN
    jsonb_build_object('id', s.id, 'number', s.number, 'title', s.title, 'passage', s.passage, 'page', s.page, 'score', s.score,
      'file', CASE WHEN f.id IS NOT NULL THEN jsonb_build_object('id', f.id, 'name', f.name, 'media_type', f.media_type) END)
    || CASE WHEN s.knowledge IS NULL THEN '{}' ELSE jsonb_build_object('knowledge', s.knowledge || jsonb_build_object(
      'collection_id', k.id, 'source_id', CASE WHEN k.id IS NOT NULL THEN s.source_id END,
      'allows_preview', s.source_id IS NOT NULL AND coalesce(${showsOriginalSql(reader)}, false))) END
    || CASE WHEN s.rows IS NULL THEN '{}' ELSE jsonb_build_object('rows', s.rows) END
  ELSE jsonb_build_object('id', s.id, 'number', s.number, 'title', NULL, 'passage', '', 'page', NULL, 'score', NULL, 'file', NULL,
    'is_withheld', true) END`

/** The sources `s` of a message `m` in the order in which its text first cites them; a source is saved a moment before its number. */
export const inOrderOfUse = `ORDER BY nullif(strpos(m.content, '[' || s.number || ']'), 0) NULLS LAST, s.number`

/**
 * Saves what replies cite, of this process as long as they run, or in the transaction that has just ended them; what is saved
 * already stays as it is. A file or a collection that was deleted meanwhile is not named; should that happen in this very moment, the statement
 * fails, and the next attempt succeeds.
 */
export async function saveSources(db: Pool | PoolClient, sources: readonly NewSource[], of: 'running' | 'ended'): Promise<void> {
  await db.query({
    name: 'save-sources',
    text: `
      WITH saved AS (
      INSERT INTO message_source (id, message_id, number, title, passage, page, score, file_id, knowledge, collection_id, source_id, version_id,
        members_of, rows)
      SELECT s.id, m.id, s.number, s.title, s.passage, s.page, s.score, f.id, s.knowledge - '{collection_id,source_id,allows_preview}'::text[],
        k.id, o.id, x.source_version_id,
        CASE WHEN s.knowledge IS NOT NULL THEN ${keptMembersOf} END, s.rows
      FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[], $5::text[], $6::text[], $7::int[], $8::float8[], $9::uuid[], $10::jsonb[],
        $12::jsonb[]) AS s(id, message_id, run_id, number, title, passage, page, score, file_id, knowledge, rows)
      JOIN message m ON m.id = s.message_id AND m.run_id = s.run_id AND ($11 OR m.status = 'generating')
      LEFT JOIN chat_file f ON f.id = s.file_id
      LEFT JOIN collection k ON k.id = (s.knowledge->>'collection_id')::uuid
      LEFT JOIN source o ON o.id = (s.knowledge->>'source_id')::uuid AND o.collection_id = k.id
      LEFT JOIN chunk c ON c.id = (s.knowledge->>'chunk_id')::uuid AND o.id IS NOT NULL
      LEFT JOIN indexed_source x ON x.id = c.indexed_source_id
      -- One that is just being ended gets no more: its last text may not cite them.
      FOR SHARE OF m
      ON CONFLICT DO NOTHING
      RETURNING id, rows)
      INSERT INTO message_source_dataset (source_id, dataset_id, members_of)
      SELECT saved.id, d.id::uuid, ${keptMembersOf}
      FROM saved CROSS JOIN jsonb_array_elements_text(saved.rows->'dataset_ids') AS d(id) LEFT JOIN dataset k ON k.id = d.id::uuid`,
    values: [
      sources.map(({ id }) => id),
      sources.map(({ messageId }) => messageId),
      sources.map(({ runId }) => runId),
      sources.map(({ number }) => number),
      sources.map(({ title }) => title),
      sources.map(({ passage }) => passage),
      sources.map(({ page }) => page),
      sources.map(({ score }) => score),
      sources.map(({ file }) => file?.id ?? null),
      sources.map(({ knowledge }) => (knowledge ? JSON.stringify(knowledge) : null)),
      of === 'ended',
      sources.map(({ rows }) => (rows ? JSON.stringify(rows) : null)),
    ],
  })
}

/** Forgets what replies cited in a text that was retracted. */
export async function deleteSources(client: PoolClient, messageId: string, sourceIds: readonly string[]): Promise<void> {
  await client.query({
    name: 'delete-sources',
    text: 'DELETE FROM message_source WHERE message_id = $1 AND id = ANY($2::uuid[])',
    values: [messageId, sourceIds],
  })
}

/** A message of a chat: any of it, or only one of the path that ends with the last that the reader sees. */
export type WantedMessage = {
  readonly chatId: string
  readonly messageId: string
  readonly readerId: string
  readonly onlyShown: boolean
  readonly lastMessageId: string | null
}

/** The messages of chat $1 up to message $5, if $3. */
export const shownPath = `WITH RECURSIVE shown AS (
        SELECT l.id, l.parent_id FROM message l WHERE l.id = $5::uuid AND l.chat_id = $1 AND $3
        UNION ALL
        SELECT p.id, p.parent_id FROM shown s JOIN message p ON p.id = s.parent_id
      )`

/** The condition for `m` to be message $2 of chat $1, of the shown path if $3. */
export const isWanted = 'm.id = $2 AND m.chat_id = $1 AND (NOT $3 OR m.id IN (SELECT id FROM shown))'

/** What a message cites, in the order of its first use; null when there is no such message. */
export async function listMessageSources(
  store: MessageStore,
  { chatId, messageId, readerId, onlyShown, lastMessageId }: WantedMessage,
): Promise<MessageSource[] | null> {
  const { rows } = await store.db.query<{ content: string; sources: MessageSource[] }>({
    name: 'list-message-sources',
    text: `
      ${shownPath}
      SELECT ARRAY(
        SELECT ${sourceAsJson('$4')} FROM message_source s ${sourceJoins} WHERE s.message_id = m.id ${inOrderOfUse}
      ) AS sources, m.content
      FROM message m WHERE ${isWanted}`,
    values: [chatId, messageId, onlyShown, readerId, lastMessageId],
  })
  const [message] = await openMessages(store, chatId, rows)
  return message?.sources ?? null
}
