import { describeModelsOf } from '../testing/describe-model.ts'
import { describe, expect, test } from 'vitest'
import type { Graph } from '../model/graph/graph.ts'
import { createPlainChatGraph } from '../model/graph/starter-graphs.ts'
import type { WorkflowInput } from '../model/node-type.ts'
import { ModelError, type ModelRequest, type WorkflowPorts } from '../model/ports.ts'
import { runWorkflow } from './run.ts'
import { play as playBranches } from '../testing/play.ts'
import { answer, parseEdges, llm, start } from '../testing/test-nodes.ts'

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

type PlayOptions = { graph?: Graph; verdict?: 'matches' | 'wrong'; outcomes?: WorkflowInput['outcomes'] }

/** The model answers with its question in brackets; a token is a character. */
async function play(soFar: string, { graph = createPlainChatGraph(), verdict = 'matches', outcomes }: PlayOptions = {}) {
  const requests: ModelRequest[] = []
  const ports: WorkflowPorts = {
    countTokens: ({ length }) => length,
    splitPassages: (text) => [text],
    extractFeatures: () => new Set(),
    checkLanguage: () => verdict,
    yieldToEventLoop: () => Promise.resolve(),
    wait: () => Promise.resolve(),
    now: () => 0,
    model: {
      describe: describeModelsOf(input),
      async *generate(request) {
        requests.push(request)
        yield { type: 'text', text: `<${request.messages.find(({ role }) => role === 'user')?.content}>` }
      },
    },
  }
  let text = ''
  const changed = { ...input, soFar, ...(outcomes && { outcomes }) }
  for await (const event of runWorkflow({ graph, input: changed, ports, signal: new AbortController().signal })) {
    if (event.type === 'restart') text = ''
    if (event.type === 'delta') text += event.text
  }
  return { text, requests, last: requests.at(-1)?.messages ?? [] }
}

test('a model continues its own text, and is asked only for the rest', async () => {
  const { last } = await play('It relaxes when')
  expect(last.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user', 'assistant', 'user'])
  expect(last.slice(-3)).toMatchObject([
    { content: 'Why does cotton shrink?' },
    { content: 'It relaxes when' },
    { content: expect.stringMatching(/^Your answer above was cut off\. Go on exactly where it stops, in English/) },
  ])
})

test('a reply without text starts from the beginning', async () => {
  expect((await play('')).last.at(-1)).toMatchObject({ role: 'user', content: 'Why does cotton shrink?' })
})

test('of a text longer than half the context, the model gets the end', async () => {
  const { last } = await play(`${'x'.repeat(20_000)}the end`)
  const soFar = last.at(-2)?.content ?? ''
  expect(soFar.endsWith('the end')).toBe(true)
  expect(soFar.length).toBeLessThanOrEqual(5_000)
})

test('beside a long prompt, the model gets as much of its own text as fits, and keeps room for the rest', async () => {
  const prompt = 'p'.repeat(3_000)
  const graph = createPlainChatGraph()
  const nodes = graph.nodes.map((node) => (node.type === 'llm' ? { ...node, config: { ...node.config, prompt } } : node))
  const { last } = await play(`${'x'.repeat(20_000)}the end`, { graph: { ...graph, nodes } })
  expect(last.at(-2)?.content).toMatch(/x{100}the end$/)
  expect(last.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThan(7_700)
})

test('a continuation is never retracted, whatever its language', async () => {
  expect((await play('It relaxes when', { verdict: 'wrong' })).requests).toHaveLength(1)
})

describe('of several model steps', () => {
  const nodes = [start, llm('one'), llm('two'), llm('hidden'), answer('answer', 'First {{one.text}}, then {{two.text}}.')]
  const graph = { nodes, edges: parseEdges('start>one one>two two>hidden hidden>answer') }
  const listQuestions = (requests: readonly ModelRequest[]) =>
    requests.map(({ messages }) => [messages.find(({ role }) => role === 'user')?.content, messages.length])
  const createOutcome = (text: string) => ({ output: { text } })

  test('the last shown one is continued without outcomes, and the text before it is not repeated', async () => {
    const { text, requests } = await play('First <one>, then <tw', { graph })
    expect(text).toBe('<two>.')
    expect(requests.map(({ messages }) => messages.length)).toEqual([2, 4, 2])
  })

  test('finished ones are not called again, and the interrupted one is continued', async () => {
    const { text, requests } = await play('First <one>, then <tw', { graph, outcomes: { one: createOutcome('<one>') } })
    expect(text).toBe('<two>.')
    expect(listQuestions(requests)).toEqual([
      ['two', 4],
      ['hidden', 2],
    ])
  })

  test('the first one is continued when it was interrupted, and the later ones start', async () => {
    const { text, requests } = await play('First <on', { graph, outcomes: {} })
    expect(text).toBe('<one>, then <two>.')
    expect(listQuestions(requests)).toEqual([
      ['one', 4],
      ['two', 2],
      ['hidden', 2],
    ])
  })

  test('the last one is continued when all had finished', async () => {
    const outcomes = { one: createOutcome('<one>'), two: createOutcome('<two>') }
    const { text, requests } = await play('First <one>, then <two', { graph, outcomes })
    expect(text).toBe('<two>.')
    expect(listQuestions(requests)[0]).toEqual(['two', 4])
  })

  test('outcomes from before the first token are reused too', async () => {
    const { text, requests } = await play('', { graph, outcomes: { one: createOutcome('<one>') } })
    expect(text).toBe('First <one>, then <two>.')
    expect(listQuestions(requests)).toEqual([
      ['two', 2],
      ['hidden', 2],
    ])
  })
})

test('a reply is continued along the branch that it had taken', async () => {
  const nodes = [
    start,
    llm('guess', { on_error: 'branch' }),
    llm('one'),
    llm('two'),
    answer('first', 'One: {{one.text}}'),
    answer('second', 'Two: {{two.text}}'),
  ]
  const graph = { nodes, edges: parseEdges('start>guess guess>one guess.error>two one>first two>second') }
  const stop = new AbortController()
  const before = await playBranches(graph, {
    signal: stop.signal,
    async *script(id, _call, wait) {
      if (id === 'guess') throw new ModelError('MODEL_REFUSED')
      yield { type: 'text', text: `<${id}` }
      stop.abort(new Error('stopped by the user'))
      await wait(10)
    },
  })
  expect(before.reply).toBe('Two: <two')
  expect(before.outcomes).toEqual({
    guess: { output: { error_code: 'MODEL_REFUSED', error_message: 'The model rejected the request.' }, handle: 'error' },
    one: null,
  })
  const after = await playBranches(graph, {
    changes: { soFar: before.reply, outcomes: before.outcomes },
    async *script() {
      yield { type: 'text', text: '>' }
    },
  })
  expect(after.calls).toHaveLength(1)
  expect(after.reply).toBe('>')
  expect(after.steps).toContain('two finished')
})
