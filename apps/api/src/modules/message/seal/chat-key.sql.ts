// The keys of temporary chats. Prisma cannot say it: it has no prepared statement for a client of a transaction.
import type { Pool, PoolClient } from 'pg'
import type { SealKey } from './seal.ts'

/** Null for an ordinary chat, and for a temporary one that is over. */
export async function findSealKey(db: Pool | PoolClient, chatId: string): Promise<SealKey | null> {
  const { rows } = await db.query<SealKey>({
    name: 'find-seal-key',
    text: `SELECT key_id AS "keyId", ciphertext FROM temporary_chat_key WHERE chat_id = $1`,
    values: [chatId],
  })
  return rows[0] ?? null
}
