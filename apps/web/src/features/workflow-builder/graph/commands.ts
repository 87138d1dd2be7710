// The changes of a draft, shared by the canvas and the outline. Each returns the same draft when it changes nothing.
import { defaultHandle, type WorkflowEdge, type WorkflowLayout } from '@heddle/contracts/workflow/workflow-graph'
import { type GraphNode, resolveHandle } from '@heddle/workflow/model/graph/graph'
import { createNodeId, type Draft, type DraftGraph, type Exit, isSameEdge, isSameValue, type NodePosition } from './draft.ts'
import { renameReferences } from './references.ts'

export type FieldPath = readonly (string | number)[]

/** Nodes with the edges between them and their positions, on their way between drafts. */
export type GraphFragment = {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly WorkflowEdge[]
  readonly layout: WorkflowLayout
}

export type GraphCommand =
  /** With `after`, the node takes over the edges of that exit; `exit` is the handle by which it continues. */
  | { readonly type: 'add'; readonly node: GraphNode; readonly position?: NodePosition; readonly after?: Exit; readonly exit?: string }
  | { readonly type: 'remove'; readonly ids: readonly string[] }
  | { readonly type: 'move'; readonly positions: WorkflowLayout }
  | { readonly type: 'move_after'; readonly id: string; readonly after: Exit; readonly exit?: string }
  | { readonly type: 'connect'; readonly edge: WorkflowEdge }
  | { readonly type: 'disconnect'; readonly edges: readonly WorkflowEdge[] }
  /** Sets a field of a node; undefined removes it. */
  | { readonly type: 'set_field'; readonly id: string; readonly path: FieldPath; readonly value: unknown }
  | { readonly type: 'rename'; readonly id: string; readonly to: string }
  | { readonly type: 'paste'; readonly fragment: GraphFragment }

export function applyCommand(draft: Draft, command: GraphCommand): Draft {
  switch (command.type) {
    case 'add':
      return addNode(draft, command)
    case 'remove':
      return removeNodes(draft, new Set(command.ids))
    case 'move':
      return moveNodes(draft, command.positions)
    case 'move_after':
      return moveAfter(draft, command)
    case 'connect':
      return connect(draft, command.edge)
    case 'disconnect':
      return withEdges(draft, (edges) => edges.filter((edge) => !command.edges.some((gone) => isSameEdge(gone, edge))))
    case 'set_field':
      return withNode(draft, command.id, (node) => setIn(node, command.path, command.value) as GraphNode)
    case 'rename':
      return renameNode(draft, command.id, command.to)
    case 'paste':
      return paste(draft, command.fragment)
  }
}

const hasNode = ({ graph }: Draft, id: string) => graph.nodes.some((node) => node.id === id)

const withGraph = (draft: Draft, graph: Partial<DraftGraph>): Draft => ({ ...draft, graph: { ...draft.graph, ...graph } })

function withEdges(draft: Draft, change: (edges: readonly WorkflowEdge[]) => readonly WorkflowEdge[]): Draft {
  const edges = change(draft.graph.edges)
  return isSameValue(edges, draft.graph.edges) ? draft : withGraph(draft, { edges })
}

function withNode(draft: Draft, id: string, change: (node: GraphNode) => GraphNode): Draft {
  const { nodes } = draft.graph
  const changed = nodes.map((node) => (node.id === id ? change(node) : node))
  return changed.every((node, index) => node === nodes[index]) ? draft : withGraph(draft, { nodes: changed })
}

/** Returns the edge in its stored form, without the handle that every node has. */
export const createEdge = (source: string, handle: string, target: string): WorkflowEdge =>
  handle === defaultHandle ? { source, target } : { source, source_handle: handle, target }

function connect(draft: Draft, edge: WorkflowEdge): Draft {
  const { edges } = draft.graph
  if (edge.source === edge.target || !hasNode(draft, edge.source) || !hasNode(draft, edge.target)) return draft
  if (edges.some((other) => isSameEdge(other, edge))) return draft
  return withGraph(draft, { edges: [...edges, edge] })
}

function addNode(draft: Draft, { node, position, after, exit = defaultHandle }: Extract<GraphCommand, { type: 'add' }>): Draft {
  if (hasNode(draft, node.id) || (after && !hasNode(draft, after.source))) return draft
  const added: Draft = {
    graph: { ...draft.graph, nodes: [...draft.graph.nodes, node] },
    layout: position ? { ...draft.layout, [node.id]: position } : draft.layout,
  }
  return after ? insertAfter(added, node.id, after, exit) : added
}

/** Puts a node without edges behind an exit, before what was there. */
function insertAfter(draft: Draft, id: string, { source, handle }: Exit, exit: string): Draft {
  return withEdges(draft, (edges) => [
    ...edges.map((edge) =>
      edge.source === source && resolveHandle(edge) === handle && edge.target !== id ? createEdge(id, exit, edge.target) : edge,
    ),
    createEdge(source, handle, id),
  ])
}

