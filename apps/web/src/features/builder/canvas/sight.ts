// Which part of the workflow the canvas shows.
import type { GraphNode } from '@heddle/workflow/graph/graph'
import { getViewportForBounds, type Rect, type Viewport } from '@xyflow/react'
import type { Draft, Position } from '../graph/draft.ts'
import { measureNode, placeNodes } from './positions.ts'

type Size = { readonly width: number; readonly height: number }

/** The whole workflow, not larger than it is. */
export const fitOptions = { maxZoom: 1, padding: 0.15 }
/** The names of smaller nodes cannot be read. */
export const minLegibleZoom = 0.7
/** In pixels, before a workflow of which the beginning is shown. */
const margin = 24

/** Returns what the canvas opens with: the whole workflow, or the beginning of one that would be too small to read. */
export function frameOpening(draft: Draft, frame: Size): Viewport {
  const { nodes } = draft.graph
  const positions = placeNodes(draft)
  const start = nodes.find(({ type }) => type === 'start') ?? nodes[0]
  if (!start) return { x: 0, y: 0, zoom: 1 }
  const bounds = uniteRects(nodes.map((node) => toRect(node, positions[node.id])))
  const whole = getViewportForBounds(bounds, frame.width, frame.height, minLegibleZoom, fitOptions.maxZoom, fitOptions.padding)
  const { zoom } = whole
  const first = toRect(start, positions[start.id])
  return {
    zoom,
    x: bounds.width * zoom > frame.width ? margin - first.x * zoom : whole.x,
    y: bounds.height * zoom > frame.height ? frame.height / 2 - (first.y + first.height / 2) * zoom : whole.y,
  }
}

/** Returns whether all of a node is in the frame. */
export function isInSight(node: GraphNode, position: Position | undefined, { x, y, zoom }: Viewport, frame: Size): boolean {
  const rect = toRect(node, position)
  const [left, top] = [rect.x * zoom + x, rect.y * zoom + y]
  return left >= 0 && top >= 0 && left + rect.width * zoom <= frame.width && top + rect.height * zoom <= frame.height
}

const toRect = (node: GraphNode, { x, y }: Position = { x: 0, y: 0 }): Rect => ({ x, y, ...measureNode(node) })

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
