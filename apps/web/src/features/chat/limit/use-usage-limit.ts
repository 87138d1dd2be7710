import type { UsageLimitState } from '@heddle/contracts/tenant/usage-limit'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { usageLimitQuery } from '#entities/usage/usage-limit.queries.ts'

export type UsageLimitNews = { readonly kind: 'reached' | 'warning' | 'unknown'; readonly text: string }

/** Returns the notice about the usage limits; null when none is near. Only `reached` blocks sending. */
export function useUsageLimit(): UsageLimitNews | null {
  const { t } = useTranslation('chat')
  const { tag } = useLanguage()
  const { data, error } = useQuery(usageLimitQuery)
  if (!data) return error ? { kind: 'unknown', text: t('limit.checkFailed') } : null

  const formatUsage = ({ metric, used, amount, resets_at }: UsageLimitState) => {
    const number = new Intl.NumberFormat(tag)
    return t(`limit.${metric}`, {
      count: amount,
      used: number.format(used),
      amount: number.format(amount),
      when: formatDateTime(parseTime(resets_at)),
    })
  }
  const reached = data.limits.find(({ is_reached, blocks }) => is_reached && blocks)
  if (reached) return { kind: 'reached', text: t('limit.usageReached', { usage: formatUsage(reached) }) }
  const near = data.limits.find(({ is_warning, is_reached }) => is_warning || is_reached)
  return near ? { kind: 'warning', text: formatUsage(near) } : null
}
