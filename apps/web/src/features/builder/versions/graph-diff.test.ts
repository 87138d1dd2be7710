import type { WorkflowGraph } from '@heddle/contracts/workflow/workflow-graph'
import { createPlainChatGraph } from '@heddle/workflow/graph/graphs'
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
    expect(difference).toMatchObject({ id: 'llm', title: 'Language model', kind: 'changed' })
    expect(difference?.fields).toEqual([
      { path: 'config.prompt', before: 'Be long.', after: 'Be short.' },
      { path: 'config.temperature', before: 'null', after: '0.5' },
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
    expect(nodes).toEqual([{ id: 'files', title: 'Files', kind: 'removed', fields: [] }])
    expect(edges).toEqual([
      { kind: 'added', source: 'Question', target: 'Language model', handle: null },
      { kind: 'removed', source: 'Question', target: 'Files', handle: null },
      { kind: 'removed', source: 'Files', target: 'Language model', handle: null },
    ])
    expect(diffGraphs(without, graph).nodes).toEqual([{ id: 'files', title: 'Files', kind: 'added', fields: [] }])
  })
})
