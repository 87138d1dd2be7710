// What calls of models outside a run have used, as of a search, an ingestion or a test of a model: one event, with a line for each call.
import type { ModelUsage } from '@heddle/workflow/model/ports'
import { randomUUIDv7 } from 'node:crypto'
import type { Pool } from 'pg'
import { type Actor, listGroupIds } from '../../platform/permissions/actor.ts'
import { addUsage, noUsage, recordUsage } from './usage.service.ts'

/** A call of a model. */
export type UsedModel = {
  readonly id: string
  readonly name: string
  readonly endpointId: string
  readonly usage: ModelUsage
  /** How often its server was called. */
  readonly serverCalls: number
  /** Of a call that streams. */
  readonly firstTokenMs?: number | null
}

type ModelUse = {
  readonly flow: 'ingest' | 'search' | 'test'
  readonly tenantId: string
  readonly userId: string
  readonly groupIds: readonly string[]
  readonly models: readonly UsedModel[]
  readonly outcome: 'completed' | 'stopped' | 'failed'
  readonly failure?: unknown
  readonly latencyMs: number
}

/** Whom a use is counted for. */
export const usedBy = (actor: Actor) => ({ tenantId: actor.tenantId, userId: actor.id, groupIds: listGroupIds(actor) })

/** Records what was used; nothing when no model was called. */
export async function recordModelUsage(pool: Pool, { models, ...use }: ModelUse): Promise<void> {
  const [first] = models
  if (!first) return
  await recordUsage(pool, {
    ...use,
    runId: randomUUIDv7(),
    modelName: first.name,
    usage: models.map(({ usage }) => usage).reduce(addUsage, noUsage),
    firstTokenMs: first.firstTokenMs ?? null,
    calls: models.map(({ id, name, endpointId, usage, serverCalls, firstTokenMs = null }) => ({
      nodeId: null,
      attempt: 1,
      modelId: id,
      endpointId,
      modelName: name,
      usage,
      serverCalls,
      firstTokenMs,
    })),
  })
}
