import type { EvalRun, EvalRunState } from '@heddle/contracts/evaluation/eval-run'
import { Badge, Progress, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useNumberText } from '#i18n/use-language.ts'
import { countMissing, isOngoing } from './eval-runs.queries.ts'

const colors: Readonly<Record<EvalRunState, string>> = {
  queued: 'gray',
  running: 'blue',
  completed: 'teal',
  cancelled: 'gray',
  failed: 'red',
}

type RunStateProps = { run: Pick<EvalRun, 'state' | 'answer_count' | 'row_count' | 'repeats' | 'is_stale'> }

/** The state of a run, with its progress while it goes on, and whether what it asked has changed since. */
export function RunState({ run: { state, answer_count: done, row_count: rows, repeats, is_stale: isStale } }: RunStateProps) {
  const { t } = useTranslation('evaluation')
  const formatNumber = useNumberText()
  const total = rows * repeats
  const missing = countMissing({ state, answer_count: done, row_count: rows, repeats })
  const progress = t('progress', { count: total, done: formatNumber(done), total: formatNumber(total) })
  return (
    <Stack gap={4} align="start">
      <Badge variant="dot" color={colors[state]} tt="none" fw={500} style={{ maxWidth: 'none', minWidth: 'max-content' }}>
        {t(`state.${state}`)}
      </Badge>
      {isOngoing({ state }) && (
        <>
          <Progress w={120} size="sm" value={total === 0 ? 0 : (100 * done) / total} aria-label={progress} />
          <Text size="xs" c="dimmed">
            {progress}
          </Text>
        </>
      )}
      {missing > 0 && (
        <Text size="xs" c="dimmed">
          {t('run.missingOf', { count: missing, amount: formatNumber(missing) })}
        </Text>
      )}
      {isStale && (
        <Text size="xs" c="dimmed" title={t('stale.hint')}>
          {t('stale.title')}
        </Text>
      )}
    </Stack>
  )
}
