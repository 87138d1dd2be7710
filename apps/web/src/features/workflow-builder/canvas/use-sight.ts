import { useReactFlow } from '@xyflow/react'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useDeferredBuilder } from '../use-builder.tsx'
import { placeNodes } from './positions.ts'
import { createFitOptions, frameOpening, isInSight, minLegibleZoom, readInsets } from './sight.ts'

/** Opens the canvas with the beginning of the workflow. Then a node that the search or the list of problems selects comes into sight. */
export function useSight(pane: RefObject<HTMLElement | null>): void {
  const { draft, selected } = useDeferredBuilder()
  const flow = useReactFlow()
  const [first, ...others] = selected
  const onlySelected = others.length > 0 ? undefined : first

  // Before the nodes are measured, until when React Flow hides them.
  const open = useEffectEvent(() => {
    if (pane.current) void flow.setViewport(frameOpening(draft, pane.current.getBoundingClientRect(), readInsets(pane.current)))
  })
  const show = useEffectEvent((id: string) => {
    const node = draft.graph.nodes.find((each) => each.id === id)
    if (!node || !pane.current) return
    const insets = readInsets(pane.current)
    if (isInSight(node, placeNodes(draft)[id], flow.getViewport(), pane.current.getBoundingClientRect(), insets)) return
    const maxZoom = Math.max(flow.getZoom(), minLegibleZoom)
    void flow.fitView({ ...createFitOptions(insets), nodes: [{ id }], maxZoom, minZoom: minLegibleZoom, duration: 200 })
  })
  useEffect(() => {
    open()
  }, [])
  useEffect(() => {
    if (onlySelected !== undefined) show(onlySelected)
  }, [onlySelected])
}
