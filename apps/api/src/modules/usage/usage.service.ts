// What a use of a model leaves behind: one event a run, whatever happened to it.
import { randomUUIDv7 } from 'node:crypto'
import type { ModelUsage } from '@heddle/workflow/ports'
import type { Pool, PoolClient } from 'pg'

export type UsageRecord = {
  readonly runId: string
  readonly flow: 'chat' | 'title'
  readonly outcome: 'completed' | 'stopped' | 'failed' | 'interrupted'
  readonly tenantId: string
  readonly userId: string
  readonly groupIds: readonly string[]
  readonly assistantId: string | null
  readonly workflowVersionId: string | null
  readonly chatId: string
  readonly messageId: string | null
  readonly modelName: string
  readonly usage: ModelUsage
  readonly firstTokenMs: number | null
  readonly latencyMs: number
}

export const noUsage: ModelUsage = { inputTokens: 0, outputTokens: 0, reasoningTokens: 0, cachedTokens: 0, estimated: false }

/** The sum of a run's model calls: estimated as soon as one of them is. */
export const addUsage = (one: ModelUsage, other: ModelUsage): ModelUsage => ({
  inputTokens: one.inputTokens + other.inputTokens,
  outputTokens: one.outputTokens + other.outputTokens,
  reasoningTokens: one.reasoningTokens + other.reasoningTokens,
  cachedTokens: one.cachedTokens + other.cachedTokens,
  estimated: one.estimated || other.estimated,
})

/**
 * Records a run, in the transaction of `queryable` if it has one. A run that is recorded already stays as it is: two
 * processes may both believe that they end it.
 */
export async function recordUsage(queryable: Pool | PoolClient, record: UsageRecord) {
  const { usage } = record
  await queryable.query({
    name: 'record-usage',
    text: `
      INSERT INTO usage_event (id, tenant_id, user_id, group_ids, assistant_id, workflow_version_id, chat_id, message_id, run_id,
        model_name, flow, outcome, input_tokens, output_tokens, cached_tokens, reasoning_tokens, estimated, first_token_ms, latency_ms)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
      ON CONFLICT (run_id) DO NOTHING`,
    values: [
      randomUUIDv7(),
      record.tenantId,
      record.userId,
      record.groupIds,
      record.assistantId,
      record.workflowVersionId,
      record.chatId,
      record.messageId,
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
    ],
  })
}
