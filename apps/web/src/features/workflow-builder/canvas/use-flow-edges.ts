// The edges as React Flow draws them, and which of them are selected.
import { resolveHandle } from '@heddle/workflow/model/graph/graph'
import type { Edge, EdgeChange } from '@xyflow/react'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Draft } from '../graph/draft.ts'
import { useDeferredBuilder } from '../use-builder.tsx'
import { useSameValue } from '../use-same-value.ts'
import { useWords } from '../use-words.ts'
import { applySelections } from './use-flow-nodes.ts'

const toEdgeId = (edge: Draft['graph']['edges'][number]) => JSON.stringify([edge.source, resolveHandle(edge), edge.target])

/** Returns the edges with what changes them. `removeSelected` returns whether there was one to remove. */
export function useFlowEdges() {
  const { t } = useTranslation('builder')
  const { formatTitle } = useWords()
  const { draft, readDraft, run } = useDeferredBuilder()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const { nodes, edges } = draft.graph
  const titles = useSameValue(Object.fromEntries(nodes.map((node) => [node.id, formatTitle(node)])))
  const list = useMemo(
    () =>
      edges.map((edge): Edge => {
        const id = toEdgeId(edge)
        return {
          id,
          source: edge.source,
          sourceHandle: resolveHandle(edge),
          target: edge.target,
          selected: selected.has(id),
          ariaLabel: t('canvas.edge', { from: titles[edge.source] ?? edge.source, to: titles[edge.target] ?? edge.target }),
        }
      }),
    [edges, selected, titles, t],
  )

  const onChange = useCallback((changes: EdgeChange[]) => {
    const selections = changes.filter((change) => change.type === 'select')
    if (selections.length > 0) setSelected((before) => applySelections(before, selections))
  }, [])

  function removeSelected(): boolean {
    if (selected.size === 0) return false
    run({ type: 'disconnect', edges: readDraft().graph.edges.filter((edge) => selected.has(toEdgeId(edge))) })
    setSelected(new Set())
    return true
  }

  return { list, onChange, removeSelected }
}
