// The rules of usage limits, and how they stand. What they do to a reply is in usage-reservation.service.ts and usage.service.ts.
import { limits } from '@heddle/contracts/limits'
import type { ErrorCode } from '@heddle/contracts/errors'
import {
  type createUsageLimitRule,
  type getUsageLimit,
  maxLimitAmount,
  type queryNearUsageLimits,
  type queryUsageLimitRules,
  type updateUsageLimitRule,
  type UsageLimitMetric,
  UsageLimitScope,
} from '@heddle/contracts/usage-limit/usage-limit'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import { z } from 'zod'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Actor } from '../../platform/permissions/actor.ts'
import { usableAssistants } from '../../platform/permissions/assistant.permissions.ts'
import type { Paging } from '../../platform/http/paging.ts'
import type { AuditService } from '../audit/audit.service.ts'
import { presentUsageLimitRule, toStoredAmount } from './usage-limit.presenter.ts'
import type { UsageLimitRepository, UsageLimitRuleRow } from './usage-limit.repository.ts'

type UsageLimitDependencies = {
  readonly db: PrismaClient
  readonly rules: UsageLimitRepository
  readonly paging: Paging
  readonly audit: AuditService
}

function auditedFields(row: UsageLimitRuleRow) {
  const {
    id: _id,
    revision: _revision,
    created_at: _createdAt,
    target_id: _targetId,
    target,
    scope,
    ...fields
  } = presentUsageLimitRule(row)
  return { scope, ...(target && { [scope]: target }), ...fields }
}

/** The error of a name that the tenant does not have. */
const unknownTarget = {
  tenant: 'BAD_REQUEST',
  user: 'AUTH_USER_NOT_FOUND',
  group: 'AUTH_GROUP_NOT_FOUND',
  assistant: 'ASSISTANT_NOT_FOUND',
  model: 'MODEL_NOT_FOUND',
} as const satisfies Record<UsageLimitScope, ErrorCode>

const createRefusal = (field: string, message: string) =>
  new AppError('BAD_REQUEST', { params: { fields: [{ path: `body/rule/${field}`, message }] } })

function assertAmount(metric: UsageLimitMetric, amount: number) {
  if (metric !== 'cost' && !Number.isInteger(amount)) throw createRefusal('amount', 'Not a whole number')
  if (amount > maxLimitAmount[metric]) throw createRefusal('amount', `More than ${maxLimitAmount[metric]}`)
}

type NewRule = z.output<typeof createUsageLimitRule.schema.body>['rule']

/** Refuses what no schema says: fields that depend on each other. */
function assertRule({ scope, target_id: targetId, flow, metric, currency, amount, interval, interval_seconds: seconds }: NewRule) {
  if (scope === 'tenant' && targetId !== null) throw createRefusal('target_id', 'A limit of the tenant names nothing')
  if (scope === 'group' && targetId === null) throw createRefusal('target_id', 'A limit of a group names it')
  if (scope === 'assistant' && flow !== null) throw createRefusal('flow', 'An evaluation asks no expert')
  if ((metric === 'cost') !== (currency !== null)) throw createRefusal('currency', 'A cost has a currency, and nothing else has')
  if ((interval === 'seconds') !== (seconds !== null)) throw createRefusal('interval_seconds', 'Of an interval of seconds, and of no other')
  assertAmount(metric, amount)
}

const toTarget = ({ id }: UsageLimitRuleRow) => ({ type: 'usage_limit_rule', id }) as const

export type UsageLimitService = ReturnType<typeof createUsageLimitService>

export function createUsageLimitService({ db, rules, paging, audit }: UsageLimitDependencies) {
  const list = paging.defineList({
    name: 'usage limit rules',
    filters: z.object({}),
    key: z.object({ id: z.string() }),
    defaultSize: limits.usageLimitRules,
  })

  const nearList = paging.defineList({
    name: 'near usage limits',
    filters: z.object({ userIds: z.array(z.string()).nullable(), scopes: z.array(UsageLimitScope).nullable() }),
    key: z.object({ share: z.number(), ruleId: z.string(), subjectId: z.string() }),
    defaultSize: limits.chatPageSize,
  })

  async function getRule(actor: Actor, id: string, on: Queryable): Promise<UsageLimitRuleRow> {
    const rule = await rules.findInTenant(actor.tenantId, id, on)
    if (!rule) throw new AppError('USAGE_LIMIT_RULE_NOT_FOUND')
    return rule
  }

  return {
    /** With those of an assistant and of a model, if given; of an assistant that the actor may not use there are none. */
    async getUsageLimit(actor: Actor, asked: z.output<typeof getUsageLimit.schema.querystring>) {
      const { assistant_id: id, model_id: modelId } = asked
      const isUsable = id !== undefined && (await db.assistant.count({ where: { id, AND: usableAssistants(actor) } })) === 1
      return rules.findStates({ id: actor.id, tenantId: actor.tenantId, assistantId: isUsable ? id : undefined, modelId })
    },

    /** What holds for a user of the tenant, what would without it, and what was refused. */
    async getUserUsageLimits(actor: Actor, id: string) {
      const user = await rules.findUser(actor.tenantId, id)
      if (!user) throw new AppError('AUTH_USER_NOT_FOUND')
      const of = { id, tenantId: actor.tenantId }
      const [found, refusals] = await Promise.all([rules.findOfUser(of), rules.findRefusals(of)])
      return { user, limits: found, refusals }
    },

    async queryNearUsageLimits(actor: Actor, request: z.output<typeof queryNearUsageLimits.schema.body>) {
      const page = nearList.read(request, { userIds: request.user_ids ?? null, scopes: request.scopes ?? null })
      const found = await rules.findNear(actor.tenantId, { ...page.filters, after: page.after, take: page.size + 1 })
      return nearList.cut(page, found, ({ position }) => position)
    },

    /** The latest of what runs hold of the tenant's limits, and whether there are more. */
    async listReservations({ tenantId }: Actor, size: number) {
      const found = await rules.findReservations(tenantId, size + 1)
      return { reservations: found.slice(0, size), hasMore: found.length > size }
    },

    async queryUsageLimitRules(actor: Actor, request: z.output<typeof queryUsageLimitRules.schema.body>) {
      const page = list.read(request, {})
      const found = await rules.findPage(actor.tenantId, { afterId: page.after?.id, take: page.size + 1 })
      return list.cut(page, found, ({ id }) => ({ id }))
    },

    async createUsageLimitRule(actor: Actor, { rule }: z.output<typeof createUsageLimitRule.schema.body>): Promise<UsageLimitRuleRow> {
      assertRule(rule)
      const { scope, target_id: targetId } = rule
      return db.$transaction(async (tx) => {
        if ((await rules.countForNew(tx, actor.tenantId)) >= limits.usageLimitRules)
          throw new AppError('CONFLICT', { params: { max: limits.usageLimitRules } })
        if (targetId !== null && !(await rules.hasTarget(actor.tenantId, scope, targetId, tx))) throw new AppError(unknownTarget[scope])
        const created = await rules.create(tx, {
          tenantId: actor.tenantId,
          scope,
          ...(scope !== 'tenant' && { [`${scope}Id`]: targetId }),
          metric: rule.metric,
          flow: rule.flow,
          currency: rule.currency,
          amount: toStoredAmount(rule.metric, rule.amount),
          interval: rule.interval,
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
        assertAmount(before.metric, rule.amount)
        const change = { amount: toStoredAmount(before.metric, rule.amount), warnPercent: rule.warn_percent, blocks: rule.blocks }
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
