// Collections with what their sources add up to. Prisma cannot say it: counts by state beside sizes, and a search in the values of JSON.
import type { SourceState } from '@heddle/contracts/collection/collection'
import type { Queryable } from '@heddle/db/client'
import { Prisma } from '@heddle/db/generated/client'

export type CollectionTotals = {
  readonly id: string
  readonly sources: Readonly<Partial<Record<SourceState, number>>>
  readonly chunkCount: number
  /** Bytes of the originals that are searched or on their way. */
  readonly size: bigint
  readonly isReindexing: boolean
  /** Searched sources, and those of them that an index which is being built has. */
  readonly searched: number
  readonly reindexed: number
}

/** Returns the ids of a page of the tenant's collections, the latest first. */
export async function findCollectionIds(
  on: Queryable,
  tenantId: string,
  { keyword, group_id: groupId }: { readonly keyword?: string | undefined; readonly group_id?: string | undefined },
  { afterId, take }: { readonly afterId: string | undefined; readonly take: number },
): Promise<string[]> {
  const rows = await on.$queryRaw<{ id: string }[]>`
    SELECT c.id FROM collection c
    WHERE c.tenant_id = ${tenantId}::uuid
      AND (${groupId ?? null}::uuid IS NULL OR c.group_id = ${groupId ?? null}::uuid)
      AND (${afterId ?? null}::uuid IS NULL OR c.id < ${afterId ?? null}::uuid)
      AND (${keyword || null}::text IS NULL OR EXISTS (
        SELECT FROM (SELECT value FROM jsonb_each_text(c.name) UNION ALL SELECT value FROM jsonb_each_text(c.description)) AS texts
        WHERE strpos(lower(normalize(value, NFKC)), lower(normalize(${keyword || null}, NFKC))) > 0))
    ORDER BY c.id DESC LIMIT ${take}`
  return rows.map(({ id }) => id)
}

/** How many of the workflows that use a collection are named. */
const maxNamedWorkflows = 100

/** Returns the workflows whose draft or latest version searches a collection. Others can only run after they are published again. */
export async function findUsingWorkflows(on: Queryable, tenantId: string, id: string): Promise<{ id: string; name: unknown }[]> {
  const bound = JSON.stringify({ nodes: [{ type: 'knowledge_retrieval', config: { collections: [id] } }] })
  return on.$queryRaw<{ id: string; name: unknown }[]>`
    SELECT w.id, w.name FROM workflow w
    LEFT JOIN LATERAL (SELECT graph FROM workflow_version WHERE workflow_id = w.id ORDER BY number DESC LIMIT 1) v ON true
    WHERE w.tenant_id = ${tenantId}::uuid AND (w.draft @> ${bound}::jsonb OR v.graph @> ${bound}::jsonb)
    ORDER BY w.id LIMIT ${maxNamedWorkflows}`
}

/** Locks a collection of the tenant to delete it in this transaction: no version that searches it is published meanwhile. */
export async function lockForDeletion(tx: Queryable, tenantId: string, id: string) {
  await tx.$queryRaw`SELECT FROM collection WHERE id = ${id}::uuid AND tenant_id = ${tenantId}::uuid FOR UPDATE`
}

/** Returns what the sources of collections add up to. */
export async function findCollectionTotals(on: Queryable, ids: readonly string[]): Promise<CollectionTotals[]> {
  if (ids.length === 0) return []
  return on.$queryRaw<CollectionTotals[]>`
    SELECT c.id,
      coalesce((SELECT jsonb_object_agg(state, count) FROM (
        SELECT s.state::text AS state, count(*)::int AS count FROM source s WHERE s.collection_id = c.id GROUP BY s.state
      ) states), '{}') AS sources,
      (SELECT coalesce(sum(i.chunk_count), 0)::int FROM indexed_source i
        JOIN source s ON s.active_version_id = i.source_version_id
        WHERE i.index_version_id = c.active_index_id AND s.collection_id = c.id) AS "chunkCount",
      (SELECT coalesce(sum(v.size_bytes), 0)::bigint FROM source s JOIN source_version v ON v.source_id = s.id
        WHERE s.collection_id = c.id) AS size,
      EXISTS (SELECT FROM index_version i WHERE i.collection_id = c.id AND i.state = 'building')
        AS "isReindexing",
      (SELECT count(*)::int FROM source s WHERE s.collection_id = c.id AND s.active_version_id IS NOT NULL) AS searched,
      (SELECT count(*)::int FROM index_version i JOIN indexed_source x ON x.index_version_id = i.id
        JOIN source s ON s.active_version_id = x.source_version_id
        WHERE i.collection_id = c.id AND i.state IN ('building', 'failed')) AS reindexed
    FROM collection c WHERE c.id IN (${Prisma.join(ids.map((id) => Prisma.sql`${id}::uuid`))})`
}
