import type { UsageLimitRule, UsageLimitState } from '@heddle/contracts/tenant/usage-limit'
import { presentText, presentTime } from '../../http/presenting.ts'
import type { UsageLimitRuleRow } from './usage-limit.repository.ts'
import type { LimitState } from './usage-limit.sql.ts'

export const presentUsageLimitRule = (rule: UsageLimitRuleRow): UsageLimitRule => ({
  id: rule.id,
  scope: rule.scope,
  user_id: rule.userId,
  user: rule.user && { id: rule.user.id, name: presentText(rule.user.name) },
  metric: rule.metric,
  amount: Number(rule.amount),
  interval_seconds: rule.intervalSeconds,
  warn_percent: rule.warnPercent,
  blocks: rule.blocks,
  revision: rule.revision,
  created_at: presentTime(rule.createdAt),
})

export const presentUsageLimitState = (state: LimitState): UsageLimitState => {
  const [amount, used] = [Number(state.amount), Number(state.used)]
  return {
    scope: state.scope,
    metric: state.metric,
    amount,
    used,
    remaining: Math.max(0, amount - used),
    blocks: state.blocks,
    is_warning: used * 100 >= amount * state.warnPercent,
    is_reached: used >= amount,
    resets_at: presentTime(state.resetsAt),
  }
}
