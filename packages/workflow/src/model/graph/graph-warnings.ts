// What an author should look at, and what no run is refused for. Pure: what a rule has to know of the site is an argument.
import type { WorkflowSite } from '@heddle/contracts/workflow/workflow'
import { errorHandle } from '@heddle/contracts/workflow/workflow-graph'
import { computeAnswerRoom } from '../context-room.ts'
import type { NodeTypes } from '../node-type.ts'
import { draftNodeTypes } from '../node-type-table.ts'
import { errorFields } from './fields.ts'
import { type Graph, type GraphNode, resolveHandle, sortNodes } from './graph.ts'
import { type GraphProblem, listHandles } from './graph-rules.ts'
import { matchesHost, readHost } from './host-pattern.ts'
import type { ResourcesByKind } from './resource.ts'
import { formatReference, listReferences, parseTemplate } from './template.ts'

/** What the tenant has; without a list, the rules about it are not checked. */
export type SiteFacts = {
  readonly models?: readonly {
    readonly name: string
    readonly contextTokens: number
    /** Null when it is unknown. */
    readonly hasJsonSchema: boolean | null
  }[]
  /** The model of a chat whose user has chosen none. */
  readonly defaultModel?: string
  /** As in the tenant's list: `host`, `host:port` or `*.domain`. */
  readonly allowedHosts?: readonly string[]
  readonly resources?: ResourcesByKind<ReadonlySet<string>>
  readonly countTokens?: (text: string) => number
}

/** Returns the facts of a tenant as the API names them. */
export function toSiteFacts(
  { models, allowed_hosts: allowedHosts, collections, datasets }: WorkflowSite,
  countTokens: (text: string) => number,
): SiteFacts {
  const defaultModel = models.find((model) => model.is_default)?.name
  return {
    models: models.map(({ name, context_tokens: contextTokens, json_schema: jsonSchema }) => ({
      name,
      contextTokens,
      hasJsonSchema: jsonSchema === 'unknown' ? null : jsonSchema === 'yes',
    })),
    ...(defaultModel !== undefined && { defaultModel }),
    allowedHosts,
    resources: { collection: new Set(collections.map(({ id }) => id)), dataset: new Set(datasets.map(({ id }) => id)) },
    countTokens,
  }
}

/** Returns the warnings about a graph that keeps the rules; of another, those that can be found. */
export function findGraphWarnings(graph: Graph, site: SiteFacts = {}, nodeTypes: NodeTypes = draftNodeTypes): GraphProblem[] {
  const warnings = [
    ...findEmptyReferences(graph, nodeTypes),
    ...findDeadEnds(graph, nodeTypes),
    ...graph.nodes.flatMap((node) => [...checkModel(node, site, nodeTypes), ...checkHost(node, site)]),
  ]
  return warnings.map((warning) => ({ severity: 'warning', ...warning }))
}

type Warning = Omit<GraphProblem, 'severity'>

/**
 * Returns the references to nodes that may be skipped, or fail into their branch, in a run in which the reading node runs. A node knows
 * what holds on all ways to it: which nodes have run, and which handles they have taken.
 */
function findEmptyReferences({ nodes, edges }: Graph, nodeTypes: NodeTypes): Warning[] {
  const known = new Map<string, ReadonlySet<string>>()
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const incoming = Map.groupBy(
    edges.map((edge) => ({ source: edge.source, target: edge.target, taken: nameTaken(edge.source, resolveHandle(edge)) })),
    ({ target }) => target,
  )
  /** What follows from a node that has one handle. */
  const implied = new Map(
    nodes.flatMap((node) => {
      const [handle, ...more] = listHandles(node, nodeTypes)
      return handle !== undefined && more.length === 0 ? [[node.id, nameTaken(node.id, handle)] as const] : []
    }),
  )
  const before: GraphNode[] = []
  const warnings: Warning[] = []
  for (const node of sortNodes({ nodes, edges })) {
    const facts = collectFacts(node, before)
    known.set(node.id, facts)
    before.push(node)
    const type = nodeTypes.get(node.type)
    if (!type || type.expectsEmpty) continue
    for (const [field, template] of Object.entries(type.templates(node))) {
      for (const reference of listReferences(template)) {
        const target = byId.get(reference.nodeId)
        if (!target || hasValue(target, reference.field, facts)) continue
        const subject = formatReference(reference)
        const message = `"${subject}" is empty in runs that do not reach the node, or in which it fails.`
        warnings.push({ node_id: node.id, field, subject, code: 'reference_may_be_empty', message })
      }
    }
  }
  return warnings

  function collectFacts(node: GraphNode, earlier: readonly GraphNode[]): ReadonlySet<string> {
    const ways = (incoming.get(node.id) ?? []).flatMap(({ source, taken }) => {
      const facts = known.get(source)
      return facts ? [{ facts, source, taken }] : []
    })
    const [first, ...others] = ways
    const isShared = (fact: string) => others.every((way) => way.facts.has(fact) || way.source === fact || way.taken === fact)
    const facts = new Set(first && [...first.facts, first.source, first.taken].filter(isShared))
    // All that follows from what is known; earlier nodes are in topological order, so once is enough.
    for (const each of earlier) {
      const isReached = (incoming.get(each.id) ?? []).some(({ taken }) => facts.has(taken))
      if (isReached) facts.add(each.id)
      const taken = implied.get(each.id)
      if (taken !== undefined && facts.has(each.id)) facts.add(taken)
    }
    return facts
  }

  function hasValue(target: GraphNode, field: string, facts: ReadonlySet<string>): boolean {
    if (Object.hasOwn(errorFields, field)) return facts.has(nameTaken(target.id, errorHandle))
    if (target.on_error !== 'branch') return facts.has(target.id)
    return listHandles(target, nodeTypes).some((handle) => handle !== errorHandle && facts.has(nameTaken(target.id, handle)))
  }
}

