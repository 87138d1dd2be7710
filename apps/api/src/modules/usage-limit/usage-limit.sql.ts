// Which limits hold for whom. Prisma cannot say it: windows are computed by the clock of the database, and every statement
// about limits shares this SQL.
//
// Of the rules that are about the same subject, metric, flow, currency and interval, those of the most specific level hold: one that names
// the user, the group, or the assistant or model takes the place of one for everybody, in either direction; and one that names the
// user that of the groups. Of several groups the most generous one's rules hold. A rule of a group counts for each member by itself.
//
// A writer of counters or reservations of a rule locks the rule FOR KEY SHARE first, all its rules before the first counter,
// and takes counters in the order of their rules: so neither two sends nor a send and the deletion of a rule wait for each other.
import type { UsageLimitFlow, UsageLimitInterval, UsageLimitMetric, UsageLimitScope } from '@heddle/contracts/usage-limit/usage-limit'
import type { Pool } from 'pg'
import { intervalEnd, intervalKey } from './usage-interval.sql.ts'

/** What a run, or a look at the limits, is about; each is SQL. */
type About = {
  readonly tenantId: string
  readonly userId: string
  readonly assistantId: string
  /** Whether the model `m` is one of those that are used. */
  readonly usesModel: string
  /** Whose rules are about it, beside those that count all flows; without one those of every flow are. */
  readonly flow?: string
}

/**
 * Selects `rule_id`, `kind` and `subject_id` of the rules that are about a run, and whether each `holds`; a rule for each model is
 * about several subjects.
 */
const selectRules = ({ tenantId, userId, assistantId, usesModel, flow = 'r.flow' }: About) => `
    SELECT rule_id, kind, subject_id, 1 = rank() OVER (
      PARTITION BY kind, subject_id, metric, flow, currency, interval, interval_seconds
      ORDER BY level DESC, CASE WHEN group_id IS NOT NULL THEN most END DESC NULLS FIRST,
        CASE WHEN group_id IS NOT NULL THEN least END DESC, group_id
    ) AS holds
    FROM (
      SELECT r.id AS rule_id, s.kind, s.subject_id, s.level, r.group_id, r.metric, r.flow, r.currency, r.interval, r.interval_seconds,
        min(r.amount) FILTER (WHERE r.blocks) OVER alike AS most, min(r.amount) OVER alike AS least
      FROM usage_limit_rule r
      CROSS JOIN LATERAL (
        SELECT 'tenant' AS kind, r.tenant_id AS subject_id, 1 AS level WHERE r.scope = 'tenant'
        UNION ALL SELECT 'user', ${userId}, CASE WHEN r.user_id IS NULL THEN 1 ELSE 3 END
          WHERE r.scope = 'user' AND (r.user_id IS NULL OR r.user_id = ${userId})
        UNION ALL SELECT 'user', ${userId}, 2
          WHERE r.scope = 'group' AND EXISTS (SELECT FROM membership m WHERE m.group_id = r.group_id AND m.user_id = ${userId})
        UNION ALL SELECT 'assistant', ${assistantId}, CASE WHEN r.assistant_id IS NULL THEN 1 ELSE 2 END
          WHERE r.scope = 'assistant' AND ${assistantId} IS NOT NULL AND (r.assistant_id IS NULL OR r.assistant_id = ${assistantId})
        UNION ALL SELECT 'model', m.id, CASE WHEN r.model_id IS NULL THEN 1 ELSE 2 END
          FROM model m
          WHERE r.scope = 'model' AND m.tenant_id = r.tenant_id AND m.kind = 'chat' AND ${usesModel}
            AND (r.model_id IS NULL OR r.model_id = m.id)
      ) s
      WHERE r.tenant_id = ${tenantId} AND (r.flow IS NULL OR r.flow = ${flow})
      WINDOW alike AS (PARTITION BY r.group_id, r.metric, r.flow, r.currency, r.interval, r.interval_seconds)
    ) c`

/** Selects `rule_id`, `kind` and `subject_id` of the rules that hold. */
export const selectHoldingRules = (about: About) => `SELECT rule_id, kind, subject_id FROM (${selectRules(about)}) ranked WHERE holds`

