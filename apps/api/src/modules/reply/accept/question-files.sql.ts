// Sends the files of a new question. Prisma cannot say it: it has no row locks.
import type { PoolClient } from 'pg'
import { AppError } from '../../../http/app-error.ts'

/** Sends files of the chat with a message, in the order given; `FILE_NOT_FOUND` when one is not a file of this chat. */
export async function attachFiles(
  client: PoolClient,
  { chatId, messageId, fileIds }: { chatId: string; messageId: string; fileIds: readonly string[] },
): Promise<void> {
  const wanted = [...new Set(fileIds)]
  if (wanted.length === 0) return
  const { rowCount } = await client.query({
    name: 'attach-files',
    // The lock of the key: a file that is being deleted is either gone here, or goes with this row after us.
    text: `
      INSERT INTO chat_file_message (message_id, file_id, position)
      SELECT $2::uuid, f.id, array_position($3::uuid[], f.id) - 1
      FROM (SELECT id FROM chat_file WHERE chat_id = $1::uuid AND id = ANY($3::uuid[]) FOR KEY SHARE) f`,
    values: [chatId, messageId, wanted],
  })
  if (rowCount !== wanted.length) throw new AppError('FILE_NOT_FOUND')
}
