import { causeTestError, getDebugBackend, getDebugCommon, getDebugLimits, listRecentErrors } from '@heddle/contracts/debug/debug'
import type { RecentErrors } from '../../platform/logging/recent-errors.ts'
import type { App } from '../../platform/http/app-instance.ts'
import type { BackendService } from './backend.service.ts'
import type { DebugService } from './debug.service.ts'

type Sources = { readonly debug: DebugService; readonly backend: BackendService; readonly recentErrors: RecentErrors }

export function debugRoutes(app: App, { debug, backend, recentErrors }: Sources) {
  app.route({ ...getDebugCommon, handler: async () => ({ common: debug.getDebugCommon() }) })

  app.route({ ...getDebugBackend, handler: async ({ actor }) => ({ backend: await backend.getDebugBackend(actor) }) })

  app.route({ ...listRecentErrors, handler: async () => recentErrors.list() })

  app.route({ ...getDebugLimits, handler: async ({ actor }) => debug.getDebugLimits(actor, app.listCallBuckets()) })

  app.route({
    ...causeTestError,
    // The plugin of the audit log records the failed call.
    handler: async () => {
      throw new Error('Test error of the debug view')
    },
  })
}
