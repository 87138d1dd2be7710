import type { GateCondition } from '@heddle/contracts/evaluation/gate'
import { useTranslation } from 'react-i18next'
import { useEvalWords } from '#entities/evaluation/use-eval-words.ts'
import { useLanguage } from '#i18n/use-language.ts'

/** How conditions and their figures are written. */
export function useGateWords() {
  const { t } = useTranslation('evaluation')
  const { tag } = useLanguage()
  const { formatShare } = useEvalWords()
  const points = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 })
  const change = new Intl.NumberFormat(tag, { maximumFractionDigits: 1, signDisplay: 'exceptZero' })
  return {
    formatShare,
    formatChange: (value: number) => t('gate.change', { points: change.format(value) }),
    /** What a condition asks for, one line each. */
    describe: ({ at_least, at_most_worse, repeats, judge_model }: GateCondition): string[] => [
      ...(at_least === null ? [] : [t('gate.atLeast', { share: formatShare(at_least) })]),
      ...(at_most_worse === null ? [] : [t('gate.atMostWorse', { points: points.format(at_most_worse) })]),
      t('gate.repeats', { count: repeats }),
      ...(judge_model === null ? [] : [t('gate.judge', { model: judge_model })]),
    ],
  }
}