const nameTaken = (id: string, handle: string) => `${id}.${handle}`

/** Returns the handles without an edge: as a graph has no cycle, every way that reaches no answer ends at one. */
function findDeadEnds({ nodes, edges }: Graph, nodeTypes: NodeTypes): Warning[] {
  const used = new Set(edges.map((edge) => nameTaken(edge.source, resolveHandle(edge))))
  return nodes
    .filter(({ type }) => nodeTypes.has(type) && !nodeTypes.get(type)?.replyTemplate)
    .flatMap((node) =>
      listHandles(node, nodeTypes)
        .filter((handle) => !used.has(nameTaken(node.id, handle)))
        .map((handle): Warning => {
          const message = `Nothing follows the handle "${handle}": runs that take it have no answer from there.`
          return { node_id: node.id, handle, code: 'branch_without_answer', message }
        }),
    )
}

function checkModel(node: GraphNode, { models, defaultModel, countTokens }: SiteFacts, nodeTypes: NodeTypes): Warning[] {
  const type = nodeTypes.get(node.type)
  if (!models || !type?.model) return []
  const name = type.model(node)
  const model = models.find((each) => each.name === (name ?? defaultModel))
  if (!model) {
    if (name === null) return []
    const message = `There is no model "${name}" here.`
    return [{ node_id: node.id, field: 'config.model', subject: name, code: 'model_unknown', message }]
  }
  const warnings: Warning[] = []
  if (readConfig(node).json_schema !== undefined && model.hasJsonSchema === false)
    warnings.push({
      node_id: node.id,
      field: 'config.model',
      subject: model.name,
      code: 'model_without_json_schema',
      message: `The model "${model.name}" does not enforce a JSON schema: its answers are checked, and may fail.`,
    })
  const room = model.contextTokens - computeAnswerRoom(model.contextTokens)
  const longest = Object.entries(type.templates(node)).map(([field, template]) => ({
    field,
    tokens: countTokens?.(keepTexts(template)) ?? 0,
  }))
  if (longest.reduce((sum, { tokens }) => sum + tokens, 0) > room) {
    const [first] = longest.toSorted((a, b) => b.tokens - a.tokens)
    const message = `The prompt alone is longer than the context of the model "${model.name}".`
    warnings.push({ node_id: node.id, ...(first && { field: first.field }), subject: model.name, code: 'prompt_too_long', message })
  }
  return warnings
}

const keepTexts = (template: string) =>
  parseTemplate(template)
    .filter((part) => typeof part === 'string')
    .join('')

function checkHost(node: GraphNode, { allowedHosts }: SiteFacts): Warning[] {
  const { url } = readConfig(node)
  const host = node.type === 'http_request' && typeof url === 'string' ? readHost(url) : null
  if (!allowedHosts || host === null || allowedHosts.some((pattern) => matchesHost(pattern, host))) return []
  const message = `Workflows may not call "${host}" here.`
  return [{ node_id: node.id, field: 'config.url', subject: host, code: 'host_not_allowed', message }]
}

const readConfig = ({ config }: GraphNode) => (config ?? {}) as Readonly<Record<string, unknown>>
