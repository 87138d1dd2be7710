import { signInActions } from '@heddle/contracts/audit/audit'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'

export type AuditRow = Prisma.AuditEventGetPayload<object>

export type AuditConditions = {
  readonly actor_id?: string | undefined
  readonly target_id?: string | undefined
  readonly action?: string | undefined
  readonly outcome?: 'succeeded' | 'failed' | undefined
  readonly sign_ins?: 'failed' | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export type AuditRepository = ReturnType<typeof createAuditRepository>

export function createAuditRepository(db: PrismaClient) {
  return {
    /** `on` is the transaction of what the event tells of, so that neither is there without the other. */
    async append(on: Queryable, event: Prisma.AuditEventUncheckedCreateInput) {
      const actor = event.actorId ? await on.user.findUnique({ where: { id: event.actorId }, select: { name: true } }) : null
      await on.auditEvent.create({ data: { ...event, ...(actor?.name && { actorName: actor.name }) } })
    },

    /** Of a tenant, the latest first. */
    findPage: (
      tenantId: string,
      filters: AuditConditions,
      { afterId, take }: { afterId: string | undefined; take: number },
    ): Promise<AuditRow[]> =>
      db.auditEvent.findMany({
        where: {
          tenantId,
          ...(filters.actor_id !== undefined && { actorId: filters.actor_id }),
          ...(filters.target_id !== undefined && { targetId: filters.target_id }),
          ...(filters.action !== undefined && { action: filters.action }),
          ...(filters.outcome && { outcome: filters.outcome }),
          ...(filters.sign_ins === 'failed' && { NOT: { action: { in: [...signInActions] }, outcome: 'succeeded' } }),
          createdAt: { ...(filters.from !== undefined && { gte: filters.from }), ...(filters.to !== undefined && { lt: filters.to }) },
          ...(afterId !== undefined && { id: { lt: afterId } }),
        },
        orderBy: { id: 'desc' },
        take,
      }),
  }
}
