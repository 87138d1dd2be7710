import { WorkflowGraph, type WorkflowNode } from '@heddle/contracts/workflow/workflow-graph'
import { describe, expect, test } from 'vitest'
import { checkGraph, planRun, WorkflowGraphError } from './graph-rules.ts'
import { createPlainChatGraph, createWritingHelperGraph } from './starter-graphs.ts'
import { nodeTypes } from '../node-type-list.ts'
import type { NodeTypes } from '../node-type.ts'
import { parseEdges } from '../../testing/test-nodes.ts'
import type { GraphNode } from './graph.ts'

const start = (id = 'start'): WorkflowNode => ({ id, type: 'start', title: id })
const answer = (id: string, text: string): WorkflowNode => ({ id, type: 'answer', title: id, config: { text } })
const llm = (id: string, question = '{{start.question}}'): WorkflowNode => ({
  id,
  type: 'llm',
  title: id,
  config: { model: null, prompt: '', question, temperature: null, history_messages: 0 },
})
const listCodes = (nodes: WorkflowNode[], links: string) =>
  checkGraph({ nodes, edges: links ? parseEdges(links) : [] }, nodeTypes).map(({ code, node_id: id }) => (id ? `${code} ${id}` : code))

describe('the rules of a graph', () => {
  test.each([
    ['plain chat', createPlainChatGraph()],
    ['writing helper', createWritingHelperGraph()],
  ])('are kept by %s', (_name, graph) => {
    expect(checkGraph(WorkflowGraph.parse(graph), nodeTypes)).toEqual([])
  })

  test('require one start and at least one answer', () => {
    expect(listCodes([llm('a', 'x')], '')).toEqual(['start_missing', 'answer_missing'])
    expect(listCodes([start(), start('s2'), answer('a', 'x')], 'start>a s2>a')).toEqual(['start_repeated s2', 'unreachable s2'])
    expect(listCodes([start(), answer('a', 'x'), answer('b', 'y')], 'start>a start>b')).toEqual([])
  })

  test('reject a cycle, and name its nodes', () => {
    expect(listCodes([start(), llm('a'), llm('b'), answer('c', 'x')], 'start>a a>b b>a b>c')).toEqual(['cycle a', 'cycle b'])
    expect(listCodes([start(), llm('a'), answer('c', 'x')], 'start>a a>a a>c')).toEqual(['cycle a'])
  })

  test('reject an unreachable node', () => {
    expect(listCodes([start(), llm('lost', 'x'), answer('a', 'x')], 'start>a lost>a')).toEqual(['unreachable lost'])
  })

  test('reject edges to unknown nodes', () => {
    expect(listCodes([start(), answer('a', 'x')], 'start>a start>ghost')).toEqual(['edge_unknown_node start'])
  })

  test('reject a duplicate id', () => {
    expect(listCodes([start(), answer('a', 'x'), answer('a', 'y')], 'start>a')).toEqual(['duplicate_id a'])
  })

  test('let a template read only earlier nodes', () => {
    const both = [start(), llm('a'), llm('b', '{{a.text}}'), answer('c', '{{a.text}}{{b.text}}')]
    expect(listCodes(both, 'start>a a>b b>c')).toEqual([])
    expect(listCodes(both, 'start>a start>b a>c b>c')).toEqual(['reference_not_before b'])
    expect(listCodes([start(), llm('a', '{{a.text}}'), answer('c', 'x')], 'start>a a>c')).toEqual(['reference_not_before a'])
  })

  test('reject a template with an unknown reference', () => {
    expect(listCodes([start(), answer('a', '{{ghost.text}}')], 'start>a')).toEqual(['reference_unknown_node a'])
    expect(listCodes([start(), answer('a', '{{start.text}}')], 'start>a')).toEqual(['reference_unknown_field a'])
  })
})

