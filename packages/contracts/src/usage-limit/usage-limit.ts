// How much may be used: rules that administrators set, and what is left of them.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { schemaIds } from '../schema-ids.ts'
import { Count, Currency, Id, IdParams, LocalizedText, PageInfo, PageQuery, Timestamp } from '../wire.ts'

/**
 * `tenant`: all its people together. `user`: each of them, or the one that is named. `group`: each member of the one that is named.
 * `assistant`, `model`: all who use it together, each of them or the one that is named.
 */
export const UsageLimitScope = z.enum(['tenant', 'group', 'user', 'assistant', 'model'])
export type UsageLimitScope = z.infer<typeof UsageLimitScope>
schemaIds.add(UsageLimitScope, { id: 'UsageLimitScope' })

/** A cost is that of the calls with a price in the currency of the limit. */
export const UsageLimitMetric = z.enum(['requests', 'tokens', 'cost'])
export type UsageLimitMetric = z.infer<typeof UsageLimitMetric>
schemaIds.add(UsageLimitMetric, { id: 'UsageLimitMetric' })

/** `eval`: what questions and judgements of evaluations use, each of which is a request. */
export const UsageLimitFlow = z.enum(['eval'])
export type UsageLimitFlow = z.infer<typeof UsageLimitFlow>
schemaIds.add(UsageLimitFlow, { id: 'UsageLimitFlow' })

/** A day, a week from Monday on or a month of the tenant's time zone; or so many seconds. */
export const UsageLimitInterval = z.enum(['seconds', 'day', 'week', 'month'])
export type UsageLimitInterval = z.infer<typeof UsageLimitInterval>
schemaIds.add(UsageLimitInterval, { id: 'UsageLimitInterval' })

/** The greatest amounts; a cost has at most eight decimals. */
export const maxLimitAmount: Readonly<Record<UsageLimitMetric, number>> = {
  requests: 1_000_000_000_000,
  tokens: 1_000_000_000_000,
  cost: 1_000_000_000,
}

const Period = {
  interval: UsageLimitInterval,
  /** Of `seconds` only, and null else. Such intervals follow one another from 1970-01-01T00:00:00Z on. */
  interval_seconds: z.int().min(60).max(31_622_400).nullable(),
}

const Measure = {
  metric: UsageLimitMetric,
  /** Of what is counted; null of all. */
  flow: UsageLimitFlow.nullable(),
  /** ISO 4217; of a cost only, and null else. */
  currency: Currency.nullable(),
  /** So many requests, tokens in and out, or units of the currency, in one interval. Requests and tokens are whole. */
  amount: z.number().min(0.000_000_01).max(1_000_000_000_000),
}

const RuleFields = {
  scope: UsageLimitScope,
  /** The user, group, assistant or model that it is for; null is each of them. Null for a tenant, never for a group. */
  target_id: Id.nullable(),
  ...Measure,
  ...Period,
  /** From this share of the amount on (percent), people are warned. */
  warn_percent: z.int().min(1).max(100),
  /** Whether the amount is a limit, or only something to warn of. */
  blocks: z.boolean(),
}

/** What a limit names, or is counted for. */
export const UsageLimitTarget = z.object({ id: Id, name: LocalizedText })
schemaIds.add(UsageLimitTarget, { id: 'UsageLimitTarget' })

export const UsageLimitRule = z.object({
  id: Id,
  ...RuleFields,
  target: UsageLimitTarget.nullable(),
  revision: z.int(),
  created_at: Timestamp,
})
export type UsageLimitRule = z.infer<typeof UsageLimitRule>
schemaIds.add(UsageLimitRule, { id: 'UsageLimitRule' })

const Definition = {
  scope: UsageLimitScope,
  /** The user that it names, the group that grants it, or the assistant or model that it is about; null for the tenant and for every user. */
  target: UsageLimitTarget.nullable(),
  ...Measure,
  ...Period,
}

/** The state of a rule in the current interval. */
export const UsageLimitState = z.object({
  ...Definition,
  /** What is settled, and what running replies have reserved. */
  used: z.number(),
  remaining: z.number(),
  blocks: z.boolean(),
  is_warning: z.boolean(),
  is_reached: z.boolean(),
  resets_at: Timestamp,
})
export type UsageLimitState = z.infer<typeof UsageLimitState>
schemaIds.add(UsageLimitState, { id: 'UsageLimitState' })

