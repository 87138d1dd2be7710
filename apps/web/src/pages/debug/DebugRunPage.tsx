import type { DebugRun } from '@heddle/contracts/debug/debug-run'
import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { KeptTrace } from '#features/workflow-builder/test-pane/kept/KeptTrace.tsx'
import { ReplyReplay } from '#features/chat/replay/ReplyReplay.tsx'
import { debugQueries } from '#features/debug/debug.queries.ts'
import { RunEvents } from '#features/debug/RunEvents.tsx'
import { RunFacts } from '#features/debug/RunFacts.tsx'
import { RunCalls, RunSources, RunSteps } from '#features/debug/RunParts.tsx'
import { paths } from '#shared/paths.ts'
import { Section } from '#shared/ui/layout/Section.tsx'
import { DebugPage } from './DebugPage.tsx'

/** One run: how it went, what was sent to models as far as it is kept, and what its reader saw. */
export function DebugRunPage() {
  const { id = '' } = useParams()
  const { t } = useTranslation('debug')
  const query = useQuery(debugQueries.run(id))
  const sourceList = useRef<HTMLDivElement>(null)
  const openSources = useCallback(() => sourceList.current?.scrollIntoView({ block: 'center' }), [])
  return (
    <DebugPage
      title={t('run.title')}
      hint={query.data?.question ?? t('run.hint')}
      back={{ to: paths.debugChat(), label: t('chat.title') }}
      query={query}
    >
      {(run) => (
        <>
          <RunFacts run={run} />
          <RunReplay key={run.id} run={run} onOpenSource={openSources} />
          <RunTrace run={run} />
          <RunCalls calls={run.calls} nodes={run.nodes} />
          <Prompts run={run} />
          {listEvents(run).length > 0 && (
            <>
              <div ref={sourceList}>
                <RunSources sources={run.reply?.message.sources ?? run.test?.run.sources ?? []} />
              </div>
              <RunEvents events={listEvents(run)} />
            </>
          )}
        </>
      )}
    </DebugPage>
  )
}

const listEvents = ({ reply, test }: DebugRun) => reply?.events ?? test?.events ?? []

/** The reply as its reader saw it. */
function RunReplay({ run, onOpenSource }: { run: DebugRun; onOpenSource: () => void }) {
  const { t } = useTranslation('debug')
  const { t: tRun } = useTranslation('testing')
  const { reply, test } = run
  const events = listEvents(run)
  if (events.length === 0) return <NoReplay run={run} />
  const shown = reply
    ? { id: reply.message.id, question: reply.question.content, language: reply.message.response_language }
    : test && { id: test.run.id, question: test.run.question, language: test.run.response_language }
  return (
    <Section title={t('replay.title')} hint={t('replay.hint')}>
      {test?.run.is_withheld ? (
        <Text size="sm">{tRun('withheld')}</Text>
      ) : (
        shown && <ReplyReplay {...shown} events={events} onOpenSource={onOpenSource} />
      )}
    </Section>
  )
}

function NoReplay({ run: { reply } }: { run: DebugRun }) {
  const { t } = useTranslation('debug')
  const laterId = reply?.later_run_id
  return (
    <Section title={t('replay.title')}>
      <Text size="sm">
        {t(reply ? 'replay.continued' : 'replay.gone')}{' '}
        {laterId && (
          <Anchor component={Link} to={paths.debugRun(laterId)} inherit>
            {t('replay.later')}
          </Anchor>
        )}
      </Text>
    </Section>
  )
}

function RunTrace({ run: { reply, test, nodes } }: { run: DebugRun }) {
  const { t } = useTranslation('debug')
  if (reply?.later_run_id || (!reply && !test)) return null
  return (
    <Section title={t('trace.title')} hint={t(test ? 'trace.hintTest' : 'trace.hint')}>
      {test ? <KeptTrace run={test.run} nodes={nodes} /> : reply && <RunSteps steps={reply.message.steps} />}
    </Section>
  )
}

/** What is kept of the prompts, and why. */
function Prompts({ run: { test, workflow } }: { run: DebugRun }) {
  const { t } = useTranslation('debug')
  return (
    <Section title={t('prompt.title')}>
      <Text size="sm">
        {t(test ? 'prompt.test' : 'prompt.reply')}{' '}
        {!test && workflow && (
          <Anchor component={Link} to={paths.workflow(workflow.id)} inherit>
            {t('prompt.open')}
          </Anchor>
        )}
      </Text>
    </Section>
  )
}