describe('the rules of branches and failures', () => {
  const createFailingNode = (handling: object): WorkflowNode => ({ ...llm('a'), ...handling })
  const listProblems = (handling: object, links: string) =>
    checkGraph({ nodes: [start(), createFailingNode(handling), answer('c', '{{a.text}}')], edges: parseEdges(links) }, nodeTypes)

  test('accept the handle `out`, and `error` of a node that branches on its failure', () => {
    expect(listProblems({}, 'start.out>a a>c')).toEqual([])
    expect(listProblems({ on_error: 'branch' }, 'start>a a>c a.error>c')).toEqual([])
    expect(listProblems({}, 'start>a a>c a.error>c')).toMatchObject([{ node_id: 'a', code: 'edge_unknown_handle' }])
    expect(listProblems({}, 'start.yes>a a>c')).toMatchObject([{ node_id: 'start', code: 'edge_unknown_handle' }])
  })

  test('require a default output of the types of the fields', () => {
    const withDefault = (output: object) => listProblems({ on_error: 'default', default_output: output }, 'start>a a>c')
    expect(withDefault({ text: 'instead' })).toEqual([])
    expect(withDefault({})).toEqual([])
    expect(withDefault({ text: 1 })).toMatchObject([{ node_id: 'a', field: 'default_output.text', code: 'default_wrong_type' }])
    expect(withDefault({ toString: '' })).toMatchObject([{ node_id: 'a', field: 'default_output.toString', code: 'default_unknown_field' }])
  })

  test('name the field of a reference', () => {
    expect(
      checkGraph({ nodes: [start(), llm('a', '{{ghost.text}}'), answer('c', 'x')], edges: parseEdges('start>a a>c') }, nodeTypes),
    ).toMatchObject([{ node_id: 'a', field: 'config.question', code: 'reference_unknown_node' }])
  })

  test('reject an unknown node type', () => {
    const nodes = [start(), { id: 'b', type: 'loop', title: 'b' }, answer('c', '{{b.text}}')]
    expect(checkGraph({ nodes, edges: parseEdges('start>b b.any>c') }, nodeTypes)).toMatchObject([
      { node_id: 'b', field: 'type', code: 'type_unknown' },
    ])
  })

  test('limit the number of nodes and edges', () => {
    const nodes = [start(), ...Array.from({ length: 199 }, (_, at) => answer(`a${at}`, 'x'))]
    const links = nodes.slice(1).map(({ id }) => ({ source: 'start', target: id }))
    expect(checkGraph({ nodes, edges: links }, nodeTypes)).toEqual([])
    expect(checkGraph({ nodes: [...nodes, answer('more', 'x')], edges: links }, nodeTypes)).toMatchObject([{ code: 'too_many_nodes' }])
    const many = Array.from({ length: 501 }, () => ({ source: 'start', target: 'a0' }))
    expect(checkGraph({ nodes, edges: many }, nodeTypes)).toMatchObject([{ code: 'too_many_edges' }])
  })
})

describe('the plan of a run', () => {
  test('orders independent nodes by their position in the list', () => {
    const nodes = [start(), llm('deep'), answer('a', '{{deep.text}}'), answer('b', 'x')]
    expect(planRun({ nodes, edges: parseEdges('start>b start>deep deep>a') }, nodeTypes).map(({ id }) => id)).toEqual([
      'start',
      'deep',
      'a',
      'b',
    ])
  })

  test('puts every node after all its predecessors', () => {
    const nodes = [answer('c', '{{b.text}}'), llm('b', '{{a.text}}'), llm('a'), start()]
    expect(planRun({ nodes, edges: parseEdges('start>a a>b b>c start>c start>b') }, nodeTypes).map(({ id }) => id)).toEqual([
      'start',
      'a',
      'b',
      'c',
    ])
  })

  test('checks a graph once, however often it is run', () => {
    const checkedNodes: string[] = []
    const findProblems = ({ id }: GraphNode) => {
      checkedNodes.push(id)
      return []
    }
    const types: NodeTypes = new Map([...nodeTypes].map(([name, type]) => [name, { ...type, findProblems }]))
    const graph = { nodes: [start(), answer('a', 'x')], edges: parseEdges('start>a') }
    expect(checkGraph(graph, types)).toEqual([])
    expect(planRun(graph, types)).toEqual(planRun(graph, types))
    expect(checkedNodes).toEqual(['start', 'a'])
    planRun({ ...graph }, types)
    expect(checkedNodes).toEqual(['start', 'a', 'start', 'a'])
  })

  test('checks it again by other rules', () => {
    const graph = { nodes: [start(), answer('a', 'x')], edges: parseEdges('start>a') }
    expect(checkGraph(graph, nodeTypes)).toEqual([])
    expect(checkGraph(graph, new Map()).map(({ code }) => code)).toEqual(['type_unknown', 'type_unknown'])
    expect(checkGraph(graph, nodeTypes)).toEqual([])
  })

  test('throws all problems when a rule is broken', () => {
    expect(() => planRun({ nodes: [start()], edges: [] }, nodeTypes)).toThrow(WorkflowGraphError)
  })
})
