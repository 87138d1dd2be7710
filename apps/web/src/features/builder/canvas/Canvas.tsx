import '@xyflow/react/dist/base.css'
import { limits } from '@heddle/contracts/limits'
import type { WorkflowNodeType } from '@heddle/contracts/workflow/workflow-graph'
import { type GraphNode, resolveHandle } from '@heddle/workflow/graph/graph'
import { ActionIcon, Tooltip, UnstyledButton, useComputedColorScheme } from '@mantine/core'
import { IconArrowsMaximize, IconLayoutGrid, IconMap, IconMinus, IconPlus } from '@tabler/icons-react'
import {
  applyNodeChanges,
  type AriaLabelConfig,
  Background,
  type Connection,
  type Edge,
  type EdgeChange,
  MarkerType,
  MiniMap,
  type NodeChange,
  type NodeSelectionChange,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react'
import {
  type DragEvent,
  type FocusEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { paletteTypes } from '../form/fields.ts'
import { createEdge } from '../graph/commands.ts'
import type { Draft, Exit, Position } from '../graph/draft.ts'
import { findTargets, listExits } from '../graph/exits.ts'
import { createOutline, listOutlineNodes } from '../graph/outline.ts'
import { NodeIcon } from '../NodeIcon.tsx'
import { formatExit } from '../test-pane/test-run.ts'
import { useTakenExits } from '../test-pane/use-tests.ts'
import { useDeferredBuilder } from '../use-builder.tsx'
import { useFocusAfterRemoval } from '../use-focus-after-removal.ts'
import type { NodeActions } from '../use-node-actions.ts'
import { useWords } from '../use-words.ts'
import classes from './Canvas.module.css'
import { CanvasNode, type FlowNode, type NodeWords } from './CanvasNode.tsx'
import { placeNodes } from './positions.ts'

const flowNodeTypes = { step: CanvasNode }
const defaultEdgeOptions = { markerEnd: { type: MarkerType.ArrowClosed, width: 18, height: 18 } }
const fitOptions = { maxZoom: 1, padding: 0.15 }
/** How far a key moves a node. */
const step = 20
const arrows: Readonly<Record<string, Position>> = {
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
}
const draggedType = 'application/x-heddle-node'

type CanvasProps = {
  actions: NodeActions
  onAdd: (type: WorkflowNodeType, after: Exit | null, position?: Position) => void
  /** Opens the form of the selected node. */
  onOpen: () => void
}

/** The workflow as a picture. Everything that it can do, the outline can do too. */
export const Canvas = memo(function Canvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  )
})

