// The difference of two graphs, node by node. Positions are no part of a graph, so moved nodes do not differ.
import { defaultHandle, type WorkflowEdge } from '@heddle/contracts/workflow/workflow-graph'
import type { GraphNode } from '@heddle/workflow/model/graph/graph'
import type { DraftGraph } from '../graph/draft.ts'
import { diffFields, type FieldDifference } from '../graph/node-fields.ts'

export type NodeDifference = {
  readonly node: GraphNode
  readonly kind: 'added' | 'removed' | 'changed'
  /** Of a changed node. */
  readonly fields: readonly FieldDifference[]
}

export type EdgeDifference = {
  readonly kind: 'added' | 'removed'
  readonly edge: WorkflowEdge
  /** Undefined for an edge that names no node of either graph. */
  readonly source: GraphNode | undefined
  readonly target: GraphNode | undefined
}

export type GraphDifference = { readonly nodes: readonly NodeDifference[]; readonly edges: readonly EdgeDifference[] }

function diffNodes(before: DraftGraph, after: DraftGraph): NodeDifference[] {
  const [old, current] = [before, after].map(({ nodes }) => new Map(nodes.map((node) => [node.id, node])))
  const removed = before.nodes.filter(({ id }) => !current?.has(id))
  const rest = after.nodes.flatMap((node): NodeDifference[] => {
    const earlier = old?.get(node.id)
    if (!earlier) return [{ node, kind: 'added', fields: [] }]
    const fields = diffFields(earlier, node)
    return fields.length === 0 ? [] : [{ node, kind: 'changed', fields }]
  })
  return [...rest, ...removed.map((node) => ({ node, kind: 'removed' as const, fields: [] }))]
}

function diffEdges(before: DraftGraph, after: DraftGraph): EdgeDifference[] {
  const nodes = new Map([...before.nodes, ...after.nodes].map((node) => [node.id, node]))
  const toKey = ({ source, source_handle: handle = defaultHandle, target }: WorkflowEdge) => JSON.stringify([source, handle, target])
  const findNew = (edges: readonly WorkflowEdge[], others: readonly WorkflowEdge[], kind: EdgeDifference['kind']) => {
    const known = new Set(others.map(toKey))
    return edges
      .filter((edge) => !known.has(toKey(edge)))
      .map((edge) => ({ kind, edge, source: nodes.get(edge.source), target: nodes.get(edge.target) }))
  }
  return [...findNew(after.edges, before.edges, 'added'), ...findNew(before.edges, after.edges, 'removed')]
}

/** Returns what differs: nodes in the order of `after`, then removed ones; edges added, then removed. */
export const diffGraphs = (before: DraftGraph, after: DraftGraph): GraphDifference => ({
  nodes: diffNodes(before, after),
  edges: diffEdges(before, after),
})
