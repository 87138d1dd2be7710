import type { UsageLimitRule } from '@heddle/contracts/tenant/usage-limit'
import { useTranslation } from 'react-i18next'
import { useLanguage, useLocalized } from '#i18n/use-language.ts'

/** The intervals with a name, in seconds. */
export const namedIntervals = { hour: 3_600, day: 86_400, week: 604_800, month: 2_592_000 } as const

export type IntervalName = keyof typeof namedIntervals

export const intervalNames = Object.keys(namedIntervals) as IntervalName[]

export const findIntervalName = (seconds: number): IntervalName | undefined =>
  intervalNames.find((name) => namedIntervals[name] === seconds)

/** Returns formatters of a rule's parts. */
export function useLimitWords() {
  const { t } = useTranslation('limit')
  const { t: common } = useTranslation()
  const { tag } = useLanguage()
  const localized = useLocalized()
  const number = new Intl.NumberFormat(tag)

  const formatInterval = (seconds: number) => {
    const name = findIntervalName(seconds)
    return name ? t(`per.${name}`) : t('per.seconds', { count: seconds, amount: number.format(seconds) })
  }

  return {
    /** The thousands separator of the interface's language. */
    thousandSeparator: number.formatToParts(10_000).find(({ type }) => type === 'group')?.value ?? ',',
    formatInterval,
    formatScope: ({ scope, user_id: userId, user }: UsageLimitRule) => {
      if (scope === 'tenant') return t('whom.tenant')
      return userId === null ? t('whom.everybody') : (user && localized(user.name)) || common('unknownUser')
    },
    formatAmount: ({ metric, amount, interval_seconds: seconds }: UsageLimitRule) =>
      t(`amount.${metric}`, { count: amount, amount: number.format(amount), per: formatInterval(seconds) }),
  }
}
