import type { Queryable } from '../client.ts'
import type { Prisma } from '../generated/client.ts'
import { createTenant } from './tenant.ts'

export type UsageLimitRuleOverrides = Partial<Prisma.UsageLimitRuleUncheckedCreateInput>

/** Inserts a blocking limit of 10 requests a day for each user, in its own tenant by default. */
export async function createUsageLimitRule(db: Queryable, overrides: UsageLimitRuleOverrides = {}) {
  return db.usageLimitRule.create({
    data: {
      scope: 'user',
      metric: 'requests',
      amount: 10,
      intervalSeconds: 86_400,
      warnPercent: 80,
      blocks: true,
      ...overrides,
      tenantId: overrides.tenantId ?? (await createTenant(db)).id,
    },
  })
}
