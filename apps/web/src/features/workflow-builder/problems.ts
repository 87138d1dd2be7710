// The problems of a draft: what breaks the schema of a node, and the rules and warnings of the graph.
import { findUnknownResources } from '@heddle/workflow/model/graph/bound-resources'
import { checkGraph, type GraphProblem, type GraphProblemCode } from '@heddle/workflow/model/graph/graph-rules'
import type { GraphNode } from '@heddle/workflow/model/graph/graph'
import { findGraphWarnings, type SiteFacts } from '@heddle/workflow/model/graph/graph-warnings'
import type { NodeTypes } from '@heddle/workflow/model/node-type'
import { draftNodeTypes } from '@heddle/workflow/model/node-type-table'
import { flattenIssues, type Rule, toRule } from '#shared/forms/rules.ts'
import { getValue, type Values } from '#shared/forms/paths.ts'
import type { DraftGraph } from './graph/draft.ts'
import { findIssues } from './form/fields.ts'

export type Problem = {
  readonly severity: 'error' | 'warning'
  readonly nodeId: string | undefined
  /** The path of the field in the node. */
  readonly field: string | undefined
  readonly handle: string | undefined
} & ({ readonly code: GraphProblemCode; readonly subject?: string | undefined } | { readonly rule: Rule })

/** Whether a part is not filled in yet: the next step of who writes it, not a mistake. */
export const isNextStep = (problem: Problem): boolean => 'code' in problem && nextSteps.has(problem.code)

const nextSteps: ReadonlySet<GraphProblemCode> = new Set([
  'field_missing',
  'collections_missing',
  'datasets_missing',
  'handle_missing',
  'parameter_missing',
])

const issues = new WeakMap<GraphNode, readonly Problem[]>()

/** Returns the problems, the errors first. `site` is what the tenant has, once it is known; `nodeTypes` also check schemas, once they are loaded. */
export function findProblems(graph: DraftGraph, site?: SiteFacts, nodeTypes: NodeTypes = draftNodeTypes): readonly Problem[] {
  const broken = graph.nodes.flatMap(checkSchema)
  const isKnown = ({ nodeId, field }: Problem) =>
    field !== undefined && broken.some((each) => each.nodeId === nodeId && each.field === field)
  return [...broken, ...checkRules(graph, site, nodeTypes, broken.length === 0).filter((problem) => !isKnown(problem))]
}

function checkRules(graph: DraftGraph, site: SiteFacts | undefined, nodeTypes: NodeTypes, hasSchema: boolean): readonly Problem[] {
  let found: readonly GraphProblem[]
  try {
    found = [...checkGraph(graph, nodeTypes), ...findUnknownResources(graph, site?.resources ?? {}), ...findGraphWarnings(graph, site)]
  } catch (error) {
    if (hasSchema) throw error
    // The rules read nodes that keep their schema: of one that lost a whole field they find nothing.
    return []
  }
  return found.map(({ node_id: nodeId, field, handle, severity, subject, code }) => ({
    severity,
    nodeId,
    field,
    handle,
    subject,
    code,
  }))
}

function checkSchema(node: GraphNode): readonly Problem[] {
  const known = issues.get(node)
  if (known) return known
  const found = flattenIssues(findIssues(node)).map(({ path, issue }): Problem => ({
    severity: 'error',
    nodeId: node.id,
    field: path,
    handle: undefined,
    rule: toRule(issue, getValue(node as unknown as Values, path)),
  }))
  issues.set(node, found)
  return found
}
