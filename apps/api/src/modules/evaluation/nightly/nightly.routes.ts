import { setEvalRunNightly } from '@heddle/contracts/evaluation/eval-run'
import type { App } from '../../../platform/http/app-instance.ts'
import { presentEvalRun } from '../run/eval-run.presenter.ts'
import type { NightlyRuns } from './nightly-runs.ts'

export function nightlyRoutes(app: App, nightly: NightlyRuns) {
  app.route({
    ...setEvalRunNightly,
    handler: async ({ actor, params, body }) => ({ run: presentEvalRun(await nightly.setEvalRunNightly(actor, params, body.is_nightly)) }),
  })
}