export type LimitState = {
  readonly ruleId: string
  readonly scope: UsageLimitScope
  readonly targetId: string | null
  readonly targetName: unknown
  readonly metric: UsageLimitMetric
  readonly flow: UsageLimitFlow | null
  readonly currency: string | null
  /** Numbers of 64 bits come as text. */
  readonly amount: string
  /** Settled and reserved. */
  readonly used: string
  readonly interval: UsageLimitInterval
  readonly intervalSeconds: number | null
  /** The least use that is warned of, as text too. */
  readonly warnsAt: string
  readonly blocks: boolean
  readonly resetsAt: Date
}

/** The least use of the rule `r` that is warned of: of so few requests that a share warns only when they are used up, all but one. */
export const warnsAt = `least(ceil(r.amount::numeric * r.warn_percent / 100),
  CASE WHEN r.metric = 'requests' AND r.amount > 1 AND r.warn_percent < 100 THEN r.amount - 1 END)::bigint`

/** What a state says of the rule `r`, beside what is used; `subject` is whose count it is. */
export const ruleColumns = (zone: string, subject: string) => `
  r.id AS "ruleId", r.scope::text, r.metric::text, r.flow::text, r.currency, r.amount, r.interval::text, r.interval_seconds AS "intervalSeconds",
  ${warnsAt} AS "warnsAt", r.blocks, ${intervalEnd(zone)} AS "resetsAt",
  CASE WHEN r.scope IN ('assistant', 'model') THEN ${subject} ELSE coalesce(r.user_id, r.group_id) END AS "targetId",
  CASE r.scope
    WHEN 'user' THEN (SELECT name FROM "user" WHERE id = r.user_id)
    WHEN 'group' THEN (SELECT name FROM "group" WHERE id = r.group_id)
    WHEN 'assistant' THEN (SELECT name FROM assistant WHERE id = ${subject})
    WHEN 'model' THEN (SELECT jsonb_build_object('default', name) FROM model WHERE id = ${subject})
  END AS "targetName"`

export type LimitsOf = {
  readonly id: string
  readonly tenantId: string
  readonly assistantId?: string | undefined
  readonly modelId?: string | undefined
}

const about = { tenantId: '$1::uuid', userId: '$2::uuid', assistantId: '$3::uuid', usesModel: 'm.id = $4::uuid' }

/** Selects the states of rules that `rules` selects. */
const selectStates = (rules: string, isHolding: string) => `
  SELECT ${ruleColumns('t.time_zone', 'h.subject_id')}, n.used, ${isHolding} AS holds
  FROM (${rules}) h
  JOIN usage_limit_rule r ON r.id = h.rule_id
  JOIN tenant t ON t.id = r.tenant_id
  LEFT JOIN usage_counter c ON c.rule_id = r.id AND c.subject_id = h.subject_id AND c.window_start = ${intervalKey('t.time_zone')}
  CROSS JOIN LATERAL (SELECT coalesce(c.used + c.reserved, 0) AS used) n
  ORDER BY holds DESC, n.used::float8 / r.amount DESC, "resetsAt", r.id`

/** The limits of messages that hold for a user, with those of an assistant and of a model if given; the one nearest to its end first. */
export async function findLimitStates(pool: Pool, { id, tenantId, assistantId, modelId }: LimitsOf): Promise<LimitState[]> {
  const text = selectStates(selectHoldingRules({ ...about, flow: `'chat'` }), 'true')
  const { rows } = await pool.query<LimitState>({
    name: 'find-limit-states',
    text,
    values: [tenantId, id, assistantId ?? null, modelId ?? null],
  })
  return rows
}

export type UserLimit = LimitState & { readonly holds: boolean }

/** The limits that are about a user, also those that another has taken the place of, which are last. */
export async function findUserLimits(pool: Pool, { id, tenantId }: LimitsOf): Promise<UserLimit[]> {
  const { rows } = await pool.query<UserLimit>(selectStates(selectRules(about), 'h.holds'), [tenantId, id, null, null])
  return rows
}
