// The history of a user's chats, the last changed first. Prisma cannot say it: a chat that has changed since is found at the
// position that it had.
import type { Pool } from 'pg'

export type ChatListRow = {
  readonly id: string
  readonly tenantId: string
  readonly ownerId: string
  readonly title: string | null
  readonly explicitlyPublic: boolean
  readonly folderId: string | null
  readonly pinnedAt: Date | null
  readonly archivedAt: Date | null
  readonly isGenerating: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
  /** When the chat had last changed as the first page was read: what the list is ordered by. */
  readonly position: Date
}

export type ListQuery = {
  readonly ownerId: string
  readonly tenantId: string
  /** When the first page was read. */
  readonly asOf: Date
  readonly after: { readonly position: Date; readonly id: string } | null
  readonly take: number
}

/** The parameters of the two statements below, which count from 1. */
export const placeParameters = ({ ownerId, tenantId, asOf, after }: ListQuery) => [
  ownerId,
  tenantId,
  asOf,
  after?.position ?? null,
  after?.id ?? null,
]

/** The chats after the last page that stand where the first page found them. */
export const unmovedChats = `
  SELECT c.id, c.title, c.updated_at AS position FROM chat c
  WHERE c.owner_id = $1 AND c.tenant_id = $2 AND c.updated_at <= $3
    AND ($4::timestamptz IS NULL OR (c.updated_at, c.id) < ($4::timestamptz, $5::uuid))`

/** Those that have changed since, with the place that they had. */
export const movedChats = `
  SELECT c.id, c.title, place.at AS position FROM chat c CROSS JOIN LATERAL (
    SELECT greatest(c.created_at, max(moved.at)) AS at
    FROM (
      SELECT unnest(ARRAY[m.created_at, m.run_started_at, m.finished_at]) AS at FROM message m WHERE m.chat_id = c.id
      -- The end of a reply that has gone on since.
      UNION ALL SELECT u.created_at FROM usage_event u WHERE u.chat_id = c.id AND u.flow = 'chat'
    ) moved WHERE moved.at <= $3
  ) place
  WHERE c.owner_id = $1 AND c.tenant_id = $2 AND c.updated_at > $3 AND c.created_at <= $3
    AND ($4::timestamptz IS NULL OR (place.at, c.id) < ($4::timestamptz, $5::uuid))`

/** The columns of `ChatListRow`, of a chat `c` and its place `p`. */
export const chatListColumns = `
  c.id, c.tenant_id AS "tenantId", c.owner_id AS "ownerId", c.title, c.explicitly_public AS "explicitlyPublic",
  c.folder_id AS "folderId", c.pinned_at AS "pinnedAt", c.archived_at AS "archivedAt",
  c.created_at AS "createdAt", c.updated_at AS "updatedAt", p.position,
  EXISTS (SELECT FROM message g WHERE g.chat_id = c.id AND g.status = 'generating') AS "isGenerating"`

/**
 * A page of the chats in the order in which the first page found them. A chat that has changed since keeps its old place
 * while the pages are read, so that it is neither shown twice nor lost: a chat changes when a message of it begins or ends,
 * so its place at any time is the last such time before.
 */
export async function listChats(pool: Pool, query: ListQuery): Promise<ChatListRow[]> {
  const { rows } = await pool.query<ChatListRow>({
    name: 'list-chats',
    text: `
      WITH unmoved AS (${unmovedChats} ORDER BY c.updated_at DESC, c.id DESC LIMIT $6), moved AS (${movedChats})
      SELECT ${chatListColumns}
      FROM (SELECT * FROM unmoved UNION ALL SELECT * FROM moved) p JOIN chat c ON c.id = p.id
      ORDER BY p.position DESC, p.id DESC LIMIT $6`,
    values: [...placeParameters(query), query.take],
  })
  return rows
}

/** The database's time: what its own `now()` is compared with. */
export async function databaseTime(pool: Pool): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>('SELECT now()::timestamptz(3) AS now')
  return rows[0]?.now ?? new Date()
}
