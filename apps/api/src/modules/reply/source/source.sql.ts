// Lists the sources of a message. Prisma cannot say it: the shown path is recursive.
import type { MessageSource } from '@heddle/contracts/message'
import type { Pool } from 'pg'
import { inOrderOfUse, sourceAsJson } from './saved-sources.sql.ts'

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
