// Where nodes are drawn that no one has placed yet: to the right of what leads to them, below what is there. Deterministic.
import type { WorkflowLayout } from '@heddle/contracts/workflow/workflow-graph'
import { type GraphNode, sortNodes } from '@heddle/workflow/model/graph/graph'
import type { Draft, NodePosition } from '../graph/draft.ts'
import { listExits } from '../graph/exits.ts'

const nodeSize = { width: 220, height: 92, exitHeight: 24 }
const gap = { x: 48, y: 36 }

/** Returns how large a node is drawn: a branching one has a line for each exit. */
export function measureNode(node: GraphNode): { width: number; height: number } {
  const exits = listExits(node).length
  return { width: nodeSize.width, height: nodeSize.height + (exits > 1 ? exits * nodeSize.exitHeight : 0) }
}

export function placeNodes({ graph, layout }: Draft): WorkflowLayout {
  const placed = new Map<string, NodePosition>(Object.entries(layout))
  const sorted = sortNodes(graph)
  const known = new Set(sorted)
  const incoming = Map.groupBy(graph.edges, ({ target }) => target)
  for (const { id } of [...sorted, ...graph.nodes.filter((node) => !known.has(node))]) {
    if (placed.has(id)) continue
    const before = (incoming.get(id) ?? []).flatMap(({ source }) => placed.get(source) ?? [])
    const x = before.length === 0 ? 0 : Math.max(...before.map((position) => position.x)) + nodeSize.width + gap.x
    let y = before.length === 0 ? 0 : Math.min(...before.map((position) => position.y))
    while ([...placed.values()].some((other) => overlaps(other, { x, y }))) y += nodeSize.height + gap.y
    placed.set(id, { x, y })
  }
  return Object.fromEntries(graph.nodes.map(({ id }) => [id, placed.get(id) ?? { x: 0, y: 0 }]))
}

const overlaps = (one: NodePosition, other: NodePosition) =>
  Math.abs(one.x - other.x) < nodeSize.width + gap.x / 2 && Math.abs(one.y - other.y) < nodeSize.height + gap.y / 2
