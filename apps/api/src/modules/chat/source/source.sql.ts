import type { MessageSource } from '@heddle/contracts/message'
import type { Pool } from 'pg'
import { sourceAsJson } from '../reply/reply-sources.sql.ts'

/** What a message of a chat cites, in the order of the numbers; null when the chat has no such message. */
export async function listMessageSources(pool: Pool, chatId: string, messageId: string): Promise<MessageSource[] | null> {
  const { rows } = await pool.query<{ sources: MessageSource[] }>({
    name: 'list-message-sources',
    text: `
      SELECT ARRAY(
        SELECT ${sourceAsJson} FROM message_source s LEFT JOIN chat_file f ON f.id = s.file_id WHERE s.message_id = m.id ORDER BY s.number
      ) AS sources
      FROM message m WHERE m.id = $2 AND m.chat_id = $1`,
    values: [chatId, messageId],
  })
  return rows[0]?.sources ?? null
}
