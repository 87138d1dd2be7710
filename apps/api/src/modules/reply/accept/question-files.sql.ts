// Sends the files of a new question. Prisma cannot say it: it has no row locks.
import type { PoolClient } from 'pg'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { MessageRow } from '../../message/message.sql.ts'

/**
 * Sends files of the chat with a message, in the order given. Returns them as a message shows them; throws `FILE_NOT_FOUND` when one is
 * not a file of this chat.
 */
export async function attachFiles(
  client: PoolClient,
  { chatId, messageId, fileIds }: { chatId: string; messageId: string; fileIds: readonly string[] },
): Promise<MessageRow['files']> {
  const wanted = [...new Set(fileIds)]
  if (wanted.length === 0) return []
  const { rows } = await client.query<MessageRow['files'][number]>({
    name: 'attach-files',
    // The lock of the key: a file that is being deleted is either gone here, or goes with this row after us.
    text: `
      WITH file AS MATERIALIZED (
        SELECT id, name, media_type, size_bytes, findings, array_position($3::uuid[], id) - 1 AS position
        FROM chat_file WHERE chat_id = $1::uuid AND id = ANY($3::uuid[]) FOR KEY SHARE
      ), sent AS (
        INSERT INTO chat_file_message (message_id, file_id, position) SELECT $2::uuid, id, position FROM file
      )
      SELECT id, name, media_type, size_bytes AS size, findings FROM file ORDER BY position`,
    values: [chatId, messageId, wanted],
  })
  if (rows.length !== wanted.length) throw new AppError('FILE_NOT_FOUND')
  return rows
}
