import {
  createAssistant,
  deleteAssistant,
  getAssistant,
  listAssistantWorkflows,
  queryAssistants,
  updateAssistant,
} from '@heddle/contracts/assistant/assistant'
import { listModels } from '@heddle/contracts/model/chosen-model'
import type { App } from '../../platform/http/app-instance.ts'
import { canCreateAssistants } from '../../platform/permissions/assistant.permissions.ts'
import { presentModel } from '../model/model.presenter.ts'
import type { ModelService } from '../model/model.service.ts'
import type { AssistantEditService } from './assistant-edit.service.ts'
import { presentAssistant, presentAssistantDetail, presentAssistantWorkflow } from './assistant.presenter.ts'
import type { AssistantService } from './assistant.service.ts'

type AssistantRouteServices = {
  readonly assistants: AssistantService
  readonly assistantEdits: AssistantEditService
  readonly models: ModelService
}

export function assistantRoutes(app: App, { assistants, assistantEdits, models }: AssistantRouteServices) {
  app.route({
    ...queryAssistants,
    handler: async ({ actor, body }) => {
      const { rows, nextPageToken } = await assistants.queryAssistants(actor, body)
      return {
        assistants: rows.map((assistant) => presentAssistant(actor, assistant)),
        abilities: { create: canCreateAssistants(actor) },
        next_page_token: nextPageToken,
      }
    },
  })

  app.route({
    ...createAssistant,
    handler: async ({ actor, body }) => ({
      assistant: presentAssistantDetail(actor, await assistantEdits.createAssistant(actor, body.assistant)),
    }),
  })

  app.route({
    ...getAssistant,
    handler: async ({ actor, params }) => ({
      assistant: presentAssistantDetail(actor, await assistantEdits.getAssistant(actor, params.id)),
    }),
  })

  app.route({
    ...updateAssistant,
    handler: async ({ actor, params, body }) => ({
      assistant: presentAssistantDetail(actor, await assistantEdits.updateAssistant(actor, params.id, body.assistant)),
    }),
  })

  app.route({
    ...deleteAssistant,
    handler: async ({ actor, params }) => {
      await assistantEdits.deleteAssistant(actor, params.id)
      return { success: true as const }
    },
  })

  app.route({
    ...listAssistantWorkflows,
    handler: async ({ actor }) => ({ workflows: (await assistantEdits.listAssistantWorkflows(actor)).map(presentAssistantWorkflow) }),
  })

  // Here and not with the models, since an assistant decides which of them may answer for it.
  app.route({
    ...listModels,
    handler: async ({ actor, query }) => {
      const answering = await assistantEdits.findAnswering(actor, query)
      const [rows, isDemonstration] = await Promise.all([models.listModels(actor, answering), models.isDemonstration()])
      return { models: rows.map((model) => presentModel(model, isDemonstration)) }
    },
  })
}
