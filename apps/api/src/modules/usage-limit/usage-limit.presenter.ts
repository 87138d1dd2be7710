import type { HeldReservation } from '@heddle/contracts/debug/debug'
import type {
  NearUsageLimit,
  UsageLimitMetric,
  UsageLimitRule,
  UsageLimitState,
  UsageRefusals,
  UserUsageLimit,
} from '@heddle/contracts/usage-limit/usage-limit'
import { presentText, presentTime } from '../../platform/http/presenting.ts'
import type { Actor } from '../../platform/permissions/actor.ts'
import type { NearLimit } from './near-usage-limit.sql.ts'
import type { ReservationRow, UsageLimitRuleRow } from './usage-limit.repository.ts'
import type { LimitState, UserLimit } from './usage-limit.sql.ts'
import type { UserRefusals } from './usage-refusal.sql.ts'
import type { ReachedLimit } from './usage-reservation.sql.ts'

/** A cost is stored in hundred-millionths of its currency. */
const costUnits = 100_000_000

/** What is stored of an amount. */
export const toStoredAmount = (metric: UsageLimitMetric, amount: number): bigint =>
  BigInt(Math.round(metric === 'cost' ? amount * costUnits : amount))

const presentAmount = (metric: UsageLimitMetric, stored: bigint | string | number): number =>
  metric === 'cost' ? Number(stored) / costUnits : Number(stored)

function presentTarget({ user, group, assistant, model }: UsageLimitRuleRow): UsageLimitRule['target'] {
  if (model) return { id: model.id, name: { default: model.name } }
  const named = user ?? group ?? assistant
  return named && { id: named.id, name: presentText(named.name) }
}

export const presentUsageLimitRule = (rule: UsageLimitRuleRow): UsageLimitRule => {
  const target = presentTarget(rule)
  return {
    id: rule.id,
    scope: rule.scope,
    target_id: target?.id ?? null,
    target,
    metric: rule.metric,
    flow: rule.flow === 'eval' ? 'eval' : null,
    currency: rule.currency,
    amount: presentAmount(rule.metric, rule.amount),
    interval: rule.interval,
    interval_seconds: rule.intervalSeconds,
    warn_percent: rule.warnPercent,
    blocks: rule.blocks,
    revision: rule.revision,
    created_at: presentTime(rule.createdAt),
  }
}

type LimitDefinition = Omit<LimitState, 'used' | 'warnsAt' | 'blocks' | 'ruleId'>

const presentDefinition = (state: LimitDefinition) => ({
  scope: state.scope,
  target: state.targetId === null ? null : { id: state.targetId, name: presentText(state.targetName) },
  metric: state.metric,
  flow: state.flow,
  currency: state.currency,
  amount: presentAmount(state.metric, state.amount),
  interval: state.interval,
  interval_seconds: state.intervalSeconds,
  resets_at: presentTime(state.resetsAt),
})

export const presentUsageLimitState = (state: LimitState): UsageLimitState => {
  const [amount, used] = [BigInt(state.amount), BigInt(state.used)]
  return {
    ...presentDefinition(state),
    used: presentAmount(state.metric, used),
    remaining: presentAmount(state.metric, amount > used ? amount - used : 0n),
    blocks: state.blocks,
    is_warning: used >= BigInt(state.warnsAt),
    is_reached: used >= amount,
  }
}

export const presentNearUsageLimit = (near: NearLimit): NearUsageLimit => ({
  rule_id: near.ruleId,
  subject: { kind: near.subjectKind, id: near.subjectId, name: presentText(near.subjectName) },
  state: presentUsageLimitState(near),
})

export const presentUserUsageLimit = (limit: UserLimit): UserUsageLimit => ({
  id: limit.ruleId,
  holds: limit.holds,
  state: presentUsageLimitState(limit),
})

export const presentRefusals = (refusals: UserRefusals): UsageRefusals => ({
  rule_id: refusals.ruleId,
  ...presentDefinition(refusals),
  count: refusals.count,
  first_at: presentTime(refusals.firstAt),
  last_at: presentTime(refusals.lastAt),
})

export const presentReservation = (
  actor: Actor,
  { runId, createdAt, subjectId, amount, counter: { rule } }: ReservationRow,
): HeldReservation => ({
  run_id: runId,
  created_at: presentTime(createdAt),
  is_own: subjectId === actor.id,
  amount: presentAmount(rule.metric, amount),
  rule: presentUsageLimitRule(rule),
})

/** The parameters of `USAGE_LIMIT_REACHED`. */
export const presentReachedLimit = (reached: ReachedLimit) => ({ ...presentDefinition(reached), retry_after: reached.remainingSeconds })
