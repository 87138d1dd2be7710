import type { Dependencies } from '../../platform/dependencies.ts'
import type { App } from '../../platform/http/app-instance.ts'
import type { Paging } from '../../platform/http/paging.ts'
import type { AuditService } from '../audit/audit.service.ts'
import type { CollectionService } from '../collection/collection.service.ts'
import type { DatasetService } from '../dataset/dataset.service.ts'
import type { ModelService } from '../model/model.service.ts'
import type { AllowedHostService } from '../tenant/allowed-host/allowed-host.service.ts'
import type { PublishGate } from './publish-gate.ts'
import { createRunnableGraphs } from './runnable-graphs.ts'
import { createVersionRepository } from './version.repository.ts'
import { versionRoutes } from './version.routes.ts'
import { createVersionService } from './version.service.ts'
import { workflowFileRoutes } from './workflow-file.routes.ts'
import { createWorkflowFileService } from './workflow-file.service.ts'
import { createWorkflowRepository } from './workflow.repository.ts'
import { createSiteReader } from './workflow-site.ts'
import { workflowRoutes } from './workflow.routes.ts'
import { createWorkflowService } from './workflow.service.ts'

type Services = {
  readonly paging: Paging
  readonly audit: AuditService
  readonly models: ModelService
  readonly allowedHosts: AllowedHostService
  readonly collections: CollectionService
  readonly datasets: DatasetService
  readonly publishGate: PublishGate
}

export function createWorkflowModule({ db, pool }: Dependencies, services: Services) {
  const { paging, audit, models, allowedHosts, collections, datasets, publishGate } = services
  const rows = createWorkflowRepository(db, pool)
  const workflows = createWorkflowService({ db, rows, paging, audit })
  const readSite = createSiteReader({ models, allowedHosts, collections, datasets })
  const versionRows = createVersionRepository(db)
  const versions = createVersionService({
    db,
    workflows: rows,
    versions: versionRows,
    paging,
    audit,
    readSite,
    datasets,
    publishGate,
  })
  const files = createWorkflowFileService({ db, rows, audit, allowedHosts })
  return {
    services: { workflows, versions, findRunnableGraph: createRunnableGraphs(versionRows) },
    routes(app: App) {
      workflowRoutes(app, workflows, readSite)
      versionRoutes(app, versions)
      workflowFileRoutes(app, files)
    },
  }
}
