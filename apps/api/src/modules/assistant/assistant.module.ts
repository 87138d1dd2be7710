import type { Dependencies } from '../../boot/dependencies.ts'
import type { App } from '../../http/app-instance.ts'
import type { Paging } from '../../http/paging.ts'
import type { ModelService } from '../model/model.service.ts'
import { createAssistantRepository } from './assistant.repository.ts'
import { assistantRoutes } from './assistant.routes.ts'
import { createAssistantService } from './assistant.service.ts'

type Services = { readonly paging: Paging; readonly models: ModelService }

export function createAssistantModule({ db, pool }: Dependencies, { paging, models }: Services) {
  const assistants = createAssistantService(createAssistantRepository(db, pool), paging)
  return {
    services: { assistants },
    routes: (app: App) => assistantRoutes(app, { assistants, models }),
  }
}
