import { IconCheck, IconClock, IconLoader2, IconMinus, IconX, type Icon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useRunFormats } from '#entities/workflow/use-run-formats.ts'
import classes from './NodeRunBadge.module.css'
import { countRunTokens, type NodeRun, type NodeRunStatus } from '../run/test-run.ts'
import { useNodeRun } from '../run/use-tests.ts'

const icons: Readonly<Record<NodeRunStatus, Icon>> = {
  waiting: IconClock,
  running: IconLoader2,
  finished: IconCheck,
  failed: IconX,
  skipped: IconMinus,
}

/** Less says nothing about a node. */
const minShownMs = 10

/** What a node did in the shown run; nothing when the run did not reach it. */
export function NodeRunBadge({ id }: { id: string }) {
  const run = useNodeRun(id)
  return run && <RunBadge run={run} />
}

/** The state of a node, with its time and tokens. */
export function RunBadge({ run }: { run: NodeRun }) {
  const { t } = useTranslation('testing')
  const { formatTime, formatTokens } = useRunFormats()
  const Shape = icons[run.status]
  const tokens = run.usage ? countRunTokens(run.usage) : 0
  const facts = [
    run.status === 'running' && run.ahead !== null ? t('node.ahead', { count: run.ahead }) : t(`status.${run.status}`),
    ...(run.ms !== null && run.ms >= minShownMs ? [formatTime(run.ms)] : []),
    ...(tokens > 0 ? [formatTokens(tokens)] : []),
  ]
  return (
    <span className={classes.badge} data-status={run.status}>
      <Shape size={14} aria-hidden className={classes.icon} />
      {facts.join(' · ')}
    </span>
  )
}

/** Marks the exit that the shown run took. */
export function TakenExitMark({ nodeId, handle }: { nodeId: string; handle: string }) {
  const { t } = useTranslation('testing')
  return useNodeRun(nodeId)?.handle === handle ? (
    <span className={classes.badge} data-status="finished">
      <IconCheck size={14} aria-hidden className={classes.icon} />
      {t('node.taken')}
    </span>
  ) : null
}
