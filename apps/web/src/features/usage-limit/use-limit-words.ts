import type { UsageLimitInterval, UsageLimitRule } from '@heddle/contracts/usage-limit/usage-limit'
import { useTranslation } from 'react-i18next'
import { useLimitFormats } from '#entities/usage-limit/use-limit-formats.ts'
import { useLanguage, useLocalized } from '#i18n/use-language.ts'

export const hourSeconds = 3_600

/** What the form offers: `hour` and `custom` are intervals of seconds. */
export const periods = ['hour', 'day', 'week', 'month', 'custom'] as const
export type Period = (typeof periods)[number]

type Interval = { interval: UsageLimitInterval; interval_seconds: number | null }

/** Returns how a period is named, and how many of the unit it is; days of seconds are hours, as they begin in UTC. */
function findUnit({ interval, interval_seconds: seconds }: Interval) {
  if (interval !== 'seconds') return { unit: interval, length: 1 } as const
  if (seconds === null || seconds === hourSeconds) return { unit: 'hour', length: 1 } as const
  if (seconds % (24 * hourSeconds) === 0) return { unit: 'hours', length: seconds / hourSeconds } as const
  return { unit: 'seconds', length: seconds } as const
}

/** Returns formatters of a rule's parts. */
export function useLimitWords() {
  const { t } = useTranslation('limit')
  const { tag } = useLanguage()
  const localized = useLocalized()
  const { formatAmount } = useLimitFormats()
  const number = new Intl.NumberFormat(tag)

  return {
    formatInterval: (interval: Interval): string => {
      const { unit, length } = findUnit(interval)
      return t(`per.${unit}`, { count: length, amount: number.format(length) })
    },
    formatScope: ({ scope, target }: Pick<UsageLimitRule, 'scope' | 'target'>): string => {
      if (scope === 'tenant') return t('whom.tenant')
      if (target) return scope === 'user' ? localized(target.name) : t(`named.${scope}`, { name: localized(target.name) })
      if (scope === 'assistant') return t('whom.eachAssistant')
      return t(scope === 'model' ? 'whom.eachModel' : 'whom.everybody')
    },
    /** Returns a whole phrase: how an amount and its period go together is the catalogue's to say. */
    formatAmount: (rule: Pick<UsageLimitRule, 'metric' | 'flow' | 'currency' | 'amount'> & Interval) => {
      const { unit, length } = findUnit(rule)
      const values = { count: rule.amount, amount: formatAmount(rule, rule.amount), length: number.format(length) }
      const amount = t(`amount.${rule.metric}.${unit}`, values)
      return rule.flow === null ? amount : t(`flowOf.${rule.flow}`, { amount })
    },
  }
}
