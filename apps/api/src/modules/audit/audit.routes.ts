import { exportAudit, queryAudit } from '@heddle/contracts/audit/audit'
import type { App } from '../../platform/http/app-instance.ts'
import type { StreamAuthority } from '../../platform/permissions/stream-authority.ts'
import { sendTable } from '../../platform/http/table/table-download.ts'
import { auditColumns, toAuditRecord } from './audit-csv.ts'
import { presentAuditEvent } from './audit.presenter.ts'
import type { AuditLogService } from './audit-log.service.ts'

type AuditRouteDependencies = { readonly auditLog: AuditLogService; readonly streamAuthority: StreamAuthority; readonly now: () => Date }

export function auditRoutes(app: App, { auditLog, streamAuthority, now }: AuditRouteDependencies) {
  app.route({
    ...queryAudit,
    handler: async ({ actor, body }) => {
      const { rows, nextPageToken } = await auditLog.queryAudit(actor, body)
      return { events: rows.map(presentAuditEvent), next_page_token: nextPageToken }
    },
  })

  app.route({
    ...exportAudit,
    handler: async ({ actor, query }, reply) =>
      sendTable(reply, {
        name: 'audit',
        format: 'csv',
        at: now(),
        columns: auditColumns,
        findPage: await auditLog.exportAudit(actor, query),
        toRecord: toAuditRecord,
        watch: (end) => streamAuthority.watch(actor, { permission: 'read_audit' }, end),
      }),
  })
}
