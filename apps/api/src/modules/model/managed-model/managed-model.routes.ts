import { createModel, deleteModel, queryModels, reorderModels, setDefaultModel, updateModel } from '@heddle/contracts/model/model'
import type { App } from '../../../platform/http/app-instance.ts'
import type { ManagedModelService } from './managed-model.service.ts'
import { presentManagedModel } from '../model.presenter.ts'

export function managedModelRoutes(app: App, models: ManagedModelService) {
  app.route({
    ...queryModels,
    handler: async ({ actor, body }) => {
      const { rows, nextPageToken } = await models.queryModels(actor, body)
      return { models: rows.map(presentManagedModel), next_page_token: nextPageToken }
    },
  })

  app.route({
    ...createModel,
    handler: async ({ actor, body }) => ({ model: presentManagedModel(await models.createModel(actor, body.model)) }),
  })

  app.route({
    ...updateModel,
    handler: async ({ actor, params, body }) => ({ model: presentManagedModel(await models.updateModel(actor, params.id, body)) }),
  })

  app.route({
    ...deleteModel,
    handler: async ({ actor, params }) => {
      await models.deleteModel(actor, params.id)
      return { success: true }
    },
  })

  app.route({
    ...setDefaultModel,
    handler: async ({ actor, params }) => ({ model: presentManagedModel(await models.setDefaultModel(actor, params.id)) }),
  })

  app.route({
    ...reorderModels,
    handler: async ({ actor, body }) => {
      await models.reorderModels(actor, body)
      return { success: true }
    },
  })
}
