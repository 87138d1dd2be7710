import type { Dependencies } from '../../platform/dependencies.ts'
import type { App } from '../../platform/http/app-instance.ts'
import type { ModelRouter } from '../../platform/inference/model-router.ts'
import type { AnswerService } from '../dataset/match/answers.service.ts'
import type { DatasetQueryService } from '../dataset/query/query.service.ts'
import type { Retrieval } from '../retrieval/retrieval.ts'
import type { AllowedHostService } from '../tenant/allowed-host/allowed-host.service.ts'
import { createBackgroundRuns } from './background-run.ts'
import { createOpenPorts } from './ports/open-ports.ts'

type Services = {
  readonly modelRouter: ModelRouter
  readonly allowedHosts: AllowedHostService
  readonly retrieval: Retrieval
  readonly datasetQueries: DatasetQueryService
  readonly approvedAnswers: AnswerService
}

export function createRunModule({ pool, now, stopping, log }: Dependencies, services: Services) {
  const openPorts = createOpenPorts({ ...services, pool, now })
  const backgroundRuns = createBackgroundRuns({ pool, openPorts, stopping, log })
  return {
    services: { openPorts, backgroundRuns },

    routes(app: App) {
      app.addHook('preClose', () => backgroundRuns.close())
    },
  }
}
