// What becomes of the chats of a deleted user. Prisma cannot say it: the statement locks what it deletes.
import type { Queryable } from '@heddle/db/client'
import { Prisma } from '@heddle/db/generated/client'
import { sharedSql } from '../../platform/permissions/chat.permissions.ts'

const isShared = Prisma.raw(sharedSql)

/** Deletes the folders of a user, and private chats, at most so many. Returns the number of those chats. */
export const deletePrivateChats = (db: Queryable, ownerId: string, limit: number): Promise<number> =>
  db.$executeRaw`
    WITH folders AS (DELETE FROM chat_folder WHERE owner_id = ${ownerId}::uuid)
    DELETE FROM chat c WHERE c.id IN (
      SELECT c.id FROM chat c WHERE c.owner_id = ${ownerId}::uuid AND NOT ${isShared} ORDER BY c.id LIMIT ${limit} FOR UPDATE OF c
    )`

/** Deletes what models were told of a deleted user's instructions from the chats that stay, which are shared. */
export const forgetToldContexts = (db: Queryable, ownerId: string): Promise<number> =>
  db.$executeRaw`
    UPDATE message m SET told = NULL FROM chat c WHERE c.owner_id = ${ownerId}::uuid AND m.chat_id = c.id AND m.told IS NOT NULL`
