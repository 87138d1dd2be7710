import { ingestQueue, reindexQueue } from '@heddle/db/job-queues'
import type { Dependencies } from '../../platform/dependencies.ts'
import type { App } from '../../platform/http/app-instance.ts'
import type { Embedder } from '../../platform/inference/embedding/embedder.ts'
import type { RunningJob } from '../../platform/jobs/job-queue.ts'
import type { AuditService } from '../audit/audit.service.ts'
import type { CollectionRepository } from '../collection/collection.repository.ts'
import type { CollectionService } from '../collection/collection.service.ts'
import type { SourceService } from '../collection/source/source.service.ts'
import { createIndexBuilder } from './build/index-builder.ts'
import { createChunkRepository } from './chunk/chunk.repository.ts'
import { chunkRoutes } from './chunk/chunk.routes.ts'
import { createChunkService } from './chunk/chunk.service.ts'
import { createParsedPageService } from './chunk/parsed-page.service.ts'
import { createIngestion } from './job/ingest-source.ts'
import { createLostJobSweep } from './job/lost-jobs.ts'
import { createSourceParser } from './job/source-parser.ts'
import { createIndexBuild } from './reindex/build-index.ts'
import { createOutdatedIndexSweep } from './reindex/outdated-index.ts'
import { reindexRoutes } from './reindex/reindex.routes.ts'
import { createReindexService } from './reindex/reindex.service.ts'
import { removeDeletedSources } from './removal/deleted-sources.ts'
import { removeOldIndexes } from './removal/old-index.ts'
import { createChunkEmbedder } from './build/chunk-embedder.ts'
import { updateHnswIndexes } from './build/hnsw-index.ts'

/** Sources that one worker ingests at once, and those of one tenant: while one waits for its embeddings, another is parsed. */
const concurrentIngestions = { all: 3, tenant: 2 } as const
/** 10 s, a minute and five minutes between the attempts: a model server that is restarted takes minutes to load. */
const backoffFactor = 6

type Services = {
  readonly audit: AuditService
  readonly collections: CollectionService
  readonly collectionRows: CollectionRepository
  readonly sources: SourceService
  readonly embedder: Embedder
}

export function createIngestionModule(dependencies: Dependencies, services: Services) {
  const { audit, collections, collectionRows, sources, embedder } = services
  const { db, metrics, pool } = dependencies
  const chunkEmbedder = createChunkEmbedder({ pool, embedder })
  const builder = createIndexBuilder({ pool, chunkEmbedder })
  const ingest = createIngestion({ ...dependencies, parser: createSourceParser(dependencies), builder })
  const reindexes = createReindexService({ ...dependencies, rows: collectionRows, collections, audit })
  const parsedPages = createParsedPageService(dependencies)
  const chunks = createChunkService({ ...dependencies, rows: createChunkRepository(db), sources, parsedPages, chunkEmbedder, audit })
  return {
    services: { parsedPages },

    routes(app: App) {
      reindexRoutes(app, reindexes)
      chunkRoutes(app, chunks)
    },

    jobs: [
      {
        queue: ingestQueue,
        concurrency: concurrentIngestions.all,
        groupConcurrency: concurrentIngestions.tenant,
        backoffFactor,
        run: async (job: RunningJob) => {
          const outcome = await ingest(job)
          metrics.ingestions.inc({ outcome })
          return outcome
        },
      },
      { queue: reindexQueue, concurrency: 2, groupConcurrency: 1, backoffFactor, run: createIndexBuild({ ...dependencies, builder }) },
      {
        name: 'rebuild indexes of other terms',
        everyMs: 60_000,
        run: createOutdatedIndexSweep({ ...dependencies, rows: collectionRows, lockCollection: collections.lockCollection }),
      },
      { name: 'restore lost jobs of sources', everyMs: 5_000, run: createLostJobSweep(dependencies) },
      {
        queue: 'remove-old-indexes',
        schedule: { cron: '* * * * *', timeZone: 'UTC' },
        run: async ({ signal }: RunningJob) => {
          await removeDeletedSources(pool, signal)
          await removeOldIndexes(pool, signal)
        },
      },
      {
        queue: 'update-hnsw-indexes',
        schedule: { cron: '* * * * *', timeZone: 'UTC' },
        run: ({ signal }: RunningJob) => updateHnswIndexes(pool, signal),
      },
    ],
  }
}
