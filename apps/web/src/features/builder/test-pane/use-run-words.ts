// The words of runs in the interface's language.
import type { RunCost } from '@heddle/contracts/workflow/workflow-run'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#i18n/use-language.ts'
import { countTokens, type TestRun } from './test-run.ts'

export function useRunWords() {
  const { t } = useTranslation('testing')
  const { tag } = useLanguage()
  return useMemo(() => {
    const formatTime = (ms: number): string =>
      new Intl.NumberFormat(tag, { style: 'unit', unit: 'second', unitDisplay: 'short', maximumFractionDigits: ms < 1_000 ? 2 : 1 }).format(
        ms / 1_000,
      )
    const formatTokens = (count: number): string => t('fact.tokens', { count, amount: count.toLocaleString(tag) })
    const formatCost = ({ amount, currency }: RunCost): string =>
      new Intl.NumberFormat(tag, { style: 'currency', currency, minimumFractionDigits: 2, maximumFractionDigits: 6 }).format(Number(amount))
    const formatVersion = (version: number | null): string =>
      version === null ? t('version.draft') : t('version.number', { number: version })

    /** Returns time, tokens, cost and model of an ended run. */
    function listFacts({ end }: Pick<TestRun, 'end'>): string[] {
      if (end?.kind !== 'done') return []
      const tokens = countTokens(end.usage)
      return [
        formatTime(end.ms),
        ...(tokens > 0 ? [formatTokens(tokens)] : []),
        ...(end.cost ? [formatCost(end.cost)] : []),
        ...(end.model ? [end.model] : []),
      ]
    }

    return { formatTime, formatTokens, formatCost, formatVersion, listFacts }
  }, [t, tag])
}
