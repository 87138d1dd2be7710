// The resources that a node may have text of: its own, and those of the nodes that it reads.
import type { NodeTypes } from '../node-type.ts'
import { findReachable, type Graph, type GraphNode } from './graph.ts'
import { listReferences } from './template.ts'

/**
 * Returns the ids of the resources of each node by its id: those that `listOwn` returns for it and for all nodes whose outputs its templates
 * read, directly or through others. Which handle an edge takes carries none.
 */
export function listCarriedResources(
  { nodes }: Pick<Graph, 'nodes'>,
  nodeTypes: NodeTypes,
  listOwn: (node: GraphNode) => readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const own = new Map(nodes.map((node) => [node.id, listOwn(node)]))
  const read = new Map(nodes.map((node) => [node.id, listReadNodes(node, nodeTypes)]))
  return new Map(nodes.map(({ id }) => [id, [...new Set([id, ...findReachable(id, read)].flatMap((each) => own.get(each) ?? []))]]))
}

const listReadNodes = (node: GraphNode, nodeTypes: NodeTypes): string[] =>
  Object.values(nodeTypes.get(node.type)?.templates(node) ?? {}).flatMap((template) => listReferences(template).map(({ nodeId }) => nodeId))
