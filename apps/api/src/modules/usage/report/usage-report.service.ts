import {
  type OwnUsageQuery,
  type queryUserUsage,
  UsageDimension,
  UsageFilters,
  type UsageReport,
  type UsageReportQuery,
  userUsageSorts,
} from '@heddle/contracts/usage/usage-report'
import { limits } from '@heddle/contracts/limits'
import type { Pool, PoolClient } from 'pg'
import { z } from 'zod'
import type { Paging } from '../../../platform/http/paging.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import type { TenantService } from '../../tenant/tenant.service.ts'
import { sumByDimensions } from './usage-breakdown.sql.ts'
import { inReport, requireRange } from './report-transaction.ts'
import { findDay, findPreviousRange, listIntervals } from './usage-days.ts'
import { countActiveUsers, countErrors, measureDurations, type PeriodSelection, sumPeriods } from './usage-periods.sql.ts'
import { createPeriodPresenter, presentBreakdowns } from './usage-report.presenter.ts'
import { findUserUsage, sumUsageOfUsers, type UserUsageRow } from './user-usage.sql.ts'

type UsageReportDependencies = { readonly pool: Pool; readonly paging: Paging; readonly tenants: TenantService }

type TenantZone = { readonly id: string; readonly timeZone: string }
type ReportQuery = z.output<typeof UsageReportQuery>

/** What a report tells users of themselves: neither the endpoints nor the workflows of the institute. */
const ownDimensions = ['assistant', 'model', 'flow', 'error'] as const satisfies readonly UsageDimension[]

async function loadPeriods(client: PoolClient, selection: PeriodSelection) {
  const [sums, activeUsers, durations, errors] = await Promise.all([
    sumPeriods(client, selection),
    countActiveUsers(client, selection),
    measureDurations(client, selection),
    countErrors(client, selection),
  ])
  return createPeriodPresenter({ sums, activeUsers, durations, errors })
}

export type UsageReportService = ReturnType<typeof createUsageReportService>

export function createUsageReportService({ pool, paging, tenants }: UsageReportDependencies) {
  const userList = paging.defineList({
    name: 'user usage',
    filters: z.object({
      ...UsageFilters.shape,
      keyword: z.string(),
      sort: z.enum(userUsageSorts),
      direction: z.enum(['asc', 'desc']),
    }),
    key: z.object({ value: z.string(), id: z.string() }),
    defaultSize: limits.chatPageSize,
  })

  async function report(tenant: TenantZone, query: ReportQuery, by: readonly UsageDimension[]): Promise<UsageReport> {
    requireRange(query, 'querystring')
    const { interval = 'day', top = 10, ...filters } = query
    const selection = { ...filters, tenantId: tenant.id, timeZone: tenant.timeZone }
    const intervals = listIntervals(filters, interval)
    const previous = findPreviousRange(filters)
    const [period, previousPeriod, breakdowns] = await inReport(pool, (client) =>
      Promise.all([
        loadPeriods(client, { ...selection, intervals }),
        loadPeriods(client, { ...selection, ...previous, intervals: [previous.from] }),
        sumByDimensions(client, selection, by, top),
      ]),
    )
    return {
      time_zone: tenant.timeZone,
      from: filters.from,
      to: filters.to,
      interval,
      total: period(null),
      previous: { ...previous, total: previousPeriod(null) },
      series: intervals.map((day) => ({ day: day < filters.from ? filters.from : day, ...period(day) })),
      breakdowns: presentBreakdowns(by, breakdowns),
    }
  }

  return {
    async getOwnUsage(actor: Actor, query: z.output<typeof OwnUsageQuery>) {
      return report(await tenants.getOwnTenant(actor), { ...query, user_id: actor.id }, ownDimensions)
    },

    async getUsageSummary(actor: Actor, query: ReportQuery) {
      return report(await tenants.getOwnTenant(actor), query, UsageDimension.options)
    },

    /** What the tenant has used on the day that `time` is in, without durations, a comparison and breakdowns. */
    async getUsageOfDay(actor: Actor, time: Date) {
      const { timeZone } = await tenants.getOwnTenant(actor)
      const day = findDay(timeZone, time)
      const selection = { tenantId: actor.tenantId, timeZone, from: day, to: day, intervals: [day] }
      const [sums, activeUsers] = await inReport(pool, (client) =>
        Promise.all([sumPeriods(client, selection), countActiveUsers(client, selection)]),
      )
      return { day, time_zone: timeZone, usage: createPeriodPresenter({ sums, activeUsers, durations: [], errors: [] })(null) }
    },

    async getTenantUsage(actor: Actor, id: string, query: ReportQuery) {
      const tenant = await tenants.getTenant(actor, id)
      return { tenant, usage: await report(tenant, query, UsageDimension.options) }
    },

    /** Returns the rows of each user of a page, and what they used in the range before. */
    async queryUserUsage(actor: Actor, { page_size, page_token, ...given }: z.output<typeof queryUserUsage.schema.body>) {
      const { keyword = '', sort = 'tokens', direction = sort === 'name' ? 'asc' : 'desc', ...filters } = given
      const page = userList.read({ page_size, page_token }, { ...filters, keyword, sort, direction })
      requireRange(page.filters, 'body')
      const { timeZone } = await tenants.getOwnTenant(actor)
      const selection = { ...page.filters, tenantId: actor.tenantId, timeZone }
      const { after, size, filters: listed } = page
      const previous = findPreviousRange(page.filters)
      const { found, before } = await inReport(pool, async (client) => {
        const rows = await findUserUsage(client, selection, listed, { keyword: listed.keyword, after, take: size + 1 })
        const ids = [...new Set(rows.map(({ position }) => position.id))]
        return { found: rows, before: await sumUsageOfUsers(client, { ...selection, ...previous }, ids) }
      })
      const users = [...Map.groupBy(found, ({ position }) => position.id).values()] as [UserUsageRow, ...UserUsageRow[]][]
      return {
        timeZone,
        previous,
        previousUsage: new Map(before.map((row) => [row.userId, row])),
        ...userList.cut(page, users, ([{ position }]) => position),
      }
    },
  }
}
