import type { WorkflowGraph, WorkflowNode } from '@heddle/contracts/workflow'
import { expect, test } from 'vitest'
import { plainChatGraph } from './graphs.ts'
import type { WorkflowInput } from './node-type.ts'
import type { ModelRequest, WorkflowPorts } from './ports.ts'
import { runWorkflow } from './run.ts'

const input: WorkflowInput = {
  question: 'Why does cotton shrink?',
  history: [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: 'Good day' },
  ],
  responseLanguage: 'en',
  userPrompt: null,
  model: 'gpt-4o',
  contextTokens: 10_000,
  documents: [],
  images: [],
}

/** The model says what it was asked in brackets; a token is a character. */
async function play(
  soFar: string,
  { graph = plainChatGraph(), verdict = 'matches' }: { graph?: WorkflowGraph; verdict?: 'matches' | 'wrong' } = {},
) {
  const requests: ModelRequest[] = []
  const ports: WorkflowPorts = {
    countTokens: ({ length }) => length,
    splitPassages: (text) => [text],
    featuresOf: () => new Set(),
    checkLanguage: () => verdict,
    breathe: () => Promise.resolve(),
    now: () => 0,
    model: {
      async *generate(request) {
        requests.push(request)
        yield { type: 'text', text: `<${request.messages.find(({ role }) => role === 'user')?.content}>` }
      },
    },
  }
  let text = ''
  for await (const event of runWorkflow({ graph, input: { ...input, soFar }, ports, signal: new AbortController().signal })) {
    if (event.type === 'restart') text = ''
    if (event.type === 'delta') text += event.text
  }
  return { text, requests, last: requests.at(-1)?.messages ?? [] }
}

test('a model goes on from its own words, and is asked for nothing but the rest', async () => {
  const { last } = await play('It relaxes when')
  expect(last.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user', 'assistant', 'user'])
  expect(last.slice(-3)).toMatchObject([
    { content: 'Why does cotton shrink?' },
    { content: 'It relaxes when' },
    { content: expect.stringMatching(/^Your answer above was cut off\. Go on exactly where it stops, in English/) },
  ])
})

test('a reply that had not begun begins', async () => {
  expect((await play('')).last.at(-1)).toMatchObject({ role: 'user', content: 'Why does cotton shrink?' })
})

test('of a text longer than half the context, the model is given the end', async () => {
  const { last } = await play(`${'x'.repeat(20_000)}the end`)
  const soFar = last.at(-2)?.content ?? ''
  expect(soFar.endsWith('the end')).toBe(true)
  expect(soFar.length).toBeLessThanOrEqual(5_000)
})

test('beside a long prompt, the model is given what fits of its own words, and keeps room for the rest', async () => {
  const prompt = 'p'.repeat(3_000)
  const graph = plainChatGraph()
  const nodes = graph.nodes.map((node) => (node.type === 'llm' ? { ...node, config: { ...node.config, prompt } } : node))
  const { last } = await play(`${'x'.repeat(20_000)}the end`, { graph: { ...graph, nodes } })
  expect(last.at(-2)?.content).toMatch(/x{100}the end$/)
  expect(last.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThan(7_700)
})

test('what goes on is never taken back, in whatever language it is', async () => {
  expect((await play('It relaxes when', { verdict: 'wrong' })).requests).toHaveLength(1)
})

test('of several model steps, the last that is shown goes on; what the answer has before it is there already', async () => {
  const llm = (id: string): WorkflowNode => ({
    id,
    type: 'llm',
    title: id,
    config: { model: null, prompt: '', question: id, temperature: null, history_messages: 0 },
  })
  const nodes: WorkflowNode[] = [
    { id: 'start', type: 'start', title: 'Start' },
    llm('one'),
    llm('two'),
    llm('hidden'),
    { id: 'answer', type: 'answer', title: 'Answer', config: { text: 'First {{one.text}}, then {{two.text}}.' } },
  ]
  const edges = nodes.slice(1).map(({ id }, index) => ({ source: nodes[index]?.id ?? '', target: id }))
  const { text, requests } = await play('First <one>, then <tw', { graph: { nodes, edges } })
  expect(text).toBe('<two>.')
  expect(requests.map(({ messages }) => messages.length)).toEqual([2, 4, 2])
})
