// The resources of a kept run's nodes. Prisma cannot say it: who may read them is a join with a row that may be gone.
import type { Pool, PoolClient } from 'pg'
import { keptMembersOf, keptReadableSql, resourceRows } from '../../platform/permissions/resource.permissions.ts'
import type { CarriedResource } from './carried-resources.ts'

export type RunResource = CarriedResource & { readonly isReadable: boolean }

/** Inserts the resources of a run, if it is kept. */
export async function keepRunResources(client: PoolClient, runId: string, carried: readonly CarriedResource[]): Promise<void> {
  if (carried.length === 0) return
  await client.query({
    name: 'keep-run-resources',
    text: `
      INSERT INTO workflow_run_collection (run_id, node_id, collection_id, members_of)
      SELECT r.id, c.node_id, c.resource_id, ${keptMembersOf}
      FROM unnest($2::text[], $3::uuid[]) AS c(node_id, resource_id)
      JOIN workflow_run r ON r.id = $1
      LEFT JOIN ${resourceRows} k ON k.id = c.resource_id`,
    values: [runId, carried.map(({ nodeId }) => nodeId), carried.map(({ resourceId }) => resourceId)],
  })
}

/**
 * Returns the resources of a run's nodes, each with whether the reader may read it now; null when the run is gone. A run that was read before
 * may be removed meanwhile, and must not look like one without resources.
 */
export async function findRunResources(pool: Pool, runId: string, readerId: string): Promise<readonly RunResource[] | null> {
  const { rows } = await pool.query<{ resources: readonly RunResource[] }>({
    name: 'find-run-resources',
    text: `
      SELECT coalesce((
        SELECT json_agg(json_build_object('nodeId', s.node_id, 'resourceId', s.collection_id, 'isReadable', ${keptReadableSql('$2')}))
        FROM workflow_run_collection s LEFT JOIN ${resourceRows} k ON k.id = s.collection_id
        WHERE s.run_id = r.id), '[]') AS resources
      FROM workflow_run r WHERE r.id = $1`,
    values: [runId, readerId],
  })
  return rows[0]?.resources ?? null
}
