import type { EvalMetric, EvalRun } from '@heddle/contracts/evaluation/eval-run'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#i18n/use-language.ts'

/** How measures, their figures and the states of runs are written. */
export function useEvalWords() {
  const { t } = useTranslation('evaluation')
  const { tag } = useLanguage()
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 })
  return {
    nameMetric: (metric: EvalMetric) => t(`metric.${metric}`),
    explainMetric: (metric: EvalMetric) => t(`metricHint.${metric}`),
    nameState: (state: EvalRun['state']) => t(`state.${state}`),
    /** A share as percent; null, of which nothing is known, as a dash. */
    formatShare: (share: number | null) => (share === null ? '–' : percent.format(share)),
  }
}
