// What makes a graph a workflow that can run. Checked when it is saved, and again before every run.
import type { WorkflowGraph, WorkflowNode } from '@heddle/contracts/workflow'
import { reachableFrom, sortNodes } from './graph.ts'
import { nodeTypeOf } from './node-types.ts'
import { templateReferences } from './template.ts'

export type GraphProblemCode =
  | 'duplicate_id'
  | 'start_missing'
  | 'start_repeated'
  | 'answer_missing'
  | 'edge_unknown_node'
  | 'cycle'
  | 'unreachable'
  | 'reference_unknown_node'
  | 'reference_unknown_field'
  | 'reference_not_before'

/** One broken rule, with the node it concerns where it concerns one. */
export type GraphProblem = { readonly node_id?: string; readonly code: GraphProblemCode; readonly message: string }

/** Returns every rule that the graph breaks; none for a graph that can run. */
export function checkGraph(graph: WorkflowGraph): GraphProblem[] {
  return [...checkIds(graph), ...checkEnds(graph), ...checkEdges(graph), ...checkReach(graph), ...checkReferences(graph)]
}

function checkIds({ nodes }: WorkflowGraph): GraphProblem[] {
  return [...Map.groupBy(nodes, ({ id }) => id)]
    .filter(([, sameId]) => sameId.length > 1)
    .map(([id]) => ({ node_id: id, code: 'duplicate_id', message: `More than one node has the id "${id}".` }))
}

function checkEnds({ nodes }: WorkflowGraph): GraphProblem[] {
  const problems: GraphProblem[] = []
  const [start, ...moreStarts] = nodes.filter(({ type }) => type === 'start')
  if (!start) problems.push({ code: 'start_missing', message: 'A workflow needs a start.' })
  for (const { id } of moreStarts) problems.push({ node_id: id, code: 'start_repeated', message: 'A workflow has only one start.' })
  if (!nodes.some(({ type }) => type === 'answer')) problems.push({ code: 'answer_missing', message: 'A workflow needs an answer.' })
  return problems
}

function checkEdges({ nodes, edges }: WorkflowGraph): GraphProblem[] {
  const ids = new Set(nodes.map(({ id }) => id))
  return edges.flatMap(({ source, target }) =>
    [source, target]
      .filter((id) => !ids.has(id))
      .map((id) => ({
        node_id: id === source ? target : source,
        code: 'edge_unknown_node' as const,
        message: `An edge names "${id}", which does not exist.`,
      })),
  )
}

function checkReach(graph: WorkflowGraph): GraphProblem[] {
  const problems: GraphProblem[] = []
  const start = graph.nodes.find(({ type }) => type === 'start')
  const reached = start && reachableFrom(start.id, graph, 'forward').add(start.id)
  for (const { id } of graph.nodes) {
    if (reachableFrom(id, graph, 'forward').has(id)) {
      problems.push({ node_id: id, code: 'cycle', message: 'The node leads back to itself.' })
    } else if (reached && !reached.has(id)) {
      problems.push({ node_id: id, code: 'unreachable', message: 'Nothing leads from the start to the node.' })
    }
  }
  return problems
}

function checkReferences(graph: WorkflowGraph): GraphProblem[] {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]))
  return graph.nodes.flatMap((node) => {
    const references = nodeTypeOf(node).templates(node).flatMap(templateReferences)
    if (references.length === 0) return []
    const before = reachableFrom(node.id, graph, 'backward')
    return references.flatMap(({ nodeId, field }) => checkReference(node, nodes.get(nodeId), before, `${nodeId}.${field}`, field))
  })
}

function checkReference(
  node: WorkflowNode,
  target: WorkflowNode | undefined,
  before: ReadonlySet<string>,
  name: string,
  field: string,
): GraphProblem[] {
  const problem = (code: GraphProblemCode, message: string) => [{ node_id: node.id, code, message }]
  if (!target) return problem('reference_unknown_node', `"{{${name}}}" names a node that does not exist.`)
  if (!nodeTypeOf(target).fields.includes(field))
    return problem('reference_unknown_field', `"{{${name}}}" names a field that the node does not have.`)
  if (!before.has(target.id)) return problem('reference_not_before', `"{{${name}}}" reads a node that does not come before.`)
  return []
}

/** A graph that breaks the rules was about to run. */
export class WorkflowGraphError extends Error {
  override readonly name = 'WorkflowGraphError'
  readonly problems: readonly GraphProblem[]

  constructor(problems: readonly GraphProblem[]) {
    super('The workflow breaks the rules of its graph')
    this.problems = problems
  }
}

/** Returns the nodes of a graph in the order in which they run. Throws a `WorkflowGraphError` when it breaks a rule. */
export function planRun(graph: WorkflowGraph): WorkflowNode[] {
  const problems = checkGraph(graph)
  if (problems.length > 0) throw new WorkflowGraphError(problems)
  return sortNodes(graph)
}
