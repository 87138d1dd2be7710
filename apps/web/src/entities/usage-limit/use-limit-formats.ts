import type { UsageLimitState } from '@heddle/contracts/usage-limit/usage-limit'
import { useLanguage } from '#i18n/use-language.ts'
import { formatMoney } from '#shared/money.ts'

type Measured = Pick<UsageLimitState, 'metric' | 'currency'>

/** Returns the format of what a limit counts, in the interface's language: a cost with its currency. */
export function useLimitFormats() {
  const { tag } = useLanguage()
  return {
    formatAmount: ({ metric, currency }: Measured, amount: number): string =>
      metric === 'cost' && currency !== null
        ? formatMoney(tag, currency, amount)
        : new Intl.NumberFormat(tag, { maximumFractionDigits: 0 }).format(amount),
    /** Returns what a field of a number has between its digits. */
    findSeparators() {
      const parts = new Intl.NumberFormat(tag).formatToParts(10_000.5)
      const find = (type: 'group' | 'decimal') => parts.find((part) => part.type === type)?.value
      return { thousandSeparator: find('group'), decimalSeparator: find('decimal') }
    },
  }
}
