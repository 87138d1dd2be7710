import type { WorkflowRun } from '@heddle/contracts/trial/workflow-run'
import type { GraphNode } from '@heddle/workflow/model/graph/graph'
import { IconChevronRight } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NodeIcon } from '../../NodeIcon.tsx'
import { useWords } from '../../use-words.ts'
import { NodeResult } from '../node/NodeResult.tsx'
import { RunBadge } from '../node/NodeRunBadge.tsx'
import classes from '../node/RunNodes.module.css'
import { openKeptRun } from '../run/test-run.ts'

type KeptTraceProps = {
  run: WorkflowRun
  /** Of the graph that ran; a node that is gone is shown by its id. */
  nodes: readonly GraphNode[]
}

/** What each node did in a kept run, in the order in which they began, outside the builder. */
export function KeptTrace({ run, nodes }: KeptTraceProps) {
  const { t } = useTranslation('testing')
  const { formatTitle } = useWords()
  const reached = useMemo(() => [...openKeptRun(run).nodes], [run])
  const [openId, setOpenId] = useState<string | null>(null)
  return (
    <ul className={classes.list} aria-label={t('node.list')}>
      {reached.map(([id, part]) => {
        const node = nodes.find((known) => known.id === id) ?? { id, type: '', title: id }
        const isOpen = id === openId
        return (
          <li key={id}>
            <button type="button" className={classes.row} aria-expanded={isOpen} onClick={() => setOpenId(isOpen ? null : id)}>
              <IconChevronRight size={16} aria-hidden className={classes.chevron} />
              {node.type !== '' && <NodeIcon type={node.type} />}
              <span className={classes.title}>{formatTitle(node)}</span>
              <RunBadge run={part} />
            </button>
            {isOpen && (
              <div className={classes.details}>
                <NodeResult node={node} run={part} />
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
