// The keys of the canvas: one node at a time is a tab stop, and the arrows go from it to the next one.
import { type FocusEvent, type KeyboardEvent, type RefObject, useMemo } from 'react'
import { isCancelKey, isSubmitKey } from '#shared/shortcuts/submit-key.ts'
import type { NodePosition } from '../graph/draft.ts'
import { listExits } from '../graph/exits.ts'
import { createOutline, listOutlineNodes } from '../graph/outline.ts'
import { useDeferredBuilder } from '../use-builder.tsx'
import { useFocusAfterRemoval } from '../use-focus-after-removal.ts'
import { placeNodes } from './positions.ts'

/** How far a key moves a node. */
const step = 20
const arrows: Readonly<Record<string, NodePosition>> = {
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
}

type Options = {
  readonly frame: RefObject<HTMLElement | null>
  readonly setTabStop: (id: string) => void
  /** Returns whether an edge was selected. */
  readonly removeSelectedEdges: () => boolean
  /** Opens the form of the selected node. */
  readonly onOpen: () => void
}

const findNodeId = (target: EventTarget): string | null =>
  target instanceof HTMLElement && target.matches('.react-flow__node') ? (target.dataset['id'] ?? null) : null

/** Returns the handlers of the element around the canvas. */
export function useCanvasKeys({ frame, setTabStop, removeSelectedEdges, onOpen }: Options) {
  const { draft, readDraft, readSelected, run, select } = useDeferredBuilder()
  const order = useMemo(() => listOutlineNodes(createOutline(draft.graph, listExits)).map(({ id }) => id), [draft.graph])
  const noteFocus = useFocusAfterRemoval(order, focusNode)

  function focusNode(id: string) {
    setTabStop(id)
    // A node can be focused once it is the tab stop.
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>(`.react-flow__node[data-id="${id}"]`)?.focus())
  }

  function moveNodes(id: string, by: NodePosition) {
    const placed = placeNodes(readDraft())
    const selected = readSelected()
    const positions = [...(selected.has(id) ? selected : [id])].flatMap((each) => {
      const position = placed[each]
      return position ? [[each, { x: position.x + by.x, y: position.y + by.y }] as const] : []
    })
    run({ type: 'move', positions: Object.fromEntries(positions) }, 'move by key')
  }

  function handleNodeKey(event: KeyboardEvent, id: string) {
    const arrow = arrows[event.key]
    if (arrow && event.altKey) {
      event.preventDefault()
      moveNodes(id, arrow)
    } else if (arrow) {
      event.preventDefault()
      const next = order[order.indexOf(id) + (arrow.x + arrow.y > 0 ? 1 : -1)]
      if (next !== undefined) focusNode(next)
    } else if (isSubmitKey(event.nativeEvent)) {
      event.preventDefault()
      select([id])
      onOpen()
    } else if (event.key === ' ') {
      event.preventDefault()
      select((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id]))
    }
  }

  return {
    onKeyDown: (event: KeyboardEvent) => {
      const id = findNodeId(event.target)
      if (event.key === 'Delete' || event.key === 'Backspace') {
        // A box around nodes selects their edges too; these go with the nodes.
        if (readSelected().size === 0 && removeSelectedEdges()) event.preventDefault()
      } else if (isCancelKey(event.nativeEvent)) select([])
      else if (id !== null) handleNodeKey(event, id)
    },
    onFocus: ({ target }: FocusEvent) => noteFocus(findNodeId(target)),
  }
}
