import '@xyflow/react/dist/base.css'
import { limits } from '@heddle/contracts/limits'
import type { WorkflowNodeType } from '@heddle/contracts/workflow-graph'
import { resolveHandle } from '@heddle/workflow/graph/graph'
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
  Panel,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react'
import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paletteTypes } from '../form/fields.ts'
import { createEdge } from '../graph/commands.ts'
import type { Draft, Exit, Position } from '../graph/draft.ts'
import { findTargets, listExits } from '../graph/exits.ts'
import { createOutline, listOutlineNodes } from '../graph/outline.ts'
import { NodeIcon } from '../NodeIcon.tsx'
import type { NodeActions } from '../Outline.tsx'
import { useBuilder } from '../use-builder.tsx'
import { useWords } from '../use-words.ts'
import classes from './Canvas.module.css'
import { CanvasNode, type FlowNode } from './CanvasNode.tsx'
import { nodeSize, placeNodes } from './positions.ts'
import { tidy } from './tidy.ts'

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
export function Canvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  )
}

function Flow({ onAdd, onOpen }: CanvasProps) {
  const { t } = useTranslation('builder')
  const { formatType } = useWords()
  const { draft, run, selected, select } = useBuilder()
  const flow = useReactFlow()
  const colorMode = useComputedColorScheme()
  const frame = useRef<HTMLDivElement>(null)
  const [hasMap, setHasMap] = useState(true)
  const [selectedEdges, setSelectedEdges] = useState<ReadonlySet<string>>(new Set())
  const nodes = useFlowNodes()
  const edges = useFlowEdges(selectedEdges)
  const order = useMemo(() => listOutlineNodes(createOutline(draft.graph, listExits)).map(({ id }) => id), [draft.graph])
  const ariaLabels = useAriaLabels()

  function handleNodesChange(changes: NodeChange<FlowNode>[]) {
    nodes.apply(changes.filter(({ type }) => type === 'dimensions' || type === 'position'))
    const selections = changes.filter((change) => change.type === 'select')
    if (selections.length === 0) return
    const next = new Set(selected)
    for (const { id, selected: isSelected } of selections) {
      if (isSelected) next.add(id)
      else next.delete(id)
    }
    select([...next])
  }

  function handleEdgesChange(changes: EdgeChange[]) {
    const next = new Set(selectedEdges)
    for (const change of changes) {
      if (change.type !== 'select') continue
      if (change.selected) next.add(change.id)
      else next.delete(change.id)
    }
    setSelectedEdges(next)
  }

  const commitPositions = (moved: readonly FlowNode[]) =>
    run({ type: 'move', positions: Object.fromEntries(moved.map(({ id, position }) => [id, roundPosition(position)])) })

  const isAllowed = ({ source, target }: Connection | Edge) => findTargets(draft.graph, source).some(({ id }) => id === target)
  const connect = ({ source, sourceHandle, target }: Connection) =>
    run({ type: 'connect', edge: createEdge(source, sourceHandle ?? 'out', target) })

  async function handleTidy() {
    const positions = await tidy({
      nodes: draft.graph.nodes.map((node) => ({ id: node.id, ...measureNode(listExits(node).length) })),
      edges: draft.graph.edges,
    })
    run({ type: 'move', positions })
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

  const focusNode = (id: string) => frame.current?.querySelector<HTMLElement>(`.react-flow__node[data-id="${id}"]`)?.focus()

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    const id = event.target instanceof HTMLElement && event.target.matches('.react-flow__node') ? event.target.dataset['id'] : undefined
    if ((event.key === 'Delete' || event.key === 'Backspace') && selectedEdges.size > 0) {
      event.preventDefault()
      run({ type: 'disconnect', edges: draft.graph.edges.filter((edge) => selectedEdges.has(toEdgeId(edge))) })
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
      const positions = nodes.list
        .filter((node) => moved.has(node.id))
        .map(({ id: each, position }) => [each, { x: position.x + arrow.x, y: position.y + arrow.y }] as const)
      run({ type: 'move', positions: Object.fromEntries(positions) }, 'move by key')
    } else if (arrow) {
      event.preventDefault()
      const next = order[order.indexOf(id) + (arrow.x + arrow.y > 0 ? 1 : -1)]
      if (next === undefined) return
      nodes.setTabStop(next)
      // The next node can be focused once it is a tab stop.
      requestAnimationFrame(() => focusNode(next))
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
    <div ref={frame} className={classes.canvas} role="group" aria-label={t('canvas.label')} tabIndex={-1} onKeyDown={handleKey}>
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
          proOptions={{ hideAttribution: true }}
          isValidConnection={isAllowed}
          onNodesChange={handleNodesChange}
          onEdgesChange={handleEdgesChange}
          onConnect={connect}
          onNodeDragStop={(_event, _node, moved) => commitPositions(moved)}
          onSelectionDragStop={(_event, moved) => commitPositions(moved)}
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

const measureNode = (exits: number) => ({
  width: nodeSize.width,
  height: nodeSize.height + (exits > 1 ? exits * nodeSize.exitHeight : 0),
})

const toEdgeId = (edge: Draft['graph']['edges'][number]) => JSON.stringify([edge.source, resolveHandle(edge), edge.target])

/** Returns the nodes as React Flow draws them. Dragging changes them alone; the draft follows when the drag ends. */
function useFlowNodes() {
  const { t, i18n } = useTranslation('builder')
  const { formatTitle, formatType, formatHandle } = useWords()
  const { draft, selected, problemsByNode } = useBuilder()
  const [tabStop, setTabStop] = useState<string | null>(null)
  const [list, setList] = useState<FlowNode[]>([])
  const source = [draft, selected, problemsByNode, tabStop, i18n.language] as const
  const [seen, setSeen] = useState<readonly unknown[]>([])
  if (source.some((part, index) => part !== seen[index])) {
    setSeen(source)
    setList(update(list))
  }

  function update(before: readonly FlowNode[]): FlowNode[] {
    const positions = placeNodes(draft)
    const known = new Map(before.map((node) => [node.id, node]))
    const [first] = selected
    const stop = tabStop !== null && positions[tabStop] ? tabStop : (first ?? draft.graph.nodes[0]?.id)
    return draft.graph.nodes.map((node) => {
      const problems = problemsByNode.get(node.id) ?? []
      const errors = problems.filter(({ severity }) => severity === 'error').length
      const data = {
        type: node.type,
        title: formatTitle(node),
        typeName: formatType(node.type),
        exits: listExits(node).map((handle) => ({ handle, name: formatHandle(node, handle) })),
        errors,
        warnings: problems.length - errors,
      }
      const old = known.get(node.id)
      const next: FlowNode = {
        ...old,
        id: node.id,
        type: 'step',
        position: positions[node.id] ?? { x: 0, y: 0 },
        selected: selected.has(node.id),
        focusable: node.id === stop,
        ariaRole: 'group',
        ariaLabel: t('canvas.nodeLabel', { title: data.title, type: data.typeName, count: problems.length }),
        domAttributes: { 'aria-roledescription': t('canvas.node') },
        data: old && JSON.stringify(old.data) === JSON.stringify(data) ? old.data : data,
      }
      return old && isSameNode(old, next) ? old : next
    })
  }

  return {
    list,
    setTabStop,
    apply: (changes: NodeChange<FlowNode>[]) => {
      if (changes.length > 0) setList((before) => applyNodeChanges(changes, before))
    },
  }
}

const isSameNode = (one: FlowNode, other: FlowNode) =>
  one.data === other.data &&
  one.selected === other.selected &&
  one.focusable === other.focusable &&
  one.ariaLabel === other.ariaLabel &&
  one.position.x === other.position.x &&
  one.position.y === other.position.y

function useFlowEdges(selectedEdges: ReadonlySet<string>): Edge[] {
  const { t } = useTranslation('builder')
  const { formatTitle } = useWords()
  const { draft } = useBuilder()
  const { nodes, edges } = draft.graph
  const titles = new Map(nodes.map((node) => [node.id, formatTitle(node)]))
  const texts = edges.map((edge) => t('canvas.edge', { from: titles.get(edge.source), to: titles.get(edge.target) })).join('\n')
  return useMemo(() => {
    const labels = texts.split('\n')
    return edges.map((edge, index) => {
      const id = toEdgeId(edge)
      return {
        id,
        source: edge.source,
        sourceHandle: resolveHandle(edge),
        target: edge.target,
        selected: selectedEdges.has(id),
        ariaLabel: labels[index] ?? id,
      }
    })
  }, [edges, selectedEdges, texts])
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
