// The history of a user's chats, the last changed first. Prisma cannot say it: a chat that has changed since is found at the
// position that it had.
import type { ChatFilters } from '@heddle/contracts/chat/history'
import type { Pool } from 'pg'
import type { AssistantFacts } from '../../platform/permissions/assistant.permissions.ts'
import { joinGiven, publicSql, sharedSql } from '../../platform/permissions/chat.permissions.ts'
import { seesTemporary } from '../../platform/permissions/temporary.permissions.ts'

export type ChatListRow = {
  readonly id: string
  readonly tenantId: string
  readonly ownerId: string
  readonly title: string | null
  readonly explicitlyPublic: boolean
  readonly isShared: boolean
  /** By any share with it. */
  readonly isWithTenant: boolean
  readonly folderId: string | null
  readonly pinnedAt: Date | null
  readonly archivedAt: Date | null
  readonly isGenerating: boolean
  readonly requestCount: number
  /** Null when it was deleted. Who may use it is not decided here. */
  readonly assistant: (AssistantFacts & { readonly id: string; readonly name: unknown }) | null
  readonly createdAt: Date
  readonly updatedAt: Date
  /** When the chat had last changed as the first page was read: what the list is ordered by. */
  readonly position: Date
}

export type ListQuery = {
  readonly ownerId: string
  readonly tenantId: string
  readonly filters: ChatFilters
  /** When the first page was read. */
  readonly asOf: Date
  readonly after: { readonly position: Date; readonly id: string } | null
  readonly take: number
}

/** Returns the condition of the filters on a chat `c` with that position in the list, which begins with AND. */
function createCondition(filters: ChatFilters, parameter: (value: unknown) => string): (position: string) => string {
  const { folder_id: folderId, is_pinned: isPinned, is_archived: isArchived, explicitly_public: isPublic, is_shared: isShared } = filters
  const { assistant_id: assistantId, min_requests: minRequests, updated_from: from, updated_before: before } = filters
  // Written out, and not compared with parameters, so that the planner sees that a partial index has all of them.
  const isSet = (column: string, wanted: boolean) => `${column} IS ${wanted ? 'NOT ' : ''}NULL`
  const ofChat = [
    folderId === null && isSet('c.folder_id', false),
    typeof folderId === 'string' && `c.folder_id = ${parameter(folderId)}::uuid`,
    isPinned !== undefined && isSet('c.pinned_at', isPinned),
    isArchived !== undefined && isSet('c.archived_at', isArchived),
    isPublic !== undefined && `${isPublic ? '' : 'NOT '}${publicSql}`,
    isShared !== undefined && `${isShared ? '' : 'NOT '}${sharedSql}`,
    assistantId !== undefined && `c.assistant_id = ${parameter(assistantId)}::uuid`,
    minRequests !== undefined && `c.request_count >= ${parameter(minRequests)}::int`,
  ]
  const [first, end] = [from && parameter(from), before && parameter(before)]
  return (position) =>
    [...ofChat, first && `${position} >= ${first}::timestamptz`, end && `${position} < ${end}::timestamptz`]
      .map((condition) => (condition ? ` AND ${condition}` : ''))
      .join('')
}

/**
 * Selects the chats after the last page with their positions, in two statements with the same parameters: those that are where the first
 * page found them, and those that have changed since, at the position that they had. The caller adds its own values to `values`.
 */
