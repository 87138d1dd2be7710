import { createModelEndpoint, deleteModelEndpoint, queryModelEndpoints, updateModelEndpoint } from '@heddle/contracts/model-endpoint'
import type { App } from '../../http/app-instance.ts'
import type { ModelEndpointService } from './model-endpoint.service.ts'

export function modelEndpointRoutes(app: App, endpoints: ModelEndpointService) {
  app.route({
    ...queryModelEndpoints,
    handler: async ({ actor, body }) => {
      const { rows, nextPageToken } = await endpoints.queryModelEndpoints(actor, body)
      return { endpoints: rows.map(endpoints.present), next_page_token: nextPageToken }
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
    ...deleteModelEndpoint,
    handler: async ({ actor, params }) => {
      await endpoints.deleteModelEndpoint(actor, params.id)
      return { success: true }
    },
  })
}
