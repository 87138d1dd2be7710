import { testModel } from '@heddle/contracts/model/model'
import type { App } from '../../../platform/http/app-instance.ts'
import { createDisconnectSignal } from '../../../platform/http/leaving.ts'
import { presentManagedModel } from '../model.presenter.ts'
import type { ModelTestService } from './model-test.service.ts'

export function modelTestRoutes(app: App, modelTests: ModelTestService) {
  app.route({
    ...testModel,
    handler: async ({ actor, params, body }, reply) => ({
      model: presentManagedModel(await modelTests.testModel(actor, params.id, body, createDisconnectSignal(reply))),
    }),
  })
}
