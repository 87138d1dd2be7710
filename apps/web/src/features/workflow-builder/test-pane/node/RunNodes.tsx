import { sortNodes } from '@heddle/workflow/model/graph/graph'
import { Text } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { memo, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { NodeIcon } from '../../NodeIcon.tsx'
import { useBuilder } from '../../use-builder.tsx'
import { useWords } from '../../use-words.ts'
import { NodeRunDetails } from './NodeRunDetails.tsx'
import { RunBadge } from './NodeRunBadge.tsx'
import classes from './RunNodes.module.css'
import type { TestRun } from '../run/test-run.ts'

type RunNodesProps = { nodes: TestRun['nodes']; onOpen: (nodeId: string, field?: string) => void }

/** What each node did in a run, in the order of the run. The selected node is open. A word of the reply does not render it. */
export const RunNodes = memo(function RunNodes({ nodes, onOpen }: RunNodesProps) {
  const { t } = useTranslation('testing')
  const { draft, inspected, select } = useBuilder()
  const { formatTitle } = useWords()
  const order = useMemo(() => sortNodes(draft.graph), [draft.graph])
  const list = useRef<HTMLUListElement>(null)
  const reached = order.filter(({ id }) => nodes.has(id))
  const openId = inspected?.id

  // A node that is chosen on the canvas is brought into view.
  useEffect(() => {
    if (openId !== undefined) list.current?.querySelector(`[data-node="${openId}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [openId])

  if (reached.length === 0) return null
  return (
    <section aria-label={t('node.list')}>
      <Text size="sm" fw={600} mb={4}>
        {t('node.list')}
      </Text>
      <ul ref={list} className={classes.list}>
        {reached.map((node) => {
          const part = nodes.get(node.id)
          const isOpen = node.id === openId
          return (
            part && (
              <li key={node.id} data-node={node.id}>
                <button type="button" className={classes.row} aria-expanded={isOpen} onClick={() => select(isOpen ? [] : [node.id])}>
                  <IconChevronRight size={16} aria-hidden className={classes.chevron} />
                  <NodeIcon type={node.type} />
                  <span className={classes.title}>{formatTitle(node)}</span>
                  <RunBadge run={part} />
                </button>
                {isOpen && (
                  <div className={classes.details}>
                    <NodeRunDetails node={node} run={part} onOpen={() => onOpen(node.id)} />
                  </div>
                )}
              </li>
            )
          )
        })}
      </ul>
    </section>
  )
})
