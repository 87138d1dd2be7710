import {
  createCollection,
  deleteCollection,
  getCollection,
  queryCollections,
  updateCollection,
} from '@heddle/contracts/collection/collection'
import type { App } from '../../platform/http/app-instance.ts'
import { presentCollection, presentCollectionItem, presentCollectionUser } from './collection.presenter.ts'
import type { CollectionService } from './collection.service.ts'

export function collectionRoutes(app: App, collections: CollectionService) {
  app.route({
    ...queryCollections,
    handler: async ({ actor, body }) => {
      const { rows, nextPageToken } = await collections.queryCollections(actor, body)
      return { collections: rows.map(presentCollectionItem), next_page_token: nextPageToken }
    },
  })

  app.route({
    ...createCollection,
    handler: async ({ actor, body }) => ({ collection: presentCollection(await collections.createCollection(actor, body.collection)) }),
  })

  app.route({
    ...getCollection,
    handler: async ({ actor, params }) => {
      const view = await collections.getCollection(actor, params.id)
      const workflows = await collections.findWorkflows(actor, params.id)
      return { collection: presentCollection(view), workflows: workflows.map(presentCollectionUser) }
    },
  })

  app.route({
    ...updateCollection,
    handler: async ({ actor, params, body }) => ({
      collection: presentCollection(await collections.updateCollection(actor, params.id, body)),
    }),
  })

  app.route({
    ...deleteCollection,
    handler: async ({ actor, params }) => {
      await collections.deleteCollection(actor, params.id)
      return { success: true as const }
    },
  })
}