export const getUsageLimit = {
  method: 'GET',
  url: '/api/v1/usage/limit',
  schema: {
    summary: 'Whether the actor may send, and how the limits stand that apply: the nearest to its end first',
    // Limits of assistants and models are those of the ones that are named.
    querystring: z.strictObject({ assistant_id: Id.optional(), model_id: Id.optional() }),
    response: { 200: z.object({ may_send: z.boolean(), limits: z.array(UsageLimitState) }) },
  },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint

export const queryUsageLimitRules = {
  method: 'POST',
  url: '/api/v1/usage/limit/query',
  schema: {
    summary: 'The usage limits of the tenant',
    body: PageQuery,
    response: { 200: PageInfo.extend({ rules: z.array(UsageLimitRule) }) },
  },
  config: { policy: 'manage_usage_limits' },
} as const satisfies Endpoint

/** A limit whose use is near its amount, or has reached it. */
export const NearUsageLimit = z.object({
  rule_id: Id,
  /** For whom or what it is counted: the tenant, a user, an assistant or a model. */
  subject: UsageLimitTarget.extend({ kind: z.enum(['tenant', 'user', 'assistant', 'model']) }),
  state: UsageLimitState,
})
export type NearUsageLimit = z.infer<typeof NearUsageLimit>
schemaIds.add(NearUsageLimit, { id: 'NearUsageLimit' })

export const queryNearUsageLimits = {
  method: 'POST',
  url: '/api/v1/usage/limit/near/query',
  schema: {
    summary: 'The limits of the tenant that are near or reached, the one with the greatest share used first',
    // With `user_ids` only those that are counted for one of these users, with `scopes` only those of limits of these scopes.
    body: PageQuery.extend({
      user_ids: z.array(Id).min(1).max(limits.maxPageSize).optional(),
      scopes: z.array(UsageLimitScope).min(1).max(UsageLimitScope.options.length).optional(),
    }),
    response: { 200: PageInfo.extend({ limits: z.array(NearUsageLimit) }) },
  },
  config: { policy: 'read_usage' },
} as const satisfies Endpoint

export const UserUsageLimit = z.object({
  /** Of the rule. */
  id: Id,
  /** False where a limit with the same metric and period has taken its place: of the user, or of a more generous group. */
  holds: z.boolean(),
  state: UsageLimitState,
})
export type UserUsageLimit = z.infer<typeof UserUsageLimit>
schemaIds.add(UserUsageLimit, { id: 'UserUsageLimit' })

/** How often a limit refused messages and tests of a user, in the last limits.usageRefusalDays days. They are no requests. */
export const UsageRefusals = z.object({
  rule_id: Id,
  ...Definition,
  count: z.int(),
  first_at: Timestamp,
  last_at: Timestamp,
})
export type UsageRefusals = z.infer<typeof UsageRefusals>
schemaIds.add(UsageRefusals, { id: 'UsageRefusals' })

export const getUserUsageLimits = {
  method: 'GET',
  url: '/api/v1/usage/limit/user/:id',
  schema: {
    summary: 'The limits that are about a user of the tenant, and why: those that hold first, the nearest to its end first',
    params: IdParams,
    response: {
      200: z.object({
        user: UsageLimitTarget,
        may_send: z.boolean(),
        limits: z.array(UserUsageLimit),
        /** The latest first, of at most limits.usageRefusals limits. */
        refusals: z.array(UsageRefusals),
      }),
    },
  },
  config: { policy: 'read_usage', errors: ['AUTH_USER_NOT_FOUND'] },
} as const satisfies Endpoint

const RuleResponse = z.object({ rule: UsageLimitRule })

export const createUsageLimitRule = {
  method: 'POST',
  url: '/api/v1/usage/limit_rule',
  schema: {
    summary: 'Set a usage limit',
    body: z.strictObject({ rule: z.strictObject({ ...RuleFields, flow: RuleFields.flow.default(null) }) }),
    response: { 200: RuleResponse },
  },
  config: {
    policy: 'manage_usage_limits',
    audited: true,
    errors: ['AUTH_USER_NOT_FOUND', 'AUTH_GROUP_NOT_FOUND', 'ASSISTANT_NOT_FOUND', 'MODEL_NOT_FOUND'],
  },
} as const satisfies Endpoint

export const updateUsageLimitRule = {
  method: 'PUT',
  url: '/api/v1/usage/limit_rule/:id',
  schema: {
    summary: 'Change a usage limit; what is used of it stays counted',
    params: IdParams,
    body: z.strictObject({
      rule: z.strictObject(RuleFields).pick({ amount: true, warn_percent: true, blocks: true }),
      revision: Count,
    }),
    response: { 200: RuleResponse },
  },
  config: { policy: 'manage_usage_limits', audited: true, errors: ['USAGE_LIMIT_RULE_NOT_FOUND', 'REVISION_MISMATCH'] },
} as const satisfies Endpoint

export const deleteUsageLimitRule = {
  method: 'DELETE',
  url: '/api/v1/usage/limit_rule/:id',
  schema: {
    summary: 'Take a usage limit away',
    params: IdParams,
    response: { 200: z.object({ success: z.boolean() }) },
  },
  config: { policy: 'manage_usage_limits', audited: true, errors: ['USAGE_LIMIT_RULE_NOT_FOUND'] },
} as const satisfies Endpoint
