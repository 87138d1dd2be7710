import type { UsageLimitState } from '@heddle/contracts/usage-limit/usage-limit'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { useLocalized } from '#i18n/use-language.ts'
import { usageLimitQuery } from '#entities/usage-limit/usage-limit.queries.ts'
import { useLimitFormats } from '#entities/usage-limit/use-limit-formats.ts'

export type UsageLimitNews = { readonly kind: 'reached' | 'warning' | 'unknown'; readonly text: string }

/** Returns the notice about the limits of the user, an expert and a model; null when none is near. Only `reached` blocks sending. */
export function useUsageLimit(assistantId: string | null, model: { id: string } | null): UsageLimitNews | null {
  const { t } = useTranslation('chat')
  const { t: tCommon } = useTranslation()
  const localized = useLocalized()
  const { formatAmount } = useLimitFormats()
  const { data, error } = useQuery(usageLimitQuery({ assistant_id: assistantId ?? undefined, model_id: model?.id }))
  if (!data) return error ? { kind: 'unknown', text: t('limit.checkFailed') } : null

  const formatUsage = (limit: UsageLimitState) => {
    const { scope, target, metric, used, amount, resets_at } = limit
    const value = t(`limit.${metric}`, {
      count: amount,
      used: formatAmount(limit, used),
      amount: formatAmount(limit, amount),
      when: formatDateTime(parseTime(resets_at)),
    })
    if (scope === 'user' || scope === 'group') return value
    return tCommon('labeled', { label: t(`limit.whose.${scope}`, { name: target ? localized(target.name) : '' }), value })
  }
  const reached = data.limits.find(({ is_reached, blocks }) => is_reached && blocks)
  if (reached) return { kind: 'reached', text: t('limit.usageReached', { usage: formatUsage(reached) }) }
  const near = data.limits.find(({ is_warning, is_reached }) => is_warning || is_reached)
  return near ? { kind: 'warning', text: formatUsage(near) } : null
}
