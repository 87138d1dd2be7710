// The rules of usage limits, and how they stand. What they do to a reply is in usage-reservation.service.ts and usage.service.ts.
import { limits } from '@heddle/contracts/limits'
import type { createUsageLimitRule, queryUsageLimitRules, updateUsageLimitRule } from '@heddle/contracts/tenant/usage-limit'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import { z } from 'zod'
import { AppError } from '../../http/app-error.ts'
import type { Actor } from '../../permissions/actor.ts'
import type { Paging } from '../../http/paging.ts'
import type { AuditService } from '../audit/audit.service.ts'
import { presentUsageLimitRule } from './usage-limit.presenter.ts'
import type { UsageLimitRepository, UsageLimitRuleRow } from './usage-limit.repository.ts'

type UsageLimitDependencies = {
  readonly db: PrismaClient
  readonly rules: UsageLimitRepository
  readonly paging: Paging
  readonly audit: AuditService
}

const auditedFields = (rule: UsageLimitRuleRow) => ({
  scope: rule.scope,
  user: rule.user && { id: rule.user.id, name: rule.user.name as Prisma.InputJsonValue },
  metric: rule.metric,
  amount: Number(rule.amount),
  interval_seconds: rule.intervalSeconds,
  warn_percent: rule.warnPercent,
  blocks: rule.blocks,
})

const toTarget = ({ id }: UsageLimitRuleRow) => ({ type: 'usage_limit_rule', id }) as const

export type UsageLimitService = ReturnType<typeof createUsageLimitService>

export function createUsageLimitService({ db, rules, paging, audit }: UsageLimitDependencies) {
  const list = paging.defineList({
    name: 'usage limit rules',
    filters: z.object({}),
    key: z.object({ id: z.string() }),
    defaultSize: limits.usageLimitRules,
  })

  async function getRule(actor: Actor, id: string, on: Queryable): Promise<UsageLimitRuleRow> {
    const rule = await rules.findInTenant(actor.tenantId, id, on)
    if (!rule) throw new AppError('USAGE_LIMIT_RULE_NOT_FOUND')
    return rule
  }

  return {
    getUsageLimit: (actor: Actor) => rules.findStates(actor),

    async queryUsageLimitRules(actor: Actor, request: z.output<typeof queryUsageLimitRules.schema.body>) {
      const page = list.read(request, {})
      const found = await rules.findPage(actor.tenantId, { afterId: page.after?.id, take: page.size + 1 })
      return list.cut(page, found, ({ id }) => ({ id }))
    },

    async createUsageLimitRule(actor: Actor, { rule }: z.output<typeof createUsageLimitRule.schema.body>): Promise<UsageLimitRuleRow> {
      if (rule.scope === 'tenant' && rule.user_id !== null) {
        const fields = [{ path: 'body/rule/user_id', message: 'A limit of the tenant names no user' }]
        throw new AppError('BAD_REQUEST', { params: { fields } })
      }
      return db.$transaction(async (tx) => {
        if ((await rules.countForNew(tx, actor.tenantId)) >= limits.usageLimitRules)
          throw new AppError('CONFLICT', { params: { max: limits.usageLimitRules } })
        if (rule.user_id !== null && !(await rules.isUserOf(actor.tenantId, rule.user_id, tx))) throw new AppError('AUTH_USER_NOT_FOUND')
        const created = await rules.create(tx, {
          tenantId: actor.tenantId,
          scope: rule.scope,
          userId: rule.user_id,
          metric: rule.metric,
          amount: rule.amount,
          intervalSeconds: rule.interval_seconds,
          warnPercent: rule.warn_percent,
          blocks: rule.blocks,
        })
        await audit.record(tx, actor, { action: 'createUsageLimitRule', target: toTarget(created), after: auditedFields(created) })
        return created
      })
    },

    async updateUsageLimitRule(
      actor: Actor,
      id: string,
      { rule, revision }: z.output<typeof updateUsageLimitRule.schema.body>,
    ): Promise<UsageLimitRuleRow> {
      return db.$transaction(async (tx) => {
        const before = await getRule(actor, id, tx)
        const change = { amount: rule.amount, warnPercent: rule.warn_percent, blocks: rule.blocks }
        const isUpdated = before.revision === revision && (await rules.update(tx, id, revision, change))
        const after = await getRule(actor, id, tx)
        if (!isUpdated) throw new AppError('REVISION_MISMATCH', { params: { current: presentUsageLimitRule(after) } })
        await audit.record(tx, actor, {
          action: 'updateUsageLimitRule',
          target: toTarget(after),
          before: auditedFields(before),
          after: auditedFields(after),
        })
        return after
      })
    },

    async deleteUsageLimitRule(actor: Actor, id: string): Promise<void> {
      await db.$transaction(async (tx) => {
        const rule = await getRule(actor, id, tx)
        if (!(await rules.delete(tx, id))) throw new AppError('USAGE_LIMIT_RULE_NOT_FOUND')
        await audit.record(tx, actor, { action: 'deleteUsageLimitRule', target: toTarget(rule), before: auditedFields(rule) })
      })
    },
  }
}
