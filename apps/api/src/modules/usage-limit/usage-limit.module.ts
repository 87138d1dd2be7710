import type { Dependencies } from '../../platform/dependencies.ts'
import type { App } from '../../platform/http/app-instance.ts'
import type { Paging } from '../../platform/http/paging.ts'
import type { AuditService } from '../audit/audit.service.ts'
import { releaseStaleReservations, removeOldCounters } from './settled-usage.sql.ts'
import { createUsageLimitRepository } from './usage-limit.repository.ts'
import { usageLimitRoutes } from './usage-limit.routes.ts'
import { createUsageLimitService } from './usage-limit.service.ts'
import { removeOldRefusals } from './usage-refusal.sql.ts'

type Services = { readonly paging: Paging; readonly audit: AuditService }

export function createUsageLimitModule({ db, pool }: Dependencies, { paging, audit }: Services) {
  const usageLimits = createUsageLimitService({ db, rules: createUsageLimitRepository(db, pool), paging, audit })
  return {
    services: { usageLimits },
    routes: (app: App) => usageLimitRoutes(app, usageLimits),
    jobs: [
      {
        queue: 'release-stale-reservations',
        schedule: { cron: '*/10 * * * *', timeZone: 'UTC' },
        run: () => releaseStaleReservations(pool),
      },
      {
        queue: 'remove-old-counters',
        schedule: { cron: '12 * * * *', timeZone: 'UTC' },
        run: () => Promise.all([removeOldCounters(pool), removeOldRefusals(pool)]),
      },
    ],
  }
}
