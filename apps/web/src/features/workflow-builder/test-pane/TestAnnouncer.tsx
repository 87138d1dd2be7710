import { VisuallyHidden } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useSentences } from '#i18n/use-language.ts'
import { countRunTokens, type TestRun } from './run/test-run.ts'
import { useTests } from './run/use-tests.ts'

/** Tells a screen reader, politely, that a test has started and how it ended. */
export function TestAnnouncer() {
  const { t } = useTranslation('testing')
  const sentences = useSentences()
  const text = useTests(({ turns, isRunning }) => {
    const runs = turns.at(-1)?.runs ?? []
    return isRunning ? t('announce.started') : sentences(runs.map((run) => describeEnd(t, run)))
  })
  return <VisuallyHidden role="status">{text}</VisuallyHidden>
}

function describeEnd(t: TFunction<'testing'>, { end }: TestRun): string {
  if (end?.kind === 'stopped' || (end?.kind === 'done' && end.outcome === 'stopped')) return t('announce.stopped')
  if (end?.kind !== 'done' || end.outcome !== 'completed') return t('announce.failed')
  return t('announce.finished', { count: countRunTokens(end.usage) })
}
