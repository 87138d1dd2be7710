import { datasetImportQueue, datasetQueue } from '@heddle/db/job-queues'
import { z } from 'zod'
import type { Dependencies } from '../../platform/dependencies.ts'
import type { App } from '../../platform/http/app-instance.ts'
import type { Paging } from '../../platform/http/paging.ts'
import type { RunningJob } from '../../platform/jobs/job-queue.ts'
import type { Embedder } from '../../platform/inference/embedding/embedder.ts'
import type { StreamAuthority } from '../../platform/permissions/stream-authority.ts'
import type { AuditService } from '../audit/audit.service.ts'
import { createDatasetRepository } from './dataset.repository.ts'
import { datasetRoutes } from './dataset.routes.ts'
import { createDatasetService } from './dataset.service.ts'
import { createImportRepository } from './import/import.repository.ts'
import { importRoutes } from './import/import.routes.ts'
import { createImportService } from './import/import.service.ts'
import { createApplyRows } from './import/job/apply-rows.ts'
import { failLostImports, removeOldImports } from './import/job/old-imports.sql.ts'
import { createImportRun, interrupted } from './import/job/run-import.ts'
import { createAnswerService } from './match/answers.service.ts'
import { createMatcher } from './match/matcher.ts'
import { qaTestRoutes } from './match/qa-test.routes.ts'
import { createQaTestService } from './match/qa-test.service.ts'
import { createDatasetQueryService } from './query/query.service.ts'
import { rowRoutes } from './row/row.routes.ts'
import { createRowService } from './row/row.service.ts'
import { createDatasetExportService } from './transfer/export.service.ts'
import { createDatasetImportFileService } from './transfer/import.service.ts'
import { transferRoutes } from './transfer/transfer.routes.ts'
import { buildTable } from './version/build-table.ts'
import { updateTables } from './version/update-tables.ts'
import { createVersionRepository } from './version/version.repository.ts'
import { createVersionService } from './version/version.service.ts'

const PublishJob = z.object({ versionId: z.uuid() })

/** Imports that one worker runs at once, and those of one tenant. */
const concurrentImports = { all: 2, tenant: 1 } as const

type Services = {
  readonly paging: Paging
  readonly audit: AuditService
  readonly embedder: Embedder
  readonly streamAuthority: StreamAuthority
}

export function createDatasetModule(dependencies: Dependencies, { paging, audit, embedder, streamAuthority }: Services) {
  const { db, pool, now } = dependencies
  const rows = createDatasetRepository(db)
  const datasets = createDatasetService({ db, rows, paging, audit })
  const datasetRows = createRowService({ ...dependencies, rows, datasets, paging, audit })
  const versions = createVersionService({ ...dependencies, rows, versionRows: createVersionRepository(db), datasets, paging, audit })
  const matcher = createMatcher({ pool, embedder, now })
  const answers = createAnswerService({ pool, matcher, now })
  const qaTests = createQaTestService({ pool, now, datasets, matcher, answers })
  const importRows = createImportRepository(db)
  const imports = createImportService({ ...dependencies, imports: importRows, datasets, authority: streamAuthority })
  const fileExports = createDatasetExportService({ ...dependencies, rows, datasets, audit })
  const fileImports = createDatasetImportFileService({ ...dependencies, rows, datasets, audit, authority: streamAuthority })
  const applyRows = createApplyRows({ ...dependencies, rows, imports: importRows, audit })
  return {
    services: { datasets, datasetRows, datasetQueries: createDatasetQueryService(pool), approvedAnswers: answers },

    routes(app: App) {
      datasetRoutes(app, { datasets, versions })
      rowRoutes(app, { rows: datasetRows, streamAuthority, now })
      importRoutes(app, imports)
      transferRoutes(app, { exports: fileExports, imports: fileImports, authority: streamAuthority })
      qaTestRoutes(app, qaTests)
    },

    jobs: [
      {
        queue: datasetQueue,
        run: ({ data, signal }: RunningJob) => buildTable(pool, PublishJob.parse(data).versionId, signal, embedder),
      },
      {
        queue: datasetImportQueue,
        concurrency: concurrentImports.all,
        groupConcurrency: concurrentImports.tenant,
        run: createImportRun({ ...dependencies, imports: importRows, applyRows }),
      },
      {
        name: 'end and remove imports',
        everyMs: 15_000,
        run: async () => {
          await failLostImports(pool, interrupted)
          await removeOldImports(pool)
        },
      },
      {
        queue: 'update-dataset-tables',
        schedule: { cron: '* * * * *', timeZone: 'UTC' },
        run: ({ signal }: RunningJob) => updateTables(pool, signal, embedder),
      },
    ],
  }
}
