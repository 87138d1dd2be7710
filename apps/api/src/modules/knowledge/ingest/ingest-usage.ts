// What the embeddings of one attempt have used: one event, with a line for each call of the model.
import type { AnsweringModel, ModelUsage } from '@heddle/workflow/ports'
import { randomUUIDv7 } from 'node:crypto'
import type { Pool } from 'pg'
import { addUsage, noUsage, recordUsage, type UsageCall } from '../../usage/usage.service.ts'

/** Who the use is counted for: the user who added the source. */
type UsageOwner = { readonly tenantId: string; readonly groupId: string; readonly createdById: string | null }

export type UsageMeter = ReturnType<typeof createUsageMeter>

export function createUsageMeter(pool: Pool, { tenantId, groupId, createdById }: UsageOwner) {
  const startedAt = performance.now()
  const calls: UsageCall[] = []

  return {
    add(usage: ModelUsage, { id, name, endpointId }: AnsweringModel) {
      calls.push({ nodeId: null, attempt: 1, modelId: id, endpointId, modelName: name, usage, firstTokenMs: null })
    },

    /** Records what was used so far; nothing when there was none, or when the user is gone. */
    async record(outcome: 'completed' | 'stopped' | 'failed'): Promise<void> {
      const [call] = calls
      if (!call || createdById === null) return
      await recordUsage(pool, {
        runId: randomUUIDv7(),
        flow: 'ingest',
        outcome,
        tenantId,
        userId: createdById,
        groupIds: [groupId],
        assistantId: null,
        workflowVersionId: null,
        chatId: null,
        messageId: null,
        modelName: call.modelName,
        usage: calls.map(({ usage }) => usage).reduce(addUsage, noUsage),
        firstTokenMs: null,
        latencyMs: Math.round(performance.now() - startedAt),
        calls: calls.splice(0),
      })
    },
  }
}
