// Records a run. Prisma cannot say it: the event and the limits that it settles are one statement, because two processes may
// both end a run.
import { type ErrorCode, isErrorCode } from '@heddle/contracts/errors'
import type { ModelUsage } from '@heddle/workflow/model/ports'
import { randomUUIDv7 } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { intervalKey } from '../usage-limit/usage-interval.sql.ts'
import { selectHoldingRules } from '../usage-limit/usage-limit.sql.ts'

/** A model call of a run. */
export type UsageCall = {
  readonly nodeId: string | null
  /** Of the node, from 1. */
  readonly attempt: number
  /** The model and the endpoint that answered; null when none did. */
  readonly modelId: string | null
  readonly endpointId: string | null
  readonly modelName: string
  readonly usage: ModelUsage
  /** How often servers were called for it. */
  readonly serverCalls: number
  readonly firstTokenMs: number | null
}

export type UsageRecord = {
  readonly runId: string
  readonly flow: 'chat' | 'title' | 'test' | 'ingest' | 'search' | 'eval'
  /** Of a test that asks a workflow a question: it counts as a reply does. */
  readonly isQuestion?: true
  readonly outcome: 'completed' | 'stopped' | 'failed' | 'interrupted'
  /** What made it fail, or interrupted it: only its code is kept. */
  readonly failure?: unknown
  readonly tenantId: string
  readonly userId: string
  readonly groupIds: readonly string[]
  readonly assistantId?: string | null
  readonly workflowVersionId?: string | null
  /** The chat of a reply or a title. */
  readonly chatId?: string | null
  readonly messageId?: string | null
  readonly modelName: string
  readonly usage: ModelUsage
  readonly firstTokenMs: number | null
  readonly latencyMs: number
  /** In the order in which they ended. */
  readonly calls: readonly UsageCall[]
}

const toCallRow = ({ nodeId, attempt, modelId, endpointId, modelName, usage, serverCalls, firstTokenMs }: UsageCall, seq: number) => ({
  seq,
  node_id: nodeId,
  attempt,
  model_id: modelId,
  endpoint_id: endpointId,
  model_name: modelName,
  input_tokens: usage.inputTokens,
  output_tokens: usage.outputTokens,
  cached_tokens: usage.cachedTokens,
  reasoning_tokens: usage.reasoningTokens,
  estimated: usage.estimated,
  server_calls: serverCalls,
  first_token_ms: firstTokenMs,
})

/** The code of a failure, if it has one of the catalogue. */
function findErrorCode(failure: unknown): ErrorCode | null {
  if (failure === undefined || failure === null) return null
  const { code } = failure as { code?: unknown }
  return isErrorCode(code) ? code : 'UNKNOWN'
}

const about = {
  tenantId: '$2::uuid',
  userId: '$3::uuid',
  assistantId: '$5::uuid',
  usesModel: 'm.id IN (SELECT model_id FROM called)',
  flow: '$11::usage_flow',
}

/**
 * What was used of the rule `r` by the subject of `h`: by a model what its calls have used, and a request by each model that was
 * called; a question or judgement of an evaluation only by rules of evaluations. A cost is the sum of the calls with a price in the currency of the rule.
 */
const used = `CASE
  WHEN r.metric = 'cost' THEN (
    SELECT coalesce(sum(c.cost), 0) * 100000000 FROM called c
    WHERE c.currency = r.currency AND (h.kind <> 'model' OR c.model_id = h.subject_id))
  WHEN r.metric = 'tokens' AND h.kind = 'model' THEN (
    SELECT coalesce(sum(c.input_tokens + c.output_tokens), 0) FROM called c WHERE c.model_id = h.subject_id)
  WHEN r.metric = 'tokens' THEN $21::bigint
  WHEN $11 = 'eval' AND r.flow IS NULL THEN 0
  WHEN h.kind = 'model' AND h.subject_id NOT IN (SELECT model_id FROM called WHERE model_id IS NOT NULL) THEN 0
  ELSE $20::bigint END::bigint`

/**
 * Inserts the event of a run with a line for each model call, priced as of now, and settles it with the limits: what it
 * has reserved is released and what it has used is counted, in the interval in which it began, and by limits that were set since
 * in the one that runs. A run that is recorded already stays as it is, and is settled no second time: two processes may both
 * believe that they end it.
 */