function Flow({ actions, onAdd, onOpen }: CanvasProps) {
  const { t } = useTranslation('builder')
  const { formatType } = useWords()
  const { draft, readDraft, run, selected, select } = useDeferredBuilder()
  const flow = useReactFlow()
  const colorMode = useComputedColorScheme()
  const frame = useRef<HTMLDivElement>(null)
  const [hasMap, setHasMap] = useState(true)
  const [selectedEdges, setSelectedEdges] = useState<ReadonlySet<string>>(new Set())
  const nodes = useFlowNodes()
  const edges = useFlowEdges(selectedEdges)
  const order = useMemo(() => listOutlineNodes(createOutline(draft.graph, listExits)).map(({ id }) => id), [draft.graph])
  const ariaLabels = useAriaLabels()

  // A new handler notifies every node and edge of React Flow's store: these stay.
  const { apply } = nodes
  const handleNodesChange = useCallback(
    (changes: NodeChange<FlowNode>[]) => {
      apply(changes.filter(({ type }) => type === 'dimensions' || type === 'position'))
      const selections = changes.filter((change) => change.type === 'select')
      if (selections.length > 0) select((before) => [...applySelections(new Set(before), selections)])
    },
    [apply, select],
  )
  const handleEdgesChange = useCallback((changes: EdgeChange[]) => {
    const selections = changes.filter((change) => change.type === 'select')
    if (selections.length > 0) setSelectedEdges((before) => applySelections(new Set(before), selections))
  }, [])
  const commitPositions = useCallback(
    (moved: readonly FlowNode[]) =>
      run({ type: 'move', positions: Object.fromEntries(moved.map(({ id, position }) => [id, roundPosition(position)])) }),
    [run],
  )
  const handleNodeDragStop = useCallback((_event: unknown, _node: FlowNode, moved: FlowNode[]) => commitPositions(moved), [commitPositions])
  const handleSelectionDragStop = useCallback((_event: unknown, moved: FlowNode[]) => commitPositions(moved), [commitPositions])
  const isAllowed = useCallback(
    ({ source, target }: Connection | Edge) => findTargets(readDraft().graph, source).some(({ id }) => id === target),
    [readDraft],
  )
  const connect = useCallback(
    ({ source, sourceHandle, target }: Connection) => run({ type: 'connect', edge: createEdge(source, sourceHandle ?? 'out', target) }),
    [run],
  )

  async function handleTidy() {
    await actions.tidy()
    requestAnimationFrame(() => void flow.fitView(fitOptions))
  }

  /** Puts a node of the palette behind the selected one, or into the middle. */
  function handlePalette(type: WorkflowNodeType) {
    const [id, ...others] = [...selected]
    const node = others.length === 0 && draft.graph.nodes.find((each) => each.id === id)
    const [exit, ...branches] = node ? listExits(node) : []
    if (node && exit !== undefined && branches.length === 0) return onAdd(type, { source: node.id, handle: exit })
    const box = frame.current?.getBoundingClientRect()
    const middle = box && flow.screenToFlowPosition({ x: box.x + box.width / 2, y: box.y + box.height / 2 })
    onAdd(type, null, middle && roundPosition(middle))
  }

  function handleDrop(event: DragEvent) {
    const type = paletteTypes.find((each) => each === event.dataTransfer.getData(draggedType))
    if (!type) return
    event.preventDefault()
    onAdd(type, null, roundPosition(flow.screenToFlowPosition({ x: event.clientX, y: event.clientY })))
  }

  const focusNode = (id: string) => {
    nodes.setTabStop(id)
    // A node can be focused once it is the tab stop.
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>(`.react-flow__node[data-id="${id}"]`)?.focus())
  }
  const noteFocus = useFocusAfterRemoval(order, focusNode)

  function handleFocus({ target }: FocusEvent<HTMLElement>) {
    noteFocus(target.matches('.react-flow__node') ? (target.dataset['id'] ?? null) : null)
  }

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    const id = event.target instanceof HTMLElement && event.target.matches('.react-flow__node') ? event.target.dataset['id'] : undefined
    if ((event.key === 'Delete' || event.key === 'Backspace') && selectedEdges.size > 0) {
      event.preventDefault()
      run({ type: 'disconnect', edges: readDraft().graph.edges.filter((edge) => selectedEdges.has(toEdgeId(edge))) })
      setSelectedEdges(new Set())
      return
    }
    if (event.key === 'Escape') {
      select([])
      return
    }
    if (id === undefined) return
    const arrow = arrows[event.key]
    if (arrow && event.altKey) {
      event.preventDefault()
      const moved = selected.has(id) ? selected : new Set([id])
      const placed = placeNodes(readDraft())
      const positions = [...moved].flatMap((each) => {
        const position = placed[each]
        return position ? [[each, { x: position.x + arrow.x, y: position.y + arrow.y }] as const] : []
      })
      run({ type: 'move', positions: Object.fromEntries(positions) }, 'move by key')
    } else if (arrow) {
      event.preventDefault()
      const next = order[order.indexOf(id) + (arrow.x + arrow.y > 0 ? 1 : -1)]
      if (next === undefined) return
      focusNode(next)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      select([id])
      onOpen()
    } else if (event.key === ' ') {
      event.preventDefault()
      select(selected.has(id) ? [...selected].filter((each) => each !== id) : [...selected, id])
    }
  }

  // The list of problems and the search open nodes that may be out of sight.
  const [onlySelected, ...moreSelected] = [...selected]
  const lastShown = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (moreSelected.length > 0 || onlySelected === lastShown.current) return
    lastShown.current = onlySelected
    if (onlySelected === undefined) return
    const box = frame.current?.getBoundingClientRect()
    const element = frame.current?.querySelector(`.react-flow__node[data-id="${onlySelected}"]`)?.getBoundingClientRect()
    if (!box || !element) return
    const isVisible = element.x >= box.x && element.y >= box.y && element.right <= box.right && element.bottom <= box.bottom
    if (!isVisible)
      void flow.fitView({ nodes: [{ id: onlySelected }], maxZoom: Math.max(flow.getZoom(), 0.6), minZoom: 0.6, duration: 200 })
  })

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the nodes inside bubble to here
    <div
      ref={frame}
      className={classes.canvas}
      role="group"
      aria-label={t('canvas.label')}
      tabIndex={-1}
      onKeyDown={handleKey}
      onFocus={handleFocus}
    >
      <ul className={classes.palette} aria-label={t('canvas.palette')}>
        {paletteTypes.map((type) => (
          <li key={type}>
            <UnstyledButton
              className={classes.paletteItem}
              draggable
              disabled={draft.graph.nodes.length >= limits.nodesPerWorkflow}
              title={t(`typeHint.${type}`)}
              onClick={() => handlePalette(type)}
              onDragStart={(event) => event.dataTransfer.setData(draggedType, type)}
            >
              <NodeIcon type={type} />
              {formatType(type)}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <div className={classes.flow} onDragOver={(event) => event.preventDefault()} onDrop={handleDrop}>
        <ReactFlow<FlowNode>
          dir="ltr"
          aria-label={t('canvas.label')}
          ariaLabelConfig={ariaLabels}
          nodes={nodes.list}
          edges={edges}
          nodeTypes={flowNodeTypes}
          defaultEdgeOptions={defaultEdgeOptions}
          colorMode={colorMode}
          fitView
          fitViewOptions={fitOptions}
          minZoom={0.1}
          maxZoom={2}
          nodesFocusable={false}
          edgesFocusable={false}
          edgesReconnectable={false}
          disableKeyboardA11y
          deleteKeyCode={null}
          nodeDragThreshold={3}
          selectNodesOnDrag={false}
          proOptions={{ hideAttribution: true }}
          isValidConnection={isAllowed}
          onNodesChange={handleNodesChange}
          onEdgesChange={handleEdgesChange}
          onConnect={connect}
          onNodeDragStop={handleNodeDragStop}
          onSelectionDragStop={handleSelectionDragStop}
          onNodeClick={onOpen}
        >
          <Background gap={24} />
          {hasMap && <MiniMap pannable zoomable ariaLabel={t('canvas.map')} nodeColor="var(--line-strong)" />}
          <Panel position="bottom-left" className={classes.controls}>
            <Control label={t('canvas.zoomIn')} onClick={() => void flow.zoomIn()}>
              <IconPlus size={18} aria-hidden />
            </Control>
            <Control label={t('canvas.zoomOut')} onClick={() => void flow.zoomOut()}>
              <IconMinus size={18} aria-hidden />
            </Control>
            <Control label={t('canvas.fit')} onClick={() => void flow.fitView(fitOptions)}>
              <IconArrowsMaximize size={18} aria-hidden />
            </Control>
            <Control label={t('canvas.tidy')} onClick={() => void handleTidy()}>
              <IconLayoutGrid size={18} aria-hidden />
            </Control>
            <Control label={t('canvas.toggleMap')} isPressed={hasMap} onClick={() => setHasMap(!hasMap)}>
              <IconMap size={18} aria-hidden />
            </Control>
          </Panel>
        </ReactFlow>
      </div>
    </div>
  )
}

const roundPosition = ({ x, y }: Position): Position => ({ x: Math.round(x), y: Math.round(y) })

const toEdgeId = (edge: Draft['graph']['edges'][number]) => JSON.stringify([edge.source, resolveHandle(edge), edge.target])

/** Returns the nodes as React Flow draws them. Dragging changes them alone; the draft follows when the drag ends. */
function useFlowNodes() {
  const { t, i18n } = useTranslation('builder')
  const { formatTitle, formatType, formatHandle } = useWords()
  const { draft, selected, problemsByNode } = useDeferredBuilder()
  const [tabStop, setTabStop] = useState<string | null>(null)
  const [list, setList] = useState<FlowNode[]>([])
  const source = [draft, selected, problemsByNode, tabStop, i18n.language] as const
  const [seen, setSeen] = useState<readonly unknown[]>([])
  // The words of a node change with the node and with the language.
  const known = useMemo(() => ({ language: i18n.language, words: new WeakMap<GraphNode, NodeWords>() }), [i18n.language])
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
      const errors = problems.filter(({ severity }) => severity === 'error').length
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
      exits: listExits(node).map((handle) => ({ handle, name: formatHandle(node, handle) })),
    }
    known.words.set(node, words)
    return words
  }

  const apply = useCallback((changes: NodeChange<FlowNode>[]) => {
    if (changes.length > 0) setList((before) => applyNodeChanges(changes, before))
  }, [])
  return { list, setTabStop, apply }
}

