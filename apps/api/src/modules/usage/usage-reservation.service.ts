// Reserving what a reply may use, before it begins. What it did use is settled with its usage event (usage.service.ts).
import type { UsageLimitMetric, UsageLimitScope } from '@heddle/contracts/usage-limit'
import type { PoolClient } from 'pg'
import { AppError } from '../../errors/app-error.ts'
import { ruleHolds, ruleSubject, runningWindow } from './usage-limit.sql.ts'

type Reservation = {
  readonly runId: string
  readonly tenantId: string
  readonly userId: string
  readonly estimatedTokens: number
  /** A title is no request: limits of requests are not asked for it. */
  readonly flow?: 'chat' | 'title'
}

type ReachedLimit = {
  readonly scope: UsageLimitScope
  readonly metric: UsageLimitMetric
  readonly amount: string
  readonly resetsAt: Date
  readonly secondsLeft: number
}

/**
 * Reserves one request and the estimated tokens with every limit that holds for the user, or throws `USAGE_LIMIT_REACHED` with the
 * one that resets last; then nothing of the caller's transaction may be committed. To be called when the chat's row is locked
 * already: the end of a reply takes the chat before the counters too.
 *
 * Something has to be left, not all of the estimate: a limit must not refuse everybody because the estimate is larger than the rest.
 * All of the estimate is reserved nevertheless, so that the next send waits for what this one leaves.
 */
export async function reserveUsage(
  client: PoolClient,
  { runId, tenantId, userId, estimatedTokens, flow = 'chat' }: Reservation,
): Promise<void> {
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
    values: [runId, tenantId, userId, Math.max(0, Math.ceil(estimatedTokens)), flow === 'chat'],
  })
  const [reached] = rows
  if (!reached) return
  const { scope, metric, amount, resetsAt, secondsLeft } = reached
  throw new AppError('USAGE_LIMIT_REACHED', {
    params: { scope, metric, amount: Number(amount), resets_at: resetsAt.toISOString(), retry_after: secondsLeft },
  })
}
