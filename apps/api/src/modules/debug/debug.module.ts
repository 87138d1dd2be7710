import type { Dependencies } from '../../boot/dependencies.ts'
import type { App } from '../../http/app-instance.ts'
import type { ModelEndpointService } from '../model/endpoint/model-endpoint.service.ts'
import type { HealthService } from '../overview/health.service.ts'
import type { UsageLimitService } from '../usage/limit/usage-limit.service.ts'
import { createBackendService } from './backend.service.ts'
import { createDebugService } from './debug.service.ts'
import { debugRoutes } from './debug.routes.ts'

type Services = {
  readonly modelEndpoints: ModelEndpointService
  readonly health: HealthService
  readonly usageLimits: UsageLimitService
}

export const createDebugModule = (dependencies: Dependencies, services: Services) => ({
  services: {},
  routes(app: App) {
    // Where they are off, their paths do not exist.
    if (!dependencies.config.debugViews) return
    const needed = { ...dependencies, ...services }
    debugRoutes(app, { debug: createDebugService(needed), backend: createBackendService(needed), recentErrors: dependencies.recentErrors })
  },
})
