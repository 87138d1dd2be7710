// Copied nodes as text on the clipboard, so that they can be pasted into another workflow.
import { WorkflowEdge, WorkflowLayout, WorkflowNode } from '@heddle/contracts/workflow/workflow-graph'
import { z } from 'zod'
import type { GraphFragment } from './commands.ts'
import type { Draft } from './draft.ts'

const format = 'heddle.nodes/1'

const Copied = z.strictObject({
  format: z.literal(format),
  nodes: z.array(WorkflowNode).min(1),
  edges: z.array(WorkflowEdge),
  layout: WorkflowLayout,
})

/** Returns the nodes with the edges between them as text. */
export function copyNodes({ graph, layout }: Draft, ids: ReadonlySet<string>): string {
  const copied = {
    format,
    nodes: graph.nodes.filter(({ id }) => ids.has(id)),
    edges: graph.edges.filter(({ source, target }) => ids.has(source) && ids.has(target)),
    layout: Object.fromEntries(Object.entries(layout).filter(([id]) => ids.has(id))),
  }
  return JSON.stringify(copied, null, 2)
}

/** Returns the nodes of a copied text; null for any other text. */
export function parseCopied(text: string): GraphFragment | null {
  if (!text.includes(format)) return null
  try {
    return Copied.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Returns the fragment at other positions. */
export function shift(fragment: GraphFragment, by: number): GraphFragment {
  const layout = Object.fromEntries(Object.entries(fragment.layout).map(([id, { x, y }]) => [id, { x: x + by, y: y + by }]))
  return { ...fragment, layout }
}
