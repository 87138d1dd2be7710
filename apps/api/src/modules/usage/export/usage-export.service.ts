import type { exportUsage } from '@heddle/contracts/usage/usage-export'
import type { UsageDimension, UsageFigures } from '@heddle/contracts/usage/usage-report'
import type { Language } from '@heddle/contracts/languages'
import { limits } from '@heddle/contracts/limits'
import type { PrismaClient } from '@heddle/db/client'
import type { Pool } from 'pg'
import type { z } from 'zod'
import type { DownloadTable, TableRecord } from '../../../platform/http/table/table-download.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import type { AuditService } from '../../audit/audit.service.ts'
import type { TenantService } from '../../tenant/tenant.service.ts'
import { sumByDimensions } from '../report/usage-breakdown.sql.ts'
import { inReport, requireRange } from '../report/report-transaction.ts'
import { listIntervals } from '../report/usage-days.ts'
import { presentFigures } from '../report/usage-figures.ts'
import { sumPeriods } from '../report/usage-periods.sql.ts'
import { presentBreakdowns } from '../report/usage-report.presenter.ts'
import type { UsageSelection } from '../report/usage-selection.sql.ts'
import { findUsageEvents, listCurrencies } from './usage-events.sql.ts'
import { eventColumns, figureColumns, listCostColumns, toEventRecord, toFigureRecord, writeName } from './usage-table.ts'

type Dependencies = {
  readonly db: PrismaClient
  readonly pool: Pool
  readonly tenants: TenantService
  readonly audit: AuditService
}

/** A row as it is written, by what it is paged by. */
type IdentifiedRow = { readonly id: string; readonly record: TableRecord }

type UsageTable = Pick<DownloadTable<IdentifiedRow>, 'columns' | 'findPage'>

/** Pages of rows that are in memory. */
function pageThrough(rows: readonly IdentifiedRow[]) {
  const indexes = new Map(rows.map(({ id }, index) => [id, index]))
  return async (afterId: string | undefined, take: number) => {
    const start = afterId === undefined ? 0 : (indexes.get(afterId) ?? rows.length) + 1
    return rows.slice(start, start + take)
  }
}

const findCurrencies = (rows: readonly UsageFigures[]) =>
  [...new Set(rows.flatMap(({ cost }) => cost.map(({ currency }) => currency)))].toSorted()

async function tabulateDays(pool: Pool, selection: UsageSelection): Promise<UsageTable> {
  const intervals = listIntervals(selection, 'day')
  const found = Map.groupBy(await inReport(pool, (client) => sumPeriods(client, { ...selection, intervals })), ({ day }) => day)
  const rows = intervals.map((day) => ({ day, ...presentFigures(found.get(day) ?? []) }))
  return {
    columns: ['day', ...figureColumns, ...listCostColumns(findCurrencies(rows))],
    findPage: pageThrough(rows.map(({ day, ...figures }) => ({ id: day, record: { day, ...toFigureRecord(figures) } }))),
  }
}

async function tabulateDimension(
  pool: Pool,
  selection: UsageSelection,
  dimension: UsageDimension,
  language: Language,
): Promise<UsageTable> {
  const found = await inReport(pool, (client) => sumByDimensions(client, selection, [dimension], limits.usageExportRows))
  const rows = presentBreakdowns([dimension], found).flatMap((breakdown) => breakdown.rows)
  return {
    columns: [dimension, 'name', ...figureColumns, ...listCostColumns(findCurrencies(rows))],
    findPage: pageThrough(
      rows.map(({ key, name, ...figures }) => ({
        id: key ?? '',
        record: { [dimension]: key, name: writeName(name, language), ...toFigureRecord(figures) },
      })),
    ),
  }
}

async function tabulateEvents(pool: Pool, selection: UsageSelection, language: Language): Promise<UsageTable> {
  let remaining: number = limits.usageExportRows
  return {
    columns: [...eventColumns, ...listCostColumns(await listCurrencies(pool, selection))],
    async findPage(afterId, take) {
      const rows = await findUsageEvents(pool, selection, afterId, Math.min(take, remaining))
      remaining -= rows.length
      return rows.map((row) => ({ id: row.id, record: toEventRecord(row, language) }))
    },
  }
}

export type UsageExportService = ReturnType<typeof createUsageExportService>

export function createUsageExportService({ db, pool, tenants, audit }: Dependencies) {
  return {
    /** Returns the table; tells the audit log first. */
    async exportUsage(actor: Actor, { table, format, tenant_id, ...filters }: z.output<typeof exportUsage.schema.querystring>) {
      requireRange(filters, 'querystring')
      const { id: tenantId, timeZone } = await (tenant_id === undefined ? tenants.getOwnTenant(actor) : tenants.getTenant(actor, tenant_id))
      await audit.record(db, actor, {
        action: 'exportUsage',
        after: { table, format, ...(tenant_id !== undefined && { tenant_id }), ...filters },
      })
      const selection = { ...filters, tenantId, timeZone }
      if (table === 'event') return tabulateEvents(pool, selection, actor.language)
      if (table === 'day') return tabulateDays(pool, selection)
      return tabulateDimension(pool, selection, table, actor.language)
    },
  }
}
