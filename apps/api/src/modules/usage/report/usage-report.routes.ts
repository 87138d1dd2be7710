import { getOwnUsage, getTenantUsage, getUsageSummary, queryUserUsage } from '@heddle/contracts/usage/usage-report'
import type { App } from '../../../platform/http/app-instance.ts'
import { presentText } from '../../../platform/http/presenting.ts'
import { presentUserUsage } from './usage-report.presenter.ts'
import type { UsageReportService } from './usage-report.service.ts'

export function usageReportRoutes(app: App, reports: UsageReportService) {
  app.route({
    ...getOwnUsage,
    handler: async ({ actor, query }) => ({ usage: await reports.getOwnUsage(actor, query) }),
  })

  app.route({
    ...getUsageSummary,
    handler: async ({ actor, query }) => ({ usage: await reports.getUsageSummary(actor, query) }),
  })

  app.route({
    ...getTenantUsage,
    handler: async ({ actor, params, query }) => {
      const { tenant, usage } = await reports.getTenantUsage(actor, params.id, query)
      return { tenant: { id: tenant.id, name: presentText(tenant.name) }, usage }
    },
  })

  app.route({
    ...queryUserUsage,
    handler: async ({ actor, body }) => {
      const { rows, timeZone, previous, previousUsage, nextPageToken } = await reports.queryUserUsage(actor, body)
      const users = rows.map((user) => presentUserUsage(user, previousUsage.get(user[0].position.id)))
      return { time_zone: timeZone, previous, users, next_page_token: nextPageToken }
    },
  })
}
