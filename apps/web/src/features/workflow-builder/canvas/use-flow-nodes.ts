// The nodes as React Flow draws them. Those that did not change stay the same objects, so that they are not drawn again.
import type { GraphNode } from '@heddle/workflow/model/graph/graph'
import { applyNodeChanges, type NodeChange, type NodeSelectionChange } from '@xyflow/react'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listExits } from '../graph/exits.ts'
import { useDeferredBuilder } from '../use-builder.tsx'
import { useWords } from '../use-words.ts'
import { isNextStep } from '../problems.ts'
import type { FlowNode, NodeWords } from './CanvasNode.tsx'
import { placeNodes } from './positions.ts'
import { useDescribeSettings } from './use-describe-settings.ts'

/** Returns the nodes with what changes them. Dragging changes them alone; the draft follows when the drag ends. */
export function useFlowNodes() {
  const { t, i18n } = useTranslation('builder')
  const { formatTitle, formatType, formatHandle } = useWords()
  const { draft, selected, select, problemsByNode } = useDeferredBuilder()
  const [tabStop, setTabStop] = useState<string | null>(null)
  const [list, setList] = useState<FlowNode[]>([])
  const describeSettings = useDescribeSettings(draft.graph)
  const source = [draft, selected, problemsByNode, tabStop, i18n.language, describeSettings] as const
  const [seen, setSeen] = useState<readonly unknown[]>([])
  // The words of a node change with the node, with the language, and with the names in its settings.
  const known = useMemo(
    () => ({ language: i18n.language, describeSettings, words: new WeakMap<GraphNode, NodeWords>() }),
    [i18n.language, describeSettings],
  )
  if (source.some((part, index) => part !== seen[index])) {
    setSeen(source)
    setList(update)
  }

  function update(before: FlowNode[]): FlowNode[] {
    const positions = placeNodes(draft)
    const drawn = new Map(before.map((node) => [node.id, node]))
    const [first] = selected
    const stop = tabStop !== null && positions[tabStop] ? tabStop : (first ?? draft.graph.nodes[0]?.id)
    const next = draft.graph.nodes.map((node) => {
      const problems = problemsByNode.get(node.id) ?? []
      const errors = problems.filter((problem) => problem.severity === 'error' && !isNextStep(problem)).length
      const data = { words: describe(node), errors, warnings: problems.length - errors }
      const state = {
        position: positions[node.id] ?? { x: 0, y: 0 },
        selected: selected.has(node.id),
        focusable: node.id === stop,
        data,
      }
      const old = drawn.get(node.id)
      if (old && isDrawnAs(old, state)) return old
      const flowNode: FlowNode = {
        ...old,
        ...state,
        id: node.id,
        type: 'step',
        ariaRole: 'group',
        ariaLabel: t('canvas.nodeLabel', { title: data.words.title, type: data.words.typeName, count: problems.length }),
        domAttributes: { 'aria-roledescription': t('canvas.node') },
        data: old && isSameData(old.data, data) ? old.data : data,
      }
      return flowNode
    })
    return next.length === before.length && next.every((node, index) => node === before[index]) ? before : next
  }

  function describe(node: GraphNode): NodeWords {
    const words = known.words.get(node) ?? {
      type: node.type,
      title: formatTitle(node),
      typeName: formatType(node.type),
      settings: known.describeSettings(node),
      exits: listExits(node).map((handle) => ({ handle, name: formatHandle(node, handle) })),
    }
    known.words.set(node, words)
    return words
  }

  const onChange = useCallback(
    (changes: NodeChange<FlowNode>[]) => {
      const drawn = changes.filter(({ type }) => type === 'dimensions' || type === 'position')
      if (drawn.length > 0) setList((before) => applyNodeChanges(drawn, before))
      const selections = changes.filter((change) => change.type === 'select')
      if (selections.length > 0) select((before) => [...applySelections(before, selections)])
    },
    [select],
  )
  return { list, setTabStop, onChange }
}

/** Returns what is selected after the changes. */
export function applySelections(before: Iterable<string>, changes: readonly NodeSelectionChange[]): Set<string> {
  const ids = new Set(before)
  for (const { id, selected } of changes) {
    if (selected) ids.add(id)
    else ids.delete(id)
  }
  return ids
}

const isSameData = (one: FlowNode['data'], other: FlowNode['data']) =>
  one.errors === other.errors &&
  one.warnings === other.warnings &&
  (one.words === other.words || JSON.stringify(one.words) === JSON.stringify(other.words))

type DrawnState = Required<Pick<FlowNode, 'position' | 'selected' | 'focusable' | 'data'>>

const isDrawnAs = (node: FlowNode, { position, selected, focusable, data }: DrawnState) =>
  node.selected === selected &&
  node.focusable === focusable &&
  node.position.x === position.x &&
  node.position.y === position.y &&
  isSameData(node.data, data)
