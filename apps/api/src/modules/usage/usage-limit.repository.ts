import type { UsageLimitMetric, UsageLimitScope } from '@heddle/contracts/usage-limit'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import type { Pool } from 'pg'
import { ruleHolds, ruleSubject, runningWindow } from './usage-limit.sql.ts'

const withUser = { user: { select: { id: true, name: true } } } as const

export type UsageLimitRuleRow = Prisma.UsageLimitRuleGetPayload<{ include: typeof withUser }>

export type LimitState = {
  readonly scope: UsageLimitScope
  readonly metric: UsageLimitMetric
  /** Numbers of 64 bits come as text. */
  readonly amount: string
  /** Settled and reserved. */
  readonly used: string
  readonly warnPercent: number
  readonly blocks: boolean
  readonly resetsAt: Date
}

export type UsageLimitRepository = ReturnType<typeof createUsageLimitRepository>

export function createUsageLimitRepository(db: PrismaClient, pool: Pool) {
  return {
    /** The limits that hold for a user, the one that is nearest to its end first. */
    async findStates({ id, tenantId }: { id: string; tenantId: string }): Promise<LimitState[]> {
      const { rows } = await pool.query<LimitState>({
        name: 'find-limit-states',
        text: `
          SELECT rule.scope::text, rule.metric::text, rule.amount, n.used, rule.warn_percent AS "warnPercent", rule.blocks,
            rule.window_start + rule.interval_seconds * interval '1 s' AS "resetsAt"
          FROM (
            SELECT r.*, ${ruleSubject('$2::uuid')} AS subject_id, ${runningWindow} AS window_start
            FROM usage_limit_rule r WHERE ${ruleHolds('$1::uuid', '$2::uuid')}
          ) rule
          LEFT JOIN usage_counter c ON c.rule_id = rule.id AND c.subject_id = rule.subject_id AND c.window_start = rule.window_start
          CROSS JOIN LATERAL (SELECT coalesce(c.used + c.reserved, 0) AS used) n
          ORDER BY n.used::float8 / rule.amount DESC, "resetsAt", rule.id`,
        values: [tenantId, id],
      })
      return rows
    },

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
