import { Text } from '@mantine/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useRunFormats } from '#entities/workflow/use-run-formats.ts'
import classes from './TestTurn.module.css'
import { RunReply } from './RunReply.tsx'
import { RunNodes } from '../node/RunNodes.tsx'
import type { TestExchange } from '../run/test-store.ts'
import { useTests, useTestStore } from '../run/use-tests.ts'

type TestTurnProps = Pick<TestExchange, 'question' | 'runs'> & { onOpen: (nodeId: string, field?: string) => void }

/** A question with its replies: one, or two side by side. */
export const TestTurn = memo(function TestTurn({ question, runs, onOpen }: TestTurnProps) {
  const { t } = useTranslation('testing')
  const { formatVersion } = useRunFormats()
  const store = useTestStore()
  const shownRun = useTests(({ shown }) => runs.find((run) => run === shown))
  return (
    <article className={classes.turn} aria-label={t('turn.label', { question })}>
      <Text size="sm" className={classes.question}>
        {question}
      </Text>
      <div className={classes.runs} data-compared={runs.length > 1 || undefined}>
        {runs.map((run, index) => (
          <RunReply
            // The two runs of a turn keep their order.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            run={run}
            label={formatVersion(run.version)}
            isShown={run === shownRun}
            onShow={() => store.show(run)}
            onOpen={onOpen}
          />
        ))}
      </div>
      {shownRun && <RunNodes nodes={shownRun.nodes} onOpen={onOpen} />}
    </article>
  )
})
