import type { ClassifierNode } from '@heddle/contracts/workflow/workflow-graph'
import { describe, expect, test } from 'vitest'
import { checkGraph } from '../graph/graph-rules.ts'
import { nodeTypes } from '../node-type-list.ts'
import { ModelError, type ModelEvent } from '../ports.ts'
import { play } from '../../testing/play.ts'
import { answer, parseEdges, start } from '../../testing/test-nodes.ts'
import { runNode } from '../../testing/run-node.ts'

const categories = [
  { id: 'standards', name: 'Standards', description: 'Norms and test methods' },
  { id: 'fibres', name: 'Fibres', description: '' },
]

const createNode = (config: Partial<ClassifierNode['config']> = {}): ClassifierNode => ({
  id: 'topic',
  type: 'classifier',
  title: 'Topic',
  config: { model: null, question: '{{start.question}}', instructions: '', history_messages: 0, categories, ...config },
})

const classify = (answers: string[]) => runNode(createNode(), { answers })

describe('a classifier', () => {
  test('gives the model numbered categories, little room and no chance', async () => {
    const { requests } = await classify(['1'])
    expect(requests).toMatchObject([{ temperature: 0, maxOutputTokens: 16 }])
    expect(requests[0]?.messages[0]?.content).toContain('1. Standards: Norms and test methods\n2. Fibres\n0. None of these')
    expect(requests[0]?.messages[1]).toEqual({ role: 'user', content: 'Why does cotton shrink?' })
  })

  test.each([
    ['2', 'fibres'],
    [' 1. ', 'standards'],
    ['Category 2: Fibres', 'fibres'],
    ['<think>1 or 2? It is 1.</think>2', 'fibres'],
    ['1 or 2? It is 1.</think>\n2', 'fibres'],
    ['２', 'fibres'],
    ['๒', 'fibres'],
    ['2, yes: 2', 'fibres'],
    ['0', 'other'],
  ])('reads %j as %s', async (text, category) => {
    const { handle, output, requests } = await classify([text])
    expect({ handle, category: output.category, calls: requests.length }).toEqual({ handle: category, category, calls: 1 })
  })

  test('has the name of the category', async () => {
    expect((await classify(['2'])).output).toEqual({ category: 'fibres', name: 'Fibres' })
    expect((await classify(['0'])).output).toEqual({ category: 'other', name: '' })
  })

  test.each(['Fibres, I think', '1 or 2', '3', '-', '99999999999999999999'])('asks once more after %j', async (text) => {
    const { handle, requests, events } = await classify([text, '2'])
    expect(handle).toBe('fibres')
    expect(requests).toHaveLength(2)
    expect(requests[1]?.messages.slice(-2)).toEqual([
      { role: 'assistant', content: text },
      { role: 'user', content: 'Answer with one number from 0 to 2, and nothing else.' },
    ])
    expect(events.map(({ type }) => type)).toEqual(['call', 'usage', 'call', 'usage'])
  })

  test.each(['What?', '3', '-', '1 or 2', '12'])('fails when the second answer is %j too, and never takes `other`', async (text) => {
    await expect(classify([text, text])).rejects.toMatchObject({ code: 'WORKFLOW_OUTPUT_INVALID' })
  })

  test.each<[string, ModelEvent[], string]>([
    ['no event', [], 'MODEL_EMPTY'],
    ['blanks', [{ type: 'text', text: ' \n' }], 'MODEL_EMPTY'],
    ['thoughts only', [{ type: 'reasoning', text: 'It is 1.' }], 'MODEL_ONLY_THOUGHT'],
    ['thoughts that came as text', [{ type: 'text', text: 'It is 1.' }, { type: 'text_was_reasoning' }], 'MODEL_ONLY_THOUGHT'],
    [
      'thoughts to the limit',
      [
        { type: 'reasoning', text: '1?' },
        { type: 'finish', reason: 'length' },
      ],
      'MODEL_THOUGHT_TO_LIMIT',
    ],
    [
      'a cut number',
      [
        { type: 'text', text: '1' },
        { type: 'finish', reason: 'length' },
      ],
      'WORKFLOW_OUTPUT_INVALID',
    ],
  ])('is asked once more, with more room, after %s, and fails then', async (_name, events, code) => {
    const { handle, requests } = await runNode(createNode(), { answers: [events, '2'] })
    expect({ handle, room: requests[1]?.maxOutputTokens }).toEqual({ handle: 'fibres', room: 2_048 })
    await expect(runNode(createNode(), { answers: [events] })).rejects.toMatchObject({ code })
  })

  test('gives more room to a model whose thought process has filled the first answer', async () => {
    const { handle, requests } = await classify(['', '1'])
    expect(handle).toBe('standards')
    expect(requests[1]).toMatchObject({ maxOutputTokens: 2_048, messages: requests[0]?.messages })
  })
})

describe('a classifier that fails', () => {
  const run = (output: object) => {
    const failing = { ...createNode(), on_error: 'default' as const, default_output: output as Record<string, string> }
    const nodes = [start, failing, answer('one', 'Standards'), answer('two', 'Fibres'), answer('three', 'Other')]
    return play(
      { nodes, edges: parseEdges('start>topic topic.standards>one topic.fibres>two topic.other>three') },
      {
        // oxlint-disable-next-line require-yield -- it fails before
        async *script() {
          throw new ModelError('MODEL_REFUSED')
        },
      },
    )
  }

  test.each([
    [{ category: 'fibres' }, 'Fibres'],
    [{ category: 'unknown' }, 'Other'],
    [{}, 'Other'],
  ])('takes the branch of its default output %j', async (output, reply) => {
    expect(await run(output)).toMatchObject({ error: undefined, reply })
  })
})

describe('the rules of a classifier', () => {
  const check = (config: Partial<ClassifierNode['config']>, links = 'start>topic topic.standards>one') =>
    checkGraph({ nodes: [start, createNode(config), answer('one', '{{topic.name}}')], edges: parseEdges(links) }, nodeTypes).map(
      ({ code, field }) => `${code} ${field}`,
    )

  test('accept a handle for each category, and `other`', () => {
    expect(check({}, 'start>topic topic.standards>one topic.fibres>one topic.other>one')).toEqual([])
    expect(check({}, 'start>topic topic.out>one')).toEqual(['edge_unknown_handle undefined'])
  })

  test('require categories with names and ids of their own', () => {
    expect(check({ categories: [] }, 'start>topic topic.other>one')).toEqual(['handle_missing config.categories'])
    expect(check({ categories: [...categories, { id: 'fibres', name: '', description: '' }] })).toEqual([
      'field_missing config.categories.2.name',
      'handle_repeated config.categories.2.id',
    ])
    expect(check({ categories: [...categories, { id: 'error', name: 'Error', description: '' }] })).toEqual([
      'handle_repeated config.categories.2.id',
    ])
  })
})
