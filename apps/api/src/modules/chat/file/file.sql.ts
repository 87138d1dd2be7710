// Keeps the files of a chat. Prisma cannot say it: it has no row locks, and times are those of the database.
import { ReadingFindings } from '@heddle/contracts/document/reading'
import { limits } from '@heddle/contracts/limits'
import type { Pool, PoolClient } from 'pg'
import { AppError } from '../../../platform/errors/app-error.ts'
import { type MessageStore, openFileNames } from '../../message/seal/message-store.ts'
import type { Seal } from '../../message/seal/seal.ts'

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
export async function findUnsentFiles(store: MessageStore, chatId: string): Promise<ChatFileRow[]> {
  const { rows } = await store.db.query<ChatFileRow>({
    name: 'find-unsent-files',
    text: `
      SELECT ${columns} FROM chat_file f
      WHERE f.chat_id = $1::uuid AND NOT EXISTS (SELECT FROM chat_file_message s WHERE s.file_id = f.id)
      ORDER BY f.created_at, f.id`,
    values: [chatId],
  })
  return openFileNames(store, chatId, rows)
}

/** What files belong to: a chat, a folder of chats, or the user who tests with them. */
export type FileOwner = { readonly chatId: string } | { readonly folderId: string } | { readonly userId: string }

/** How many files there may be together. */
export const maxFilesOf = (owner: FileOwner) => ('folderId' in owner ? limits.filesPerFolder : limits.filesPerChat)

/** Which row is locked while files of an owner are kept, and which column of a file has its id. */
function locate(owner: FileOwner) {
  if ('chatId' in owner) return { table: 'chat', column: 'chat_id', id: owner.chatId, missing: 'CHAT_NOT_FOUND' } as const
  if ('folderId' in owner)
    return { table: 'chat_folder', column: 'folder_id', id: owner.folderId, missing: 'CHAT_FOLDER_NOT_FOUND' } as const
  return { table: '"user"', column: 'owner_id', id: owner.userId, missing: 'CHAT_NOT_FOUND' } as const
}

/** Of a finding its place is left out: a name of a sheet, say. */
const sealFile = (seal: Seal, file: NewChatFile): NewChatFile => ({
  ...file,
  name: seal.seal(file.name),
  findings: ReadingFindings.parse(file.findings).map(({ first, ...finding }) => ({ ...finding, first: first && { ...first, at: null } })),
  pages: file.pages.map(({ label, text }) => ({ label: label && seal.seal(label), text: seal.seal(text) })),
})

/** Keeps the files whose bytes are stored: all of them, or none. Those of a temporary chat come with its seal, which it still has to have. */
export async function insertFiles(
  client: PoolClient,
  { owner, seal }: { readonly owner: FileOwner; readonly seal?: Seal | undefined },
  newFiles: readonly NewChatFile[],
) {
  const files = seal ? newFiles.map((file) => sealFile(seal, file)) : newFiles
  const { table, column, id, missing } = locate(owner)
  // Uploads of one owner take turns here, so that they count each other's files.
  const { rowCount } = await client.query(
    `SELECT FROM ${table} WHERE id = $1::uuid ${seal ? 'AND temporary_until IS NOT NULL' : ''} FOR NO KEY UPDATE`,
    [id],
  )
  if (rowCount !== 1) throw new AppError(missing)
  const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM chat_file WHERE ${column} = $1::uuid`, [id])
  const max = maxFilesOf(owner)
  if ((rows[0]?.count ?? 0) + files.length > max) throw new AppError('FILE_TOO_MANY', { params: { max } })
  for (const file of files) {
    await client.query(
      `INSERT INTO chat_file (id, ${column}, name, media_type, size_bytes, storage_key, is_paged, page_count, token_count, findings, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, clock_timestamp())`,
      [
        file.id,
        id,
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
  pool.query(`DELETE FROM chat_file WHERE owner_id IS NOT NULL AND created_at < now() - interval '1 day'`)
