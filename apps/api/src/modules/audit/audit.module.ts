import type { Dependencies } from '../../platform/dependencies.ts'
import type { App } from '../../platform/http/app-instance.ts'
import type { Paging } from '../../platform/http/paging.ts'
import type { StreamAuthority } from '../../platform/permissions/stream-authority.ts'
import { createAuditLogService } from './audit-log.service.ts'
import { createAuditRepository } from './audit.repository.ts'
import { auditRoutes } from './audit.routes.ts'
import { createAuditService } from './audit.service.ts'

type Services = { readonly paging: Paging; readonly streamAuthority: StreamAuthority }

export function createAuditModule({ db, now }: Dependencies, { paging, streamAuthority }: Services) {
  const events = createAuditRepository(db)
  const audit = createAuditService(events)
  const auditLog = createAuditLogService({ db, events, audit, paging })
  return {
    services: { audit },
    routes: (app: App) => auditRoutes(app, { auditLog, streamAuthority, now }),
  }
}
