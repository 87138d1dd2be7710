import { exportAudit, queryAudit } from '@heddle/contracts/audit'
import type { App } from '../../app-instance.ts'
import { streamAuditCsv } from './audit-csv.ts'
import { type MayStillReadAudit, watchRight } from './audit-export.ts'
import { presentAuditEvent } from './audit.presenter.ts'
import type { AuditLogService } from './audit-log.service.ts'

type AuditRouteParts = { readonly auditLog: AuditLogService; readonly mayStillReadAudit: MayStillReadAudit; readonly now: () => Date }

export function auditRoutes(app: App, { auditLog, mayStillReadAudit, now }: AuditRouteParts) {
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
      const stopWatching = watchRight(actor, mayStillReadAudit, (cause) => csv.destroy(cause))
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
