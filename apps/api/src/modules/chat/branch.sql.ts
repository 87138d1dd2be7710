// Shows another branch. Prisma cannot say it: the way down to the last message is recursive.
import type { Pool } from 'pg'
import { seesTemporary } from '../../platform/permissions/temporary.permissions.ts'

type Branch = { readonly chatId: string; readonly messageId: string; readonly version: number }

/**
 * Shows the path through a message of the chat, and on from it to the latest of each place, if the chat is still as it was
 * seen and no reply is running in it. Returns whether there is such a message, and whether it is shown now.
 */
export async function showBranch(pool: Pool, { chatId, messageId, version }: Branch): Promise<{ isThere: boolean; isShown: boolean }> {
  const { rows } = await pool.query<{ isThere: boolean; isShown: boolean }>({
    name: 'show-branch',
    text: `
      WITH RECURSIVE down AS (
        SELECT m.id, 0 AS place FROM message m WHERE m.id = $2::uuid AND m.chat_id = $1::uuid
        UNION ALL
        SELECT latest.id, d.place + 1 FROM down d CROSS JOIN LATERAL (
          SELECT m.id FROM message m WHERE m.parent_id = d.id ORDER BY m.id DESC LIMIT 1
        ) latest
      ), leaf AS (
        SELECT id FROM down ORDER BY place DESC LIMIT 1
      ), shown AS (
        UPDATE chat c SET last_message_id = leaf.id, version = c.version + 1
        FROM leaf
        WHERE c.id = $1::uuid AND c.version = $3::int AND ${seesTemporary('open')}
          AND NOT EXISTS (SELECT FROM message g WHERE g.chat_id = c.id AND g.status = 'generating')
        RETURNING c.id
      )
      SELECT EXISTS (SELECT FROM leaf) AS "isThere", EXISTS (SELECT FROM shown) AS "isShown"`,
    values: [chatId, messageId, version],
  })
  return rows[0] ?? { isThere: false, isShown: false }
}
