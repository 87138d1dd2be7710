import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { NoticeText } from '#entities/chat/NoticeText.tsx'
import { useRunFormats } from '#entities/workflow/use-run-formats.ts'
import { ApiError } from '#shared/api/errors.ts'
import { Markdown } from '#shared/markdown/Markdown.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { ProblemList } from '../../ProblemList.tsx'
import { readProblems } from '../run/refused-problems.ts'
import classes from './RunReply.module.css'
import { countRunTokens, type TestRun, type TestRunEnd } from '../run/test-run.ts'

type RunReplyProps = {
  run: TestRun
  label: string
  /** Whether the nodes show this run. */
  isShown: boolean
  onShow: () => void
  onOpen: (nodeId: string, field?: string) => void
}

/** The reply of one run, with how it ended and what it took. */
export function RunReply({ run, label, isShown, onShow, onOpen }: RunReplyProps) {
  const { t } = useTranslation('testing')
  const { text, reasoning, end } = run
  return (
    <section
      className={classes.reply}
      data-shown={isShown || undefined}
      aria-label={t('turn.reply', { version: label })}
      aria-busy={end === null}
    >
      <Group gap="xs" justify="space-between">
        <Text size="xs" fw={600} c="dimmed">
          {run.nodeId === null ? label : t('turn.alone', { node: run.nodeId })}
        </Text>
        {!isShown && (
          <Button size="compact-xs" variant="default" onClick={onShow}>
            {t('turn.show')}
          </Button>
        )}
      </Group>
      {reasoning !== '' && (
        <details className={classes.reasoning}>
          <summary>{t('turn.reasoning')}</summary>
          {reasoning}
        </details>
      )}
      {text !== '' && <Markdown text={text} isStreaming={end === null} />}
      {end === null && text === '' && (
        <Text size="sm" c="dimmed">
          {t('turn.running')}
        </Text>
      )}
      {run.isWithheld && <Note>{t('withheld')}</Note>}
      <RunEnd run={run} onOpen={onOpen} />
      {end?.kind === 'done' && <EndNotices notices={end.notices} />}
      {end?.kind === 'done' && <EndFacts end={end} />}
    </section>
  )
}

/** How the reply was generated. */
const EndNotices = ({ notices }: Pick<Extract<TestRunEnd, { kind: 'done' }>, 'notices'>) =>
  notices.map((notice, index) => (
    <Text key={index} size="sm" c="dimmed">
      <NoticeText notice={notice} />
    </Text>
  ))

/** Time, tokens, cost and model of an ended run. */
function EndFacts({ end: { ms, usage, cost, model } }: { end: Extract<TestRunEnd, { kind: 'done' }> }) {
  const { formatTime, formatTokens, formatCost } = useRunFormats()
  const tokens = countRunTokens(usage)
  return (
    <Text size="xs" c="dimmed">
      {[formatTime(ms), tokens > 0 && formatTokens(tokens), cost && formatCost(cost), model].filter(Boolean).join(' · ')}
    </Text>
  )
}

function RunEnd({ run: { end, text, isWithheld, nodeId }, onOpen }: Pick<RunReplyProps, 'run' | 'onOpen'>) {
  const { t } = useTranslation('testing')
  const { t: tError } = useTranslation('errors')
  if (end === null) return null
  if (end.kind === 'broken') {
    const problems = end.error instanceof ApiError ? readProblems(end.error) : []
    return (
      <>
        <ErrorAlert error={end.error} />
        {problems.length > 0 && <ProblemList problems={problems} onOpen={onOpen} />}
      </>
    )
  }
  if (end.kind === 'stopped' || (end.outcome === 'stopped' && !end.error)) return <Note>{t('turn.stopped')}</Note>
  if (end.error) return <Note isError>{tError(`code.${end.error.code}`, { defaultValue: end.error.message || tError('generic') })}</Note>
  if (end.outcome !== 'completed') return <Note isError>{t(`outcome.${end.outcome}`)}</Note>
  return text === '' && !isWithheld && nodeId === null ? <Note>{t('turn.noText')}</Note> : null
}

const Note = ({ isError = false, children }: { isError?: boolean; children: string }) => (
  <Text size="sm" c={isError ? 'var(--mantine-color-error)' : 'dimmed'}>
    {children}
  </Text>
)