function applySelections(ids: Set<string>, changes: readonly NodeSelectionChange[]): Set<string> {
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

function useFlowEdges(selectedEdges: ReadonlySet<string>): Edge[] {
  const { t } = useTranslation('builder')
  const { formatTitle } = useWords()
  const { draft } = useDeferredBuilder()
  const taken = useTakenExits()
  const { nodes, edges } = draft.graph
  const titles = new Map(nodes.map((node) => [node.id, formatTitle(node)]))
  const names = edges.flatMap((edge) => [titles.get(edge.source) ?? edge.source, titles.get(edge.target) ?? edge.target]).join('\n')
  return useMemo(() => {
    const ends = names.split('\n')
    return edges.map((edge, index) => {
      const id = toEdgeId(edge)
      return {
        id,
        source: edge.source,
        sourceHandle: resolveHandle(edge),
        target: edge.target,
        selected: selectedEdges.has(id),
        ...(taken.has(formatExit(edge.source, resolveHandle(edge))) && { className: 'taken' }),
        ariaLabel: t('canvas.edge', { from: ends[index * 2], to: ends[index * 2 + 1] }),
      }
    })
  }, [edges, selectedEdges, taken, names, t])
}

function useAriaLabels(): Partial<AriaLabelConfig> {
  const { t } = useTranslation('builder')
  return useMemo(
    () => ({
      'node.a11yDescription.default': t('canvas.keys'),
      'node.a11yDescription.keyboardDisabled': t('canvas.keys'),
      'edge.a11yDescription.default': t('canvas.edgeKeys'),
      'minimap.ariaLabel': t('canvas.map'),
      'handle.ariaLabel': t('canvas.handle'),
    }),
    [t],
  )
}

type ControlProps = { label: string; isPressed?: boolean; onClick: () => void; children: ReactNode }

function Control({ label, isPressed, onClick, children }: ControlProps) {
  return (
    <Tooltip label={label} position="right">
      <ActionIcon variant="default" size={32} aria-label={label} aria-pressed={isPressed} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
