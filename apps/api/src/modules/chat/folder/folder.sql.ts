// The folders of a user in the order of the drawer. Prisma cannot say it: it counts rows, and compares tuples.
import type { Pool } from 'pg'
import type { Actor } from '../../../platform/permissions/actor.ts'

/** The columns that determine the order: a folder stands before those that lie in it. */
export type FolderKey = {
  readonly topPosition: number
  readonly topId: string
  readonly isNested: boolean
  readonly position: number
  readonly id: string
}

export type FolderRow = FolderKey & {
  readonly name: string
  readonly color: string | null
  readonly parentId: string | null
  readonly assistantId: string | null
  readonly instructions: string
  readonly chatCount: number
  readonly revision: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

type FolderQuery = { readonly id?: string; readonly after?: FolderKey | null; readonly take?: number }

/** A page of the folders of the actor, or the one with that id. */
export async function findFolders(pool: Pool, actor: Actor, { id, after, take }: FolderQuery): Promise<FolderRow[]> {
  const { rows } = await pool.query<FolderRow>({
    name: 'find-chat-folders',
    text: `
      SELECT f.id, f.name, f.color, f.parent_id AS "parentId", f.assistant_id AS "assistantId", f.instructions, f.revision,
        f.created_at AS "createdAt", f.updated_at AS "updatedAt", f.place::int AS position, f.top_position AS "topPosition",
        f.top_id AS "topId", f.is_nested AS "isNested",
        (SELECT count(*)::int FROM chat c WHERE c.folder_id = f.id AND c.archived_at IS NULL) AS "chatCount"
      FROM (
        SELECT f.*, coalesce(top.position, f.position) AS top_position, coalesce(top.id, f.id) AS top_id, top.id IS NOT NULL AS is_nested,
          row_number() OVER (PARTITION BY f.parent_id ORDER BY f.position, f.id) - 1 AS place
        FROM chat_folder f LEFT JOIN chat_folder top ON top.id = f.parent_id
        WHERE f.owner_id = $1 AND f.tenant_id = $2
      ) f
      WHERE ($3::uuid IS NULL OR f.id = $3)
        AND ($4::int IS NULL OR (f.top_position, f.top_id, f.is_nested, f.place, f.id) > ($4::int, $5::uuid, $6::boolean, $7::int, $8::uuid))
      ORDER BY f.top_position, f.top_id, f.is_nested, f.place, f.id LIMIT $9`,
    values: [
      actor.id,
      actor.tenantId,
      id ?? null,
      after?.topPosition ?? null,
      after?.topId ?? null,
      after?.isNested ?? null,
      after?.position ?? null,
      after?.id ?? null,
      take ?? null,
    ],
  })
  return rows
}
