// The knowledge collections of a kept run's nodes. Prisma cannot say it: who may read them is a join with a row that may be gone.
import type { Pool, PoolClient } from 'pg'
import { keptMembersOf, passageReadableSql } from '../../platform/permissions/citation.permissions.ts'
import type { CarriedCollection } from './carried-collections.ts'

export type RunCollection = CarriedCollection & { readonly isReadable: boolean }

/** Inserts the collections of a run, if it is kept. */
export async function keepRunCollections(client: PoolClient, runId: string, carried: readonly CarriedCollection[]): Promise<void> {
  if (carried.length === 0) return
  await client.query({
    name: 'keep-run-collections',
    text: `
      INSERT INTO workflow_run_collection (run_id, node_id, collection_id, members_of)
      SELECT r.id, c.node_id, c.collection_id, ${keptMembersOf}
      FROM unnest($2::text[], $3::uuid[]) AS c(node_id, collection_id)
      JOIN workflow_run r ON r.id = $1
      LEFT JOIN collection k ON k.id = c.collection_id`,
    values: [runId, carried.map(({ nodeId }) => nodeId), carried.map(({ collectionId }) => collectionId)],
  })
}

/**
 * Returns the collections of a run's nodes, each with whether the reader may read it now; null when the run is gone. A run that was read before
 * may be removed meanwhile, and must not look like one without collections.
 */
export async function findRunCollections(pool: Pool, runId: string, readerId: string): Promise<readonly RunCollection[] | null> {
  const { rows } = await pool.query<{ collections: readonly RunCollection[] }>({
    name: 'find-run-collections',
    text: `
      SELECT coalesce((
        SELECT json_agg(json_build_object('nodeId', s.node_id, 'collectionId', s.collection_id, 'isReadable', ${passageReadableSql('$2')}))
        FROM workflow_run_collection s LEFT JOIN collection k ON k.id = s.collection_id
        WHERE s.run_id = r.id), '[]') AS collections
      FROM workflow_run r WHERE r.id = $1`,
    values: [runId, readerId],
  })
  return rows[0]?.collections ?? null
}
