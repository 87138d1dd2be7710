// The models of a tenant that a workflow permits.
import type { WorkflowGraph } from '@heddle/contracts/workflow/workflow-graph'
import { findReachable, listNeighbours } from './graph.ts'

export type ModelPermission = {
  /** Names; empty means all. */
  readonly allowedModels: readonly string[]
  /** The graph of the published version; null when none is published. */
  readonly graph: WorkflowGraph | null
}

/**
 * Returns the models that the workflow permits, in their order. A workflow whose answer uses only nodes with fixed models leaves no
 * choice: it returns such a model, or the first permitted one when the tenant does not offer it.
 */
export function listPermittedModels<M extends { readonly name: string }>(
  models: readonly M[],
  { allowedModels, graph }: ModelPermission,
): M[] {
  const permitted = models.filter(({ name }) => allowedModels.length === 0 || allowedModels.includes(name))
  const fixed = findFixedModels(graph)
  if (fixed === null) return permitted
  const named = models.filter(({ name }) => fixed.has(name))
  return named.length > 0 ? named : permitted.slice(0, 1)
}

/** Returns the names of the models that nodes of the graph fix, whatever model the chat has; each once. */
export const listFixedModels = ({ nodes }: WorkflowGraph): string[] => [
  ...new Set(
    nodes.flatMap((node) => ('config' in node && 'model' in node.config && node.config.model !== null ? [node.config.model] : [])),
  ),
]

/** Returns the fixed models of the answer's nodes; null when at least one node uses the chat's model. */
function findFixedModels(graph: WorkflowGraph | null): ReadonlySet<string> | null {
  if (!graph) return null
  const answers = graph.nodes.filter(({ type }) => type === 'answer')
  const before = listNeighbours(graph, 'backward')
  const feeding = new Set(answers.flatMap(({ id }) => [...findReachable(id, before)]))
  const names = graph.nodes.flatMap((node) => (node.type === 'llm' && feeding.has(node.id) ? [node.config.model] : []))
  const fixed = names.filter((name) => name !== null)
  return fixed.length > 0 && fixed.length === names.length ? new Set(fixed) : null
}
