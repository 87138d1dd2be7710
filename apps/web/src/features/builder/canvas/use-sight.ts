// What part of the workflow is in sight.
import { useReactFlow } from '@xyflow/react'
import { type RefObject, useEffect, useRef } from 'react'
import { useDeferredBuilder } from '../use-builder.tsx'

/** The whole workflow, not larger than it is. */
export const fitOptions = { maxZoom: 1, padding: 0.15 }

/** Moves a node that was selected elsewhere into sight: the list of problems and the search open nodes that may be out of it. */
export function useSelectedInSight(frame: RefObject<HTMLElement | null>): void {
  const { selected } = useDeferredBuilder()
  const flow = useReactFlow()
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
}
