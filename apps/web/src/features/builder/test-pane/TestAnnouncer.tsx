import { VisuallyHidden } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { countTokens, type TestRun } from './test-run.ts'
import { useTests } from './use-tests.ts'

/** Tells a screen reader, politely, that a test has started and how it ended. */
export function TestAnnouncer() {
  const { t } = useTranslation('testing')
  const text = useTests(({ turns, isRunning }) => {
    const runs = turns.at(-1)?.runs ?? []
    return isRunning ? t('announce.started') : runs.map((run) => describeEnd(t, run)).join(' ')
  })
  return <VisuallyHidden role="status">{text}</VisuallyHidden>
}

function describeEnd(t: TFunction<'testing'>, { end }: TestRun): string {
  if (end?.kind === 'stopped' || (end?.kind === 'done' && end.outcome === 'stopped')) return t('announce.stopped')
  if (end?.kind !== 'done' || end.outcome !== 'completed') return t('announce.failed')
  return t('announce.finished', { count: countTokens(end.usage) })
}
