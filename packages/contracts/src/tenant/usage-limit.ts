// How much may be used: rules that administrators set, and what is left of them.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Count, Id, IdParams, LocalizedText, PageInfo, PageQuery, Timestamp } from '../wire.ts'

/** `tenant`: all its people together. `user`: each of them, or the one that is named. */
export const UsageLimitScope = z.enum(['tenant', 'user'])
export type UsageLimitScope = z.infer<typeof UsageLimitScope>

export const UsageLimitMetric = z.enum(['requests', 'tokens'])
export type UsageLimitMetric = z.infer<typeof UsageLimitMetric>

const RuleFields = {
  scope: UsageLimitScope,
  /** For one user only; null is everybody. Null for a tenant. */
  user_id: Id.nullable(),
  metric: UsageLimitMetric,
  /** So many requests, or tokens in and out, in one interval. */
  amount: z.int().min(1).max(1_000_000_000_000),
  /** Intervals follow one another from 1970-01-01T00:00:00Z on. */
  interval_seconds: z.int().min(60).max(31_622_400),
  /** From this share of the amount on (percent), people are warned. */
  warn_percent: z.int().min(1).max(100),
  /** Whether the amount is a limit, or only something to warn of. */
  blocks: z.boolean(),
}

export const UsageLimitRule = z.object({
  id: Id,
  ...RuleFields,
  user: z.object({ id: Id, name: LocalizedText }).nullable(),
  revision: z.int(),
  created_at: Timestamp,
})
export type UsageLimitRule = z.infer<typeof UsageLimitRule>

/** The state of a rule for a user, in the current interval. */
export const UsageLimitState = z.object({
  scope: UsageLimitScope,
  metric: UsageLimitMetric,
  amount: z.int(),
  /** What is settled, and what running replies have reserved. */
  used: z.int(),
  remaining: z.int(),
  blocks: z.boolean(),
  is_warning: z.boolean(),
  is_reached: z.boolean(),
  resets_at: Timestamp,
})
export type UsageLimitState = z.infer<typeof UsageLimitState>

export const getUsageLimit = {
  method: 'GET',
  url: '/api/v1/usage/limit',
  schema: {
    summary: 'Whether the actor may send, and how the limits stand that apply: the nearest to its end first',
    tags: ['usage'],
    response: { 200: z.object({ may_send: z.boolean(), limits: z.array(UsageLimitState) }) },
  },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint

export const queryUsageLimitRules = {
  method: 'POST',
  url: '/api/v1/usage/limit/query',
  schema: {
    summary: 'The usage limits of the tenant',
    tags: ['usage'],
    body: PageQuery,
    response: { 200: PageInfo.extend({ rules: z.array(UsageLimitRule) }) },
  },
  config: { policy: 'manage_usage_limits' },
} as const satisfies Endpoint

const RuleResponse = z.object({ rule: UsageLimitRule })

export const createUsageLimitRule = {
  method: 'POST',
  url: '/api/v1/usage/limit_rule',
  schema: {
    summary: 'Set a usage limit',
    tags: ['usage'],
    body: z.strictObject({ rule: z.strictObject(RuleFields) }),
    response: { 200: RuleResponse },
  },
  config: { policy: 'manage_usage_limits', audited: true, errors: ['AUTH_USER_NOT_FOUND'] },
} as const satisfies Endpoint

export const updateUsageLimitRule = {
  method: 'PUT',
  url: '/api/v1/usage/limit_rule/:id',
  schema: {
    summary: 'Change a usage limit; what is used of it stays counted',
    tags: ['usage'],
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
    tags: ['usage'],
    params: IdParams,
    response: { 200: z.object({ success: z.boolean() }) },
  },
  config: { policy: 'manage_usage_limits', audited: true, errors: ['USAGE_LIMIT_RULE_NOT_FOUND'] },
} as const satisfies Endpoint
