import type { Dependencies } from '../../boot/dependencies.ts'
import type { App } from '../../http/app-instance.ts'
import type { ModelEndpointService } from '../model/endpoint/model-endpoint.service.ts'
import type { UsageLimitService } from '../usage/usage-limit.service.ts'
import type { UsageReportService } from '../usage/report/usage-report.service.ts'
import { overviewRoutes } from './overview.routes.ts'
import { createOverviewService } from './overview.service.ts'
import { createStorageCheck } from './storage-check.ts'

type Services = {
  readonly modelEndpoints: ModelEndpointService
  readonly usageReports: UsageReportService
  readonly usageLimits: UsageLimitService
}

export const createOverviewModule = (dependencies: Dependencies, services: Services) => ({
  services: {},
  routes: (app: App) =>
    overviewRoutes(app, createOverviewService({ ...dependencies, ...services, readStorage: createStorageCheck(dependencies) })),
})
