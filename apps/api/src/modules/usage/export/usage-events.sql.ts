// The events themselves, for an export. Prisma cannot say it: see usage-selection.sql.ts.
import type { Pool } from 'pg'
import { isOfWorkflow, selected, toSelectionValues, type UsageSelection } from '../report/usage-selection.sql.ts'

export type UsageEventRow = {
  readonly id: string
  readonly createdAt: Date
  readonly userId: string
  /** Localized texts; null for who and what was deleted. */
  readonly userName: unknown
  readonly assistantId: string | null
  readonly assistantName: unknown
  readonly groupIds: readonly string[]
  readonly modelName: string
  readonly flow: string
  readonly outcome: string
  readonly errorCode: string | null
  readonly inputTokens: number
  readonly cachedTokens: number
  readonly outputTokens: number
  readonly reasoningTokens: number
  readonly estimated: boolean
  /** Of all its model calls. */
  readonly serverCalls: number
  readonly firstTokenMs: number | null
  readonly latencyMs: number
  /** Decimal numbers by currency; null without a price. */
  readonly cost: Readonly<Record<string, string>> | null
}

/** The events after one, the oldest first. */
export async function findUsageEvents(
  pool: Pool,
  selection: UsageSelection,
  afterId: string | undefined,
  take: number,
): Promise<UsageEventRow[]> {
  const { rows } = await pool.query<UsageEventRow>(
    `
    SELECT e.id, e.created_at AS "createdAt", e.user_id AS "userId", u.name AS "userName", e.assistant_id AS "assistantId",
      a.name AS "assistantName", coalesce(e.group_ids, '{}') AS "groupIds", e.model_name AS "modelName", e.flow::text, e.outcome::text, e.error_code AS "errorCode",
      e.input_tokens AS "inputTokens", e.cached_tokens AS "cachedTokens", e.output_tokens AS "outputTokens",
      e.reasoning_tokens AS "reasoningTokens", e.estimated, c.server_calls AS "serverCalls", e.first_token_ms AS "firstTokenMs", e.latency_ms AS "latencyMs", c.cost
    FROM usage_event e
    LEFT JOIN "user" u ON u.id = e.user_id AND u.status <> 'deleted'
    LEFT JOIN assistant a ON a.id = e.assistant_id
    CROSS JOIN LATERAL (
      SELECT jsonb_object_agg(currency, cost) FILTER (WHERE cost IS NOT NULL) AS cost, coalesce(sum(server_calls), 0)::int AS server_calls FROM (
        SELECT currency, trim_scale(sum(cost))::text AS cost, sum(server_calls) AS server_calls FROM usage_call WHERE run_id = e.run_id GROUP BY 1
      ) priced
    ) c
    WHERE e.tenant_id = $1 AND e.created_at >= $3::date::timestamp AT TIME ZONE $2 AND e.created_at < ($4::date + 1)::timestamp AT TIME ZONE $2
      AND ($5::uuid IS NULL OR e.user_id = $5) AND ($6::uuid IS NULL OR $6 = ANY (e.group_ids))
      AND ($7::uuid IS NULL OR e.assistant_id = $7) AND ($9::usage_flow IS NULL OR e.flow = $9)
      AND ($10::usage_outcome IS NULL OR e.outcome = $10)
      AND ($8::text IS NULL OR e.model_name = $8 OR EXISTS (SELECT FROM usage_call WHERE run_id = e.run_id AND model_name = $8))
      AND ($11::uuid IS NULL OR ${isOfWorkflow}) AND ($13::text IS NULL OR e.error_code = $13)
      AND ($12::uuid IS NULL OR EXISTS (SELECT FROM usage_call WHERE run_id = e.run_id AND endpoint_id = $12))
      AND ($14::uuid IS NULL OR (e.created_at, e.id) > (SELECT created_at, id FROM usage_event WHERE id = $14))
    ORDER BY e.created_at, e.id LIMIT $15`,
    [...toSelectionValues(selection), afterId ?? null, take],
  )
  return rows
}

/** The currencies of the prices of these events, by the rollup. */
export async function listCurrencies(pool: Pool, selection: UsageSelection): Promise<string[]> {
  const { rows } = await pool.query<{ currency: string }>(
    `SELECT DISTINCT currency FROM usage_rollup WHERE ${selected} AND currency IS NOT NULL ORDER BY 1`,
    toSelectionValues(selection),
  )
  return rows.map(({ currency }) => currency)
}
