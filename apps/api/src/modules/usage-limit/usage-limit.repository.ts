import type { UsageLimitScope } from '@heddle/contracts/usage-limit/usage-limit'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import type { Pool } from 'pg'
import { findNearLimits, type NearLimit, type NearLimitPage } from './near-usage-limit.sql.ts'
import { findRefusals, type UserRefusals } from './usage-refusal.sql.ts'
import { findLimitStates, findUserLimits, type LimitsOf, type LimitState, type UserLimit } from './usage-limit.sql.ts'

const named = { select: { id: true, name: true } } as const
const withTarget = { user: named, group: named, assistant: named, model: named } as const

export type UsageLimitRuleRow = Prisma.UsageLimitRuleGetPayload<{ include: typeof withTarget }>

const withRule = { counter: { include: { rule: { include: withTarget } } } } as const

export type ReservationRow = Prisma.UsageReservationGetPayload<{ include: typeof withRule }>

export type UsageLimitRepository = ReturnType<typeof createUsageLimitRepository>

export function createUsageLimitRepository(db: PrismaClient, pool: Pool) {
  return {
    /** The limits that hold for a user, the one that is nearest to its end first. */
    findStates: (of: LimitsOf): Promise<LimitState[]> => findLimitStates(pool, of),

    findOfUser: (of: LimitsOf): Promise<UserLimit[]> => findUserLimits(pool, of),

    /** What limits refused to a user: the latest first. */
    findRefusals: (of: LimitsOf): Promise<UserRefusals[]> => findRefusals(pool, of),

    findUser: (tenantId: string, id: string) =>
      db.user.findFirst({ where: { id, tenantId, status: { not: 'deleted' } }, select: { id: true, name: true } }),

    findNear: (tenantId: string, page: NearLimitPage): Promise<NearLimit[]> => findNearLimits(pool, tenantId, page),

    /** What runs hold now of the limits of a tenant, the latest first. */
    findReservations: (tenantId: string, take: number): Promise<ReservationRow[]> =>
      db.usageReservation.findMany({
        where: { counter: { rule: { tenantId } } },
        include: withRule,
        orderBy: [{ createdAt: 'desc' }, { runId: 'asc' }, { ruleId: 'asc' }],
        take,
      }),

    findInTenant: (tenantId: string, id: string, on: Queryable = db): Promise<UsageLimitRuleRow | null> =>
      on.usageLimitRule.findFirst({ where: { id, tenantId }, include: withTarget }),

    /** The latest first. */
    findPage: (tenantId: string, { afterId, take }: { afterId: string | undefined; take: number }): Promise<UsageLimitRuleRow[]> =>
      db.usageLimitRule.findMany({
        where: { tenantId, ...(afterId !== undefined && { id: { lt: afterId } }) },
        include: withTarget,
        orderBy: { id: 'desc' },
        take,
      }),

    /** How many rules the tenant has; no other transaction adds one before the end of this one. */
    async countForNew(tx: Queryable, tenantId: string): Promise<number> {
      await tx.$queryRaw`SELECT FROM tenant WHERE id = ${tenantId}::uuid FOR NO KEY UPDATE`
      return tx.usageLimitRule.count({ where: { tenantId } })
    },

    /** Whether the tenant has what a rule of the scope names. */
    async hasTarget(tenantId: string, scope: UsageLimitScope, id: string, on: Queryable): Promise<boolean> {
      const where = { id, tenantId }
      const count = {
        tenant: () => Promise.resolve(0),
        user: () => on.user.count({ where: { ...where, status: { not: 'deleted' } } }),
        group: () => on.group.count({ where }),
        assistant: () => on.assistant.count({ where }),
        model: () => on.model.count({ where: { ...where, kind: 'chat' } }),
      }
      return (await count[scope]()) === 1
    },

    create: (tx: Queryable, rule: Prisma.UsageLimitRuleUncheckedCreateInput): Promise<UsageLimitRuleRow> =>
      tx.usageLimitRule.create({ data: rule, include: withTarget }),

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
