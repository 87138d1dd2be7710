// Sources that need attention, and what the queue of jobs shows. Prisma cannot say it: counts by several conditions, days of the
// tenant's time zone, and the tables of pg-boss.
import type { Pool } from 'pg'
import { tenantDaySql } from '../../platform/database/time-zone.sql.ts'

export type CollectionAttentionRow = {
  readonly id: string
  readonly name: unknown
  readonly failed: number
  readonly expired: number
  readonly expiring: number
}

type SourceAttention = Pick<CollectionAttentionRow, 'failed' | 'expired' | 'expiring'> & {
  readonly collections: readonly CollectionAttentionRow[]
}

/** Counts the sources of a tenant that failed, that have expired and that expire within `days`; names the `top` collections. */
export async function countSourceAttention(
  pool: Pool,
  tenantId: string,
  { days, top, now }: { readonly days: number; readonly top: number; readonly now: Date },
): Promise<SourceAttention> {
  const { rows } = await pool.query<SourceAttention>({
    name: 'count-source-attention',
    text: `
      WITH today AS (SELECT ${tenantDaySql({ tenantId: '$1', at: '$4' })} AS day),
      found AS (
        SELECT c.id, c.name, count(*) FILTER (WHERE s.state = 'failed')::int AS failed,
          count(*) FILTER (WHERE s.enabled AND s.valid_until < today.day)::int AS expired,
          count(*) FILTER (WHERE s.enabled AND s.valid_until >= today.day AND s.valid_until <= today.day + $2::int)::int AS expiring
        FROM today CROSS JOIN collection c JOIN source s ON s.collection_id = c.id
        WHERE c.tenant_id = $1 AND (s.state = 'failed' OR (s.enabled AND s.valid_until <= today.day + $2::int))
        GROUP BY c.id
      ), named AS (SELECT * FROM found ORDER BY failed + expired + expiring DESC, id LIMIT $3)
      SELECT coalesce(sum(failed), 0)::int AS failed, coalesce(sum(expired), 0)::int AS expired, coalesce(sum(expiring), 0)::int AS expiring,
        (SELECT coalesce(jsonb_agg(n ORDER BY n.failed + n.expired + n.expiring DESC, n.id), '[]') FROM named n) AS collections
      FROM found`,
    values: [tenantId, days, top, now],
  })
  const [attention] = rows
  if (!attention) throw new Error('A query of aggregates answered no row')
  return attention
}

export type WorkerSigns = {
  /** When a worker last evaluated the schedules or looked at a queue; null when none ever did. */
  readonly lastSeenAt: Date | null
  readonly silentSeconds: number | null
  /** Seconds since the oldest due job was to begin. */
  readonly delaySeconds: number
}

/** Returns what workers leave in the tables of pg-boss, by the clock of the database. */
export async function readWorkerSigns(pool: Pool): Promise<WorkerSigns> {
  const { rows } = await pool.query<WorkerSigns>({
    name: 'read-worker-signs',
    text: `
      WITH seen AS (
        SELECT greatest((SELECT max(cron_on) FROM pgboss.version), (SELECT max(monitor_claim_on) FROM pgboss.queue)) AS at
      )
      SELECT at AS "lastSeenAt", extract(epoch FROM now() - at)::float8 AS "silentSeconds",
        (SELECT greatest(0, coalesce(extract(epoch FROM now() - min(start_after)), 0))::float8 FROM pgboss.job
         WHERE state < 'active' AND start_after <= now()) AS "delaySeconds"
      FROM seen`,
  })
  const [signs] = rows
  if (!signs) throw new Error('A query of aggregates answered no row')
  return signs
}
