// Which limits hold for whom. Prisma cannot say it: windows are computed by the clock of the database, and every statement
// about limits shares this SQL.
//
// Every rule of the tenant holds, and every rule for users; one that names the user takes the place of the one for everybody with
// the same metric and interval: it is the exception that an administrator grants, in either direction.
//
// A writer of counters or reservations of a rule locks the rule FOR KEY SHARE first, all its rules before the first counter,
// and takes counters in the order of their rules: so neither two sends nor a send and the deletion of a rule wait for each other.
import type { UsageLimitMetric, UsageLimitScope } from '@heddle/contracts/tenant/usage-limit'
import type { Pool } from 'pg'

/** Whether the rule `r` holds for the user of the tenant; both are SQL. */
export const ruleHolds = (tenantId: string, userId: string) => `(
  r.tenant_id = ${tenantId} AND (r.scope = 'tenant' OR r.user_id = ${userId} OR (r.user_id IS NULL AND NOT EXISTS (
    SELECT FROM usage_limit_rule e
    WHERE e.tenant_id = r.tenant_id AND e.user_id = ${userId} AND e.metric = r.metric AND e.interval_seconds = r.interval_seconds))))`

/** Of whom the rule `r` counts. */
export const ruleSubject = (userId: string) => `CASE r.scope WHEN 'tenant' THEN r.tenant_id ELSE ${userId} END`

/** When the interval of the rule `r` that runs has begun, by the clock of the database. */
export const runningWindow = `to_timestamp(floor(extract(epoch FROM now()) / r.interval_seconds) * r.interval_seconds)`

export type LimitState = {
  readonly scope: UsageLimitScope
  readonly metric: UsageLimitMetric
  /** Numbers of 64 bits come as text. */
  readonly amount: string
  /** Settled and reserved. */
  readonly used: string
  readonly warnPercent: number
  readonly blocks: boolean
  readonly resetsAt: Date
}

/** The limits that hold for a user, the one that is nearest to its end first. */
export async function findLimitStates(pool: Pool, { id, tenantId }: { id: string; tenantId: string }): Promise<LimitState[]> {
  const { rows } = await pool.query<LimitState>({
    name: 'find-limit-states',
    text: `
      SELECT rule.scope::text, rule.metric::text, rule.amount, n.used, rule.warn_percent AS "warnPercent", rule.blocks,
        rule.window_start + rule.interval_seconds * interval '1 s' AS "resetsAt"
      FROM (
        SELECT r.*, ${ruleSubject('$2::uuid')} AS subject_id, ${runningWindow} AS window_start
        FROM usage_limit_rule r WHERE ${ruleHolds('$1::uuid', '$2::uuid')}
      ) rule
      LEFT JOIN usage_counter c ON c.rule_id = rule.id AND c.subject_id = rule.subject_id AND c.window_start = rule.window_start
      CROSS JOIN LATERAL (SELECT coalesce(c.used + c.reserved, 0) AS used) n
      ORDER BY n.used::float8 / rule.amount DESC, "resetsAt", rule.id`,
    values: [tenantId, id],
  })
  return rows
}
