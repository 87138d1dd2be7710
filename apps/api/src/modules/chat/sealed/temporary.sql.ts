// Keeps and ends temporary chats. Prisma cannot say it: a row is locked, many rows are written with a value each, and times are those of the
// database.
import type { CitedRows } from '@heddle/contracts/message/cited-rows'
import type { KnowledgeOrigin } from '@heddle/contracts/message/message'
import type { Pool, PoolClient } from 'pg'
import { AppError } from '../../../platform/errors/app-error.ts'
import { seesTemporary } from '../../../platform/permissions/temporary.permissions.ts'

/** Locks a temporary chat in which no reply is being made, against everything else that happens in it; false when there is none. */
export async function lockTemporaryChat(client: PoolClient, chatId: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM chat c WHERE c.id = $1 AND c.temporary_until IS NOT NULL AND ${seesTemporary('open')} FOR UPDATE`,
    [chatId],
  )
  if (rowCount !== 1) return false
  // Once the lock is held: before, the statement would not see the reply that it has waited for.
  const { rowCount: running } = await client.query(`SELECT FROM message WHERE chat_id = $1 AND status = 'generating'`, [chatId])
  return running === 0
}

export type KeptTexts = { readonly id: string; readonly content: string; readonly reasoning: string }

/** The sealed texts of a chat, the oldest first. */
export async function listSealedMessages(client: PoolClient, chatId: string): Promise<KeptTexts[]> {
  const { rows } = await client.query<KeptTexts>('SELECT id, content, reasoning FROM message WHERE chat_id = $1 ORDER BY depth, id', [
    chatId,
  ])
  return rows
}

export async function writeMessages(client: PoolClient, messages: readonly KeptTexts[]): Promise<void> {
  await client.query(
    `UPDATE message m SET content = t.content, reasoning = t.reasoning
     FROM unnest($1::uuid[], $2::text[], $3::text[]) AS t(id, content, reasoning) WHERE m.id = t.id`,
    [messages.map(({ id }) => id), messages.map(({ content }) => content), messages.map(({ reasoning }) => reasoning)],
  )
}

export async function listSealedSources(client: PoolClient, chatId: string): Promise<{ id: string; passage: string }[]> {
  const { rows } = await client.query<{ id: string; passage: string }>(
    'SELECT s.id, s.passage FROM message_source s JOIN message m ON m.id = s.message_id WHERE m.chat_id = $1',
    [chatId],
  )
  return rows
}

export type KeptSourceTexts = {
  readonly id: string
  readonly title: string | null
  readonly passage: string
  readonly knowledge?: KnowledgeOrigin | undefined
  readonly rows?: CitedRows | undefined
}

export async function writeSources(client: PoolClient, sources: readonly KeptSourceTexts[]): Promise<void> {
  await client.query(
    `UPDATE message_source s SET title = t.title, passage = t.passage, rows = t.rows,
       knowledge = t.knowledge - '{collection_id,source_id,allows_preview}'::text[]
     FROM unnest($1::uuid[], $2::text[], $3::text[], $4::jsonb[], $5::jsonb[]) AS t(id, title, passage, knowledge, rows) WHERE s.id = t.id`,
    [
      sources.map(({ id }) => id),
      sources.map(({ title }) => title),
      sources.map(({ passage }) => passage),
      sources.map(({ knowledge }) => (knowledge ? JSON.stringify(knowledge) : null)),
      sources.map(({ rows }) => (rows ? JSON.stringify(rows) : null)),
    ],
  )
}

export type SealedFile = { readonly id: string; readonly name: string; readonly storageKey: string }

export async function listSealedFiles(db: Pool | PoolClient, chatId: string): Promise<SealedFile[]> {
  const { rows } = await db.query<SealedFile>(
    'SELECT id, name, storage_key AS "storageKey" FROM chat_file WHERE chat_id = $1 ORDER BY id',
    [chatId],
  )
  return rows
}

/** Names files open, and has them under new keys; what is under the old ones is to be removed. */
export async function writeFiles(client: PoolClient, files: readonly (SealedFile & { readonly newKey: string })[]): Promise<void> {
  await client.query(
    `WITH moved AS (
       UPDATE chat_file f SET name = t.name, storage_key = t.new_key
       FROM unnest($1::uuid[], $2::text[], $3::text[]) AS t(id, name, new_key) WHERE f.id = t.id
     )
     INSERT INTO file_removal (storage_key, due_at) SELECT key, now() FROM unnest($4::text[]) AS key`,
    [
      files.map(({ id }) => id),
      files.map(({ name }) => name),
      files.map(({ newKey }) => newKey),
      files.map(({ storageKey }) => storageKey),
    ],
  )
  // What is due may be in the middle of being removed.
  const newKeys = files.map(({ newKey }) => newKey)
  const { rowCount } = await client.query('DELETE FROM file_removal WHERE storage_key = ANY ($1) AND due_at > now()', [newKeys])
  if (rowCount !== newKeys.length) throw new AppError('FILE_STORE_UNAVAILABLE', { params: { retry_after: 1 } })
}

type Page = { readonly number: number; readonly label: string | null; readonly text: string }

/** Replaces each page of a file by what `open` makes of it. */
export async function rewritePages(client: PoolClient, fileId: string, open: (text: string) => string): Promise<void> {
  const { rows } = await client.query<Page>('SELECT number, label, text FROM chat_file_page WHERE file_id = $1', [fileId])
  await client.query(
    `UPDATE chat_file_page p SET label = t.label, text = t.text
     FROM unnest($2::int[], $3::text[], $4::text[]) AS t(number, label, text) WHERE p.file_id = $1 AND p.number = t.number`,
    [fileId, rows.map(({ number }) => number), rows.map(({ label }) => label && open(label)), rows.map(({ text }) => open(text))],
  )
}

/** Turns a locked chat, whose texts are written open, into an ordinary one, which a search finds. */
export async function makeOrdinary(client: PoolClient, chatId: string, title: string | null): Promise<void> {
  await client.query(
    `WITH key AS (
       DELETE FROM temporary_chat_key WHERE chat_id = $1
     ), pending AS (
       INSERT INTO search_pending (chat_id, message_id) SELECT chat_id, id FROM message WHERE chat_id = $1 AND content <> '' ORDER BY id
     )
     UPDATE chat SET temporary_until = NULL, title = $2, version = version + 1 WHERE id = $1`,
    [chatId, title],
  )
}

/** Deletes the temporary chats that are over: by their time, or because a crash of the database took their keys. Returns how many. */
export async function deleteEndedChats(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(`DELETE FROM chat c WHERE c.temporary_until IS NOT NULL AND NOT ${seesTemporary('open')}`)
  return rowCount ?? 0
}
