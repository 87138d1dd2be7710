// Keeps the files of a chat. Prisma cannot say it: it has no row locks, and times are those of the database.
import { limits } from '@heddle/contracts/limits'
import type { Pool, PoolClient } from 'pg'
import { AppError } from '../../../platform/errors/app-error.ts'

export type ChatFileRow = {
  readonly id: string
  readonly name: string
  readonly mediaType: string
  readonly sizeBytes: number
  readonly storageKey: string
  readonly pageCount: number
  /** `ReadingFinding[]`. */
  readonly findings: unknown
}

export type NewChatFile = ChatFileRow & {
  readonly isPaged: boolean
  readonly tokenCount: number
  readonly pages: readonly { readonly label: string | null; readonly text: string }[]
}

const columns = `f.id, f.name, f.media_type AS "mediaType", f.size_bytes AS "sizeBytes",
  f.storage_key AS "storageKey", f.page_count AS "pageCount", f.findings`

/** What was uploaded and not sent with any message. */
export async function findUnsentFiles(pool: Pool, chatId: string): Promise<ChatFileRow[]> {
  const { rows } = await pool.query<ChatFileRow>({
    name: 'find-unsent-files',
    text: `
      SELECT ${columns} FROM chat_file f
      WHERE f.chat_id = $1::uuid AND NOT EXISTS (SELECT FROM chat_file_message s WHERE s.file_id = f.id)
      ORDER BY f.created_at, f.id`,
    values: [chatId],
  })
  return rows
}

/** What files belong to: a chat, or the user who tests with them. */
export type FileOwner = { readonly chatId: string } | { readonly userId: string }

/** Keeps the files whose bytes are stored: all of them, or none. */
export async function insertFiles(client: PoolClient, owner: FileOwner, files: readonly NewChatFile[]) {
  const [chatId, userId] = 'chatId' in owner ? [owner.chatId, null] : [null, owner.userId]
  // Uploads into one chat take turns here, so that they count each other's files.
  const { rowCount } = await client.query(
    chatId === null ? 'SELECT FROM "user" WHERE id = $1::uuid FOR NO KEY UPDATE' : 'SELECT FROM chat WHERE id = $1::uuid FOR NO KEY UPDATE',
    [chatId ?? userId],
  )
  if (rowCount !== 1) throw new AppError('CHAT_NOT_FOUND')
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM chat_file WHERE chat_id = $1::uuid OR owner_id = $2::uuid',
    [chatId, userId],
  )
  if ((rows[0]?.count ?? 0) + files.length > limits.filesPerChat)
    throw new AppError('FILE_TOO_MANY', { params: { max: limits.filesPerChat } })
  for (const file of files) {
    await client.query(
      `INSERT INTO chat_file (id, chat_id, owner_id, name, media_type, size_bytes, storage_key, is_paged, page_count, token_count, findings, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, clock_timestamp())`,
      [
        file.id,
        chatId,
        userId,
        file.name,
        file.mediaType,
        file.sizeBytes,
        file.storageKey,
        file.isPaged,
        file.pageCount,
        file.tokenCount,
        JSON.stringify(file.findings),
      ],
    )
    await client.query(
      `INSERT INTO chat_file_page (file_id, number, label, text)
       SELECT $1::uuid, p.number, p.label, p.text FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS p(label, text, number)`,
      [file.id, file.pages.map(({ label }) => label), file.pages.map(({ text }) => text)],
    )
    // What is due may be in the middle of being removed.
    const kept = await client.query('DELETE FROM file_removal WHERE storage_key = $1 AND due_at > now()', [file.storageKey])
    if (kept.rowCount !== 1) throw new AppError('CHAT_FILE_UPLOAD_FAILED')
  }
}

/** Removes the files of tests after a day; a trigger writes their keys down for removal. */
export const deleteOldTestFiles = (pool: Pool) =>
  pool.query(`DELETE FROM chat_file WHERE chat_id IS NULL AND created_at < now() - interval '1 day'`)
