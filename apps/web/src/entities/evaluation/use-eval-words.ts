import type { Correctness } from '@heddle/contracts/evaluation/eval-answer'
import type { EvalMetric } from '@heddle/contracts/evaluation/eval-run'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#i18n/use-language.ts'

/** Below it a probability is shown as less than it. */
const leastShown = 0.001

/** How measures, their figures and versions of workflows are written. */
export function useEvalWords() {
  const { t } = useTranslation('evaluation')
  const { tag } = useLanguage()
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 })
  const points = new Intl.NumberFormat(tag, { maximumFractionDigits: 1, signDisplay: 'exceptZero' })
  const minute = new Intl.NumberFormat(tag, { style: 'unit', unit: 'minute', unitDisplay: 'short', maximumSignificantDigits: 2 })
  return {
    nameMetric: (metric: EvalMetric) => t(`metric.${metric}`),
    explainMetric: (metric: EvalMetric) => t(`metricHint.${metric}`),
    nameVersion: (version: number | null) => (version === null ? t('start.draft') : t('start.versionNumber', { number: version })),
    nameRepeats: (repeats: number) => t(`start.repeat.${repeats === 1 ? 1 : repeats === 3 ? 3 : 5}`),
    nameCorrectness: (correctness: Correctness) => t(`verdict.${correctness === 1 ? 'right' : correctness === 0 ? 'wrong' : 'partly'}`),
    /** A share as percent; a dash where nothing is known. */
    formatShare: (share: number | null) => (share === null ? '–' : percent.format(share)),
    /** How likely something is: what is not impossible is not shown as 0. */
    formatProbability: (share: number) => (share < leastShown ? `< ${percent.format(leastShown)}` : percent.format(share)),
    formatMinutes: (minutes: number) => minute.format(minutes),
    /** A change in points, with its sign. */
    formatPoints: (change: number) => points.format(change),
  }
}
