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
import { releaseStaleReservations, removeOldCounters } from '../usage-limit/settled-usage.sql.ts'
import { removeOldRefusals } from '../usage-limit/usage-refusal.sql.ts'
import { createUsageLimitRepository } from '../usage-limit/usage-limit.repository.ts'
import { usageLimitRoutes } from '../usage-limit/usage-limit.routes.ts'
import { createUsageLimitService } from '../usage-limit/usage-limit.service.ts'

/** How late the reports are. */
const rollUpMs = 5_000

type Services = {
  readonly paging: Paging
  readonly streamAuthority: StreamAuthority
  readonly audit: AuditService
  readonly tenants: TenantService
}

export function createUsageModule({ db, pool, log, now }: Dependencies, { paging, streamAuthority, audit, tenants }: Services) {
  const usageLimits = createUsageLimitService({ db, rules: createUsageLimitRepository(db, pool), paging, audit })
  const reports = createUsageReportService({ pool, paging, tenants })
  const exports = createUsageExportService({ db, pool, tenants, audit })
  return {
    services: { usageLimits, usageReports: reports },
    routes(app: App) {
      usageLimitRoutes(app, usageLimits)
      usageReportRoutes(app, reports)
      usageExportRoutes(app, { exports, streamAuthority, now })
    },
    jobs: [
      { name: 'roll-up-usage', everyMs: rollUpMs, run: () => rollUpAllUsage(pool) },
      {
        queue: 'release-stale-reservations',
        schedule: { cron: '*/10 * * * *', timeZone: 'UTC' },
        run: () => releaseStaleReservations(pool),
      },
      { queue: 'check-usage-rollup', schedule: { cron: '40 18 * * *', timeZone: 'UTC' }, run: () => checkUsageRollup({ pool, log }) },
      {
        queue: 'remove-old-counters',
        schedule: { cron: '12 * * * *', timeZone: 'UTC' },
        run: () => Promise.all([removeOldCounters(pool), removeOldRefusals(pool)]),
      },
    ],
  }
}
