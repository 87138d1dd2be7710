// Reserves with usage limits. Prisma cannot say it: one statement raises a counter only where something is left.
import type { PoolClient } from 'pg'
import { type LimitState, ruleColumns, selectHoldingRules } from './usage-limit.sql.ts'
import { intervalKey } from './usage-interval.sql.ts'

export type Reservation = {
  readonly runId: string
  readonly tenantId: string
  readonly userId: string
  readonly assistantId: string | null
  /** The names of the models that the run may call: that of the reply first, then those that its workflow fixes. */
  readonly modelNames: readonly string[]
  readonly estimatedTokens: number
  /** A title is no request, and a question or judgement of an evaluation one for limits of evaluations only: others are not asked for it. */
  readonly flow?: 'chat' | 'title' | 'test' | 'eval'
}

export type ReachedLimit = Omit<LimitState, 'used'> & { readonly subjectId: string; readonly remainingSeconds: number }

const about = {
  tenantId: '$2::uuid',
  userId: '$3::uuid',
  assistantId: '$6::uuid',
  usesModel: 'm.name = ANY ($7::text[])',
  flow: '$5::usage_flow',
}

/** What the estimated tokens cost at most, in the unit of the amount of the rule `r`; 0 without a price in its currency. */
const estimatedCost = `coalesce((
  SELECT CASE WHEN p.currency = r.currency THEN ceil($4::bigint * greatest(p.input, p.output) * 100)::bigint END
  FROM model m JOIN model_price p ON p.model_id = m.id
  WHERE m.tenant_id = r.tenant_id AND p.valid_from <= now()
    AND CASE h.kind WHEN 'model' THEN m.id = h.subject_id ELSE m.name = ($7::text[])[1] END
  ORDER BY p.valid_from DESC LIMIT 1), 0)`

/** Reserves with every limit that holds for the run; returns the one of those without room that resets last, or null. */
export async function insertReservations(
  client: PoolClient,
  { runId, tenantId, userId, assistantId, modelNames, estimatedTokens, flow = 'chat' }: Reservation,
): Promise<ReachedLimit | null> {
  const { rows } = await client.query<ReachedLimit>({
    name: 'reserve-usage',
    text: `
      WITH rule AS MATERIALIZED (
        SELECT r.id, h.subject_id, ${intervalKey('t.time_zone')} AS window_start, t.time_zone, r.amount, r.blocks,
          CASE r.metric WHEN 'requests' THEN 1 WHEN 'tokens' THEN $4::bigint ELSE ${estimatedCost} END AS wanted
        FROM usage_limit_rule r
        JOIN (${selectHoldingRules(about)}) h ON h.rule_id = r.id
        JOIN tenant t ON t.id = r.tenant_id
        WHERE r.metric <> 'requests' OR r.flow IS NOT NULL OR $5 IN ('chat', 'test')
        FOR KEY SHARE OF r
      ), raised AS (
        INSERT INTO usage_counter AS c (rule_id, subject_id, window_start, reserved)
        SELECT id, subject_id, window_start, wanted FROM rule ORDER BY id, subject_id
        ON CONFLICT (rule_id, subject_id, window_start) DO UPDATE SET reserved = c.reserved + excluded.reserved
        WHERE (SELECT NOT r.blocks OR c.used + c.reserved < r.amount FROM rule r WHERE r.id = c.rule_id AND r.subject_id = c.subject_id)
        RETURNING c.rule_id, c.subject_id
      ), kept AS (
        INSERT INTO usage_reservation (run_id, rule_id, subject_id, window_start, amount)
        SELECT $1::uuid, id, subject_id, window_start, wanted FROM rule WHERE (id, subject_id) IN (SELECT rule_id, subject_id FROM raised)
      ), reached AS (
        SELECT ${ruleColumns('rule.time_zone', 'rule.subject_id')}, rule.subject_id AS "subjectId"
        FROM rule JOIN usage_limit_rule r ON r.id = rule.id
        WHERE (rule.id, rule.subject_id) NOT IN (SELECT rule_id, subject_id FROM raised)
      )
      SELECT *, greatest(1, ceil(extract(epoch FROM "resetsAt" - clock_timestamp())))::int AS "remainingSeconds"
      FROM reached ORDER BY "resetsAt" DESC, "ruleId" LIMIT 1`,
    values: [runId, tenantId, userId, Math.max(0, Math.ceil(estimatedTokens)), flow, assistantId, modelNames],
  })
  return rows[0] ?? null
}
