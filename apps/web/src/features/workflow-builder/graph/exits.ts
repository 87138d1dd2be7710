// The ways out of nodes, and where they may lead.
import { findReachable, type GraphNode, listNeighbours } from '@heddle/workflow/model/graph/graph'
import { listHandles } from '@heddle/workflow/model/graph/graph-rules'
import { draftNodeTypes } from '@heddle/workflow/model/node-type-table'
import type { DraftGraph } from './draft.ts'

/** Returns the handles of a node in their order. An answer continues too: another answer may follow. */
export const listExits = (node: GraphNode): readonly string[] => listHandles(node, draftNodeTypes)

/** Returns the nodes that may follow a node: all but the start and those that lead to it. */
export function findTargets(graph: DraftGraph, id: string): readonly GraphNode[] {
  const before = findReachable(id, listNeighbours(graph, 'backward'))
  return graph.nodes.filter((node) => node.id !== id && node.type !== 'start' && !before.has(node.id))
}
