// Which part of the workflow the canvas shows.
import type { GraphNode } from '@heddle/workflow/model/graph/graph'
import { getViewportForBounds, type Rect, type Viewport } from '@xyflow/react'
import type { Draft, NodePosition } from '../graph/draft.ts'
import { measureNode, placeNodes } from './positions.ts'

type Size = { readonly width: number; readonly height: number }

/** How much of the canvas lies under what floats over it, in pixels. */
export type Insets = { readonly left: number; readonly right: number }
const noInsets: Insets = { left: 0, right: 0 }

/** The names of smaller nodes cannot be read. */
export const minLegibleZoom = 0.35
/** In pixels, around a workflow. */
const margin = 24

/** Returns what shows the whole workflow beside what floats, not larger than it is. */
export const createFitOptions = ({ left, right }: Insets) => ({
  maxZoom: 1,
  padding: { top: `${2 * margin}px`, right: `${right + margin}px`, bottom: `${2 * margin}px`, left: `${left + margin}px` } as const,
})

/** Returns the insets of the canvas; none when they would leave too little of it. */
export function readInsets(pane: HTMLElement): Insets {
  const frame = pane.getBoundingClientRect()
  const find = (side: 'start' | 'end') => document.querySelector(`[data-floats="${side}"]`)?.getBoundingClientRect()
  const left = (find('start')?.right ?? frame.left) - frame.left
  const right = frame.right - (find('end')?.left ?? frame.right)
  return frame.width - left - right < frame.width / 3 ? noInsets : { left, right }
}

/** Returns how large the words of a node are drawn, so that they can be read in a workflow that is far away. */
export const chooseScale = (zoom: number): 'near' | 'middle' | 'far' | 'farthest' =>
  zoom >= 0.8 ? 'near' : zoom >= 0.55 ? 'middle' : zoom >= 0.42 ? 'far' : 'farthest'

/** Returns what the canvas opens with: the whole workflow, or the beginning of one that would be too small to read. */
export function frameOpening(draft: Draft, frame: Size, insets: Insets = noInsets): Viewport {
  const { nodes } = draft.graph
  const positions = placeNodes(draft)
  const start = nodes.find(({ type }) => type === 'start') ?? nodes[0]
  if (!start) return { x: 0, y: 0, zoom: 1 }
  const bounds = uniteRects(nodes.map((node) => toRect(node, positions[node.id])))
  const { maxZoom, padding } = createFitOptions(insets)
  const whole = getViewportForBounds(bounds, frame.width, frame.height, minLegibleZoom, maxZoom, padding)
  const { zoom } = whole
  const first = toRect(start, positions[start.id])
  return {
    zoom,
    x: bounds.width * zoom > frame.width - insets.left - insets.right ? insets.left + margin - first.x * zoom : whole.x,
    y: bounds.height * zoom > frame.height ? frame.height / 2 - (first.y + first.height / 2) * zoom : whole.y,
  }
}

/** Returns whether all of a node is in the frame, and nothing floats over it. */
export function isInSight(
  node: GraphNode,
  position: NodePosition | undefined,
  { x, y, zoom }: Viewport,
  frame: Size,
  insets: Insets = noInsets,
): boolean {
  const rect = toRect(node, position)
  const [left, top] = [rect.x * zoom + x, rect.y * zoom + y]
  return (
    left >= insets.left && top >= 0 && left + rect.width * zoom <= frame.width - insets.right && top + rect.height * zoom <= frame.height
  )
}

const toRect = (node: GraphNode, { x, y }: NodePosition = { x: 0, y: 0 }): Rect => ({ x, y, ...measureNode(node) })

function uniteRects(rects: readonly Rect[]): Rect {
  const x = Math.min(...rects.map((rect) => rect.x))
  const y = Math.min(...rects.map((rect) => rect.y))
  return {
    x,
    y,
    width: Math.max(...rects.map((rect) => rect.x + rect.width)) - x,
    height: Math.max(...rects.map((rect) => rect.y + rect.height)) - y,
  }
}
