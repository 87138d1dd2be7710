import { Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useBuilder } from '../use-builder.tsx'
import { useWords } from '../use-words.ts'
import { NodeRunDetails } from './node/NodeRunDetails.tsx'
import classes from './TestPanel.module.css'
import type { TestPanelProps } from './test-settings.ts'
import { TestTurn } from './turn/TestTurn.tsx'
import { useTests } from './run/use-tests.ts'

/** The turns of the test with the last one in sight, and the selected node when the shown run did not reach it. */
export function TestLog({ onOpen }: Pick<TestPanelProps, 'onOpen'>) {
  const { inspected } = useBuilder()
  const { formatTitle } = useWords()
  const turns = useTests((state) => state.turns)
  const isReached = useTests(({ shown }) => inspected !== null && shown !== null && shown.nodes.has(inspected.id))
  const log = useRef<HTMLDivElement>(null)
  const lastKey = turns.at(-1)?.key

  useEffect(() => {
    if (lastKey !== undefined) log.current?.lastElementChild?.scrollIntoView({ block: 'start' })
  }, [lastKey])

  return (
    <>
      <div ref={log} className={classes.turns}>
        {turns.map(({ key, question, runs }) => (
          <TestTurn key={key} question={question} runs={runs} onOpen={onOpen} />
        ))}
      </div>
      {inspected && !isReached && (
        <section aria-label={formatTitle(inspected)}>
          <Text size="sm" fw={600} mb={4}>
            {formatTitle(inspected)}
          </Text>
          <NodeRunDetails node={inspected} run={undefined} onOpen={() => onOpen(inspected.id)} />
        </section>
      )}
    </>
  )
}
