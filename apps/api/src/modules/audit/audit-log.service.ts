// Reading the log: only that of the own tenant, for a super user too.
import type { exportAudit, queryAudit } from '@heddle/contracts/audit/audit'
import { limits } from '@heddle/contracts/limits'
import type { PrismaClient } from '@heddle/db/client'
import { z } from 'zod'
import type { Actor } from '../../platform/permissions/actor.ts'
import type { Paging } from '../../platform/http/paging.ts'
import type { AuditRepository } from './audit.repository.ts'
import type { AuditService } from './audit.service.ts'

type AuditLogDependencies = {
  readonly db: PrismaClient
  readonly events: AuditRepository
  readonly audit: AuditService
  readonly paging: Paging
}

const Filters = z.object({
  actor_id: z.string().optional(),
  target_id: z.string().optional(),
  action: z.string().optional(),
  outcome: z.enum(['succeeded', 'failed']).optional(),
  sign_ins: z.literal('failed').optional(),
  from: z.string().optional(),
  to: z.string().optional(),
})

export type AuditLogService = ReturnType<typeof createAuditLogService>

export function createAuditLogService({ db, events, audit, paging }: AuditLogDependencies) {
  const list = paging.defineList({
    name: 'audit events',
    filters: Filters,
    key: z.object({ id: z.string() }),
    defaultSize: limits.chatPageSize,
  })

  return {
    async queryAudit(actor: Actor, body: z.output<typeof queryAudit.schema.body>) {
      const { page_size, page_token, ...filters } = body
      const page = list.read({ page_size, page_token }, filters)
      const found = await events.findPage(actor.tenantId, page.filters, { afterId: page.after?.id, take: page.size + 1 })
      return list.cut(page, found, ({ id }) => ({ id }))
    },

    /** Returns how to read its pages. Tells the log of itself first: who takes it away is the last of what they see. */
    async exportAudit(actor: Actor, filters: z.output<typeof exportAudit.schema.querystring>) {
      await audit.record(db, actor, { action: 'exportAudit', after: filters })
      return (afterId: string | undefined, take: number) => events.findPage(actor.tenantId, filters, { afterId, take })
    },
  }
}
