import { exportUsage } from '@heddle/contracts/usage/usage-export'
import type { App } from '../../../platform/http/app-instance.ts'
import { sendTable } from '../../../platform/http/table/table-download.ts'
import type { StreamAuthority } from '../../../platform/permissions/stream-authority.ts'
import type { UsageExportService } from './usage-export.service.ts'

type UsageExportRouteDependencies = {
  readonly exports: UsageExportService
  readonly streamAuthority: StreamAuthority
  readonly now: () => Date
}

export function usageExportRoutes(app: App, { exports, streamAuthority, now }: UsageExportRouteDependencies) {
  app.route({
    ...exportUsage,
    handler: async ({ actor, query }, reply) =>
      sendTable(reply, {
        name: `usage-${query.table}`,
        format: query.format,
        at: now(),
        ...(await exports.exportUsage(actor, query)),
        toRecord: ({ record }) => record,
        watch: (end) => streamAuthority.watch(actor, { permission: 'read_usage' }, end),
      }),
  })
}
