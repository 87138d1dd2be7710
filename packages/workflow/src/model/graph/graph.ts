// Sorting and reachability in a graph. Edges with unknown nodes are ignored here: the rules report them.
import { defaultHandle, type WorkflowEdge, type WorkflowNode } from '@heddle/contracts/workflow/workflow-graph'

type FailureHandling = Pick<Extract<WorkflowNode, { type: 'llm' }>, 'timeout_s' | 'retries' | 'on_error' | 'default_output'>

/** The fields of every node; only its type knows its `config`. */
export type GraphNode = {
  readonly id: string
  readonly type: string
  readonly title: string
  readonly note?: string
  readonly config?: unknown
} & Readonly<FailureHandling>

export type Graph = { readonly nodes: readonly GraphNode[]; readonly edges: readonly WorkflowEdge[] }

/** Returns the handle of an edge at its source. */
export const resolveHandle = ({ source_handle: handle }: WorkflowEdge): string => handle ?? defaultHandle

/** Returns the edges without duplicates. */
export const removeDuplicateEdges = (edges: readonly WorkflowEdge[]): WorkflowEdge[] => [
  ...new Map(edges.map((edge) => [JSON.stringify([edge.source, resolveHandle(edge), edge.target]), edge])).values(),
]

/**
 * Returns the nodes in topological order, ties by their position in the list (Kahn's algorithm). Nodes on a cycle, and those behind
 * one, are missing.
 */
export function sortNodes({ nodes, edges }: Graph): GraphNode[] {
  const open = new Map(nodes.map((node) => [node.id, 0]))
  const known = edges.filter(({ source, target }) => open.has(source) && open.has(target))
  for (const { target } of known) open.set(target, (open.get(target) ?? 0) + 1)
  const outgoing = Map.groupBy(known, ({ source }) => source)

  const sorted: GraphNode[] = []
  const waiting = [...nodes]
  for (;;) {
    const next = waiting.findIndex(({ id }) => open.get(id) === 0)
    const [node] = next < 0 ? [] : waiting.splice(next, 1)
    if (!node) return sorted
    sorted.push(node)
    for (const { target } of outgoing.get(node.id) ?? []) open.set(target, (open.get(target) ?? 0) - 1)
  }
}

/** The ids that edges lead to, by the id that they come from. */
export type Neighbours = ReadonlyMap<string, readonly string[]>

/** Returns the neighbours of every node along the edges, or against them. */
export function listNeighbours({ edges }: Pick<Graph, 'edges'>, direction: 'forward' | 'backward'): Neighbours {
  const neighbours = new Map<string, string[]>()
  for (const { source, target } of edges) {
    const [from, to] = direction === 'forward' ? [source, target] : [target, source]
    const listed = neighbours.get(from)
    if (listed) listed.push(to)
    else neighbours.set(from, [to])
  }
  return neighbours
}

/** Returns the ids of the nodes that are reachable from a node; without the node itself unless it is on a cycle. */
export function findReachable(id: string, neighbours: Neighbours): Set<string> {
  const reached = new Set<string>()
  const open = [id]
  for (let current = open.pop(); current !== undefined; current = open.pop()) {
    for (const next of neighbours.get(current) ?? []) {
      if (reached.has(next)) continue
      reached.add(next)
      open.push(next)
    }
  }
  return reached
}
