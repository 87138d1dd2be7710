// The published versions of tables: those that a person may read, by a rule that is a condition in SQL, and those of a tenant.
// Prisma cannot say it: a dataset has the number of its version, and no relation to it.
import type { Queryable } from '@heddle/db/client'
import type { Pool } from 'pg'
import type { ActorAccess } from '../../../platform/permissions/actor.ts'
import { readableResourceSql } from '../../../platform/permissions/resource.permissions.ts'

export type PublishedVersion = {
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
export async function findReadableVersions(pool: Pool, actor: ActorAccess, ids: readonly string[]): Promise<PublishedVersion[]> {
  const { rows } = await pool.query<PublishedVersion>({
    name: 'find-readable-versions',
    text: query,
    values: [actor.tenantId, ids, actor.memberships.map(({ groupId }) => groupId)],
  })
  return rows
}

/** Returns the published versions of those tables that the tenant has. */
export const findPublishedVersions = (on: Queryable, tenantId: string, ids: readonly string[]): Promise<PublishedVersion[]> => on.$queryRaw`
  SELECT c.id AS "datasetId", c.name, v.number, v.table_number AS "tableNumber", v.columns, v.measures
  FROM dataset c JOIN dataset_version v ON v.dataset_id = c.id AND v.number = c.published_version
  WHERE c.id = ANY(${ids}::uuid[]) AND c.kind = 'table' AND c.tenant_id = ${tenantId}::uuid`
