import { ingestQueue, reindexQueue, sampleQueue, syncQueue } from '@heddle/db/job-queues'
import type { Dependencies } from '../../platform/dependencies.ts'
import type { App } from '../../platform/http/app-instance.ts'
import type { RunningJob } from '../../platform/jobs/job-queue.ts'
import type { Paging } from '../../platform/http/paging.ts'
import type { Embedder } from '../../platform/inference/embedding/embedder.ts'
import type { StreamAuthority } from '../../platform/permissions/stream-authority.ts'
import type { AllowedHostService } from '../tenant/allowed-host/allowed-host.service.ts'
import type { AuditService } from '../audit/audit.service.ts'
import type { Reranker } from '../../platform/inference/rerank/reranker.ts'
import { createChunkRepository } from '../ingestion/chunk/chunk.repository.ts'
import { chunkRoutes } from '../ingestion/chunk/chunk.routes.ts'
import { createChunkService } from '../ingestion/chunk/chunk.service.ts'
import { createParsedPageService } from '../ingestion/chunk/parsed-page.service.ts'
import { createCollectionRepository } from './collection.repository.ts'
import { collectionRoutes } from './collection.routes.ts'
import { createCollectionService } from './collection.service.ts'
import { createChunkEmbedder } from '../ingestion/vectors/chunk-embedder.ts'
import { removeDeletedSources } from '../ingestion/removal/deleted-sources.ts'
import { updateHnswIndexes } from '../ingestion/vectors/hnsw-index.ts'
import { createIndexBuilder } from '../ingestion/build/index-builder.ts'
import { createIngestion } from '../ingestion/job/ingest-source.ts'
import { createLostJobSweep } from '../ingestion/job/lost-jobs.ts'
import { removeOldIndexes } from '../ingestion/removal/old-index.ts'
import { createSourceParser } from '../ingestion/parse/source-parser.ts'
import { createQuestionRepository } from '../retrieval/question/question.repository.ts'
import { questionRoutes } from '../retrieval/question/question.routes.ts'
import { createQuestionRunService } from '../retrieval/question/question-run.service.ts'
import { createQuestionService } from '../retrieval/question/question.service.ts'
import { createRetrieval, createSearchMemory } from '../retrieval/retrieval.ts'
import { searchRoutes } from '../retrieval/search.routes.ts'
import { createSearchService } from '../retrieval/search.service.ts'
import { createIndexBuild } from '../ingestion/reindex/build-index.ts'
import { createOutdatedIndexSweep } from '../ingestion/reindex/outdated-index.ts'
import { reindexRoutes } from '../ingestion/reindex/reindex.routes.ts'
import { createReindexService } from '../ingestion/reindex/reindex.service.ts'
import { createSampleSources } from './sample/sample-sources.ts'
import { createSourceIntakeService } from './source/source-intake.service.ts'
import { createSourceRepository } from './source/source.repository.ts'
import { sourceRoutes } from './source/source.routes.ts'
import { createSourceRereadService } from './source/source-reread.service.ts'
import { createSourceService } from './source/source.service.ts'
import { createPageSync } from './source/web/page-sync.ts'
import { createExportService } from './transfer/export.service.ts'
import { createImportService } from './transfer/import.service.ts'
import { transferRoutes } from './transfer/transfer.routes.ts'

/** Sources that one worker ingests at once, and those of one tenant: while one waits for its embeddings, another is parsed. */
const concurrentIngestions = { all: 3, tenant: 2 } as const
/** 10 s, a minute and five minutes between the attempts: a model server that is restarted takes minutes to load. */
const backoffFactor = 6
/** Pages that one worker visits at once. */
const concurrentVisits = { all: 4, tenant: 3 } as const

type Services = {
  readonly paging: Paging
  readonly streamAuthority: StreamAuthority
  readonly audit: AuditService
  readonly allowedHosts: AllowedHostService
  readonly embedder: Embedder
  readonly reranker: Reranker
}

export function createKnowledgeModule(dependencies: Dependencies, services: Services) {
  const { paging, audit, allowedHosts, embedder, reranker, streamAuthority: authority } = services
  const { db, metrics, pool } = dependencies
  const rows = createCollectionRepository(db)
  const collections = createCollectionService({ db, rows, paging, audit })
  const exports = createExportService({ ...dependencies, collections, audit })
  const imports = createImportService({ ...dependencies, rows, collections, audit, authority })
  const sourceRows = createSourceRepository(db)
  const sources = createSourceService({ ...dependencies, rows: sourceRows, paging, audit })
  const intake = createSourceIntakeService({ ...dependencies, rows: sourceRows, allowedHosts, audit, authority })
  const rereads = createSourceRereadService({ ...dependencies, rows: sourceRows, audit })
  const pages = createPageSync({ ...dependencies, allowedHosts })
  const reindexes = createReindexService({ ...dependencies, rows, collections, audit })
  const parser = createSourceParser(dependencies)
  const memory = createSearchMemory({ ...dependencies, embedder })
  const openRetrieval = (own: Embedder) => createRetrieval({ ...dependencies, embedder: own, reranker }, memory)
  const retrieval = openRetrieval(embedder)
  const searches = createSearchService({ pool, collections, retrieval })
  const questionRows = createQuestionRepository(db)
  const questions = createQuestionService({ db, rows: questionRows, collections, sources, paging, audit })
  const questionRuns = createQuestionRunService({ ...dependencies, rows: questionRows, collections, embedder, openRetrieval, authority })
  const chunkEmbedder = createChunkEmbedder({ pool, embedder })
  const builder = createIndexBuilder({ pool, chunkEmbedder })
  const ingest = createIngestion({ ...dependencies, parser, builder })
  const parsedPages = createParsedPageService(dependencies)
  const chunks = createChunkService({ ...dependencies, rows: createChunkRepository(db), sources, parsedPages, chunkEmbedder, audit })
  return {
    services: { collections, retrieval, parsedPages },
    routes(app: App) {
      collectionRoutes(app, collections)
      transferRoutes(app, { exports, imports, authority })
      sourceRoutes(app, { sources, intake, rereads })
      searchRoutes(app, searches)
      questionRoutes(app, questions, questionRuns)
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
      {
        queue: syncQueue,
        concurrency: concurrentVisits.all,
        groupConcurrency: concurrentVisits.tenant,
        run: (job: RunningJob) => pages.syncPage(job),
      },
      { name: 'visit due web pages', everyMs: 15_000, run: () => pages.enqueueDuePages() },
      { queue: reindexQueue, concurrency: 2, groupConcurrency: 1, backoffFactor, run: createIndexBuild({ ...dependencies, builder }) },
      { name: 'rebuild indexes of other terms', everyMs: 60_000, run: createOutdatedIndexSweep({ ...dependencies, rows }) },
      { queue: sampleQueue, run: createSampleSources({ ...dependencies, rows: sourceRows, embedder }) },
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
