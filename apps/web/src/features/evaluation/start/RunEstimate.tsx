import type { EvalRunAsked } from '@heddle/contracts/evaluation/eval-run'
import { findSensitivity } from '@heddle/evaluation/gate/sensitivity'
import { Alert, Skeleton, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useEvalWords } from '#entities/evaluation/use-eval-words.ts'
import { useRunFormats } from '#entities/workflow/use-run-formats.ts'
import { useNumberText } from '#i18n/use-language.ts'
import { Fact, Facts } from '#shared/ui/layout/Facts.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { evalResultQueries } from '../eval-results.queries.ts'

type RunEstimateProps = { datasetId: string; run: EvalRunAsked }

/** What an evaluation takes, and what it can see, before it starts. */
export function RunEstimate({ datasetId, run }: RunEstimateProps) {
  const { t } = useTranslation('evaluation')
  const formatNumber = useNumberText()
  const { formatCost } = useRunFormats()
  const { formatMinutes } = useEvalWords()
  const isComplete = run.workflow_id !== '' && (run.version !== undefined || run.draft_hash !== undefined)
  const { data, error } = useQuery({
    ...evalResultQueries.estimate(datasetId, run),
    enabled: isComplete,
    placeholderData: keepPreviousData,
  })
  if (!isComplete)
    return (
      <Text size="sm" c="dimmed">
        {t('estimate.wait')}
      </Text>
    )
  if (error) return <ErrorAlert error={error} />
  if (!data) return <Skeleton height={160} radius="md" />
  return (
    <section aria-label={t('estimate.title')}>
      <Sees rows={data.row_count} repeats={run.repeats} />
      {data.judges_itself && run.judge_model !== run.model && (
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />} mb="sm">
          {t('start.judgesItself')}
        </Alert>
      )}
      <Facts>
        <Fact name={t('estimate.questions')}>{formatNumber(data.row_count)}</Fact>
        <Fact name={t('estimate.answers')}>{formatNumber(data.answer_count)}</Fact>
        <Fact name={t('estimate.calls')}>{t('estimate.about', { amount: formatNumber(data.model_calls) })}</Fact>
        <Fact name={t('estimate.tokens')}>{t('estimate.about', { amount: formatNumber(data.tokens) })}</Fact>
        <Fact name={t('estimate.time')}>{t('estimate.about', { amount: formatMinutes(data.minutes) })}</Fact>
        <Fact name={t('estimate.cost')} hint={t(`estimate.basis.${data.basis}`)}>
          {data.cost ? t('estimate.about', { amount: formatCost(data.cost) }) : t('estimate.costUnknown')}
        </Fact>
      </Facts>
    </section>
  )
}

/** How likely so many questions and repeats show a loss. */
function Sees({ rows, repeats }: { rows: number; repeats: EvalRunAsked['repeats'] }) {
  const { t } = useTranslation('evaluation')
  const formatNumber = useNumberText()
  const sensitivity = findSensitivity(rows, repeats)
  if (!sensitivity)
    return (
      <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />} mb="sm">
        {t('start.tooFew')}
      </Alert>
    )
  const { caught10, caught5 } = sensitivity
  const perHundred = (share: number) => formatNumber(Math.round(100 * share))
  return (
    <Text size="sm" mb="sm">
      {t(`start.sees.${repeats}`, {
        count: rows,
        amount: formatNumber(rows),
        caught: perHundred(caught10),
        small: perHundred(caught5),
      })}
    </Text>
  )
}
