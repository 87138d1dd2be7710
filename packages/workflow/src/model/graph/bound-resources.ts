// The resources that the nodes of a graph name.
import type { WorkflowGraph } from '@heddle/contracts/workflow/workflow-graph'
import { draftNodeTypes } from '../node-type-table.ts'
import { isObject } from '../value.ts'
import type { Graph, GraphNode } from './graph.ts'
import type { GraphProblem } from './graph-rules.ts'
import type { ResourceKind, ResourcesByKind } from './resource.ts'

type Binding = { readonly nodeId: string; readonly field: string; readonly kind: ResourceKind; readonly id: string }

const findUse = ({ type }: Pick<GraphNode, 'type'>) => draftNodeTypes.get(type)?.resources

const listBindings = ({ nodes }: Pick<Graph, 'nodes'>): Binding[] =>
  nodes.flatMap(({ id: nodeId, type, config }) => {
    const use = findUse({ type })
    const ids = use && isObject(config) ? config[use.field] : undefined
    if (!use || !Array.isArray(ids)) return []
    return (ids as readonly string[]).map((id) => ({ nodeId, field: `config.${use.field}`, kind: use.kind, id }))
  })

/** Returns the ids of the resources that nodes name, of a kind or of all, each once. */
export const listBoundResources = (graph: Pick<Graph, 'nodes'>, kind?: ResourceKind): string[] => [
  ...new Set(listBindings(graph).flatMap((binding) => (kind === undefined || binding.kind === kind ? binding.id : []))),
]

/** Returns the graph with these resources in place of those that its nodes name; of a kind that is missing, with none. */
export const bindResources = (graph: WorkflowGraph, ids: ResourcesByKind<readonly string[]>): WorkflowGraph => ({
  ...graph,
  nodes: graph.nodes.map((node) => {
    const use = findUse(node)
    if (!use || !('config' in node)) return node
    return { ...node, config: { ...node.config, [use.field]: [...(ids[use.kind] ?? [])] } } as typeof node
  }),
})

/** Returns an error for each resource of a node that is not among the known ones of its kind; of a kind that is missing, none. */
export const findUnknownResources = (graph: Pick<Graph, 'nodes'>, known: ResourcesByKind<ReadonlySet<string>>): GraphProblem[] =>
  listBindings(graph).flatMap(({ nodeId, field, kind, id }): GraphProblem[] => {
    if (known[kind]?.has(id) ?? true) return []
    const message = `There is no ${kind} "${id}" here.`
    return [{ severity: 'error', node_id: nodeId, field, subject: id, code: `${kind}_unknown`, message }]
  })
