import type { NodeTypes } from '../node-type.ts'
import type { NodeOutcomes } from '../value.ts'
import { listBoundResources } from './bound-resources.ts'
import { listCarriedResources } from './carried-resources.ts'
import type { Graph, GraphNode } from './graph.ts'

/**
 * Returns the resources in which a node of an earlier run has found something. One whose finding is not known counts as one that has found
 * something in all that it names.
 */
export function listFoundResources(node: GraphNode, nodeTypes: NodeTypes, outcomes: NodeOutcomes): readonly string[] {
  const { resources, isReplayed } = nodeTypes.get(node.type) ?? {}
  const outcome = outcomes[node.id]
  if (!resources || outcome === null) return []
  if (outcome && isReplayed) return resources.listFound(outcome.output)
  const found = outcome?.output['found']
  return Array.isArray(found) ? found.filter((id) => typeof id === 'string') : listBoundResources({ nodes: [node] })
}

/**
 * Returns the outcomes of an earlier run without those that may have text of a resource which is not `readable` any more: the nodes of
 * these run again.
 */
export function keepReadableOutcomes(
  { nodes }: Pick<Graph, 'nodes'>,
  nodeTypes: NodeTypes,
  outcomes: NodeOutcomes,
  readable: ReadonlySet<string>,
): NodeOutcomes {
  const carried = listCarriedResources({ nodes }, nodeTypes, (node) => listFoundResources(node, nodeTypes, outcomes))
  return Object.fromEntries(Object.entries(outcomes).filter(([id]) => carried.get(id)?.every((each) => readable.has(each)) ?? true))
}
