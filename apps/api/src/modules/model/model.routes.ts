import { listModels } from '@heddle/contracts/model'
import type { App } from '../../http/app-instance.ts'
import { presentModel } from './model.presenter.ts'
import type { Actor } from '../../permissions/actor.ts'
import type { AnsweringAssistant, ModelService } from './model.service.ts'

/** Of the assistant module, which is uphill. */
type Assistants = { readonly getAssistant: (actor: Actor, id: string) => Promise<AnsweringAssistant> }

export function modelRoutes(app: App, models: ModelService, assistants: Assistants) {
  app.route({
    ...listModels,
    handler: async ({ actor, query }) => {
      const assistant = query.assistant_id === undefined ? null : await assistants.getAssistant(actor, query.assistant_id)
      const [rows, isDemonstration] = await Promise.all([models.listModels(actor, assistant), models.isDemonstration()])
      return { models: rows.map((model) => presentModel(model, isDemonstration)) }
    },
  })
}
