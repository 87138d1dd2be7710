// The rules of a runnable graph, without I/O: the editor checks them in the browser, the server before every publication and every run.
import { defaultHandle, errorHandle } from '@heddle/contracts/workflow/workflow-graph'
import { limits } from '@heddle/contracts/limits'
import { findReachable, type Graph, type GraphNode, listNeighbours, type Neighbours, resolveHandle, sortNodes } from './graph.ts'
import type { NodeProblem, NodeTypes } from '../node-type.ts'
import { listFields } from './fields.ts'
import type { OptionalPorts } from '../ports.ts'
import { formatReference, listReferences } from './template.ts'
import type { ResourceKind } from './resource.ts'
import { isDefaultValue } from '../value.ts'

export type GraphProblemCode =
  | 'too_many_nodes'
  | 'too_many_edges'
  | 'duplicate_id'
  | 'type_unknown'
  | 'start_missing'
  | 'start_repeated'
  | 'answer_missing'
  | 'edge_unknown_node'
  | 'edge_unknown_handle'
  | 'cycle'
  | 'unreachable'
  | 'reference_unknown_node'
  | 'reference_unknown_field'
  | 'reference_not_before'
  | 'default_unknown_field'
  | 'default_wrong_type'
  | 'port_missing'
  | `${ResourceKind}_unknown`
  /** Of the service, which knows the columns of the dataset. */
  | 'plan_invalid'
  | NodeProblem['code']
  | GraphWarningCode

/** See graph-warnings.ts. */
export type GraphWarningCode =
  | 'reference_may_be_empty'
  | 'branch_without_answer'
  | 'model_unknown'
  | 'model_without_json_schema'
  | 'prompt_too_long'
  | 'host_not_allowed'

/** One broken rule, with the node and the path of the field that it concerns, if any. */
export type GraphProblem = {
  /** An error prevents a publication and a run, a warning does not. */
  readonly severity: 'error' | 'warning'
  readonly node_id?: string
  readonly field?: string
  /** The handle without an edge. */
  readonly handle?: string
  /** What it is about, as it is written: a reference, a model, a collection, a host, a type, a field or a node's id. */
  readonly subject?: string
  readonly code: GraphProblemCode
  readonly message: string
}

/** A broken rule that prevents a run. */
type GraphError = Omit<GraphProblem, 'severity'>

/** Returns every error of the graph, without warnings; an empty list for a runnable graph. */
export const checkGraph = (graph: Graph, nodeTypes: NodeTypes): GraphProblem[] => findErrors(graph, nodeTypes).map(toProblem)

const toProblem = (error: GraphError): GraphProblem => ({ severity: 'error', ...error })

/** What was found in a graph, which no one changes: a published one is the same object in all its runs, and checked once. */
const checked = new WeakMap<Graph, { readonly nodeTypes: NodeTypes; readonly errors: readonly GraphError[] }>()

function findErrors(graph: Graph, nodeTypes: NodeTypes): readonly GraphError[] {
  const known = checked.get(graph)
  if (known?.nodeTypes === nodeTypes) return known.errors
  const errors = listErrors(graph, nodeTypes)
  checked.set(graph, { nodeTypes, errors })
  return errors
}

function listErrors(graph: Graph, nodeTypes: NodeTypes): GraphError[] {
  const sizes = checkSize(graph)
  // The other checks would take too long for an unlimited graph.
  if (sizes.length > 0) return sizes
  const before = listNeighbours(graph, 'backward')
  const byId = new Map(graph.nodes.map((node) => [node.id, node]))
  return [
    ...checkIds(graph),
    ...checkTypes(graph, nodeTypes),
    ...checkEnds(graph),
    ...checkEdges(graph, nodeTypes),
    ...checkReach(graph),
    ...graph.nodes.flatMap((node) => [
      ...checkNode(node, nodeTypes),
      ...checkReferences(node, byId, before, nodeTypes),
      ...checkDefault(node, nodeTypes),
    ]),
  ]
}

