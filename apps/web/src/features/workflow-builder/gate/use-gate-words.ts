import type { GateCondition } from '@heddle/contracts/evaluation/gate'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#i18n/use-language.ts'

/** How conditions and their figures are written. */
export function useGateWords() {
  const { t } = useTranslation('evaluation')
  const { tag } = useLanguage()
  // As exact as the field of a condition: 89.6 % does not meet 90 %.
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 })
  const points = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 })
  const change = new Intl.NumberFormat(tag, { maximumFractionDigits: 1, signDisplay: 'exceptZero' })
  /** A share as percent; a dash where nothing is known. */
  const formatShare = (share: number | null) => (share === null ? '–' : percent.format(share))
  return {
    formatShare,
    formatChange: (value: number) => t('gate.change', { points: change.format(value) }),
    /** What a condition asks for, one line each. */
    describe: ({ at_least: minimum, at_most_worse: tolerance, repeats, judge_model: judge }: GateCondition): string[] => [
      ...(minimum === null ? [] : [t('gate.atLeast', { share: formatShare(minimum) })]),
      ...(tolerance === null ? [] : [t('gate.atMostWorse', { points: points.format(tolerance) })]),
      t('gate.repeats', { count: repeats }),
      ...(judge === null ? [] : [t('gate.judge', { model: judge })]),
    ],
  }
}
