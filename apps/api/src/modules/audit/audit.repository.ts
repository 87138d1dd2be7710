import type { Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'

export type AuditRow = Prisma.AuditEventGetPayload<object>

export type AuditRepository = ReturnType<typeof createAuditRepository>

export function createAuditRepository() {
  return {
    /** `db` is the transaction of what the event tells of, so that neither is there without the other. */
    async append(db: Queryable, event: Prisma.AuditEventUncheckedCreateInput) {
      const actor = event.actorId ? await db.user.findUnique({ where: { id: event.actorId }, select: { name: true } }) : null
      await db.auditEvent.create({ data: { ...event, ...(actor?.name && { actorName: actor.name }) } })
    },
  }
}
