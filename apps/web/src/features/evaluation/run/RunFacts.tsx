import type { EvalRun } from '@heddle/contracts/evaluation/eval-run'
import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { countMissing } from '#entities/evaluation/eval-runs.queries.ts'
import { RunState } from '#entities/evaluation/RunState.tsx'
import { useEvalWords } from '#entities/evaluation/use-eval-words.ts'
import { useRunFormats } from '#entities/workflow/use-run-formats.ts'
import { useLocalized, useNumberText } from '#i18n/use-language.ts'
import { paths } from '#shared/paths.ts'
import { TimeText } from '#shared/table/TimeText.tsx'
import { Fact, Facts } from '#shared/ui/layout/Facts.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'

/** What an evaluation was of, and what it took. */
export function RunFacts({ run }: { run: EvalRun }) {
  const { t } = useTranslation('evaluation')
  const localized = useLocalized()
  const formatNumber = useNumberText()
  const { nameVersion, nameRepeats } = useEvalWords()
  const { formatTime, formatCost, formatUsage } = useRunFormats()
  const { dataset, workflow, failed_count: failed, timed_out_count: timedOut, known_failure_count: known } = run
  const missing = countMissing(run)
  const formatDurations = ({ p50, p95 }: NonNullable<EvalRun['total_ms']>) =>
    t('run.durations', { p50: formatTime(p50), p95: formatTime(p95) })
  return (
    <Section title={t('run.about')}>
      <Facts>
        <Fact name={t('column.state')}>
          <RunState run={run} />
        </Fact>
        <Fact name={t('column.workflow')} hint={nameVersion(workflow.version)}>
          <Anchor component={Link} to={paths.workflow(workflow.id)} inherit>
            {localized(workflow.name)}
          </Anchor>
        </Fact>
        <Fact name={t('run.set')} hint={known > 0 && t('run.knownFailures', { count: known, amount: formatNumber(known) })}>
          {t('run.setVersion', { name: localized(dataset.name), number: dataset.version })}
        </Fact>
        <Fact name={t('column.questions')}>
          {t('run.asked', { count: run.row_count, amount: formatNumber(run.row_count), repeats: nameRepeats(run.repeats) })}
        </Fact>
        <Fact name={t('start.model')}>{run.model}</Fact>
        {run.judge_model !== null && <Fact name={t('start.judge')}>{run.judge_model}</Fact>}
        {failed + timedOut > 0 && (
          <Fact name={t('column.failed')}>{t('run.failedOf', { failed: formatNumber(failed), timedOut: formatNumber(timedOut) })}</Fact>
        )}
        {missing > 0 && <Fact name={t('run.missingFact')}>{formatNumber(missing)}</Fact>}
        {run.first_token_ms && <Fact name={t('run.firstToken')}>{formatDurations(run.first_token_ms)}</Fact>}
        {run.total_ms && <Fact name={t('run.totalTime')}>{formatDurations(run.total_ms)}</Fact>}
        <Fact name={t('run.tokens')}>
          {formatUsage({ input_tokens: run.input_tokens, output_tokens: run.output_tokens, estimated: false })}
        </Fact>
        {run.cost && <Fact name={t('run.cost')}>{formatCost(run.cost)}</Fact>}
        <Fact name={t('column.started')} hint={run.created_by && localized(run.created_by.name)}>
          <TimeText time={run.created_at} />
        </Fact>
      </Facts>
    </Section>
  )
}
