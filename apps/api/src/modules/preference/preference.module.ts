import type { Dependencies } from '../../platform/dependencies.ts'
import type { App } from '../../platform/http/app-instance.ts'
import type { AssistantService } from '../assistant/assistant.service.ts'
import type { ModelService } from '../model/model.service.ts'
import { createPreferenceRepository } from './preference.repository.ts'
import { preferenceRoutes } from './preference.routes.ts'
import { createPreferenceService } from './preference.service.ts'

type Services = { readonly assistants: AssistantService; readonly models: ModelService }

export function createPreferenceModule({ db }: Dependencies, { assistants, models }: Services) {
  const preferences = createPreferenceService(createPreferenceRepository(db), assistants, models)
  return {
    services: { preferences },
    routes: (app: App) => preferenceRoutes(app, preferences),
  }
}
