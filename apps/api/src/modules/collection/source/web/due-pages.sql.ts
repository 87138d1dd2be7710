// Pages whose next visit is due. Prisma cannot say it: rows that another worker has locked are left out, and times are those of the
// database.
import type { Queryable } from '@heddle/db/client'

export type DuePage = { readonly id: string; readonly jobId: string; readonly tenantId: string }

/**
 * Gives due pages a job and returns them, at most `max`. One that is on its way is not due; one of a paused collection waits. A page
 * that no job has visited yet is due too.
 */
export function claimDuePages(tx: Queryable, max: number): Promise<DuePage[]> {
  return tx.$queryRaw<DuePage[]>`
    WITH due AS (
      SELECT s.id, c.tenant_id FROM source s JOIN collection c ON c.id = s.collection_id
      WHERE s.kind = 'url' AND s.due_at <= now() AND NOT c.is_paused
        AND (s.state IN ('indexed', 'failed') OR (s.state = 'queued' AND s.job_id IS NULL))
      ORDER BY s.due_at LIMIT ${max} FOR UPDATE OF s SKIP LOCKED
    )
    UPDATE source SET job_id = gen_random_uuid(), due_at = now() + make_interval(secs => coalesce(recurrence_seconds, 3600))
    FROM due WHERE source.id = due.id
    RETURNING source.id, source.job_id AS "jobId", due.tenant_id AS "tenantId"`
}
