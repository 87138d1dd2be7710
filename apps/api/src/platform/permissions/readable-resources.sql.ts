// Which of some resources an actor may read now. Prisma cannot say it: the rule is a condition in SQL, over the tables of all kinds.
import type { Pool } from 'pg'
import type { ActorAccess } from './actor.ts'
import { readableResourceSql, resourceRows } from './resource.permissions.ts'

const query = `SELECT c.id FROM ${resourceRows} c
  WHERE c.id = ANY($2::uuid[]) AND ${readableResourceSql({ tenantId: '$1', groupIds: '$3' })}`

/** Returns the ids of those resources that the actor may read. One that is gone is not among them. */
export async function findReadableResources(pool: Pool, actor: ActorAccess, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await pool.query<{ id: string }>({
    name: 'find-readable-resources',
    text: query,
    values: [actor.tenantId, ids, actor.memberships.map(({ groupId }) => groupId)],
  })
  return new Set(rows.map(({ id }) => id))
}
