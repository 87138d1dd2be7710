// The retrieval test. Who calls has the permission `manage_knowledge`, so every collection of the tenant is the caller's to test.
import { defaultSearchSettings, type searchCollection } from '@heddle/contracts/retrieval/search'
import type { Pool } from 'pg'
import type { z } from 'zod'
import type { Actor } from '../../platform/permissions/actor.ts'
import type { CollectionService } from '../collection/collection.service.ts'
import type { Retrieval, SearchOutcome } from './retrieval.ts'
import { recordModelUsage, usedBy } from '../usage/model-usage.service.ts'

type SearchDependencies = { readonly pool: Pool; readonly collections: CollectionService; readonly retrieval: Retrieval }

export type SearchService = ReturnType<typeof createSearchService>

export function createSearchService({ pool, collections, retrieval }: SearchDependencies) {
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
      await recordModelUsage(pool, { flow: 'search', ...usedBy(actor), models: outcome.models, outcome: 'completed', latencyMs: elapsedMs })
      return { ...outcome, elapsedMs }
    },
  }
}
