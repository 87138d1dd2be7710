// What a workflow's file names that another site may not have: its models, and the servers that it calls.
import type { WorkflowGraph } from '@heddle/contracts/workflow/workflow-graph'
import { readHost } from '@heddle/workflow/model/graph/host-pattern'

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

const readCalledHost = (node: Node): string | null => (node.type === 'http_request' ? readHost(node.config.url) : null)

/** Returns the hosts that the requests of a file go to, each once; not those that only a run knows. */
export const listHosts = (graph: WorkflowGraph): string[] => [...new Set(graph.nodes.map(readCalledHost).filter((host) => host !== null))]

/** Returns the graph with requests to other hosts; null leaves a host as it is. */
export const replaceHosts = (graph: WorkflowGraph, replacements: ReadonlyMap<string, string | null>): WorkflowGraph => ({
  ...graph,
  nodes: graph.nodes.map((node) => {
    const replacement = replacements.get(readCalledHost(node) ?? '') ?? null
    if (replacement === null || node.type !== 'http_request') return node
    return { ...node, config: { ...node.config, url: node.config.url.replace(/^(https?:\/\/)[^/?#]+/i, `$1${replacement}`) } }
  }),
})
