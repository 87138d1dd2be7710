// What the models of a retrieval test have used: one event, with a line for each call.
import { randomUUIDv7 } from 'node:crypto'
import type { Pool } from 'pg'
import { type Actor, listGroupIds } from '../../../permissions/actor.ts'
import { addUsage, noUsage, recordUsage } from '../../usage/usage.service.ts'
import type { UsedModel } from './vector-half.ts'

type SearchUsage = {
  readonly models: readonly UsedModel[]
  readonly outcome: 'completed' | 'stopped' | 'failed'
  readonly failure?: unknown
  readonly latencyMs: number
}

/** Records what was used; nothing when no model was called. */
export async function recordSearchUsage(pool: Pool, actor: Actor, { models, outcome, failure, latencyMs }: SearchUsage): Promise<void> {
  const [first] = models
  if (!first) return
  await recordUsage(pool, {
    runId: randomUUIDv7(),
    flow: 'search',
    outcome,
    failure,
    tenantId: actor.tenantId,
    userId: actor.id,
    groupIds: listGroupIds(actor),
    assistantId: null,
    workflowVersionId: null,
    chatId: null,
    messageId: null,
    modelName: first.name,
    usage: models.map(({ usage }) => usage).reduce(addUsage, noUsage),
    firstTokenMs: null,
    latencyMs,
    calls: models.map(({ id, name, endpointId, usage }) => ({
      nodeId: null,
      attempt: 1,
      modelId: id,
      endpointId,
      modelName: name,
      usage,
      firstTokenMs: null,
    })),
  })
}
