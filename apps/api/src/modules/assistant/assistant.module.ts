import type { Dependencies } from '../../platform/dependencies.ts'
import type { App } from '../../platform/http/app-instance.ts'
import type { Paging } from '../../platform/http/paging.ts'
import type { AuditService } from '../audit/audit.service.ts'
import type { ModelService } from '../model/model.service.ts'
import { createAssistantEditRepository } from './assistant-edit.repository.ts'
import { createAssistantEditService } from './assistant-edit.service.ts'
import { createAssistantRepository } from './assistant.repository.ts'
import { assistantRoutes } from './assistant.routes.ts'
import { createAssistantService } from './assistant.service.ts'

type Services = { readonly paging: Paging; readonly audit: AuditService; readonly models: ModelService }

export function createAssistantModule({ db, pool }: Dependencies, { paging, audit, models }: Services) {
  const repository = createAssistantRepository(db, pool)
  const assistants = createAssistantService(repository, paging)
  const assistantEdits = createAssistantEditService({ db, assistants: repository, edits: createAssistantEditRepository(db), audit })
  return {
    services: { assistants, assistantEdits },
    routes: (app: App) => assistantRoutes(app, { assistants, assistantEdits, models }),
  }
}
