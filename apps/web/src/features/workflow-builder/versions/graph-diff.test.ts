import type { WorkflowGraph } from '@heddle/contracts/workflow/workflow-graph'
import type { GraphNode } from '@heddle/workflow/model/graph/graph'
import { createPlainChatGraph } from '@heddle/workflow/model/graph/starter-graphs'
import { createNode } from '@heddle/workflow/model/graph/new-node'
import { describe, expect, test } from 'vitest'
import { diffGraphs } from './graph-diff.ts'

const graph = createPlainChatGraph()

const changeModel = (change: object): WorkflowGraph => ({
  ...graph,
  nodes: graph.nodes.map((node) => (node.type === 'llm' ? { ...node, config: { ...node.config, ...change } } : node)),
})

describe('the difference of two graphs', () => {
  test('is none for a graph and its copy, and for an edge that names the default handle', () => {
    const copy = structuredClone(graph)
    const edges = copy.edges.map((edge) => ({ ...edge, source_handle: 'out' }))
    expect(diffGraphs(graph, { ...copy, edges })).toEqual({ nodes: [], edges: [] })
  })

  test('names each changed field of a node, before and after', () => {
    const [difference] = diffGraphs(changeModel({ prompt: 'Be long.' }), changeModel({ prompt: 'Be short.', temperature: 0.5 })).nodes
    expect(difference).toMatchObject({ node: { id: 'llm' }, kind: 'changed' })
    expect(difference?.fields).toEqual([
      { path: 'config.prompt', before: 'Be long.', after: 'Be short.' },
      { path: 'config.temperature', before: null, after: 0.5 },
    ])
  })

  test('lists added and removed nodes with their edges by title', () => {
    const without: WorkflowGraph = {
      nodes: graph.nodes.filter(({ id }) => id !== 'files'),
      edges: [
        { source: 'start', target: 'llm' },
        { source: 'llm', target: 'answer' },
      ],
    }
    const { nodes, edges } = diffGraphs(graph, without)
    const format = ({ kind, edge, source, target }: (typeof edges)[number]) => [kind, source?.title, edge.source_handle, target?.title]
    expect(nodes).toEqual([{ node: graph.nodes[1], kind: 'removed', fields: [] }])
    expect(edges.map(format)).toEqual([
      ['added', 'Question', undefined, 'Language model'],
      ['removed', 'Question', undefined, 'Files'],
      ['removed', 'Files', undefined, 'Language model'],
    ])
    expect(diffGraphs(without, graph).nodes).toEqual([{ node: graph.nodes[1], kind: 'added', fields: [] }])
  })

  test('has one value for each input of the form: lists of texts and schemas are whole, entries have no ids', () => {
    const search = createNode('knowledge_retrieval', 'a', 'Search')
    const topic = createNode('classifier', 'b', 'Topic')
    const list = (before: GraphNode, config: object) =>
      diffGraphs({ nodes: [before], edges: [] }, { nodes: [{ ...before, config: { ...(before.config as object), ...config } }], edges: [] })
        .nodes.flatMap(({ fields }) => fields)
        .map(({ path, after }) => [path, after])
    expect(list(search, { tags: ['a', 'b'] })).toEqual([['config.tags', ['a', 'b']]])
    expect(list(graph.nodes[2]!, { json_schema: { type: 'object', properties: {} } })).toEqual([
      ['config.json_schema', { type: 'object', properties: {} }],
    ])
    expect(list(topic, { categories: [{ id: 'x', name: 'Looms', description: '' }] }).map(([path]) => path)).not.toContain(
      'config.categories.0.id',
    )
  })
})
