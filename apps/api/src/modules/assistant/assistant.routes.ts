import { getAssistant, queryAssistants } from '@heddle/contracts/assistant'
import { listModels } from '@heddle/contracts/model'
import type { App } from '../../http/app-instance.ts'
import { presentModel } from '../model/model.presenter.ts'
import type { ModelService } from '../model/model.service.ts'
import { presentAssistant } from './assistant.presenter.ts'
import type { AssistantService } from './assistant.service.ts'

type AssistantRouteServices = { readonly assistants: AssistantService; readonly models: ModelService }

export function assistantRoutes(app: App, { assistants, models }: AssistantRouteServices) {
  app.route({
    ...queryAssistants,
    handler: async ({ actor, body }) => {
      const { rows, nextPageToken } = await assistants.queryAssistants(actor, body)
      return { assistants: rows.map((assistant) => presentAssistant(actor, assistant)), next_page_token: nextPageToken }
    },
  })

  app.route({
    ...getAssistant,
    handler: async ({ actor, params }) => ({ assistant: presentAssistant(actor, await assistants.getAssistant(actor, params.id)) }),
  })

  // Here and not with the models, since an assistant decides which of them may answer for it.
  app.route({
    ...listModels,
    handler: async ({ actor, query }) => {
      const assistant = query.assistant_id === undefined ? null : await assistants.getAssistant(actor, query.assistant_id)
      const [rows, isDemonstration] = await Promise.all([models.listModels(actor, assistant), models.isDemonstration()])
      return { models: rows.map((model) => presentModel(model, isDemonstration)) }
    },
  })
}
