import type { Dependencies } from '../../platform/dependencies.ts'
import type { App } from '../../platform/http/app-instance.ts'
import type { ModelEndpointService } from '../model/endpoint/model-endpoint.service.ts'
import type { UsageLimitService } from '../usage-limit/usage-limit.service.ts'
import type { UsageReportService } from '../usage/report/usage-report.service.ts'
import { createHealthService } from './health.service.ts'
import { overviewRoutes } from './overview.routes.ts'
import { createOverviewService } from './overview.service.ts'

type Services = {
  readonly modelEndpoints: ModelEndpointService
  readonly usageReports: UsageReportService
  readonly usageLimits: UsageLimitService
}

export function createOverviewModule(dependencies: Dependencies, services: Services) {
  const health = createHealthService(dependencies)
  return {
    services: { health },
    routes: (app: App) => overviewRoutes(app, createOverviewService({ ...dependencies, ...services, health })),
  }
}
