// What the models of a search, a test or an ingestion have used: one event, with a line for each call.
import type { ModelUsage } from '@heddle/workflow/ports'
import { randomUUIDv7 } from 'node:crypto'
import type { Pool } from 'pg'
import { type Actor, listGroupIds } from '../../permissions/actor.ts'
import { addUsage, noUsage, recordUsage } from '../usage/usage.service.ts'

/** A call of a model. */
export type UsedModel = { readonly id: string; readonly name: string; readonly endpointId: string; readonly usage: ModelUsage }

type UsedFor = {
  readonly flow: 'ingest' | 'search'
  readonly tenantId: string
  readonly userId: string
  readonly groupIds: readonly string[]
}

type Use = {
  readonly models: readonly UsedModel[]
  readonly outcome: 'completed' | 'stopped' | 'failed'
  readonly failure?: unknown
  readonly latencyMs: number
}

/** Records what was used; nothing when no model was called. */
export async function recordModelUsage(pool: Pool, usedFor: UsedFor, { models, outcome, failure, latencyMs }: Use): Promise<void> {
  const [first] = models
  if (!first) return
  await recordUsage(pool, {
    ...usedFor,
    runId: randomUUIDv7(),
    outcome,
    failure,
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

/** Records what a retrieval test has used. */
export const recordSearchUsage = (pool: Pool, actor: Actor, use: Use): Promise<void> =>
  recordModelUsage(pool, { flow: 'search', tenantId: actor.tenantId, userId: actor.id, groupIds: listGroupIds(actor) }, use)
