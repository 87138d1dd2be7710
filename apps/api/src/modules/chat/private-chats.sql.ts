// What becomes of the chats of a deleted user. Prisma cannot say it: the statement locks what it deletes.
import type { Queryable } from '@heddle/db/client'

/** Deletes private chats of a user, at most so many. Returns their number. */
export const deletePrivateChats = (db: Queryable, ownerId: string, limit: number): Promise<number> =>
  db.$executeRaw`
    DELETE FROM chat WHERE id IN (
      SELECT id FROM chat WHERE owner_id = ${ownerId}::uuid AND NOT explicitly_public ORDER BY id LIMIT ${limit} FOR UPDATE
    ) AND NOT explicitly_public`