/** Returns the edges without those of a node. What came before it leads to what came behind, when there is one of either. */
function bridgeEdges(edges: readonly WorkflowEdge[], id: string): readonly WorkflowEdge[] {
  const [before, ...moreBefore] = edges.filter(({ target }) => target === id)
  const [behind, ...moreBehind] = edges.filter(({ source }) => source === id)
  const others = edges.filter(({ source, target }) => source !== id && target !== id)
  if (!before || !behind || moreBefore.length > 0 || moreBehind.length > 0) return others
  const bridge = createEdge(before.source, resolveHandle(before), behind.target)
  return others.some((edge) => isSameEdge(edge, bridge)) ? others : [...others, bridge]
}

function removeNodes(draft: Draft, ids: ReadonlySet<string>): Draft {
  const { nodes, edges } = draft.graph
  if (!nodes.some(({ id }) => ids.has(id))) return draft
  const remaining = [...ids].reduce(bridgeEdges, edges)
  return {
    graph: { nodes: nodes.filter(({ id }) => !ids.has(id)), edges: remaining },
    layout: Object.fromEntries(Object.entries(draft.layout).filter(([id]) => !ids.has(id))),
  }
}

function moveNodes(draft: Draft, positions: WorkflowLayout): Draft {
  const layout = { ...draft.layout, ...positions }
  return isSameValue(layout, draft.layout) ? draft : { ...draft, layout }
}

function moveAfter(draft: Draft, { id, after, exit = defaultHandle }: Extract<GraphCommand, { type: 'move_after' }>): Draft {
  if (after.source === id || !hasNode(draft, id) || !hasNode(draft, after.source)) return draft
  const detached = withEdges(draft, (edges) => bridgeEdges(edges, id))
  const moved = insertAfter(detached, id, after, exit)
  return isSameValue(moved, draft) ? draft : moved
}

function renameNode(draft: Draft, id: string, to: string): Draft {
  const { nodes, edges } = draft.graph
  if (id === to || hasNode(draft, to) || !hasNode(draft, id)) return draft
  const ids = new Map([[id, to]])
  const rename = (name: string) => ids.get(name) ?? name
  return {
    graph: {
      nodes: nodes.map((node) => renameReferences(node.id === id ? { ...node, id: to } : node, ids)),
      edges: edges.map((edge) => ({ ...edge, source: rename(edge.source), target: rename(edge.target) })),
    },
    layout: Object.fromEntries(Object.entries(draft.layout).map(([key, position]) => [rename(key), position])),
  }
}

/** Adds nodes under unused ids; their references to each other follow. A second start is left out. */
function paste(draft: Draft, fragment: GraphFragment): Draft {
  const taken = new Set(draft.graph.nodes.map(({ id }) => id))
  const hasStart = draft.graph.nodes.some(({ type }) => type === 'start')
  const pasted = fragment.nodes.filter(({ type }) => type !== 'start' || !hasStart)
  if (pasted.length === 0) return draft
  const ids = new Map<string, string>()
  for (const { id } of pasted) {
    const fresh = createNodeId(id, taken)
    taken.add(fresh)
    ids.set(id, fresh)
  }
  const toFresh = (id: string) => ids.get(id) ?? id
  return {
    graph: {
      nodes: [...draft.graph.nodes, ...pasted.map((node) => renameReferences({ ...node, id: toFresh(node.id) }, ids))],
      edges: [
        ...draft.graph.edges,
        ...fragment.edges
          .filter(({ source, target }) => ids.has(source) && ids.has(target))
          .map((edge) => ({ ...edge, source: toFresh(edge.source), target: toFresh(edge.target) })),
      ],
    },
    layout: {
      ...draft.layout,
      ...Object.fromEntries(Object.entries(fragment.layout).flatMap(([id, position]) => (ids.has(id) ? [[toFresh(id), position]] : []))),
    },
  }
}

/** Returns the ids of the nodes that `after` has and `before` has not. */
export function listAdded(before: Draft, after: Draft): string[] {
  const known = new Set(before.graph.nodes.map(({ id }) => id))
  return after.graph.nodes.map(({ id }) => id).filter((id) => !known.has(id))
}

function setIn(target: unknown, path: FieldPath, value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  if (Array.isArray(target)) {
    const index = Number(key)
    const items: unknown[] = target
    const item = setIn(items[index], rest, value)
    return item === items[index] ? target : items.with(index, item)
  }
  const fields = (typeof target === 'object' && target !== null ? target : {}) as Readonly<Record<string, unknown>>
  const field = setIn(fields[key], rest, value)
  if (field === fields[key] || (rest.length === 0 && isSameValue(field, fields[key]))) return target
  if (field !== undefined) return { ...fields, [key]: field }
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== key))
}
