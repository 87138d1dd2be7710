import type { Dependencies } from '../../boot/dependencies.ts'
import type { App } from '../../http/app-instance.ts'
import type { Paging } from '../../http/paging.ts'
import type { AuditService } from '../audit/audit.service.ts'
import { createCollectionRepository } from './collection/collection.repository.ts'
import { collectionRoutes } from './collection/collection.routes.ts'
import { createCollectionService } from './collection/collection.service.ts'
import { createSourceIntakeService } from './source/source-intake.service.ts'
import { createSourceRepository } from './source/source.repository.ts'
import { sourceRoutes } from './source/source.routes.ts'
import { createSourceService } from './source/source.service.ts'

type Services = { readonly paging: Paging; readonly audit: AuditService }

export function createKnowledgeModule(dependencies: Dependencies, { paging, audit }: Services) {
  const { db } = dependencies
  const rows = createCollectionRepository(db)
  const collections = createCollectionService({ db, rows, paging, audit })
  const sourceRows = createSourceRepository(db)
  const sources = createSourceService({ ...dependencies, rows: sourceRows, paging, audit })
  const intake = createSourceIntakeService({ ...dependencies, rows: sourceRows, audit })
  return {
    services: {},
    routes(app: App) {
      collectionRoutes(app, collections)
      sourceRoutes(app, sources, intake)
    },
  }
}
