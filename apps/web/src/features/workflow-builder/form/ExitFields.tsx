import { resolveHandle } from '@heddle/workflow/model/graph/graph'
import { MultiSelect, Stack } from '@mantine/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { createEdge } from '../graph/commands.ts'
import { findTargets, listExits } from '../graph/exits.ts'
import { useDeferredBuilder } from '../use-builder.tsx'
import { useWords } from '../use-words.ts'

/** What follows a node, for each of its exits. */
export const ExitFields = memo(function ExitFields({ nodeId }: { nodeId: string }) {
  const { t } = useTranslation('builder')
  const { draft, run } = useDeferredBuilder()
  const { formatHandle, formatNode } = useWords()
  const node = draft.graph.nodes.find(({ id }) => id === nodeId)
  if (!node) return null
  const exits = listExits(node)
  if (exits.length === 0) return null
  const targets = findTargets(draft.graph, node.id)

  return (
    <Stack gap="xs">
      {exits.map((handle) => {
        const edges = draft.graph.edges.filter((edge) => edge.source === node.id && resolveHandle(edge) === handle)
        const chosen = [...new Set(edges.map(({ target }) => target))]
        const offered = targets.filter(({ id }) => !chosen.includes(id))
        const shown = draft.graph.nodes.filter(({ id }) => chosen.includes(id))
        return (
          <MultiSelect
            key={handle}
            label={exits.length === 1 ? t('exit.next') : t('exit.nextOf', { handle: formatHandle(node, handle) })}
            data={[...shown, ...offered].map((each) => ({ value: each.id, label: formatNode(each) }))}
            value={chosen}
            searchable
            selectFirstOptionOnChange
            placeholder={chosen.length === 0 ? t('exit.none') : undefined}
            onChange={(next) => {
              const added = next.find((id) => !chosen.includes(id))
              if (added !== undefined) run({ type: 'connect', edge: createEdge(node.id, handle, added) })
              const removed = edges.filter(({ target }) => !next.includes(target))
              if (removed.length > 0) run({ type: 'disconnect', edges: removed })
            }}
          />
        )
      })}
    </Stack>
  )
})
