// The edges as React Flow draws them, and which of them are selected.
import { resolveHandle } from '@heddle/workflow/graph/graph'
import type { Edge, EdgeChange } from '@xyflow/react'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Draft } from '../graph/draft.ts'
import { formatExit } from '../test-pane/test-run.ts'
import { useTakenExits } from '../test-pane/use-tests.ts'
import { useDeferredBuilder } from '../use-builder.tsx'
import { useWords } from '../use-words.ts'
import { applySelections } from './use-flow-nodes.ts'

const toEdgeId = (edge: Draft['graph']['edges'][number]) => JSON.stringify([edge.source, resolveHandle(edge), edge.target])

/** Returns the edges with what changes them. `removeSelected` returns whether there was one to remove. */
export function useFlowEdges() {
  const { t } = useTranslation('builder')
  const { formatTitle } = useWords()
  const { draft, readDraft, run } = useDeferredBuilder()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const taken = useTakenExits()
  const { nodes, edges } = draft.graph
  const titles = new Map(nodes.map((node) => [node.id, formatTitle(node)]))
  const names = edges.flatMap((edge) => [titles.get(edge.source) ?? edge.source, titles.get(edge.target) ?? edge.target]).join('\n')
  const list = useMemo(() => {
    const ends = names.split('\n')
    return edges.map((edge, index): Edge => {
      const id = toEdgeId(edge)
      return {
        id,
        source: edge.source,
        sourceHandle: resolveHandle(edge),
        target: edge.target,
        selected: selected.has(id),
        ...(taken.has(formatExit(edge.source, resolveHandle(edge))) && { className: 'taken' }),
        ariaLabel: t('canvas.edge', { from: ends[index * 2], to: ends[index * 2 + 1] }),
      }
    })
  }, [edges, selected, taken, names, t])

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
