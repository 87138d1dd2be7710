// The difference of two graphs, node by node. Positions are no part of a graph, so moved nodes do not differ.
import { defaultHandle, type WorkflowEdge } from '@heddle/contracts/workflow/workflow-graph'
import type { GraphNode } from '@heddle/workflow/graph/graph'
import type { DraftGraph } from '../graph/draft.ts'

type FieldDifference = { readonly path: string; readonly before: string; readonly after: string }

export type NodeDifference = {
  readonly id: string
  readonly title: string
  readonly kind: 'added' | 'removed' | 'changed'
  /** Of a changed node. */
  readonly fields: readonly FieldDifference[]
}

export type EdgeDifference = {
  readonly kind: 'added' | 'removed'
  /** Titles of the nodes. */
  readonly source: string
  readonly target: string
  /** Null for the handle of a node that does not branch. */
  readonly handle: string | null
}

export type GraphDifference = { readonly nodes: readonly NodeDifference[]; readonly edges: readonly EdgeDifference[] }

/** Returns the values of a node by their paths. */
function flatten(value: unknown, path: string, into = new Map<string, string>()): Map<string, string> {
  if (typeof value !== 'object' || value === null) return into.set(path, typeof value === 'string' ? value : JSON.stringify(value))
  for (const [key, part] of Object.entries(value)) if (part !== undefined) flatten(part, path === '' ? key : `${path}.${key}`, into)
  return into
}

function diffFields(before: GraphNode, after: GraphNode): FieldDifference[] {
  const [from, to] = [flatten(before, ''), flatten(after, '')]
  return [...new Set([...from.keys(), ...to.keys()])].flatMap((path) => {
    const values = { before: from.get(path) ?? '', after: to.get(path) ?? '' }
    return values.before === values.after ? [] : [{ path, ...values }]
  })
}

const formatTitle = ({ id, title }: GraphNode) => title || id

function diffNodes(before: DraftGraph, after: DraftGraph): NodeDifference[] {
  const [old, current] = [before, after].map(({ nodes }) => new Map(nodes.map((node) => [node.id, node])))
  const removed = before.nodes.filter(({ id }) => !current?.has(id))
  const rest = after.nodes.flatMap((node): NodeDifference[] => {
    const earlier = old?.get(node.id)
    const entry = { id: node.id, title: formatTitle(node) }
    if (!earlier) return [{ ...entry, kind: 'added', fields: [] }]
    const fields = diffFields(earlier, node)
    return fields.length === 0 ? [] : [{ ...entry, kind: 'changed', fields }]
  })
  return [...rest, ...removed.map((node) => ({ id: node.id, title: formatTitle(node), kind: 'removed' as const, fields: [] }))]
}

function diffEdges(before: DraftGraph, after: DraftGraph): EdgeDifference[] {
  const titles = new Map([...before.nodes, ...after.nodes].map((node) => [node.id, formatTitle(node)]))
  const toKey = ({ source, source_handle: handle = defaultHandle, target }: WorkflowEdge) => JSON.stringify([source, handle, target])
  const findNew = (edges: readonly WorkflowEdge[], others: readonly WorkflowEdge[], kind: EdgeDifference['kind']) => {
    const known = new Set(others.map(toKey))
    return edges
      .filter((edge) => !known.has(toKey(edge)))
      .map(({ source, source_handle: handle = defaultHandle, target }) => ({
        kind,
        source: titles.get(source) ?? source,
        target: titles.get(target) ?? target,
        handle: handle === defaultHandle ? null : handle,
      }))
  }
  return [...findNew(after.edges, before.edges, 'added'), ...findNew(before.edges, after.edges, 'removed')]
}

/** Returns what differs: nodes in the order of `after`, then removed ones; edges added, then removed. */
export const diffGraphs = (before: DraftGraph, after: DraftGraph): GraphDifference => ({
  nodes: diffNodes(before, after),
  edges: diffEdges(before, after),
})
