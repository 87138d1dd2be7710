import { getDebugRun, queryDebugRuns } from '@heddle/contracts/debug/debug-run'
import type { App } from '../../../platform/http/app-instance.ts'
import type { DebugRunService } from './debug-run.service.ts'

export function debugRunRoutes(app: App, runs: DebugRunService) {
  app.route({ ...queryDebugRuns, handler: ({ actor, body }) => runs.queryDebugRuns(actor, body) })

  app.route({ ...getDebugRun, handler: async ({ actor, params }) => ({ run: await runs.getDebugRun(actor, params.id) }) })
}
