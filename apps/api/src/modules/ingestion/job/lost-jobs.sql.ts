// Sources and indexes that wait for a job which is not there: after a pause, or when the queue has given it up. Prisma cannot say it: the jobs
// are in the schema of the queue.
import type { Queryable } from '@heddle/db/client'

/** `isGivenUp`: its job has failed as often as it may. */
export type LostSource = {
  readonly id: string
  readonly jobId: string
  readonly tenantId: string
  readonly kind: 'file' | 'url' | 'text'
  readonly hasContent: boolean
  readonly isGivenUp: boolean
}

export const findLostSources = (on: Queryable, max: number): Promise<LostSource[]> =>
  on.$queryRaw<LostSource[]>`
    SELECT s.id, s.job_id AS "jobId", c.tenant_id AS "tenantId", s.kind::text AS kind, EXISTS (SELECT FROM source_version v WHERE v.source_id = s.id) AS "hasContent",
      EXISTS (SELECT FROM pgboss.job j WHERE j.name IN ('knowledge-ingest', 'knowledge-sync') AND j.id = s.job_id AND j.state = 'failed')
        AS "isGivenUp"
    FROM source s JOIN collection c ON c.id = s.collection_id
    WHERE s.state IN ('queued', 'parsing', 'chunking', 'embedding') AND s.job_id IS NOT NULL AND NOT c.is_paused
      AND NOT EXISTS (
        SELECT FROM pgboss.job j WHERE j.name IN ('knowledge-ingest', 'knowledge-sync') AND j.id = s.job_id AND j.state < 'completed')
    ORDER BY s.id LIMIT ${max}`

export type LostIndex = { readonly id: number; readonly jobId: string; readonly tenantId: string; readonly isGivenUp: boolean }

export const findLostIndexes = (on: Queryable, max: number): Promise<LostIndex[]> =>
  on.$queryRaw<LostIndex[]>`
    SELECT i.id, i.job_id AS "jobId", c.tenant_id AS "tenantId",
      EXISTS (SELECT FROM pgboss.job j WHERE j.name = 'knowledge-reindex' AND j.id = i.job_id AND j.state = 'failed') AS "isGivenUp"
    FROM index_version i JOIN collection c ON c.id = i.collection_id
    WHERE i.state = 'building' AND i.job_id IS NOT NULL AND NOT c.is_paused
      AND NOT EXISTS (SELECT FROM pgboss.job j WHERE j.name = 'knowledge-reindex' AND j.id = i.job_id AND j.state < 'completed')
    ORDER BY i.id LIMIT ${max}`
