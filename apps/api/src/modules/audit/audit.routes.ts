import { exportAudit, queryAudit } from '@heddle/contracts/audit'
import type { App } from '../../app-instance.ts'
import type { StreamAuthority } from '../../permissions/stream-authority.ts'
import { streamAuditCsv } from './audit-csv.ts'
import { presentAuditEvent } from './audit.presenter.ts'
import type { AuditLogService } from './audit-log.service.ts'

type AuditRouteParts = { readonly auditLog: AuditLogService; readonly streamAuthority: StreamAuthority; readonly now: () => Date }

export function auditRoutes(app: App, { auditLog, streamAuthority, now }: AuditRouteParts) {
  app.route({
    ...queryAudit,
    handler: async ({ actor, body }) => {
      const { rows, nextPageToken } = await auditLog.queryAudit(actor, body)
      return { events: rows.map(presentAuditEvent), next_page_token: nextPageToken }
    },
  })

  app.route({
    ...exportAudit,
    handler: async ({ actor, query }, reply) => {
      const left = new AbortController()
      const rows = await auditLog.exportAudit(actor, query, left.signal)
      async function* events() {
        for await (const row of rows) yield presentAuditEvent(row)
      }
      const csv = streamAuditCsv(events())
      const stopWatching = streamAuthority.watch(actor, { permission: 'read_audit' }, () =>
        csv.destroy(new Error('The reader may no longer read the audit log')),
      )
      // Also when the reader has left: Fastify destroys what it was sending.
      csv.once('close', () => {
        stopWatching()
        left.abort()
      })
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="audit-${now().toISOString().slice(0, 10)}.csv"`)
        .send(csv)
    },
  })
}
