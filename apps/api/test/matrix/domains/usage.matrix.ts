import { createUsageLimitRule } from '@heddle/db/factories/usage-limit'
import { byId, type MatrixPart, revisionOf } from '../part.ts'

const rule = {
  scope: 'user',
  metric: 'tokens',
  currency: null,
  amount: 1_000,
  interval: 'seconds',
  interval_seconds: 3_600,
  warn_percent: 80,
  blocks: true,
}

const week = { from: '2026-03-01', to: '2026-03-07' }
const weekQuery = `?from=${week.from}&to=${week.to}`

export const usageMatrix = {
  queries: {
    getOwnUsage: weekQuery,
    getUsageSummary: weekQuery,
    getTenantUsage: weekQuery,
    exportUsage: `${weekQuery}&table=event&format=csv`,
  },
  bodies: {
    queryUserUsage: () => week,
    createUsageLimitRule: ({ thing, target: { id } }) => ({ rule: { ...rule, target_id: thing.startsWith('a limit for') ? id : null } }),
    updateUsageLimitRule: async ({ db, target: { id } }) => ({
      rule: { amount: 2_000, warn_percent: 50, blocks: false },
      revision: await revisionOf(db.usageLimitRule.findUnique({ where: { id } })),
    }),
  },
  things: {
    'a limit of the tenant': byId(({ db, here }) => createUsageLimitRule(db, { tenantId: here.id })),
    'a limit of another tenant': byId(({ db, elsewhere }) => createUsageLimitRule(db, { tenantId: elsewhere.id })),
    'a limit for a user of the tenant': byId(({ createPerson }) => createPerson()),
    'a limit for a user of another tenant': byId(({ createPerson, elsewhere }) => createPerson({ tenantId: elsewhere.id })),
  },
} satisfies MatrixPart
