// The three-way merge of two drafts by the ids of their nodes; the base is what both began with.
import type { GraphNode } from '@heddle/workflow/model/graph/graph'
import { type Draft, isSameEdge, isSameValue } from './draft.ts'

export type Side = 'mine' | 'theirs'

/** A node that differs between the two drafts; undefined where it does not exist. */
export type NodeConflict = {
  readonly id: string
  readonly mine: GraphNode | undefined
  readonly theirs: GraphNode | undefined
  /** Who changed it since the base. */
  readonly changedBy: Side | 'both'
}

const byId = ({ graph }: Draft) => new Map(graph.nodes.map((node) => [node.id, node]))

/** Returns the nodes that differ, in the order of the drafts. */
export function listDifferences(base: Draft, mine: Draft, theirs: Draft): NodeConflict[] {
  const [before, own, other] = [byId(base), byId(mine), byId(theirs)]
  return [...new Set([...own.keys(), ...other.keys()])].flatMap((id): NodeConflict[] => {
    const node = { id, mine: own.get(id), theirs: other.get(id) }
    if (isSameValue(node.mine, node.theirs)) return []
    const isMine = !isSameValue(node.mine, before.get(id))
    const isTheirs = !isSameValue(node.theirs, before.get(id))
    return [{ ...node, changedBy: isMine && isTheirs ? 'both' : isMine ? 'mine' : 'theirs' }]
  })
}

/** Returns whether the drafts have the same graph, wherever its nodes are drawn. */
export const hasSameGraph = (one: Draft, other: Draft): boolean => isSameValue(one.graph, other.graph)

/** Returns the changes of both drafts since the base; for a node that both changed, the chosen side, or mine. */
export function mergeDrafts(base: Draft, mine: Draft, theirs: Draft, choices: ReadonlyMap<string, Side> = new Map()): Draft {
  const differences = new Map(listDifferences(base, mine, theirs).map((difference) => [difference.id, difference]))
  const choose = (id: string, node: GraphNode | undefined): GraphNode | undefined => {
    const difference = differences.get(id)
    if (!difference) return node
    const side = choices.get(id) ?? (difference.changedBy === 'theirs' ? 'theirs' : 'mine')
    return difference[side]
  }
  const own = byId(mine)
  const order = [...theirs.graph.nodes, ...mine.graph.nodes.filter(({ id }) => !byId(theirs).has(id))]
  const nodes = order.flatMap((node) => choose(node.id, own.get(node.id)) ?? [])
  const ids = new Set(nodes.map(({ id }) => id))
  return { graph: { nodes, edges: mergeEdges(base, mine, theirs, ids) }, layout: mergeLayouts(base, mine, theirs, ids) }
}

function mergeEdges(base: Draft, mine: Draft, theirs: Draft, ids: ReadonlySet<string>) {
  const [before, own, other] = [base.graph.edges, mine.graph.edges, theirs.graph.edges]
  const has = (edges: typeof own, edge: (typeof own)[number]) => edges.some((each) => isSameEdge(each, edge))
  // A node that one side removed and the other keeps has the edges of the other.
  const isMissing = (nodes: ReadonlyMap<string, GraphNode>, { source, target }: (typeof own)[number]) =>
    (ids.has(source) && !nodes.has(source)) || (ids.has(target) && !nodes.has(target))
  const [ownNodes, otherNodes] = [byId(mine), byId(theirs)]
  const kept = other.filter((edge) => has(own, edge) || !has(before, edge) || isMissing(ownNodes, edge))
  const added = own.filter((edge) => !has(other, edge) && (!has(before, edge) || isMissing(otherNodes, edge)))
  return [...kept, ...added].filter(({ source, target }) => ids.has(source) && ids.has(target))
}

function mergeLayouts({ layout: before }: Draft, { layout: mine }: Draft, { layout: theirs }: Draft, ids: ReadonlySet<string>) {
  const chosen = [...ids].flatMap((id) => {
    const position = isSameValue(mine[id], before[id]) ? (theirs[id] ?? mine[id]) : (mine[id] ?? theirs[id])
    return position ? [[id, position] as const] : []
  })
  return Object.fromEntries(chosen)
}
