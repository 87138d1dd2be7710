// What the embeddings of one attempt have used. A long attempt has an event every ten seconds: what a worker that is killed has not recorded
// is lost.
import type { UsedCall } from '@heddle/workflow/model/ports'
import type { Pool } from 'pg'
import { recordModelUsage, type UsedModel } from '../../usage/model-usage.service.ts'

/** Who the use is counted for: the user who added the source. */
type UsageOwner = { readonly tenantId: string; readonly groupId: string; readonly createdById: string | null }

const defaultRecordMs = 10_000

export type IngestionMeter = ReturnType<typeof createIngestionMeter>

export function createIngestionMeter(pool: Pool, { tenantId, groupId, createdById }: UsageOwner, recordMs = defaultRecordMs) {
  let startedAt = performance.now()
  const models: UsedModel[] = []

  /** Records what was used since the last record; nothing when there was none, or when the user is gone. */
  async function record(outcome: 'completed' | 'stopped' | 'failed', failure?: unknown): Promise<void> {
    if (models.length === 0 || createdById === null) return
    const latencyMs = Math.round(performance.now() - startedAt)
    startedAt = performance.now()
    const owner = { tenantId, userId: createdById, groupIds: [groupId] }
    await recordModelUsage(pool, { flow: 'ingest', ...owner, models: models.splice(0), outcome, failure, latencyMs })
  }

  return {
    record,

    async add({ model, usage, serverCalls }: UsedCall): Promise<void> {
      models.push({ ...model, usage, serverCalls })
      if (performance.now() - startedAt > recordMs) await record('completed')
    },
  }
}
