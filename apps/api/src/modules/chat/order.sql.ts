// How a user keeps chats in order: in folders, pinned, archived. Prisma cannot say it: the folder is locked while chats go into it.
import type { Pool } from 'pg'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Actor } from '../../platform/permissions/actor.ts'
import { seesTemporary } from '../../platform/permissions/temporary.permissions.ts'

/** What is not named stays. */
export type ChatOrder = {
  readonly folderId?: string | null | undefined
  readonly isPinned?: boolean | undefined
  readonly isArchived?: boolean | undefined
}

/**
 * Orders those of the chats that are the actor's, and returns their ids. The time of their last change stays. Throws
 * `CHAT_FOLDER_NOT_FOUND`.
 */
export async function setOrder(pool: Pool, actor: Actor, ids: readonly string[], order: ChatOrder): Promise<ReadonlySet<string>> {
  const { folderId, isPinned = null, isArchived = null } = order
  const { rows } = await pool.query<{ hasFolder: boolean; ids: string[] }>({
    name: 'set-chat-order',
    text: `
      WITH folder AS MATERIALIZED (
        SELECT id FROM chat_folder WHERE id = $5::uuid AND owner_id = $1 AND tenant_id = $2 FOR KEY SHARE
      ), own AS MATERIALIZED (
        SELECT id FROM chat
        WHERE id = ANY ($3::uuid[]) AND owner_id = $1 AND tenant_id = $2 AND ($5::uuid IS NULL OR EXISTS (SELECT FROM folder))
          AND ${seesTemporary('none', 'chat')}
        ORDER BY id FOR NO KEY UPDATE
      ), ordered AS (
        UPDATE chat c SET
          folder_id = CASE WHEN $4::boolean THEN $5::uuid ELSE c.folder_id END,
          pinned_at = CASE WHEN $6::boolean IS NULL THEN c.pinned_at WHEN $6::boolean THEN coalesce(c.pinned_at, now()) END,
          archived_at = CASE WHEN $7::boolean IS NULL THEN c.archived_at WHEN $7::boolean THEN coalesce(c.archived_at, now()) END
        FROM own WHERE c.id = own.id
        RETURNING c.id
      )
      SELECT $5::uuid IS NULL OR EXISTS (SELECT FROM folder) AS "hasFolder", ARRAY(SELECT id FROM ordered) AS ids`,
    values: [actor.id, actor.tenantId, ids, folderId !== undefined, folderId ?? null, isPinned, isArchived],
  })
  const [found] = rows
  if (!found?.hasFolder) throw new AppError('CHAT_FOLDER_NOT_FOUND')
  return new Set(found.ids)
}
