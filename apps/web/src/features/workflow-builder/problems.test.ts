import { createNode } from '@heddle/workflow/model/graph/new-node'
import { nodeTypes } from '@heddle/workflow/model/node-type-list'
import { getTemplate } from '@heddle/workflow/model/templates/templates'
import { describe, expect, test } from 'vitest'
import { findProblems, isNextStep } from './problems.ts'

const start = createNode('start', 'start', 'Question')
const answer = { ...createNode('answer', 'answer', 'Reply'), config: { text: '{{start.question}}' } }
const edges = [{ source: 'start', target: 'answer' }]
const list = (nodes: Parameters<typeof findProblems>[0]['nodes']) =>
  findProblems({ nodes, edges }).map((problem) => [problem.nodeId, problem.field, 'code' in problem ? problem.code : 'rule'])

describe('the problems of a draft', () => {
  test('are none for a graph that runs', () => {
    expect(list([start, answer])).toEqual([])
  })

  test('are those of the graph too while a node breaks its schema', () => {
    const broken = { ...createNode('http_request', 'call', 'Call'), timeout_s: 0 }
    expect(list([start, answer, broken])).toEqual([
      ['call', 'timeout_s', 'rule'],
      ['call', undefined, 'unreachable'],
      ['call', 'config.url', 'field_missing'],
      ['call', undefined, 'branch_without_answer'],
    ])
  })

  test('are next steps for what is not filled in yet, in a template that is opened', () => {
    const { nodes, edges: connections } = getTemplate('standards_lookup').createGraph('en')
    const found = findProblems({ nodes, edges: connections })
    expect(found.map((problem) => [problem.field, isNextStep(problem)])).toEqual([['config.collections', true]])
    expect(findProblems({ nodes: [start], edges: [] }).map(isNextStep)).toEqual([false, false])
  })

  test('quote the reference, the model, the collection or the host that they are about', () => {
    const model = {
      ...createNode('llm', 'llm', 'Model'),
      config: { model: 'gone', prompt: '{{later.text}}', question: '?', temperature: null, history_messages: 0 },
    }
    const nodes = [start, answer, model]
    const site = { models: [], resources: { collection: new Set<string>() } }
    const subjects = findProblems({ nodes, edges }, site).map((problem) => 'subject' in problem && problem.subject)
    expect(subjects).toEqual(expect.arrayContaining(['{{later.text}}', 'gone']))
  })

  test('are those of the schema alone for a node without a field that the rules read', () => {
    const broken = { ...createNode('classifier', 'topic', 'Topic'), config: {} }
    const found = list([start, answer, broken])
    expect(found.length).toBeGreaterThan(0)
    expect(found.every(([nodeId, , code]) => nodeId === 'topic' && code === 'rule')).toBe(true)
  })

  test('are those of the schema of an answer once its check is loaded', () => {
    const config = { model: null, prompt: '', question: '?', temperature: null, history_messages: 0 }
    const json_schema = { type: 'object', properties: { code: { type: 'string', pattern: '(?=a)b' } } }
    const nodes = [start, { ...createNode('llm', 'llm', 'Model'), config: { ...config, json_schema } }, answer]
    const path = ['start', 'llm', 'answer']
    const graph = { nodes, edges: path.slice(1).map((target, index) => ({ source: path[index] ?? '', target })) }
    expect(findProblems(graph)).toEqual([])
    expect(findProblems(graph, undefined, nodeTypes)).toMatchObject([{ nodeId: 'llm', code: 'pattern_unsupported' }])
  })
})
