import type { UsageLimitInterval, UsageLimitRule } from '@heddle/contracts/tenant/usage-limit'
import { useTranslation } from 'react-i18next'
import { useLimitFormats } from '#entities/usage/use-limit-formats.ts'
import { useLanguage, useLocalized } from '#i18n/use-language.ts'

export const hourSeconds = 3_600

/** What the form offers: `hour` and `custom` are intervals of seconds. */
export const periods = ['hour', 'day', 'week', 'month', 'custom'] as const
export type Period = (typeof periods)[number]

type Interval = { interval: UsageLimitInterval; interval_seconds: number | null }

/** Returns formatters of a rule's parts. */
export function useLimitWords() {
  const { t } = useTranslation('limit')
  const { tag } = useLanguage()
  const localized = useLocalized()
  const { formatAmount } = useLimitFormats()
  const number = new Intl.NumberFormat(tag)

  const formatInterval = ({ interval, interval_seconds: seconds }: Interval) => {
    if (interval !== 'seconds' || seconds === null) return t(`per.${interval === 'seconds' ? 'hour' : interval}`)
    if (seconds === hourSeconds) return t('per.hour')
    if (seconds % (24 * hourSeconds) === 0) return t('per.hours', { amount: number.format(seconds / hourSeconds) })
    return t('per.seconds', { count: seconds, amount: number.format(seconds) })
  }

  return {
    formatInterval,
    formatScope: ({ scope, target }: Pick<UsageLimitRule, 'scope' | 'target'>): string => {
      if (scope === 'tenant') return t('whom.tenant')
      if (target) return scope === 'user' ? localized(target.name) : t(`named.${scope}`, { name: localized(target.name) })
      if (scope === 'assistant') return t('whom.eachAssistant')
      return t(scope === 'model' ? 'whom.eachModel' : 'whom.everybody')
    },
    formatAmount: (rule: Pick<UsageLimitRule, 'metric' | 'currency' | 'amount'> & Interval) =>
      t(`amount.${rule.metric}`, { count: rule.amount, amount: formatAmount(rule, rule.amount), per: formatInterval(rule) }),
  }
}
