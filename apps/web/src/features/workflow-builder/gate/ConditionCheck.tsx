import type { GateCheck, GateState } from '@heddle/contracts/evaluation/gate'
import { Anchor, Badge, Group, List, Paper, Progress, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useEvalWords } from '#entities/evaluation/use-eval-words.ts'
import { useLocalized } from '#i18n/use-language.ts'
import { paths } from '#shared/paths.ts'
import { useGateWords } from './use-gate-words.ts'

const colors: Readonly<Record<GateState, string>> = { missing: 'gray', stale: 'yellow', running: 'blue', passed: 'teal', failed: 'red' }

function GateStateBadge({ state }: { state: GateState }) {
  const { t } = useTranslation('evaluation')
  return (
    <Badge variant="dot" color={colors[state]} tt="none" fw={500} style={{ flex: 'none' }}>
      {t(`gate.state.${state}`)}
    </Badge>
  )
}

type ConditionCheckProps = { check: GateCheck; actions?: ReactNode }

/** A condition with what is known of the draft. */
export function ConditionCheck({ check, actions }: ConditionCheckProps) {
  const { t } = useTranslation('evaluation')
  const localized = useLocalized()
  const { nameMetric } = useEvalWords()
  const { describe } = useGateWords()
  const { condition, dataset, state } = check
  const metric = nameMetric(condition.metric)
  const title = dataset ? t('gate.title', { metric, dataset: localized(dataset.name) }) : metric
  return (
    <Paper component="article" withBorder p="sm" aria-label={title}>
      <Group justify="space-between" align="start" gap="xs" wrap="nowrap">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Text>
        <GateStateBadge state={state} />
      </Group>
      <Text size="sm" c="dimmed">
        {describe(condition).join(' · ')}
      </Text>
      <Findings check={check} />
      {actions && (
        <Group gap="xs" mt="xs">
          {actions}
        </Group>
      )}
    </Paper>
  )
}

function Findings({ check }: { check: GateCheck }) {
  const { t } = useTranslation('evaluation')
  const { state, problems, dataset, means_little: meansLittle, progress } = check
  if (dataset?.version === null) return <Text size="sm">{t('gate.unpublished')}</Text>
  if (!dataset) return <Text size="sm">{t('gate.deleted')}</Text>
  return (
    <Stack gap={4} mt={4}>
      {(state === 'missing' || state === 'stale') && <Text size="sm">{t(`gate.stateHint.${state}`)}</Text>}
      {progress.map((run) => (
        <RunProgress key={run.run_id} {...run} />
      ))}
      {check.figure !== null && <Figures check={check} />}
      {problems.map((problem) => (
        <Text key={problem} size="sm" c="var(--mantine-color-error)">
          {t(`gate.problem.${problem}`)}
        </Text>
      ))}
      {meansLittle && <Text size="sm">{t('gate.meansLittle')}</Text>}
      {state === 'failed' && <WorstRows check={check} />}
      <RunLinks check={check} />
    </Stack>
  )
}

function RunProgress({ answer_count: total, answers_done: done }: GateCheck['progress'][number]) {
  const { t } = useTranslation('evaluation')
  const label = t('gate.progress', { done, total })
  return (
    <>
      <Text size="sm">{label}</Text>
      <Progress value={total === 0 ? 0 : (100 * done) / total} aria-label={label} />
    </>
  )
}

function Figures({ check }: { check: GateCheck }) {
  const { t } = useTranslation('evaluation')
  const { formatShare, formatChange } = useGateWords()
  const { figure, baseline, change_points: change, row_count: count, verdict_count: own, baseline_verdict_count: others } = check
  // A figure that people have judged is theirs too, also when they judged their own draft.
  const verdicts = [own ? t('gate.verdicts', { count: own }) : '', others ? t('gate.baselineVerdicts', { count: others }) : '']
  return (
    <Text size="sm">
      {t('gate.figure', { share: formatShare(figure), count: count ?? 0 })}
      {baseline !== null && change !== null && (
        <>
          <br />
          {t('gate.baseline', { share: formatShare(baseline), change: formatChange(change) })}
        </>
      )}
      {verdicts.filter(Boolean).map((text) => (
        <span key={text}>
          <br />
          {text}
        </span>
      ))}
    </Text>
  )
}

/** The questions that lost the most. */
function WorstRows({ check }: { check: GateCheck }) {
  const { t } = useTranslation('evaluation')
  const { formatShare } = useGateWords()
  if (check.worst_rows.length === 0) return null
  return (
    <div>
      <Text size="sm" fw={500}>
        {t('gate.worst')}
      </Text>
      <List size="sm">
        {check.worst_rows.map(({ row_id, question, before, after }) => (
          <List.Item key={row_id} style={{ overflowWrap: 'anywhere' }}>
            {before === null
              ? t('gate.worstRow', { question, after: formatShare(after) })
              : t('gate.lostRow', { question, before: formatShare(before), after: formatShare(after) })}
          </List.Item>
        ))}
      </List>
    </div>
  )
}

function RunLinks({ check }: { check: GateCheck }) {
  const { t } = useTranslation('evaluation')
  const { condition, run_id: run, baseline_run_id: baseline } = check
  if (run === null) return null
  return (
    <Anchor
      component={Link}
      size="sm"
      to={
        baseline === null ? paths.evalRun(condition.dataset_id, run) : paths.evalComparison(condition.dataset_id, { a: baseline, b: run })
      }
    >
      {t(baseline === null ? 'gate.openRun' : 'gate.compareRuns')}
    </Anchor>
  )
}
