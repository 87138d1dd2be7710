import { evalRunQueue } from '@heddle/db/job-queues'
import type { Dependencies } from '../../platform/dependencies.ts'
import type { App } from '../../platform/http/app-instance.ts'
import type { Paging } from '../../platform/http/paging.ts'
import type { StreamAuthority } from '../../platform/permissions/stream-authority.ts'
import type { AuditService } from '../audit/audit.service.ts'
import type { DatasetService } from '../dataset/dataset.service.ts'
import type { ModelService } from '../model/model.service.ts'
import type { BackgroundRuns } from '../run/background-run.ts'
import type { VersionService } from '../workflow/version.service.ts'
import type { WorkflowService } from '../workflow/workflow.service.ts'
import { createAnswerRepository } from './answer/answer.repository.ts'
import { answerRoutes } from './answer/answer.routes.ts'
import { createAnswerService } from './answer/answer.service.ts'
import { createComparisonService } from './answer/comparison.service.ts'
import { createGate } from './gate/create-gate.ts'
import { createLostRuns } from './job/lost-runs.ts'
import { createEvaluation } from './job/run-evaluation.ts'
import { createSettling } from './job/settle-interrupted.ts'
import { createJudge } from './judge/judge.ts'
import { nightlyRoutes } from './nightly/nightly.routes.ts'
import { createNightlyRuns } from './nightly/nightly-runs.ts'
import { createEvalRunRepository } from './run/eval-run.repository.ts'
import { evalRunRoutes } from './run/eval-run.routes.ts'
import { createEvalRunService } from './run/eval-run.service.ts'
import { createRunPlanner } from './run/plan-run.ts'

type Services = {
  readonly paging: Paging
  readonly audit: AuditService
  readonly streamAuthority: StreamAuthority
  readonly datasets: DatasetService
  readonly workflows: WorkflowService
  readonly versions: VersionService
  readonly models: ModelService
  readonly backgroundRuns: BackgroundRuns
}

/** Runs that one worker asks at once, and those of one tenant. */
const concurrentRuns = { all: 2, tenant: 1 } as const

export function createEvaluationModule(dependencies: Dependencies, services: Services) {
  const { db, pool, log, now } = dependencies
  const { paging, streamAuthority } = services
  const runs = createEvalRunRepository(db)
  const planRun = createRunPlanner({ db, runs, ...services })
  const settleInterrupted = createSettling(dependencies)
  const evalRuns = createEvalRunService({ ...dependencies, ...services, runs, planRun, settleInterrupted })
  const answers = createAnswerRepository(db)
  const evalAnswers = createAnswerService({ ...services, db, runs, evalRuns, answers })
  const comparisons = createComparisonService({ db, runs, answers, paging })
  const gate = createGate({
    ...dependencies,
    ...services,
    startRun: (person, id, asked, purpose) => evalRuns.createEvalRun(person, id, asked, { purpose }),
  })
  const nightly = createNightlyRuns({ ...dependencies, ...services, runs, evalRuns })
  const judge = createJudge({ ...services, log })
  return {
    services: { evalRuns },

    routes(app: App) {
      evalRunRoutes(app, evalRuns)
      nightlyRoutes(app, nightly)
      answerRoutes(app, { evalAnswers, comparisons, streamAuthority, now })
      gate.routes(app)
    },

    jobs: [
      {
        queue: evalRunQueue,
        concurrency: concurrentRuns.all,
        groupConcurrency: concurrentRuns.tenant,
        run: createEvaluation({ ...dependencies, ...services, runs, judge, settleInterrupted }),
      },
      {
        name: 'end lost evaluations',
        everyMs: 15_000,
        run: createLostRuns({ db, pool, runs, settleInterrupted }),
      },
      {
        name: 'repeat evaluations each night',
        everyMs: 600_000,
        run: () => nightly.repeatNightly(),
      },
      ...gate.jobs,
    ],
  }
}
