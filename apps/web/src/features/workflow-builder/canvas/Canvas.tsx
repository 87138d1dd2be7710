import '@xyflow/react/dist/base.css'
import { limits } from '@heddle/contracts/limits'
import type { WorkflowNodeType } from '@heddle/contracts/workflow/workflow-graph'
import { useComputedColorScheme } from '@mantine/core'
import {
  type AriaLabelConfig,
  Background,
  type Connection,
  type Edge,
  MarkerType,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
} from '@xyflow/react'
import { type DragEvent, memo, useCallback, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { createEdge } from '../graph/commands.ts'
import type { Exit, NodePosition } from '../graph/draft.ts'
import { findTargets, listExits } from '../graph/exits.ts'
import { useDeferredBuilder } from '../use-builder.tsx'
import type { NodeActions } from '../use-node-actions.ts'
import classes from './Canvas.module.css'
import { CanvasEdge } from './CanvasEdge.tsx'
import { CanvasNode, type FlowNode } from './CanvasNode.tsx'
import { Controls } from './Controls.tsx'
import { Palette, readDraggedType } from './Palette.tsx'
import { useCanvasKeys } from './use-canvas-keys.ts'
import { useFlowEdges } from './use-flow-edges.ts'
import { useFlowNodes } from './use-flow-nodes.ts'
import { chooseScale } from './sight.ts'
import { useSight } from './use-sight.ts'

const flowNodeTypes = { step: CanvasNode }
const flowEdgeTypes = { default: CanvasEdge }
const defaultEdgeOptions = { markerEnd: { type: MarkerType.ArrowClosed, width: 18, height: 18 } }

type CanvasProps = {
  actions: NodeActions
  onAdd: (type: WorkflowNodeType, after: Exit | null, position?: NodePosition) => void
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
  const { draft, readDraft, readSelected, run } = useDeferredBuilder()
  const flow = useReactFlow()
  const scale = useStore(({ transform: [, , zoom] }) => chooseScale(zoom))
  const colorMode = useComputedColorScheme()
  const frame = useRef<HTMLDivElement>(null)
  const pane = useRef<HTMLDivElement>(null)
  const nodes = useFlowNodes()
  const edges = useFlowEdges()
  const keys = useCanvasKeys({ frame, setTabStop: nodes.setTabStop, removeSelectedEdges: edges.removeSelected, onOpen })
  const ariaLabels = useAriaLabels()
  useSight(pane)

  // A new handler notifies every node and edge of React Flow's store: these stay.
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

  /** Puts a node of the palette behind the selected one, or into the middle. */
  const handleChoose = useCallback(
    (type: WorkflowNodeType) => {
      const [id, ...others] = [...readSelected()]
      const node = others.length === 0 && readDraft().graph.nodes.find((each) => each.id === id)
      const [exit, ...branches] = node ? listExits(node) : []
      if (node && exit !== undefined && branches.length === 0) return onAdd(type, { source: node.id, handle: exit })
      const box = pane.current?.getBoundingClientRect()
      const middle = box && flow.screenToFlowPosition({ x: box.x + box.width / 2, y: box.y + box.height / 2 })
      onAdd(type, null, middle && roundPosition(middle))
    },
    [flow, onAdd, readDraft, readSelected],
  )

  function handleDrop(event: DragEvent) {
    const type = readDraggedType(event)
    if (!type) return
    event.preventDefault()
    onAdd(type, null, roundPosition(flow.screenToFlowPosition({ x: event.clientX, y: event.clientY })))
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the nodes inside bubble to here
    <div ref={frame} className={classes.canvas} role="group" aria-label={t('canvas.label')} tabIndex={-1} {...keys}>
      <Palette isFull={draft.graph.nodes.length >= limits.nodesPerWorkflow} onChoose={handleChoose} />
      <div ref={pane} className={classes.flow} data-scale={scale} onDragOver={(event) => event.preventDefault()} onDrop={handleDrop}>
        <ReactFlow<FlowNode>
          dir="ltr"
          aria-label={t('canvas.label')}
          ariaLabelConfig={ariaLabels}
          nodes={nodes.list}
          edges={edges.list}
          nodeTypes={flowNodeTypes}
          edgeTypes={flowEdgeTypes}
          defaultEdgeOptions={defaultEdgeOptions}
          colorMode={colorMode}
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
          onNodesChange={nodes.onChange}
          onEdgesChange={edges.onChange}
          onConnect={connect}
          onNodeDragStop={handleNodeDragStop}
          onSelectionDragStop={handleSelectionDragStop}
          onNodeClick={onOpen}
        >
          <Background gap={24} />
          <Controls pane={pane} onTidy={actions.tidy} />
        </ReactFlow>
      </div>
    </div>
  )
}

const roundPosition = ({ x, y }: NodePosition): NodePosition => ({ x: Math.round(x), y: Math.round(y) })

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