export async function insertUsageEvent(queryable: Pool | PoolClient, record: UsageRecord, requests: number): Promise<void> {
  const { usage } = record
  await queryable.query({
    name: 'record-usage',
    text: `
      WITH recorded AS (
        INSERT INTO usage_event (id, tenant_id, user_id, group_ids, assistant_id, workflow_version_id, chat_id, message_id, run_id,
          model_name, flow, outcome, input_tokens, output_tokens, cached_tokens, reasoning_tokens, estimated, first_token_ms, latency_ms,
          error_code)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $23)
        ON CONFLICT (run_id) DO NOTHING
        RETURNING run_id, tenant_id
      ), call AS (
        INSERT INTO usage_call (run_id, seq, tenant_id, node_id, attempt, model_id, endpoint_id, model_name, input_tokens, output_tokens,
          cached_tokens, reasoning_tokens, estimated, server_calls, first_token_ms, currency, input_price, cached_price, output_price, cost)
        SELECT e.run_id, c.seq, e.tenant_id, c.node_id, c.attempt, c.model_id, c.endpoint_id, c.model_name, c.input_tokens, c.output_tokens,
          c.cached_tokens, c.reasoning_tokens, c.estimated, c.server_calls, c.first_token_ms, p.currency, p.input, p.cached_input, p.output,
          (greatest(0, c.input_tokens - c.cached_tokens) * p.input + c.cached_tokens * p.cached_input + c.output_tokens * p.output) / 1000000
        FROM recorded e, jsonb_to_recordset($22::jsonb) AS c(seq smallint, node_id text, attempt smallint, model_id uuid, endpoint_id uuid,
          model_name text, input_tokens int, output_tokens int, cached_tokens int, reasoning_tokens int, estimated boolean, server_calls smallint,
          first_token_ms int)
        LEFT JOIN LATERAL (
          SELECT currency, input, cached_input, output FROM model_price
          WHERE model_id = c.model_id AND valid_from <= now() ORDER BY valid_from DESC LIMIT 1
        ) p ON true
        RETURNING tenant_id, model_id, model_name, input_tokens, output_tokens, currency, cost
      ), called AS MATERIALIZED (
        SELECT coalesce(c.model_id, m.id) AS model_id, c.input_tokens, c.output_tokens, c.currency, c.cost
        FROM call c LEFT JOIN model m ON m.tenant_id = c.tenant_id AND m.name = c.model_name
      ), rule AS MATERIALIZED (
        SELECT r.id, h.subject_id, ${intervalKey('t.time_zone')} AS window_start, ${used} AS used
        FROM recorded e
        JOIN tenant t ON t.id = e.tenant_id
        JOIN usage_limit_rule r ON r.tenant_id = e.tenant_id
        JOIN (
          ${selectHoldingRules(about)}
          UNION
          SELECT v.rule_id, CASE WHEN r.scope = 'group' THEN 'user' ELSE r.scope::text END, v.subject_id
          FROM usage_reservation v JOIN usage_limit_rule r ON r.id = v.rule_id WHERE v.run_id = $9
        ) h ON h.rule_id = r.id
        FOR KEY SHARE OF r
      ), released AS (
        DELETE FROM usage_reservation v USING rule WHERE v.run_id = $9 AND v.rule_id = rule.id AND v.subject_id = rule.subject_id
        RETURNING v.rule_id, v.subject_id, v.window_start, v.amount
      )
      INSERT INTO usage_counter AS c (rule_id, subject_id, window_start, used, reserved)
      SELECT r.id, r.subject_id, coalesce(v.window_start, r.window_start), r.used, coalesce(v.amount, 0)
      FROM rule r LEFT JOIN released v ON v.rule_id = r.id AND v.subject_id = r.subject_id
      WHERE r.used > 0 OR v.amount > 0
      ORDER BY r.id, r.subject_id
      ON CONFLICT (rule_id, subject_id, window_start) DO UPDATE SET used = c.used + excluded.used, reserved = c.reserved - excluded.reserved`,
    values: [
      randomUUIDv7(),
      record.tenantId,
      record.userId,
      record.groupIds,
      record.assistantId ?? null,
      record.workflowVersionId ?? null,
      record.chatId ?? null,
      record.messageId ?? null,
      record.runId,
      record.modelName,
      record.flow,
      record.outcome,
      usage.inputTokens,
      usage.outputTokens,
      usage.cachedTokens,
      usage.reasoningTokens,
      usage.estimated,
      record.firstTokenMs,
      record.latencyMs,
      requests,
      usage.inputTokens + usage.outputTokens,
      JSON.stringify(record.calls.map(toCallRow)),
      record.outcome === 'failed' || record.outcome === 'interrupted' ? findErrorCode(record.failure) : null,
    ],
  })
}
