import type { Dependencies } from '../../platform/dependencies.ts'
import type { App } from '../../platform/http/app-instance.ts'
import type { Paging } from '../../platform/http/paging.ts'
import type { Embedder } from '../../platform/inference/embedding/embedder.ts'
import type { Reranker } from '../../platform/inference/rerank/reranker.ts'
import type { StreamAuthority } from '../../platform/permissions/stream-authority.ts'
import type { AuditService } from '../audit/audit.service.ts'
import type { CollectionService } from '../collection/collection.service.ts'
import type { SourceService } from '../collection/source/source.service.ts'
import { createQuestionRunService } from './question/question-run.service.ts'
import { createQuestionRepository } from './question/question.repository.ts'
import { questionRoutes } from './question/question.routes.ts'
import { createQuestionService } from './question/question.service.ts'
import { createRetrieval, createSearchMemory } from './retrieval.ts'
import { searchRoutes } from './search.routes.ts'
import { createSearchService } from './search.service.ts'

type Services = {
  readonly paging: Paging
  readonly streamAuthority: StreamAuthority
  readonly audit: AuditService
  readonly collections: CollectionService
  readonly sources: SourceService
  readonly embedder: Embedder
  readonly reranker: Reranker
}

export function createRetrievalModule(dependencies: Dependencies, services: Services) {
  const { paging, audit, collections, sources, embedder, reranker, streamAuthority: authority } = services
  const { db, pool } = dependencies
  const memory = createSearchMemory({ ...dependencies, embedder })
  const openRetrieval = (own: Embedder) => createRetrieval({ ...dependencies, embedder: own, reranker }, memory)
  const retrieval = openRetrieval(embedder)
  const searches = createSearchService({ pool, collections, retrieval })
  const rows = createQuestionRepository(db)
  const questions = createQuestionService({ db, rows, collections, sources, paging, audit })
  const questionRuns = createQuestionRunService({ ...dependencies, rows, collections, embedder, openRetrieval, authority })
  return {
    services: { retrieval },

    routes(app: App) {
      searchRoutes(app, searches)
      questionRoutes(app, questions, questionRuns)
    },
  }
}
