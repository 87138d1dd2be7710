import {
  createModelEndpoint,
  deleteModelEndpoint,
  listUpstreamModels,
  queryModelEndpoints,
  updateModelEndpoint,
} from '@heddle/contracts/model/model-endpoint'
import type { App } from '../../../platform/http/app-instance.ts'
import { presentUpstreamModel } from './model-endpoint.presenter.ts'
import type { ModelEndpointService } from './model-endpoint.service.ts'

export function modelEndpointRoutes(app: App, endpoints: ModelEndpointService) {
  app.route({
    ...queryModelEndpoints,
    handler: async ({ actor, body }) => {
      const { rows, nextPageToken } = await endpoints.queryModelEndpoints(actor, body)
      return { endpoints: await endpoints.presentAll(rows), next_page_token: nextPageToken }
    },
  })

  app.route({
    ...createModelEndpoint,
    handler: async ({ actor, body }) => ({ endpoint: endpoints.present(await endpoints.createModelEndpoint(actor, body.endpoint)) }),
  })

  app.route({
    ...updateModelEndpoint,
    handler: async ({ actor, params, body }) => ({
      endpoint: endpoints.present(await endpoints.updateModelEndpoint(actor, params.id, body)),
    }),
  })

  app.route({
    ...listUpstreamModels,
    handler: async ({ actor, params }) => ({ models: (await endpoints.listUpstreamModels(actor, params.id)).map(presentUpstreamModel) }),
  })

  app.route({
    ...deleteModelEndpoint,
    handler: async ({ actor, params }) => {
      await endpoints.deleteModelEndpoint(actor, params.id)
      return { success: true }
    },
  })
}
