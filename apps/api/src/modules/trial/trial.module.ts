import { limits } from '@heddle/contracts/limits'
import type { Dependencies } from '../../platform/dependencies.ts'
import type { App } from '../../platform/http/app-instance.ts'
import { createConcurrencyLimit } from '../../platform/http/concurrency-limit.ts'
import type { Paging } from '../../platform/http/paging.ts'
import type { StreamAuthority } from '../../platform/permissions/stream-authority.ts'
import type { AuditService } from '../audit/audit.service.ts'
import type { AssistantEditService } from '../assistant/assistant-edit.service.ts'
import type { AssistantService } from '../assistant/assistant.service.ts'
import type { DatasetService } from '../dataset/dataset.service.ts'
import type { DatasetQueryService } from '../dataset/query/query.service.ts'
import type { ModelService } from '../model/model.service.ts'
import type { OpenPorts } from '../run/ports/open-ports.ts'
import type { FindRunnableGraph } from '../workflow/runnable-graphs.ts'
import type { VersionService } from '../workflow/version.service.ts'
import type { WorkflowService } from '../workflow/workflow.service.ts'
import { createAssistantTrialService } from './assistant-trial.service.ts'
import { createQueryTestService } from './query-test.service.ts'
import { createInputPreparation } from './test-input.ts'
import { createTestRunner } from './test-runner.ts'
import { trialRoutes } from './trial.routes.ts'
import { createWorkflowRunRepository } from './workflow-run.repository.ts'
import { createWorkflowRunService } from './workflow-run.service.ts'

type Services = {
  readonly streamAuthority: StreamAuthority
  readonly paging: Paging
  readonly audit: AuditService
  readonly models: ModelService
  readonly workflows: WorkflowService
  readonly versions: VersionService
  readonly assistants: AssistantService
  readonly assistantEdits: AssistantEditService
  readonly openPorts: OpenPorts
  readonly findRunnableGraph: FindRunnableGraph
  readonly datasets: DatasetService
  readonly datasetQueries: DatasetQueryService
}

export function createTrialModule({ db, pool, metrics, log, files }: Dependencies, services: Services) {
  const { streamAuthority: authority, audit, openPorts, models } = services
  const runs = createWorkflowRunRepository(db, pool)
  const loadPrices = (tenantId: string) => runs.loadPrices(tenantId)
  const concurrency = createConcurrencyLimit({ maxPerUser: limits.testRunsPerUser })
  const runner = createTestRunner({ db, pool, openPorts, loadPrices, authority, audit, metrics, log, concurrency })
  const prepareInput = createInputPreparation({ pool, openFile: files.open, models, log })
  const workflowRuns = createWorkflowRunService({ ...services, runs, runner, prepareInput })
  const assistantTrials = createAssistantTrialService({ ...services, runs, runner, prepareInput })
  const queryTests = createQueryTestService({ ...services, runner, concurrency, prepareInput })
  return {
    /** `endTrials` refuses new ones, and resolves when those of this process are saved. */
    services: { workflowRuns, endTrials: () => runner.close() },
    routes: (app: App) => trialRoutes(app, { workflowRuns, assistantTrials, queryTests }),
  }
}
