// Which nodes of a test run have text of which knowledge collections, so that a reader who may not read these is not shown it later.
import type { WorkflowGraph } from '@heddle/contracts/workflow/workflow-graph'
import type { RunValues } from '@heddle/contracts/trial/workflow-run'
import { listBoundCollections } from '@heddle/workflow/graph/bound-collections'
import { listCarriedCollections } from '@heddle/workflow/graph/carried-collections'
import type { GraphNode } from '@heddle/workflow/graph/graph'
import { nodeTypes } from '@heddle/workflow/node-type-list'
import type { Passage } from '@heddle/workflow/passage'
import { isObject, type NodeOutput } from '@heddle/workflow/value'

/** A knowledge collection whose passages the input or the output of a node may have text of. */
export type CarriedCollection = { readonly nodeId: string; readonly collectionId: string }

type EndedRun = {
  readonly graph: WorkflowGraph
  readonly hasHistory: boolean
  readonly outputs: Readonly<Record<string, NodeOutput>>
  /** Those of the values of other nodes that the run was given. */
  readonly inherited: readonly CarriedCollection[]
}

/** Returns the collections of values that a caller gives: nothing tells their texts from those that the graph finds. */
export const listGivenCollections = (graph: WorkflowGraph, values: RunValues): CarriedCollection[] =>
  flatten(listCarriedCollections(graph, nodeTypes, (node) => listBoundCollections({ nodes: [node], edges: [] }))).filter(({ nodeId }) =>
    Object.hasOwn(values, nodeId),
  )

/**
 * Returns the collections of a run's nodes: those in which a search has found something, and for a node that reads the earlier turns, which
 * may repeat any passage, all that the graph searches.
 */
export function listRunCollections({ graph, hasHistory, outputs, inherited }: EndedRun): CarriedCollection[] {
  const searched = listBoundCollections(graph)
  const inheritedBy = Map.groupBy(inherited, ({ nodeId }) => nodeId)

  function listOwn(node: GraphNode): string[] {
    const earlier = hasHistory && readsHistory(node) ? searched : []
    const kept = inheritedBy.get(node.id)?.map(({ collectionId }) => collectionId) ?? []
    return [...listFound(outputs[node.id]), ...earlier, ...kept]
  }

  return flatten(listCarriedCollections(graph, nodeTypes, listOwn))
}

const flatten = (carried: ReadonlyMap<string, readonly string[]>): CarriedCollection[] =>
  [...carried].flatMap(([nodeId, collections]) => collections.map((collectionId) => ({ nodeId, collectionId })))

const readsHistory = ({ config }: GraphNode) => isObject(config) && Number(config.history_messages) > 0

/** Passages are a list of our own making there. */
const listFound = ({ passages }: NodeOutput = {}): string[] =>
  Array.isArray(passages) ? (passages as readonly Passage[]).flatMap(({ origin }) => origin?.collection_id ?? []) : []
