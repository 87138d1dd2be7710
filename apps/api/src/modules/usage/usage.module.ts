import type { Dependencies } from '../../platform/dependencies.ts'
import type { App } from '../../platform/http/app-instance.ts'
import type { Paging } from '../../platform/http/paging.ts'
import type { StreamAuthority } from '../../platform/permissions/stream-authority.ts'
import type { AuditService } from '../audit/audit.service.ts'
import type { TenantService } from '../tenant/tenant.service.ts'
import { usageExportRoutes } from './export/usage-export.routes.ts'
import { createUsageExportService } from './export/usage-export.service.ts'
import { usageReportRoutes } from './report/usage-report.routes.ts'
import { createUsageReportService } from './report/usage-report.service.ts'
import { checkUsageRollup } from './rollup/rollup-check.sql.ts'
import { rollUpAllUsage } from './rollup/usage-rollup.sql.ts'

/** How late the reports are. */
const rollUpMs = 5_000

type Services = {
  readonly paging: Paging
  readonly streamAuthority: StreamAuthority
  readonly audit: AuditService
  readonly tenants: TenantService
}

export function createUsageModule({ db, pool, log, now }: Dependencies, { paging, streamAuthority, audit, tenants }: Services) {
  const reports = createUsageReportService({ pool, paging, tenants })
  const exports = createUsageExportService({ db, pool, tenants, audit })
  return {
    services: { usageReports: reports },
    routes(app: App) {
      usageReportRoutes(app, reports)
      usageExportRoutes(app, { exports, streamAuthority, now })
    },
    jobs: [
      { name: 'roll-up-usage', everyMs: rollUpMs, run: () => rollUpAllUsage(pool) },
      { queue: 'check-usage-rollup', schedule: { cron: '40 18 * * *', timeZone: 'UTC' }, run: () => checkUsageRollup({ pool, log }) },
    ],
  }
}
