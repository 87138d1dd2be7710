// Order in a graph. Edges that name unknown nodes are ignored here: the rules report them.
import type { WorkflowGraph, WorkflowNode } from '@heddle/contracts/workflow'

/**
 * Returns the nodes so that each comes after all that lead to it, otherwise in the order of the graph (Kahn's algorithm).
 * Nodes on a cycle, and those behind one, are missing.
 */
export function sortNodes({ nodes, edges }: WorkflowGraph): WorkflowNode[] {
  const open = new Map(nodes.map((node) => [node.id, 0]))
  const known = edges.filter(({ source, target }) => open.has(source) && open.has(target))
  for (const { target } of known) open.set(target, (open.get(target) ?? 0) + 1)

  const sorted: WorkflowNode[] = []
  let ready = nodes.filter(({ id }) => open.get(id) === 0)
  while (ready.length > 0) {
    sorted.push(...ready)
    const done = new Set(ready.map(({ id }) => id))
    const freed = new Set<string>()
    for (const { source, target } of known) {
      if (!done.has(source)) continue
      const left = (open.get(target) ?? 0) - 1
      open.set(target, left)
      if (left === 0) freed.add(target)
    }
    ready = nodes.filter(({ id }) => freed.has(id))
  }
  return sorted
}

/** Returns the ids of the nodes that can be reached along the edges, or against them; without the node itself unless on a cycle. */
export function reachableFrom(id: string, { edges }: WorkflowGraph, direction: 'forward' | 'backward'): Set<string> {
  const [from, to] = direction === 'forward' ? (['source', 'target'] as const) : (['target', 'source'] as const)
  const neighbours = Map.groupBy(edges, (edge) => edge[from])
  const reached = new Set<string>()
  const open = [id]
  for (let current = open.pop(); current !== undefined; current = open.pop()) {
    for (const edge of neighbours.get(current) ?? []) {
      if (reached.has(edge[to])) continue
      reached.add(edge[to])
      open.push(edge[to])
    }
  }
  return reached
}
