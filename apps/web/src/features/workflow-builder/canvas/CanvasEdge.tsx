import { BaseEdge, type EdgeProps, getBezierPath } from '@xyflow/react'
import { memo } from 'react'
import { useNodeRun } from '../test-pane/run/use-tests.ts'

/** An edge as a curve, marked when the shown run took it. */
export const CanvasEdge = memo(function CanvasEdge(props: EdgeProps) {
  const { source, sourceHandleId, markerEnd, interactionWidth } = props
  const isTaken = useNodeRun(source)?.handle === sourceHandleId
  const [path] = getBezierPath(props)
  return <BaseEdge path={path} markerEnd={markerEnd} interactionWidth={interactionWidth} className={isTaken ? 'taken' : undefined} />
})
