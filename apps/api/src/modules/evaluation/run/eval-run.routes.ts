import {
  cancelEvalRun,
  createEvalRun,
  deleteEvalRun,
  estimateEvalRun,
  getEvalRun,
  queryEvalRuns,
} from '@heddle/contracts/evaluation/eval-run'
import type { App } from '../../../platform/http/app-instance.ts'
import { presentEvalRun } from './eval-run.presenter.ts'
import type { EvalRunService } from './eval-run.service.ts'

export function evalRunRoutes(app: App, evalRuns: EvalRunService) {
  app.route({ ...estimateEvalRun, handler: ({ actor, params, body }) => evalRuns.estimateEvalRun(actor, params.id, body.run) })

  app.route({
    ...createEvalRun,
    handler: async ({ actor, params, body }) => ({ run: presentEvalRun(await evalRuns.createEvalRun(actor, params.id, body.run)) }),
  })

  app.route({
    ...queryEvalRuns,
    handler: async ({ actor, params, body }) => {
      const { rows, nextPageToken } = await evalRuns.queryEvalRuns(actor, params.id, body)
      return { runs: rows.map(presentEvalRun), next_page_token: nextPageToken }
    },
  })

  app.route({
    ...getEvalRun,
    handler: async ({ actor, params }) => ({ run: presentEvalRun(await evalRuns.getEvalRun(actor, params)) }),
  })

  app.route({
    ...cancelEvalRun,
    handler: async ({ actor, params }) => ({ run: presentEvalRun(await evalRuns.cancelEvalRun(actor, params)) }),
  })

  app.route({
    ...deleteEvalRun,
    handler: async ({ actor, params }) => {
      await evalRuns.deleteEvalRun(actor, params)
      return { success: true as const }
    },
  })
}
