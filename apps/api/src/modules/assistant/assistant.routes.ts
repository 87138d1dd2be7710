import { getAssistant, queryAssistants } from '@heddle/contracts/assistant'
import type { App } from '../../http/app-instance.ts'
import { presentAssistant } from './assistant.presenter.ts'
import type { AssistantService } from './assistant.service.ts'

export function assistantRoutes(app: App, assistants: AssistantService) {
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
}
