// The search of the product with a model of the demonstration, for readers in groups.
import { defaultSearchSettings } from '@heddle/contracts/retrieval/search'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { type CollectionOverrides, createCollection } from '@heddle/db/factories/knowledge'
import { createModel } from '@heddle/db/factories/model'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { createDemoModel } from '@heddle/demo-model/server'
import { createRetrieval, type SearchRequest } from '../../src/modules/retrieval/retrieval.ts'
import type { ActorAccess } from '../../src/platform/permissions/actor.ts'
import { createTestApp } from '../application/test-app.ts'
import { embedSourceNow } from './embed-source-now.ts'
import { indexSourceNow } from './index-source-now.ts'
import { openModels } from './open-models.ts'

/** The day of every search. */
const now = new Date('2026-11-23T12:00:00Z')

export const byWords = { ...defaultSearchSettings, vector_weight: 0 }
export const byVectors = { ...defaultSearchSettings, lexical_weight: 0 }

/** What is asked unless another question is given, and the text that answers it. */
const question = 'How much does cotton shrink in the wash?'
export const cottonText = '# Washing\n\nCotton shrinks by three percent in the wash.'

export type SceneOptions = Omit<CollectionOverrides, 'groupId' | 'tenantId'> & { readonly model?: string | null; readonly rerank?: string }

export type RetrievalScene = Awaited<ReturnType<typeof startRetrieval>>

export async function startRetrieval() {
  const demo = await createDemoModel()
  const api = await createTestApp({ modelUrl: demo.url })
  const models = openModels(api.dependencies)
  const retrieval = createRetrieval({ ...api.dependencies, ...models, now: () => now })

  async function addCollection(overrides: CollectionOverrides, isEmbedded = true) {
    const collection = await createCollection(api.db, overrides)
    const embeddingModel = isEmbedded ? 'vectors' : null
    await api.db.indexVersion.update({ where: { id: collection.activeIndexId! }, data: { embeddingModel } })
    return collection
  }

  return {
    api,
    demo,
    addCollection,

    /** Creates a collection of a group, with one member of it; `model` and `rerank` are switches of the demonstration. */
    createScene: async ({ model = 'latency=0', rerank, ...overrides }: SceneOptions = {}) => {
      const { id: tenantId } = await createTenant(api.db)
      const { id: groupId } = await createGroup(api.db, { tenantId })
      const member = await createUser(api.db, { tenantId })
      await createMembership(api.db, { groupId, userId: member.id })
      await createModel(api.db, { tenantId, name: 'vectors', kind: 'embedding', upstreamName: `demo:${model}` })
      if (rerank !== undefined) await createModel(api.db, { tenantId, name: 'rerank', kind: 'rerank', upstreamName: `demo:${rerank}` })
      const collection = await addCollection(
        { tenantId, groupId, ...overrides, ...(rerank !== undefined && { rerankModel: 'rerank' }) },
        model !== null,
      )
      const actor: ActorAccess = { id: member.id, tenantId, role: 'U', memberships: [{ groupId, role: 'U' }] }
      return { tenantId, groupId, actor, collection }
    },

    /** Adds a searched source, with vectors where its collection has a model. */
    addSource: async (collectionId: string, overrides: Partial<Parameters<typeof indexSourceNow>[1]> = {}) => {
      const indexed = await indexSourceNow(api.dependencies, { collectionId, text: cottonText, ...overrides })
      const { embeddingModel } = await api.db.indexVersion.findUniqueOrThrow({ where: { id: indexed.indexVersionId } })
      if (embeddingModel) await embedSourceNow(api.dependencies, models.embedder, indexed)
      return indexed
    },

    retrieve: (
      actor: ActorAccess,
      collectionIds: readonly string[],
      changes: Partial<SearchRequest> & { readonly tokenBudget?: number } = {},
    ) =>
      retrieval.retrieve(actor, {
        collectionIds,
        queries: [question],
        settings: defaultSearchSettings,
        signal: new AbortController().signal,
        ...changes,
      }),

    async close() {
      await models.close()
      await api.close()
      await demo.close()
    },
  }
}
