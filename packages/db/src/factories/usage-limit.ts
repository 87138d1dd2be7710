import type { Queryable } from '../client.ts'
import type { Prisma } from '../generated/client.ts'
import { createTenant } from './tenant.ts'

export type UsageLimitRuleOverrides = Partial<Prisma.UsageLimitRuleUncheckedCreateInput>

/** The longest interval. The next one begins on 2027-02-13; of a shorter one, counts begin again in the middle of a test. */
export const longInterval = 31_622_400

/** Inserts a blocking limit of 10 requests in an interval for each user, in its own tenant by default. */
export async function createUsageLimitRule(db: Queryable, overrides: UsageLimitRuleOverrides = {}) {
  return db.usageLimitRule.create({
    data: {
      scope: 'user',
      metric: 'requests',
      amount: 10,
      intervalSeconds: longInterval,
      warnPercent: 80,
      blocks: true,
      ...overrides,
      tenantId: overrides.tenantId ?? (await createTenant(db)).id,
    },
  })
}
