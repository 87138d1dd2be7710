// What the embeddings of one attempt have used: one event, with a line for each call of the model. A long attempt has one every ten seconds:
// what a worker that is killed has not recorded is lost.
import type { AnsweringModel, ModelUsage } from '@heddle/workflow/ports'
import { randomUUIDv7 } from 'node:crypto'
import type { Pool } from 'pg'
import { addUsage, noUsage, recordUsage, type UsageCall } from '../../../usage/usage.service.ts'

/** Who the use is counted for: the user who added the source. */
type UsageOwner = { readonly tenantId: string; readonly groupId: string; readonly createdById: string | null }

const defaultRecordMs = 10_000

export type UsageMeter = ReturnType<typeof createUsageMeter>

export function createUsageMeter(pool: Pool, { tenantId, groupId, createdById }: UsageOwner, recordMs = defaultRecordMs) {
  let startedAt = performance.now()
  const calls: UsageCall[] = []

  /** Records what was used since the last record; nothing when there was none, or when the user is gone. */
  async function record(outcome: 'completed' | 'stopped' | 'failed', failure?: unknown): Promise<void> {
    const [call] = calls
    if (!call || createdById === null) return
    const latencyMs = Math.round(performance.now() - startedAt)
    startedAt = performance.now()
    await recordUsage(pool, {
      runId: randomUUIDv7(),
      flow: 'ingest',
      outcome,
      failure,
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
      latencyMs,
      calls: calls.splice(0),
    })
  }

  return {
    record,

    async add(usage: ModelUsage, { id, name, endpointId }: AnsweringModel): Promise<void> {
      calls.push({ nodeId: null, attempt: 1, modelId: id, endpointId, modelName: name, usage, firstTokenMs: null })
      if (performance.now() - startedAt > recordMs) await record('completed')
    },
  }
}
