import { listModels } from '@heddle/contracts/model'
import type { App } from '../../app-instance.ts'
import { presentModel } from './model.presenter.ts'
import type { ModelService } from './model.service.ts'

export function modelRoutes(app: App, models: ModelService) {
  app.route({
    ...listModels,
    handler: async ({ actor }) => {
      const [rows, isDemonstration] = await Promise.all([models.listModels(actor), models.isDemonstration()])
      return { models: rows.map((model) => presentModel(model, isDemonstration)) }
    },
  })
}
