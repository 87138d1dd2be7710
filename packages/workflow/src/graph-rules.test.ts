import { WorkflowGraph, type WorkflowEdge, type WorkflowNode } from '@heddle/contracts/workflow'
import { describe, expect, test } from 'vitest'
import { checkGraph, planRun, WorkflowGraphError } from './graph-rules.ts'
import { plainChatGraph, writingHelperGraph } from './graphs.ts'

const start = (id = 'start'): WorkflowNode => ({ id, type: 'start', title: id })
const answer = (id: string, text: string): WorkflowNode => ({ id, type: 'answer', title: id, config: { text } })
const llm = (id: string, question = '{{start.question}}'): WorkflowNode => ({
  id,
  type: 'llm',
  title: id,
  config: { model: null, prompt: '', question, temperature: null, history_messages: 0 },
})
/** `a>b b>c` */
const edges = (text: string): WorkflowEdge[] =>
  text.split(' ').map((edge) => {
    const [source = '', target = ''] = edge.split('>')
    return { source, target }
  })
const problems = (nodes: WorkflowNode[], links: string) =>
  checkGraph({ nodes, edges: links ? edges(links) : [] }).map(({ code, node_id: id }) => (id ? `${code} ${id}` : code))

describe('the rules of a graph', () => {
  test.each([
    ['plain chat', plainChatGraph()],
    ['writing helper', writingHelperGraph()],
  ])('are kept by %s', (_name, graph) => {
    expect(checkGraph(WorkflowGraph.parse(graph))).toEqual([])
  })

  test('want one start and at least one answer', () => {
    expect(problems([llm('a', 'x')], '')).toEqual(['start_missing', 'answer_missing'])
    expect(problems([start(), start('s2'), answer('a', 'x')], 'start>a s2>a')).toEqual(['start_repeated s2', 'unreachable s2'])
    expect(problems([start(), answer('a', 'x'), answer('b', 'y')], 'start>a start>b')).toEqual([])
  })

  test('refuse a cycle, and name its nodes', () => {
    expect(problems([start(), llm('a'), llm('b'), answer('c', 'x')], 'start>a a>b b>a b>c')).toEqual(['cycle a', 'cycle b'])
    expect(problems([start(), llm('a'), answer('c', 'x')], 'start>a a>a a>c')).toEqual(['cycle a'])
  })

  test('refuse a node that nothing leads to', () => {
    expect(problems([start(), llm('lost', 'x'), answer('a', 'x')], 'start>a lost>a')).toEqual(['unreachable lost'])
  })

  test('refuse edges to nodes that do not exist', () => {
    expect(problems([start(), answer('a', 'x')], 'start>a start>ghost')).toEqual(['edge_unknown_node start'])
  })

  test('refuse an id that is used twice', () => {
    expect(problems([start(), answer('a', 'x'), answer('a', 'y')], 'start>a')).toEqual(['duplicate_id a'])
  })

  test('let a template read only what comes before its node', () => {
    const both = [start(), llm('a'), llm('b', '{{a.text}}'), answer('c', '{{a.text}}{{b.text}}')]
    expect(problems(both, 'start>a a>b b>c')).toEqual([])
    expect(problems(both, 'start>a start>b a>c b>c')).toEqual(['reference_not_before b'])
    expect(problems([start(), llm('a', '{{a.text}}'), answer('c', 'x')], 'start>a a>c')).toEqual(['reference_not_before a'])
  })

  test('refuse a template that reads what does not exist', () => {
    expect(problems([start(), answer('a', '{{ghost.text}}')], 'start>a')).toEqual(['reference_unknown_node a'])
    expect(problems([start(), answer('a', '{{start.text}}')], 'start>a')).toEqual(['reference_unknown_field a'])
  })
})

describe('the plan of a run', () => {
  test('puts every node behind all that lead to it', () => {
    const nodes = [answer('c', '{{b.text}}'), llm('b', '{{a.text}}'), llm('a'), start()]
    expect(planRun({ nodes, edges: edges('start>a a>b b>c start>c start>b') }).map(({ id }) => id)).toEqual(['start', 'a', 'b', 'c'])
  })

  test('is refused, with all problems, when a rule is broken', () => {
    expect(() => planRun({ nodes: [start()], edges: [] })).toThrow(WorkflowGraphError)
  })
})
