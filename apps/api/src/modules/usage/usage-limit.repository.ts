import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import type { Pool } from 'pg'
import { findLimitStates, type LimitState } from './usage-limit.sql.ts'

const withUser = { user: { select: { id: true, name: true } } } as const

export type UsageLimitRuleRow = Prisma.UsageLimitRuleGetPayload<{ include: typeof withUser }>

export type UsageLimitRepository = ReturnType<typeof createUsageLimitRepository>

export function createUsageLimitRepository(db: PrismaClient, pool: Pool) {
  return {
    /** The limits that hold for a user, the one that is nearest to its end first. */
    findStates: (user: { id: string; tenantId: string }): Promise<LimitState[]> => findLimitStates(pool, user),

    findInTenant: (tenantId: string, id: string, on: Queryable = db): Promise<UsageLimitRuleRow | null> =>
      on.usageLimitRule.findFirst({ where: { id, tenantId }, include: withUser }),

    /** The latest first. */
    findPage: (tenantId: string, { afterId, take }: { afterId: string | undefined; take: number }): Promise<UsageLimitRuleRow[]> =>
      db.usageLimitRule.findMany({
        where: { tenantId, ...(afterId !== undefined && { id: { lt: afterId } }) },
        include: withUser,
        orderBy: { id: 'desc' },
        take,
      }),

    /** How many rules the tenant has; no other transaction adds one before the end of this one. */
    async countForNew(tx: Queryable, tenantId: string): Promise<number> {
      await tx.$queryRaw`SELECT FROM tenant WHERE id = ${tenantId}::uuid FOR NO KEY UPDATE`
      return tx.usageLimitRule.count({ where: { tenantId } })
    },

    isUserOf: async (tenantId: string, id: string, on: Queryable) =>
      (await on.user.count({ where: { id, tenantId, status: { not: 'deleted' } } })) === 1,

    create: (tx: Queryable, rule: Prisma.UsageLimitRuleUncheckedCreateInput): Promise<UsageLimitRuleRow> =>
      tx.usageLimitRule.create({ data: rule, include: withUser }),

    /** Changes the rule if it is still at `revision`; false when it is not. */
    async update(tx: Queryable, id: string, revision: number, change: Prisma.UsageLimitRuleUncheckedUpdateManyInput): Promise<boolean> {
      const { count } = await tx.usageLimitRule.updateMany({ where: { id, revision }, data: { ...change, revision: { increment: 1 } } })
      return count === 1
    },

    /** With its counters and reservations. */
    async delete(tx: Queryable, id: string): Promise<boolean> {
      const { count } = await tx.usageLimitRule.deleteMany({ where: { id } })
      return count === 1
    },
  }
}
