// The published versions of tables that a person may read. Prisma cannot say it: the rule of who may read a resource is a condition in SQL.
import type { Pool } from 'pg'
import type { ActorAccess } from '../../../platform/permissions/actor.ts'
import { readableResourceSql } from '../../../platform/permissions/resource.permissions.ts'

export type ReadableVersion = {
  readonly datasetId: string
  readonly name: unknown
  readonly number: number
  readonly tableNumber: number
  readonly columns: unknown
  readonly measures: unknown
}

const query = `
  SELECT c.id AS "datasetId", c.name, v.number, v.table_number AS "tableNumber", v.columns, v.measures
  FROM dataset c JOIN dataset_version v ON v.dataset_id = c.id AND v.number = c.published_version
  WHERE c.id = ANY($2::uuid[]) AND c.kind = 'table' AND ${readableResourceSql({ tenantId: '$1', groupIds: '$3' })}`

/** Returns the published versions of those tables that the actor may read. */
export async function findReadableVersions(pool: Pool, actor: ActorAccess, ids: readonly string[]): Promise<ReadableVersion[]> {
  const { rows } = await pool.query<ReadableVersion>({
    name: 'find-readable-versions',
    text: query,
    values: [actor.tenantId, ids, actor.memberships.map(({ groupId }) => groupId)],
  })
  return rows
}