function checkSize({ nodes, edges }: Graph): GraphError[] {
  const problems: GraphError[] = []
  const { nodesPerWorkflow, edgesPerWorkflow } = limits
  if (nodes.length > nodesPerWorkflow)
    problems.push({ code: 'too_many_nodes', message: `A workflow has at most ${nodesPerWorkflow} nodes.` })
  if (edges.length > edgesPerWorkflow)
    problems.push({ code: 'too_many_edges', message: `A workflow has at most ${edgesPerWorkflow} edges.` })
  return problems
}

function checkNode(node: GraphNode, nodeTypes: NodeTypes): GraphError[] {
  const problems: readonly NodeProblem[] = [
    ...(node.title.trim() === '' ? [{ field: 'title', code: 'field_missing', message: 'The node has no name.' } as const] : []),
    ...(nodeTypes.get(node.type)?.findProblems?.(node) ?? []),
  ]
  return problems.map((problem) => ({ node_id: node.id, ...problem }))
}

function checkTypes({ nodes }: Graph, nodeTypes: NodeTypes): GraphError[] {
  return nodes
    .filter(({ type }) => !nodeTypes.has(type))
    .map(({ id, type }) => ({
      node_id: id,
      field: 'type',
      subject: type,
      code: 'type_unknown',
      message: `There is no type of node "${type}".`,
    }))
}

function checkIds({ nodes }: Graph): GraphError[] {
  return [...Map.groupBy(nodes, ({ id }) => id)]
    .filter(([, sameId]) => sameId.length > 1)
    .map(([id]) => ({ node_id: id, field: 'id', subject: id, code: 'duplicate_id', message: `More than one node has the id "${id}".` }))
}

function checkEnds({ nodes }: Graph): GraphError[] {
  const problems: GraphError[] = []
  const [start, ...moreStarts] = nodes.filter(({ type }) => type === 'start')
  if (!start) problems.push({ code: 'start_missing', message: 'A workflow needs a start.' })
  for (const { id } of moreStarts) problems.push({ node_id: id, code: 'start_repeated', message: 'A workflow has only one start.' })
  if (!nodes.some(({ type }) => type === 'answer')) problems.push({ code: 'answer_missing', message: 'A workflow needs an answer.' })
  return problems
}

function checkEdges({ nodes, edges }: Graph, nodeTypes: NodeTypes): GraphError[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  return edges.flatMap((edge) => {
    const { source, target } = edge
    const unknown = [source, target].filter((id) => !byId.has(id))
    const problems: GraphError[] = unknown.map((id) => ({
      node_id: id === source ? target : source,
      subject: id,
      code: 'edge_unknown_node',
      message: `An edge names "${id}", which does not exist.`,
    }))
    const node = byId.get(source)
    if (node && nodeTypes.has(node.type) && !listHandles(node, nodeTypes).includes(resolveHandle(edge)))
      problems.push({
        node_id: source,
        subject: resolveHandle(edge),
        code: 'edge_unknown_handle',
        message: `An edge leaves the node by "${resolveHandle(edge)}", which it does not have.`,
      })
    return problems
  })
}

/** Returns the output handles of a node: those of its type, and `error` if it branches on its failure. */
export function listHandles(node: GraphNode, nodeTypes: NodeTypes): readonly string[] {
  const handles = nodeTypes.get(node.type)?.handles?.(node) ?? [defaultHandle]
  return node.on_error === 'branch' ? [...handles, errorHandle] : handles
}

function checkReach(graph: Graph): GraphError[] {
  const problems: GraphError[] = []
  const start = graph.nodes.find(({ type }) => type === 'start')
  const behind = listNeighbours(graph, 'forward')
  const reached = start && findReachable(start.id, behind).add(start.id)
  // A node on a cycle has no position in the order, nor has what is behind the cycle.
  const sorted = new Set(sortNodes(graph))
  for (const node of graph.nodes) {
    const { id } = node
    if (!sorted.has(node) && findReachable(id, behind).has(id)) {
      problems.push({ node_id: id, code: 'cycle', message: 'The node leads back to itself.' })
    } else if (reached && !reached.has(id)) {
      problems.push({ node_id: id, code: 'unreachable', message: 'Nothing leads from the start to the node.' })
    }
  }
  return problems
}

