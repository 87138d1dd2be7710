// Which nodes of a test run have text of which resources, so that a reader who may not read these is not shown it later.
import type { WorkflowGraph } from '@heddle/contracts/workflow/workflow-graph'
import type { RunValues } from '@heddle/contracts/trial/workflow-run'
import { listBoundResources } from '@heddle/workflow/model/graph/bound-resources'
import { listCarriedResources } from '@heddle/workflow/model/graph/carried-resources'
import type { GraphNode } from '@heddle/workflow/model/graph/graph'
import { nodeTypes } from '@heddle/workflow/model/node-type-list'
import { isObject, type NodeOutput } from '@heddle/workflow/model/value'

/** A resource that the input or the output of a node may have text of. */
export type CarriedResource = { readonly nodeId: string; readonly resourceId: string }

type EndedRun = {
  readonly graph: WorkflowGraph
  readonly hasHistory: boolean
  readonly outputs: Readonly<Record<string, NodeOutput>>
  /** Those of the values of other nodes that the run was given. */
  readonly inherited: readonly CarriedResource[]
}

/** Returns the resources of values that a caller gives: nothing tells their texts from those that the graph finds. */
export const listGivenResources = (graph: WorkflowGraph, values: RunValues): CarriedResource[] =>
  flatten(listCarriedResources(graph, nodeTypes, (node) => listBoundResources({ nodes: [node] }))).filter(({ nodeId }) =>
    Object.hasOwn(values, nodeId),
  )

/**
 * Returns the resources of a run's nodes: those in which one has found something, and for a node that reads the earlier turns, which may
 * repeat anything that was found, all that the graph names.
 */
export function listRunResources({ graph, hasHistory, outputs, inherited }: EndedRun): CarriedResource[] {
  const bound = listBoundResources(graph)
  const inheritedBy = Map.groupBy(inherited, ({ nodeId }) => nodeId)

  function listOwn(node: GraphNode): string[] {
    const found = nodeTypes.get(node.type)?.resources?.listFound(outputs[node.id] ?? {}) ?? []
    const earlier = hasHistory && readsHistory(node) ? bound : []
    const kept = inheritedBy.get(node.id)?.map(({ resourceId }) => resourceId) ?? []
    return [...found, ...earlier, ...kept]
  }

  return flatten(listCarriedResources(graph, nodeTypes, listOwn))
}

const flatten = (carried: ReadonlyMap<string, readonly string[]>): CarriedResource[] =>
  [...carried].flatMap(([nodeId, resources]) => resources.map((resourceId) => ({ nodeId, resourceId })))

const readsHistory = ({ config }: GraphNode) => isObject(config) && Number(config.history_messages) > 0
