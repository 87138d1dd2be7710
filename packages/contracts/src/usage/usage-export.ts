// What was used as a table for spreadsheets: the breakdowns, the days, the events. Nothing of content.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Id } from '../wire.ts'
import { UsageDimension, UsageFilters } from './usage-report.ts'

export const UsageTable = z.enum([...UsageDimension.options, 'day', 'event'])
export type UsageTable = z.infer<typeof UsageTable>

export const UsageExportFormat = z.enum(['csv', 'xlsx'])
export type UsageExportFormat = z.infer<typeof UsageExportFormat>

export const exportUsage = {
  method: 'GET',
  url: '/api/v1/usage/export',
  schema: {
    summary: 'A table of the usage of a tenant, of at most limits.usageExportRows rows',
    querystring: UsageFilters.extend({
      /** A row for each user, each model, and so on; for each day of the tenant; for each event. */
      table: UsageTable,
      format: UsageExportFormat,
      /** Of this tenant: any for super users. The own one unless given. */
      tenant_id: Id.optional(),
    }),
    response: {
      200: {
        description: 'A header line, then the rows',
        content: {
          'text/csv': { schema: z.string() },
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: z.file() },
        },
      },
    },
  },
  config: { policy: 'read_usage', audited: true, errors: ['AUTH_TENANT_NOT_FOUND'] },
} as const satisfies Endpoint
