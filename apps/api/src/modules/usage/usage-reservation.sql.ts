// Reserves with usage limits. Prisma cannot say it: one statement raises a counter only where something is left.
import type { UsageLimitMetric, UsageLimitScope } from '@heddle/contracts/tenant/usage-limit'
import type { PoolClient } from 'pg'
import { ruleHolds, ruleSubject, runningWindow } from './usage-limit.sql.ts'

export type Reservation = {
  readonly runId: string
  readonly tenantId: string
  readonly userId: string
  readonly estimatedTokens: number
  /** A title is no request: limits of requests are not asked for it. */
  readonly flow?: 'chat' | 'title' | 'test'
}

export type ReachedLimit = {
  readonly scope: UsageLimitScope
  readonly metric: UsageLimitMetric
  readonly amount: string
  readonly resetsAt: Date
  readonly secondsLeft: number
}

/** Reserves with every limit that holds for the user; returns the one of those without room that resets last, or null. */
export async function insertReservations(
  client: PoolClient,
  { runId, tenantId, userId, estimatedTokens, flow = 'chat' }: Reservation,
): Promise<ReachedLimit | null> {
  const { rows } = await client.query<ReachedLimit>({
    name: 'reserve-usage',
    text: `
      WITH rule AS MATERIALIZED (
        SELECT r.id, r.scope, r.metric, r.amount, r.interval_seconds, r.blocks, ${ruleSubject('$3::uuid')} AS subject_id,
          ${runningWindow} AS window_start, CASE r.metric WHEN 'requests' THEN 1 ELSE $4::bigint END AS wanted
        FROM usage_limit_rule r
        WHERE ${ruleHolds('$2::uuid', '$3::uuid')} AND ($5::boolean OR r.metric = 'tokens')
        FOR KEY SHARE OF r
      ), raised AS (
        INSERT INTO usage_counter AS c (rule_id, subject_id, window_start, reserved)
        SELECT id, subject_id, window_start, wanted FROM rule ORDER BY id
        ON CONFLICT (rule_id, subject_id, window_start) DO UPDATE SET reserved = c.reserved + excluded.reserved
        WHERE (SELECT NOT r.blocks OR c.used + c.reserved < r.amount FROM rule r WHERE r.id = c.rule_id)
        RETURNING c.rule_id
      ), kept AS (
        INSERT INTO usage_reservation (run_id, rule_id, subject_id, window_start, amount)
        SELECT $1::uuid, id, subject_id, window_start, wanted FROM rule WHERE id IN (SELECT rule_id FROM raised)
      )
      SELECT scope::text, metric::text, amount, resets_at AS "resetsAt",
        greatest(1, ceil(extract(epoch FROM resets_at - clock_timestamp())))::int AS "secondsLeft"
      FROM rule, LATERAL (SELECT window_start + interval_seconds * interval '1 s' AS resets_at)
      WHERE id NOT IN (SELECT rule_id FROM raised)
      ORDER BY resets_at DESC, id LIMIT 1`,
    values: [runId, tenantId, userId, Math.max(0, Math.ceil(estimatedTokens)), flow !== 'title'],
  })
  return rows[0] ?? null
}