export function selectChats({ ownerId, tenantId, asOf, after, filters }: ListQuery) {
  const values: unknown[] = [ownerId, tenantId, asOf, after?.position ?? null, after?.id ?? null]
  const parameter = (value: unknown) => `$${values.push(value)}`
  const condition = createCondition(filters, parameter)
  return {
    values,
    parameter,
    unmoved: `
      SELECT c.id, c.title, c.updated_at AS position FROM chat c
      WHERE c.owner_id = $1 AND c.tenant_id = $2 AND c.updated_at <= $3 AND ${seesTemporary('none')}
        AND ($4::timestamptz IS NULL OR (c.updated_at, c.id) < ($4::timestamptz, $5::uuid))${condition('c.updated_at')}`,
    moved: `
      SELECT c.id, c.title, place.at AS position FROM chat c CROSS JOIN LATERAL (
        SELECT greatest(c.created_at, max(moved.at)) AS at
        FROM (
          SELECT unnest(ARRAY[m.created_at, m.run_started_at, m.finished_at]) AS at FROM message m WHERE m.chat_id = c.id
          -- The end of a reply that has gone on since.
          UNION ALL SELECT u.created_at FROM usage_event u WHERE u.chat_id = c.id AND u.flow = 'chat'
        ) moved WHERE moved.at <= $3
      ) place
      WHERE c.owner_id = $1 AND c.tenant_id = $2 AND c.updated_at > $3 AND c.created_at <= $3 AND ${seesTemporary('none')}
        AND ($4::timestamptz IS NULL OR (place.at, c.id) < ($4::timestamptz, $5::uuid))${condition('place.at')}`,
  }
}

/** The columns of `ChatListRow`, of a chat `c` with `joinGiven` and its place `p`. */
export const chatListColumns = `
  c.id, c.tenant_id AS "tenantId", c.owner_id AS "ownerId", c.title, given.is_public AS "explicitlyPublic", given.is_shared AS "isShared",
  given.is_with_tenant AS "isWithTenant",
  c.folder_id AS "folderId", c.pinned_at AS "pinnedAt", c.archived_at AS "archivedAt",
  c.created_at AS "createdAt", c.updated_at AS "updatedAt", p.position,
  EXISTS (SELECT FROM message g WHERE g.chat_id = c.id AND g.status = 'generating') AS "isGenerating", c.request_count AS "requestCount",
  (SELECT jsonb_build_object('id', a.id, 'name', a.name, 'tenantId', a.tenant_id, 'groupId', a.group_id, 'createdById', a.created_by_id,
      'isPublic', a.is_public, 'workflow', jsonb_build_object('groupId', w.group_id, 'openToAllGroups', w.open_to_all_groups))
    FROM assistant a JOIN workflow w ON w.id = a.workflow_id WHERE a.id = c.assistant_id) AS assistant`

/**
 * A page of the chats in the order in which the first page found them. A chat that has changed since keeps its old place
 * while the pages are read, so that it is neither shown twice nor lost: a chat changes when a message of it begins or ends,
 * so its place at any time is the last such time before.
 */
export async function listChats(pool: Pool, query: ListQuery): Promise<ChatListRow[]> {
  const { unmoved, moved, parameter, values } = selectChats(query)
  const take = parameter(query.take)
  const { rows } = await pool.query<ChatListRow>({
    ...nameList(query.filters),
    text: `
      WITH unmoved AS (${unmoved} ORDER BY c.updated_at DESC, c.id DESC LIMIT ${take}), moved AS (${moved})
      SELECT ${chatListColumns}
      FROM (SELECT * FROM unmoved UNION ALL SELECT * FROM moved) p JOIN chat c ON c.id = p.id ${joinGiven}
      ORDER BY p.position DESC, p.id DESC LIMIT ${take}`,
    values,
  })
  return rows
}

/** The lists of the drawer are prepared; those of other filters are too many. */
function nameList({ folder_id: folderId, is_pinned: isPinned, is_archived: isArchived, ...others }: ChatFilters) {
  if (Object.values(others).some((value) => value !== undefined)) return {}
  const folder = typeof folderId === 'string' ? 'one' : String(folderId)
  return { name: `list-chats folder=${folder} pinned=${isPinned} archived=${isArchived}` }
}

/** The database's time: what its own `now()` is compared with. */
export async function databaseTime(pool: Pool): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>('SELECT now()::timestamptz(3) AS now')
  return rows[0]?.now ?? new Date()
}
