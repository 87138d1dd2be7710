import type { UsageCost } from '@heddle/contracts/usage/usage-report'
import { useMemo } from 'react'
import { useLanguage, useListText } from '#i18n/use-language.ts'
import { formatMoney } from '#shared/money.ts'

/** Returns formatters of numbers in the interface's language; a value that is not known is a dash. */
export function useUsageFormats() {
  const { tag } = useLanguage()
  const listText = useListText()
  const formats = useMemo(() => {
    const count = new Intl.NumberFormat(tag, { maximumFractionDigits: 0 })
    const short = new Intl.NumberFormat(tag, { notation: 'compact', maximumSignificantDigits: 3 })
    const seconds = new Intl.NumberFormat(tag, { style: 'unit', unit: 'second', maximumFractionDigits: 2 })
    const change = new Intl.NumberFormat(tag, { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 0 })
    return {
      formatCount: (value: number) => count.format(value),
      /** For the axis of a chart. */
      formatShort: (value: number) => short.format(value),
      formatMilliseconds: (value: number | null | undefined) =>
        value === null || value === undefined ? '–' : seconds.format(value / 1_000),
      formatAmount: (currency: string, amount: number) => formatMoney(tag, currency, amount),
      /** Null when there was nothing before. */
      formatChange: (now: number, before: number) => (before === 0 ? null : change.format((now - before) / before)),
    }
  }, [tag])

  return {
    ...formats,
    formatCost: (cost: readonly UsageCost[]) =>
      cost.length === 0 ? '–' : listText(cost.map(({ currency, amount }) => formats.formatAmount(currency, Number(amount)))),
  }
}
