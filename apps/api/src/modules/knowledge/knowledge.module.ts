import type { Dependencies } from '../../boot/dependencies.ts'
import type { App } from '../../http/app-instance.ts'
import type { Paging } from '../../http/paging.ts'
import type { AuditService } from '../audit/audit.service.ts'
import { createCollectionRepository } from './collection/collection.repository.ts'
import { collectionRoutes } from './collection/collection.routes.ts'
import { createCollectionService } from './collection/collection.service.ts'

type Services = { readonly paging: Paging; readonly audit: AuditService }

export function createKnowledgeModule({ db }: Dependencies, { paging, audit }: Services) {
  const rows = createCollectionRepository(db)
  const collections = createCollectionService({ db, rows, paging, audit })
  return {
    services: {},
    routes(app: App) {
      collectionRoutes(app, collections)
    },
  }
}
