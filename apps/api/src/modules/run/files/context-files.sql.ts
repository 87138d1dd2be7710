// What a reply reads of the files of its chat and folder. Prisma cannot say it: the path of a question is recursive, and pages are cut in the
// database.
import type { Pool } from 'pg'
import { seesTemporary } from '../../../platform/permissions/temporary.permissions.ts'

export type ContextFile = {
  readonly id: string
  readonly name: string
  readonly mediaType: string
  readonly sizeBytes: number
  readonly storageKey: string
  readonly isPaged: boolean
  readonly tokenCount: number
  /** `ReadingFinding[]`. */
  readonly findings: unknown
}

/** With the last question of the path that it goes with; null for a file of the chat's folder. */
export type PathFile = ContextFile & { readonly messageId: string | null }

/** Of `fileIds`, the files of a user's own chats and tests, in their order there. */
export async function findOwnFiles(pool: Pool, userId: string, fileIds: readonly string[]): Promise<ContextFile[]> {
  const { rows } = await pool.query<ContextFile>(
    `SELECT f.id, f.name, f.media_type AS "mediaType", f.size_bytes AS "sizeBytes", f.storage_key AS "storageKey",
       f.is_paged AS "isPaged", f.token_count AS "tokenCount", f.findings
     FROM chat_file f LEFT JOIN chat c ON c.id = f.chat_id
     WHERE coalesce(c.owner_id, f.owner_id) = $1 AND ${seesTemporary('none')} AND f.id = ANY($2::uuid[]) ORDER BY array_position($2::uuid[], f.id)`,
    [userId, fileIds],
  )
  return rows
}

/** The files of the chat's folder, then those of the path that ends at a question, in the order in which they came. */
export async function findPathFiles(pool: Pool, questionId: string): Promise<PathFile[]> {
  const { rows } = await pool.query<PathFile>({
    name: 'find-path-files',
    text: `
      WITH RECURSIVE path AS (
        -- Most chats have no files: they have no path to walk.
        SELECT m.id, m.parent_id, m.depth FROM message m
        WHERE m.id = $1 AND EXISTS (SELECT FROM chat_file f WHERE f.chat_id = m.chat_id)
        UNION ALL
        SELECT m.id, m.parent_id, m.depth FROM path p JOIN message m ON m.id = p.parent_id
      ), used AS (
        SELECT s.file_id, min(p.depth * 1000 + s.position) AS place, (array_agg(p.id ORDER BY p.depth DESC))[1] AS message_id
        FROM path p JOIN chat_file_message s ON s.message_id = p.id GROUP BY s.file_id
      )
      SELECT f.id, f.name, f.media_type AS "mediaType", f.size_bytes AS "sizeBytes", f.storage_key AS "storageKey",
        f.is_paged AS "isPaged", f.token_count AS "tokenCount", f.findings, u.message_id AS "messageId", u.place
      FROM used u JOIN chat_file f ON f.id = u.file_id
      UNION ALL
      SELECT f.id, f.name, f.media_type, f.size_bytes, f.storage_key, f.is_paged, f.token_count, f.findings, NULL, NULL
      FROM message m JOIN chat c ON c.id = m.chat_id JOIN chat_file f ON f.folder_id = c.folder_id WHERE m.id = $1
      ORDER BY place NULLS FIRST, id`,
    values: [questionId],
  })
  return rows
}

export type LoadedPage = {
  readonly fileId: string
  readonly number: number
  readonly label: string | null
  readonly text: string
  /** Whether the file ends with it. */
  readonly isLast: boolean
}

/** The pages of files from their beginning, until each has so many characters; those of sealed files, which are longer, whole. */
export async function loadFilePages(
  pool: Pool,
  fileIds: readonly string[],
  { maxCharacters, isSealed }: { maxCharacters: number; isSealed: boolean },
): Promise<LoadedPage[]> {
  const { rows } = await pool.query<LoadedPage>({
    name: 'load-file-pages',
    text: `
      WITH page AS (
        -- The length in bytes is known without reading the text.
        SELECT file_id, number, octet_length(text) AS bytes,
          sum(octet_length(text)) OVER (PARTITION BY file_id ORDER BY number) - octet_length(text) AS before,
          number = max(number) OVER (PARTITION BY file_id) AS is_last
        FROM chat_file_page WHERE file_id = ANY($1::uuid[])
      ), shown AS (
        SELECT p.file_id, p.number, t.label, CASE WHEN $3 THEN t.text ELSE left(t.text, $2::int) END AS text, p.bytes, p.is_last
        FROM page p JOIN chat_file_page t USING (file_id, number) WHERE p.before < $2::int * CASE WHEN $3 THEN 5 ELSE 3 END
      )
      SELECT file_id AS "fileId", number, label, text, is_last AND octet_length(text) = bytes AS "isLast"
      FROM shown ORDER BY file_id, number`,
    values: [fileIds, maxCharacters, isSealed],
  })
  return rows
}
