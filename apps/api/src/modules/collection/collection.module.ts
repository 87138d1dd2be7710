import { sampleQueue, syncQueue } from '@heddle/db/job-queues'
import type { Dependencies } from '../../platform/dependencies.ts'
import type { App } from '../../platform/http/app-instance.ts'
import type { Paging } from '../../platform/http/paging.ts'
import type { Embedder } from '../../platform/inference/embedding/embedder.ts'
import type { RunningJob } from '../../platform/jobs/job-queue.ts'
import type { StreamAuthority } from '../../platform/permissions/stream-authority.ts'
import type { AuditService } from '../audit/audit.service.ts'
import type { AllowedHostService } from '../tenant/allowed-host/allowed-host.service.ts'
import { createCollectionRepository } from './collection.repository.ts'
import { collectionRoutes } from './collection.routes.ts'
import { createCollectionService } from './collection.service.ts'
import { createSampleSources } from './sample/sample-sources.ts'
import { createSourceIntakeService } from './source/source-intake.service.ts'
import { createSourceRereadService } from './source/source-reread.service.ts'
import { createSourceRepository } from './source/source.repository.ts'
import { sourceRoutes } from './source/source.routes.ts'
import { createSourceService } from './source/source.service.ts'
import { createPageSync } from './source/web/page-sync.ts'
import { createExportService } from './transfer/export.service.ts'
import { createCollectionImportService } from './transfer/import.service.ts'
import { transferRoutes } from './transfer/transfer.routes.ts'

/** Pages that one worker visits at once, and those of one tenant. */
const concurrentVisits = { all: 4, tenant: 3 } as const

type Services = {
  readonly paging: Paging
  readonly streamAuthority: StreamAuthority
  readonly audit: AuditService
  readonly allowedHosts: AllowedHostService
  readonly embedder: Embedder
}

export function createCollectionModule(dependencies: Dependencies, services: Services) {
  const { paging, audit, allowedHosts, embedder, streamAuthority: authority } = services
  const { db } = dependencies
  const collectionRows = createCollectionRepository(db)
  const collections = createCollectionService({ db, rows: collectionRows, paging, audit })
  const exports = createExportService({ ...dependencies, collections, audit })
  const imports = createCollectionImportService({ ...dependencies, rows: collectionRows, collections, audit, authority })
  const sourceRows = createSourceRepository(db)
  const sources = createSourceService({ ...dependencies, rows: sourceRows, paging, audit })
  const intake = createSourceIntakeService({ ...dependencies, rows: sourceRows, allowedHosts, audit, authority })
  const rereads = createSourceRereadService({ ...dependencies, rows: sourceRows, audit })
  const pages = createPageSync({ ...dependencies, allowedHosts })
  return {
    services: { collections, collectionRows, sources },

    routes(app: App) {
      collectionRoutes(app, collections)
      transferRoutes(app, { exports, imports, authority })
      sourceRoutes(app, { sources, intake, rereads })
    },

    jobs: [
      {
        queue: syncQueue,
        concurrency: concurrentVisits.all,
        groupConcurrency: concurrentVisits.tenant,
        run: (job: RunningJob) => pages.syncPage(job),
      },
      { name: 'visit due web pages', everyMs: 15_000, run: () => pages.enqueueDuePages() },
      { queue: sampleQueue, run: createSampleSources({ ...dependencies, rows: sourceRows, embedder }) },
    ],
  }
}
