// The knowledge collections that a graph searches.
import type { KnowledgeRetrievalNode, WorkflowGraph } from '@heddle/contracts/workflow/workflow-graph'
import type { Graph, GraphNode } from './graph.ts'
import type { GraphProblem } from './graph-rules.ts'

const isRetrieval = (node: GraphNode): node is KnowledgeRetrievalNode => node.type === 'knowledge_retrieval'

/** Returns the ids of the collections that the nodes of a graph search, each once. */
export const listBoundCollections = ({ nodes }: Graph): string[] => [
  ...new Set(nodes.filter(isRetrieval).flatMap(({ config }) => config.collections)),
]

/** Returns the graph with all its searches over these collections. */
export const bindCollections = (graph: WorkflowGraph, collections: readonly string[]): WorkflowGraph => ({
  ...graph,
  nodes: graph.nodes.map((node) =>
    node.type === 'knowledge_retrieval' ? { ...node, config: { ...node.config, collections: [...collections] } } : node,
  ),
})

/** Returns an error for each collection of a node that the tenant does not have. */
export const findUnknownCollections = ({ nodes }: Graph, known: ReadonlySet<string>): GraphProblem[] =>
  nodes.filter(isRetrieval).flatMap(({ id, config }) =>
    config.collections
      .filter((collection) => !known.has(collection))
      .map((collection) => ({
        severity: 'error',
        node_id: id,
        field: 'config.collections',
        subject: collection,
        code: 'collection_unknown',
        message: `There is no collection "${collection}" here.`,
      })),
  )
