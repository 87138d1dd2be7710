// The retrieval test. Who calls has the permission `manage_knowledge`, so every collection of the tenant is the caller's to test.
import { defaultSearchSettings, type searchCollection } from '@heddle/contracts/knowledge/search'
import { randomUUIDv7 } from 'node:crypto'
import type { Pool } from 'pg'
import type { z } from 'zod'
import { type Actor, listGroupIds } from '../../../permissions/actor.ts'
import { addUsage, noUsage, recordUsage } from '../../usage/usage.service.ts'
import type { CollectionService } from '../collection/collection.service.ts'
import type { Retrieval, SearchOutcome } from './retrieval.ts'

type SearchDependencies = { readonly pool: Pool; readonly collections: CollectionService; readonly retrieval: Retrieval }

export type SearchService = ReturnType<typeof createSearchService>

export function createSearchService({ pool, collections, retrieval }: SearchDependencies) {
  async function recordModels(actor: Actor, models: SearchOutcome['models'], latencyMs: number) {
    if (models.length === 0) return
    await recordUsage(pool, {
      runId: randomUUIDv7(),
      flow: 'search',
      outcome: 'completed',
      tenantId: actor.tenantId,
      userId: actor.id,
      groupIds: listGroupIds(actor),
      assistantId: null,
      workflowVersionId: null,
      chatId: null,
      messageId: null,
      modelName: models[0]?.name ?? '',
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

  return {
    async searchCollection(
      actor: Actor,
      id: string,
      { query, filters, ...settings }: z.output<typeof searchCollection.schema.body>,
      signal: AbortSignal,
    ): Promise<SearchOutcome & { readonly elapsedMs: number }> {
      const { collection } = await collections.getCollection(actor, id)
      const startedAt = performance.now()
      const outcome = await retrieval.search(actor, {
        collectionIds: [collection.id],
        queries: [query],
        filters,
        settings: { ...defaultSearchSettings, ...settings },
        signal,
        asManager: true,
      })
      const elapsedMs = Math.round(performance.now() - startedAt)
      await recordModels(actor, outcome.models, elapsedMs)
      return { ...outcome, elapsedMs }
    },
  }
}
