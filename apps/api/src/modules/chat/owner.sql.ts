// What becomes of the chats of a disabled or deleted user. Prisma cannot say it: the statement notifies, or locks what it
// deletes. The user module is handed these functions: it is below this one.
import type { Queryable } from '@heddle/db/client'
import { stopChannel } from '../reply/persist/reply.sql.ts'

export const ownedChats = {
  /** Requests the replies of these users to stop, when the transaction `db` is committed. */
  async stopReplies(db: Queryable, ownerIds: readonly string[]) {
    await db.$executeRaw`
      UPDATE message m SET stop_requested_at = coalesce(m.stop_requested_at, now()) FROM chat c
      WHERE c.id = m.chat_id AND c.owner_id = ANY(${[...ownerIds]}::uuid[]) AND m.status = 'generating'
      RETURNING pg_notify(${stopChannel}, m.run_id::text)`
  },

  /** Deletes private chats of a user, at most so many. Returns their number. */
  async deletePrivate(db: Queryable, ownerId: string, most: number): Promise<number> {
    return db.$executeRaw`
      DELETE FROM chat WHERE id IN (
        SELECT id FROM chat WHERE owner_id = ${ownerId}::uuid AND NOT explicitly_public ORDER BY id LIMIT ${most} FOR UPDATE
      ) AND NOT explicitly_public`
  },
}
