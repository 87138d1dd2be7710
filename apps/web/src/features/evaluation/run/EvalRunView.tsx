import type { EvalRun } from '@heddle/contracts/evaluation/eval-run'
import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconClock, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { countMissing, isOngoing } from '#entities/evaluation/eval-runs.queries.ts'
import { useNumberText } from '#i18n/use-language.ts'
import { confirmLeave } from '#shared/forms/confirm-leave.ts'
import { hasUnsaved } from '#shared/forms/unsaved.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { ApiError } from '#shared/api/errors.ts'
import { QuestionList } from '../answers/QuestionList.tsx'
import { ReviewQueue } from '../review/ReviewQueue.tsx'
import { FigureSection } from './FigureSection.tsx'
import { NightlySwitch } from './NightlySwitch.tsx'
import { RunFacts } from './RunFacts.tsx'

/** An evaluation: what it was of, its figures, and its questions with their answers; or the review of these, one by one. */
export function EvalRunView({ run }: { run: EvalRun }) {
  const { t } = useTranslation('evaluation')
  const { t: tForm } = useTranslation('form')
  const formatNumber = useNumberText()
  const { failed_count: failed, timed_out_count: timedOut, error } = run
  const [search, setSearch] = useSearchParams()
  const failures = failed + timedOut
  const missing = countMissing(run)

  /** Leaves the other parts of the address, which hold the filters of the list. */
  async function showReview(isShown: boolean) {
    if (hasUnsaved() && !(await confirmLeave(tForm))) return
    setSearch((known) => new URLSearchParams([...[...known].filter(([name]) => name !== 'review'), ...(isShown ? [['review', '']] : [])]))
  }

  if (search.has('review')) return <ReviewQueue run={run} onClose={() => void showReview(false)} />
  return (
    <>
      {error && <ErrorAlert error={new ApiError(500, error.code, error.message, error.params)} />}
      {isOngoing(run) && (
        <Alert color="blue" variant="light" icon={<IconClock aria-hidden />} mb="md">
          {t('run.soFar')}
        </Alert>
      )}
      {run.is_stale && (
        <Alert color="gray" variant="light" icon={<IconRefresh aria-hidden />} mb="md" title={t('stale.title')}>
          {t('stale.hint')}
        </Alert>
      )}
      {failures > 0 && (
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />} mb="md">
          {t('run.failures', { count: failures, amount: formatNumber(failures) })}
        </Alert>
      )}
      {missing > 0 && (
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />} mb="md">
          {t('run.missing', { count: missing, amount: formatNumber(missing) })}
        </Alert>
      )}
      <RunFacts run={run} />
      <NightlySwitch run={run} />
      <FigureSection run={run} />
      <QuestionList run={run} onReview={() => void showReview(true)} />
    </>
  )
}
