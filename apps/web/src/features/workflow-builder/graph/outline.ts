// The graph as a list in the order of the run. What only one exit of a branching node leads to is nested below that exit.
import { type Graph, type GraphNode, resolveHandle, sortNodes } from '@heddle/workflow/model/graph/graph'

export type OutlineItem = { readonly node: GraphNode; readonly branches: readonly OutlineBranch[] }
export type OutlineBranch = { readonly handle: string; readonly items: readonly OutlineItem[] }
export type GraphOutline = {
  readonly items: readonly OutlineItem[]
  /** The nodes to which nothing leads from the start, or that are on a cycle. */
  readonly loose: readonly OutlineItem[]
}

type MutableItem = { node: GraphNode; branches: { handle: string; items: MutableItem[] }[] }

/** A position in the dominator tree: a node, or an exit of a branching node. */
type Vertex = { readonly parent: Vertex | null; readonly depth: number; readonly items: MutableItem[] | null }

/** Returns the outline; `listExits` gives the handles of a node in their order. */
export function createOutline(graph: Graph, listExits: (node: GraphNode) => readonly string[]): GraphOutline {
  const items: MutableItem[] = []
  const loose: MutableItem[] = []
  const root: Vertex = { parent: null, depth: 0, items }
  const exits = new Map<string, Vertex>()
  const incoming = Map.groupBy(graph.edges, ({ target }) => target)
  const sorted = sortNodes(graph)

  for (const node of sorted) {
    const before = (incoming.get(node.id) ?? []).flatMap((edge) => exits.get(toKey(edge.source, resolveHandle(edge))) ?? [])
    const dominator = node.type === 'start' ? root : before.reduce<Vertex | null>((one, other) => (one ? meet(one, other) : other), null)
    const item: MutableItem = { node, branches: [] }
    const list = dominator ? findList(dominator) : loose
    list.push(item)
    if (!dominator) continue
    const vertex: Vertex = { parent: dominator, depth: dominator.depth + 1, items: null }
    const handles = listExits(node)
    for (const handle of handles) {
      if (handles.length === 1) exits.set(toKey(node.id, handle), vertex)
      else {
        const branch = { handle, items: [] }
        item.branches.push(branch)
        exits.set(toKey(node.id, handle), { parent: vertex, depth: vertex.depth + 1, items: branch.items })
      }
    }
  }
  const known = new Set(sorted)
  loose.push(...graph.nodes.filter((node) => !known.has(node)).map((node) => ({ node, branches: [] })))
  return { items, loose }
}

const toKey = (id: string, handle: string) => JSON.stringify([id, handle])

function findList(vertex: Vertex): MutableItem[] {
  let current = vertex
  while (current.items === null && current.parent) current = current.parent
  return current.items ?? []
}

/** Returns the nearest vertex through which both are reached. */
function meet(one: Vertex, other: Vertex): Vertex {
  let [a, b] = [one, other]
  while (a !== b) {
    if (a.depth >= b.depth && a.parent) a = a.parent
    else if (b.parent) b = b.parent
  }
  return a
}

/** Returns the nodes of an outline from top to bottom. */
export function listOutlineNodes({ items, loose }: GraphOutline): GraphNode[] {
  const walk = (list: readonly OutlineItem[]): GraphNode[] =>
    list.flatMap(({ node, branches }) => [node, ...branches.flatMap((branch) => walk(branch.items))])
  return [...walk(items), ...walk(loose)]
}
