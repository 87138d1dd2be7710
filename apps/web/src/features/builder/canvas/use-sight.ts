import { useReactFlow } from '@xyflow/react'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useDeferredBuilder } from '../use-builder.tsx'
import { placeNodes } from './positions.ts'
import { frameOpening, isInSight, minLegibleZoom } from './sight.ts'

/** Opens the canvas with the beginning of the workflow. Then a node that the search or the list of problems selects comes into sight. */
export function useSight(pane: RefObject<HTMLElement | null>): void {
  const { draft, selected } = useDeferredBuilder()
  const flow = useReactFlow()
  const [first, ...others] = selected
  const onlySelected = others.length > 0 ? undefined : first

  // Before the nodes are measured, until when React Flow hides them.
  const open = useEffectEvent(() => {
    if (pane.current) void flow.setViewport(frameOpening(draft, pane.current.getBoundingClientRect()))
  })
  const show = useEffectEvent((id: string) => {
    const node = draft.graph.nodes.find((each) => each.id === id)
    if (!node || !pane.current) return
    if (isInSight(node, placeNodes(draft)[id], flow.getViewport(), pane.current.getBoundingClientRect())) return
    void flow.fitView({ nodes: [{ id }], maxZoom: Math.max(flow.getZoom(), minLegibleZoom), minZoom: minLegibleZoom, duration: 200 })
  })
  useEffect(() => {
    open()
  }, [])
  useEffect(() => {
    if (onlySelected !== undefined) show(onlySelected)
  }, [onlySelected])
}