function checkReferences(
  node: GraphNode,
  nodes: ReadonlyMap<string, GraphNode>,
  neighboursBefore: Neighbours,
  nodeTypes: NodeTypes,
): GraphError[] {
  const references = Object.entries(nodeTypes.get(node.type)?.templates(node) ?? {}).map(
    ([path, template]) => [path, listReferences(template)] as const,
  )
  if (references.every(([, listed]) => listed.length === 0)) return []
  const before = findReachable(node.id, neighboursBefore)
  return references.flatMap(([path, listed]) =>
    listed.flatMap(({ nodeId, field }) => {
      const subject = formatReference({ nodeId, field })
      const createProblem = (code: GraphProblemCode, what: string): GraphError[] => [
        { node_id: node.id, field: path, subject, code, message: `"${subject}" ${what}.` },
      ]
      const target = nodes.get(nodeId)
      if (!target) return createProblem('reference_unknown_node', 'names a node that does not exist')
      if (nodeTypes.has(target.type) && !Object.hasOwn(listFields(target, nodeTypes), field))
        return createProblem('reference_unknown_field', 'names a field that the node does not have')
      if (!before.has(target.id)) return createProblem('reference_not_before', 'reads a node that does not come before')
      return []
    }),
  )
}

function checkDefault(node: GraphNode, nodeTypes: NodeTypes): GraphError[] {
  if (node.on_error !== 'default') return []
  const fields = nodeTypes.get(node.type)?.fields(node) ?? {}
  return Object.entries(node.default_output ?? {}).flatMap(([name, value]): GraphError[] => {
    const problem = { node_id: node.id, field: `default_output.${name}`, subject: name }
    const type = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!type) return [{ ...problem, code: 'default_unknown_field', message: `The node has no field "${name}".` }]
    if (isDefaultValue(type, value)) return []
    return [{ ...problem, code: 'default_wrong_type', message: `The field "${name}" is of the type "${type}".` }]
  })
}

/** Thrown instead of running a graph that breaks the rules. */
export class WorkflowGraphError extends Error {
  override readonly name = 'WorkflowGraphError'
  readonly problems: readonly GraphProblem[]

  constructor(problems: readonly GraphProblem[]) {
    super('The workflow breaks the rules of its graph')
    this.problems = problems
  }
}

/**
 * Returns the nodes of a graph in topological order, ties by their position in the list. Throws a `WorkflowGraphError` when the graph
 * breaks a rule, or a node needs a port that `ports` does not have.
 */
export function planRun(graph: Graph, nodeTypes: NodeTypes, ports: OptionalPorts = {}): GraphNode[] {
  const problems = [...findErrors(graph, nodeTypes), ...checkPorts(graph, nodeTypes, ports)].map(toProblem)
  if (problems.length > 0) throw new WorkflowGraphError(problems)
  return sortNodes(graph)
}

/** Returns every error of a node that keeps it from running alone, whatever is wrong with others. */
export const checkSingleNode = (graph: Graph, id: string, nodeTypes: NodeTypes): GraphProblem[] =>
  // Whether anything leads to it does not matter.
  checkGraph(graph, nodeTypes).filter(({ node_id, code }) => node_id === id && code !== 'unreachable')

/**
 * Returns a node that can run alone. Throws a `WorkflowGraphError` when it does not exist, breaks a rule of its own, or needs a port that
 * `ports` does not have.
 */
export function planNode(graph: Graph, id: string, nodeTypes: NodeTypes, ports: OptionalPorts): GraphNode {
  const nodes = graph.nodes.filter((node) => node.id === id)
  const problems = [...checkSingleNode(graph, id, nodeTypes), ...checkPorts({ nodes, edges: [] }, nodeTypes, ports).map(toProblem)]
  const [node] = nodes
  if (!node || problems.length > 0) throw new WorkflowGraphError(problems)
  return node
}

function checkPorts({ nodes }: Graph, nodeTypes: NodeTypes, ports: OptionalPorts): GraphError[] {
  return nodes.flatMap(({ id, type }) =>
    (nodeTypes.get(type)?.needs ?? [])
      .filter((port) => !ports[port])
      .map((port): GraphError => ({ node_id: id, code: 'port_missing', message: `Runs have no port "${port}" here.` })),
  )
}
