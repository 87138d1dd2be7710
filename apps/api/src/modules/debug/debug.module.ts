import type { Dependencies } from '../../platform/dependencies.ts'
import type { App } from '../../platform/http/app-instance.ts'
import type { Paging } from '../../platform/http/paging.ts'
import type { ModelEndpointService } from '../model/endpoint/model-endpoint.service.ts'
import type { HealthService } from '../overview/health.service.ts'
import type { MessageService } from '../message/message.service.ts'
import type { WorkflowRunService } from '../trial/workflow-run.service.ts'
import type { UsageLimitService } from '../usage-limit/usage-limit.service.ts'
import { createBackendService } from './backend.service.ts'
import { createDebugService } from './debug.service.ts'
import { debugRoutes } from './debug.routes.ts'
import { createDebugRunService } from './run/debug-run.service.ts'
import { debugRunRoutes } from './run/debug-run.routes.ts'

type Services = {
  readonly paging: Paging
  readonly messages: MessageService
  readonly workflowRuns: WorkflowRunService
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
    debugRunRoutes(app, createDebugRunService(needed))
  },
})
