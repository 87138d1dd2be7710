import type { ReplyUsage } from '@heddle/contracts/reply/reply-stream'
import type { RunCost } from '@heddle/contracts/trial/workflow-run'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#i18n/use-language.ts'
import { formatMoney } from '#shared/money.ts'

/** Returns the formats of what runs took, and of the version that ran. */
export function useRunFormats() {
  const { t } = useTranslation('testing')
  const { tag } = useLanguage()
  return useMemo(() => {
    const unit = { style: 'unit', unit: 'second', unitDisplay: 'short' } as const
    const short = new Intl.NumberFormat(tag, { ...unit, maximumFractionDigits: 2 })
    const long = new Intl.NumberFormat(tag, { ...unit, maximumFractionDigits: 1 })
    return {
      formatTime: (ms: number): string => (ms < 1_000 ? short : long).format(ms / 1_000),
      formatTokens: (count: number): string => t('fact.tokens', { count, amount: count.toLocaleString(tag) }),
      formatUsage: ({ input_tokens: input, output_tokens: output, estimated }: Omit<ReplyUsage, 'reasoning_tokens'>): string =>
        t(estimated ? 'fact.tokensEstimated' : 'fact.tokensInOut', {
          input: input.toLocaleString(tag),
          output: output.toLocaleString(tag),
        }),
      formatCost: ({ amount, currency }: RunCost): string =>
        formatMoney(tag, currency, Number(amount), { minimumFractionDigits: 2, maximumFractionDigits: 6 }),
      formatVersion: (version: number | null): string => (version === null ? t('version.draft') : t('version.number', { number: version })),
    }
  }, [t, tag])
}
