import type { WorkflowGraph, WorkflowNode } from '@heddle/contracts/workflow/workflow-graph'
import { describe, expect, test } from 'vitest'
import { play } from '../../testing/play.ts'
import { nodeTypes } from '../node-type-list.ts'
import { isObject } from '../value.ts'
import { bindResources } from './bound-resources.ts'
import { addFileStep, resolveFileReading } from './file-step.ts'
import { checkGraph } from './graph-rules.ts'
import { createNode } from './new-node.ts'

const question = '{{start.question}}'
const start = createNode('start', 'start', 'Start')
const createModel = (id: string, prompt = '', asked = question): WorkflowNode => ({
  id,
  title: id,
  type: 'llm',
  config: { model: null, prompt, question: asked, temperature: null, history_messages: 0 },
})
const answer = (text: string, id = 'answer'): WorkflowNode => ({ id, title: id, type: 'answer', config: { text } })
const template = (id: string, text: string): WorkflowNode => ({ id, title: id, type: 'template', config: { text } })
const merge = (id: string, ...sources: string[]): WorkflowNode => ({
  id,
  title: id,
  type: 'merge_results',
  config: { mode: 'first', sources, separator: '' },
})

const createEdge = (edge: string) => {
  const [source = '', target = ''] = edge.split(' ')
  return { source, target }
}
const createGraph = (nodes: WorkflowNode[], edges: string[]): WorkflowGraph => ({ nodes: [start, ...nodes], edges: edges.map(createEdge) })

const files = createNode('document_extract', 'files', 'Files')
const condition: WorkflowNode = {
  id: 'is_long',
  title: 'Long?',
  type: 'condition',
  config: {
    cases: [{ id: 'long', label: 'Long', match: 'all', comparisons: [{ value: question, operator: 'contains', compare_to: 'why' }] }],
  },
}
const chain = ['start draft', 'draft writer', 'writer answer']
const branches = {
  nodes: [start, condition, createModel('short'), createModel('long'), answer('{{short.text}}'), answer('{{long.text}}', 'other')],
  edges: [
    createEdge('start is_long'),
    { source: 'is_long', source_handle: 'long', target: 'long' },
    { source: 'is_long', source_handle: 'else', target: 'short' },
    createEdge('short answer'),
    createEdge('long other'),
  ],
}

describe('a graph with a step for files', () => {
  test.each<[string, WorkflowGraph, string[]]>([
    [
      'the model that the answer shows',
      createGraph([createModel('llm', 'Be brief.'), answer('{{llm.text}}')], ['start llm', 'llm answer']),
      ['llm'],
    ],
    [
      'the last of two models in a row',
      createGraph([createModel('draft'), createModel('writer', '{{draft.text}}'), answer('{{writer.text}}')], chain),
      ['writer'],
    ],
    ['both models of two branches', branches, ['short', 'long']],
    [
      'a model whose text a template and a merge pass on',
      createGraph(
        [createModel('llm'), template('greeting', 'Dear reader, {{llm.text}}'), merge('one', '{{greeting.text}}'), answer('{{one.text}}')],
        ['start llm', 'llm greeting', 'greeting one', 'one answer'],
      ),
      ['llm'],
    ],
    ['all models where no answer shows any', createGraph([createModel('llm'), answer('Thank you.')], ['start llm', 'llm answer']), ['llm']],
    [
      'beside a node of its name',
      createGraph([createModel('files'), answer('{{files.text}}')], ['start files', 'files answer']),
      ['files'],
    ],
  ])('gives its passages to %s, and breaks no rule', (_, graph, expected) => {
    const { graph: added, stepId } = addFileStep(graph, nodeTypes)
    expect(checkGraph(added, nodeTypes)).toEqual([])
    const readers = added.nodes.filter(({ config }) => isObject(config) && String(config['prompt']).endsWith(`{{${stepId}.text}}`))
    expect(readers.map(({ id }) => id)).toEqual(expected)
    expect(added.edges.filter(({ source, target }) => source === 'start' || target === stepId)).toEqual([
      { source: 'start', target: stepId },
    ])
    expect(added.nodes).toHaveLength(graph.nodes.length + 1)
  })

  test.each<[string, WorkflowNode[], boolean, string]>([
    ['own, also where no other would be allowed', [files, createModel('llm')], false, 'own'],
    ['added for a model', [createModel('llm')], true, 'added'],
    ['none for a model that may not be given any', [createModel('llm')], false, 'none'],
    ['none without a model', [answer('Thank you.')], true, 'none'],
  ])('is %s', (_, nodes, isAllowed, expected) => {
    expect(resolveFileReading({ nodes }, isAllowed)).toBe(expected)
  })
})

describe('a run of it', () => {
  const document = {
    id: 'file',
    name: 'wool.txt',
    isPaged: false,
    tokens: 12,
    isComplete: true,
    doubts: [],
    pages: [{ number: 1, label: null, text: 'Wool felts.' }],
  }

  test('takes the branches that it takes without files, and goes on after its interruption', async () => {
    const first = await play(branches, { addsFileStep: true, changes: { documents: [document], question: 'why' } })
    expect(first.steps.filter((step) => step.endsWith('finished'))).toEqual(
      ['start', 'files', 'is_long', 'long', 'other'].map((id) => `${id} finished`),
    )
    const outcomes = { short: null }
    const continued = await play(branches, {
      addsFileStep: true,
      changes: { documents: [document], question: 'why', soFar: 'wh', outcomes },
    })
    expect(continued.steps).toEqual(first.steps)
    const prompts = first.events.filter((event) => event.type === 'call').map(({ messages }) => messages[0]?.content)
    expect(prompts).toEqual([expect.stringContaining('<passage number="1" file="wool.txt">')])
  })

  test('has no step without files, and leaves them what the passages of a collection may take', async () => {
    expect((await play(branches, { addsFileStep: true })).steps).toEqual((await play(branches)).steps)
    const graph = bindResources(
      createGraph(
        [createNode('knowledge_retrieval', 'search', 'Search'), createModel('llm', '{{search.text}}'), answer('{{llm.text}}')],
        ['start search', 'search llm', 'llm answer'],
      ),
      { collection: ['0198c5a0-0000-7000-8000-000000000001'] },
    )
    const budgets: number[] = []
    const retrieval = {
      retrieve: async ({ maxTokens }: { readonly maxTokens: number }) => {
        budgets.push(maxTokens)
        return { passages: [], notices: [], calls: [] }
      },
      findOtherLanguages: async () => [],
    }
    const long = { ...document, tokens: 6_000, pages: [{ number: 1, label: null, text: 'w'.repeat(6_000) }] }
    for (const documents of [[], [long]]) await play(graph, { addsFileStep: true, ports: { retrieval }, changes: { documents } })
    expect(budgets).toEqual([8_192, expect.toSatisfy((tokens: number) => tokens < 5_400 && tokens > 4_500)])
  })
})
