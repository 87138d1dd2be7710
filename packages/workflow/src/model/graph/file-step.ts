// How a workflow reads the files of a chat: by a step of its own, by one that a run adds, or not at all.
import type { NodeTypes } from '../node-type.ts'
import { isObject } from '../value.ts'
import { removeDuplicateEdges, type Graph, type GraphNode } from './graph.ts'
import { formatReference, listReferences } from './template.ts'

/** `own`: by nodes of the graph; `added`: by a step that runs add to it (`addFileStep`). */
export type FileReading = 'own' | 'added' | 'none'

/** The share of the context, in percent, that the passages of an added step may fill: that of a new step of the builder. */
const contextPercent = 50

/** Returns how a graph reads files; `isAllowed` says whether it may be given some without a step of its own. */
export function resolveFileReading({ nodes }: Pick<Graph, 'nodes'>, isAllowed: boolean): FileReading {
  if (nodes.some(({ type }) => type === 'document_extract')) return 'own'
  return isAllowed && nodes.some(isModel) ? 'added' : 'none'
}

type GraphWithFiles = { readonly graph: Graph; readonly stepId: string }

/**
 * Returns a runnable graph with a step for the chat's files before all that followed its start, and the step's id. Its passages are added
 * to the prompts of the models whose text the reply has, directly or by nodes that only pass it on; where there is none, of all models.
 */
export function addFileStep(graph: Graph, nodeTypes: NodeTypes): GraphWithFiles {
  const taken = new Set(graph.nodes.map(({ id }) => id))
  let stepId = 'files'
  for (let count = 2; taken.has(stepId); count += 1) stepId = `files_${count}`
  const step = { id: stepId, type: 'document_extract', title: stepId, config: { context_percent: contextPercent } }
  const readers = findFileReaders(graph, nodeTypes)
  const start = graph.nodes.find(({ type }) => type === 'start')
  const nodes = graph.nodes.map((node) => (readers.has(node.id) ? addPassages(node, stepId) : node))
  const edges = graph.edges.map((edge) => (edge.source === start?.id ? { source: stepId, target: edge.target } : edge))
  return {
    graph: {
      nodes: nodes.flatMap((node) => (node.id === start?.id ? [node, step] : [node])),
      edges: removeDuplicateEdges([...(start ? [{ source: start.id, target: stepId }] : []), ...edges]),
    },
    stepId,
  }
}

const isModel = ({ type }: GraphNode) => type === 'llm'

function addPassages(node: GraphNode, stepId: string): GraphNode {
  const config = isObject(node.config) ? node.config : {}
  const prompt = [config['prompt'], formatReference({ nodeId: stepId, field: 'text' })].filter(Boolean).join('\n\n')
  return { ...node, config: { ...config, prompt } }
}

/** Returns the ids of the models that are given the files of an added step, and the images. */
export function findFileReaders({ nodes }: Graph, nodeTypes: NodeTypes): ReadonlySet<string> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const open = nodes.filter((node) => nodeTypes.get(node.type)?.replyTemplate)
  const reached = new Set(open)
  for (let node = open.pop(); node; node = open.pop()) {
    const type = nodeTypes.get(node.type)
    // What calls a model or a port writes a text of its own of what it reads.
    if (type?.model || type?.needs) continue
    for (const { nodeId } of Object.values(type?.templates(node) ?? {}).flatMap(listReferences)) {
      const source = byId.get(nodeId)
      if (!source || reached.has(source)) continue
      reached.add(source)
      open.push(source)
    }
  }
  const models = nodes.filter(isModel)
  const shown = models.filter((node) => reached.has(node))
  return new Set((shown.length > 0 ? shown : models).map(({ id }) => id))
}
