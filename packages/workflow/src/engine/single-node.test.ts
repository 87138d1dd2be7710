import { describe, expect, test } from 'vitest'
import { WorkflowGraphError } from '../model/graph/graph-rules.ts'
import { ModelError } from '../model/ports.ts'
import type { NodeOutput } from '../model/value.ts'
import { play } from '../testing/play.ts'
import { answer, choose, llm, parseEdges, start, task } from '../testing/test-nodes.ts'

describe('a node that runs alone', () => {
  const broken = task('broken', { template: '{{unknown.text}}' })
  const nodes = [
    start,
    choose('choice', { handles: ['yes', 'no'], taken: 'no' }),
    task('before', { ms: 50 }),
    task('a', { pieces: ['Of ', 'cotton'] }),
    task('b', { template: '{{before.text}} after {{start.question}}: {{a.count}}' }),
    llm('c'),
    broken,
    answer('one', 'Thus: {{b.text}}'),
  ]
  const graph = { nodes, edges: parseEdges('start>choice choice.yes>before before>a a>b b>one choice.no>c c>broken') }

  test('reads the given values, and of a start that is not given the question', async () => {
    const values = new Map<string, NodeOutput>([
      ['before', { text: 'Linen' }],
      ['a', { count: 2 }],
    ])
    const { reply, steps, traces } = await play(graph, { isTraced: true, only: { nodeId: 'b', values }, changes: { question: 'Why?' } })
    expect(reply).toBe('Linen after Why?: 2')
    expect(steps).toEqual(['b started', 'b finished'])
    expect(traces.map(({ node_id, status }) => [node_id, status])).toEqual([
      ['b', 'started'],
      ['b', 'finished'],
    ])
  })

  test('reads nothing of nodes without values', async () => {
    expect((await play(graph, { only: { nodeId: 'b', values: new Map() }, changes: { question: 'Why?' } })).reply).toBe(' after Why?: ')
  })

  test('streams its text', async () => {
    expect((await play(graph, { only: { nodeId: 'a', values: new Map() } })).deltas).toEqual(['Of ', 'cotton'])
  })

  test('is an answer with the values of others', async () => {
    const { reply, error } = await play(graph, { only: { nodeId: 'one', values: new Map([['b', { text: 'it shrinks' }]]) } })
    expect({ reply, error }).toEqual({ reply: 'Thus: it shrinks', error: undefined })
  })

  test('has no reply without a text', async () => {
    const { reply, error, steps } = await play(graph, { only: { nodeId: 'choice', values: new Map() } })
    expect({ reply, error, steps }).toEqual({ reply: '', error: undefined, steps: ['choice started', 'choice finished'] })
  })

  test('counts a model, and fails as in a run of all', async () => {
    const { error, usages } = await play(graph, {
      only: { nodeId: 'c', values: new Map() },
      // oxlint-disable-next-line require-yield -- it fails before it answers
      async *script() {
        throw new ModelError('MODEL_REFUSED')
      },
    })
    expect(error).toMatchObject({ code: 'MODEL_REFUSED' })
    expect(usages).toEqual(['c'])
  })

  test('is refused for its own problems, and for no others', async () => {
    const refusal = (await play(graph, { only: { nodeId: 'broken', values: new Map() } })).error
    expect(refusal).toBeInstanceOf(WorkflowGraphError)
    expect((refusal as WorkflowGraphError).problems).toMatchObject([{ node_id: 'broken', code: 'reference_unknown_node' }])
    expect((await play(graph, { only: { nodeId: 'none', values: new Map() } })).error).toBeInstanceOf(WorkflowGraphError)
  })

  test('gives its output with its trace', async () => {
    const { events } = await play(graph, { isTraced: true, only: { nodeId: 'choice', values: new Map() } })
    expect(events.findLast(({ type }) => type === 'trace')).toMatchObject({ output: { taken: 'no' } })
  })
})
