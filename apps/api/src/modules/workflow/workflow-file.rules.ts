// What a workflow's file names that another site may not have: its models.
import type { WorkflowGraph } from '@heddle/contracts/workflow-graph'

type Node = WorkflowGraph['nodes'][number]

const readModel = (node: Node): string | null => ('config' in node && 'model' in node.config ? node.config.model : null)

/** Returns the names of the models that a file names, each once. */
export const listModelNames = (graph: WorkflowGraph, allowedModels: readonly string[]): string[] => [
  ...new Set([...graph.nodes.map(readModel), ...allowedModels].filter((name) => name !== null)),
]

/** Returns the graph with other models: by the name that it has, null for the model of the chat. */
export const replaceModels = (graph: WorkflowGraph, replacements: ReadonlyMap<string, string | null>): WorkflowGraph => ({
  ...graph,
  nodes: graph.nodes.map((node) => {
    const name = readModel(node)
    const replacement = name === null ? undefined : replacements.get(name)
    return replacement === undefined ? node : ({ ...node, config: { ...('config' in node && node.config), model: replacement } } as Node)
  }),
})
