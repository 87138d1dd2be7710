import type { ReplyUsage } from '@heddle/contracts/chat/reply-stream'
import type { RunCost } from '@heddle/contracts/workflow/workflow-run'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#i18n/use-language.ts'

/** Returns the formats of times, tokens and costs of runs. */
export function useRunFormats() {
  const { t } = useTranslation('testing')
  const { tag } = useLanguage()
  return useMemo(() => {
    const seconds = new Intl.NumberFormat(tag, { style: 'unit', unit: 'second', unitDisplay: 'short', maximumSignificantDigits: 3 })
    return {
      formatSeconds: (ms: number): string => seconds.format(ms / 1_000),
      formatUsage: ({ input_tokens: input, output_tokens: output, estimated }: ReplyUsage): string =>
        t(estimated ? 'fact.tokensEstimated' : 'fact.tokensInOut', {
          input: input.toLocaleString(tag),
          output: output.toLocaleString(tag),
        }),
      formatCost: ({ amount, currency }: RunCost): string =>
        new Intl.NumberFormat(tag, { style: 'currency', currency, minimumFractionDigits: 2, maximumFractionDigits: 6 }).format(
          Number(amount),
        ),
    }
  }, [t, tag])
}
