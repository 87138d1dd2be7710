import type { GraphNode } from '@heddle/workflow/model/graph/graph'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { copyNodes, parseCopied, shift } from './clipboard.ts'
import { createEdge, type GraphCommand, listAdded } from './commands.ts'
import type { Draft } from './draft.ts'
import { createHistory, gestureQuietMs, type History, reduceHistory } from './history.ts'

const buildLlm = (id: string, question = '{{start.question}}'): GraphNode => ({
  id,
  type: 'llm',
  title: id,
  config: { model: null, prompt: '', question, temperature: null, history_messages: 0 },
})

const start: GraphNode = { id: 'start', type: 'start', title: 'Question' }

/** Returns a start and `count` models in a line, each reading the one before. */
function buildLine(count: number): Draft {
  const ids = ['start', ...Array.from({ length: count }, (_, index) => `llm_${index + 1}`)]
  return {
    graph: {
      nodes: ids.map((id, index) => (index === 0 ? start : buildLlm(id, index === 1 ? undefined : `{{${ids[index - 1]}.text}}`))),
      edges: ids.slice(1).map((id, index) => createEdge(ids[index] ?? '', 'out', id)),
    },
    layout: Object.fromEntries(ids.map((id, index) => [id, { x: index * 100, y: 0 }])),
  }
}

const run = (history: History, ...commands: GraphCommand[]) =>
  commands.reduce((state, command) => reduceHistory(state, { type: 'command', command }), history)
const undo = (history: History) => reduceHistory(history, { type: 'undo' })
const redo = (history: History) => reduceHistory(history, { type: 'redo' })
const repeat = (count: number, change: (history: History) => History, history: History) =>
  Array.from({ length: count }).reduce<History>(change, history)

const anyId = fc.constantFrom('start', 'llm_1', 'llm_2', 'llm_3', 'llm_4', 'missing')
const anyHandle = fc.constantFrom('out', 'error', 'yes')
const anyPosition = fc.record({ x: fc.integer(), y: fc.integer() })
const anyCommand: fc.Arbitrary<GraphCommand> = fc.oneof(
  fc.record({
    type: fc.constant('add' as const),
    node: anyId.map((id) => buildLlm(id)),
    after: fc.record({ source: anyId, handle: anyHandle }),
  }),
  fc.record({ type: fc.constant('remove' as const), ids: fc.array(anyId, { maxLength: 3 }) }),
  fc.record({ type: fc.constant('move' as const), positions: fc.dictionary(anyId, anyPosition) }),
  fc.record({ type: fc.constant('move_after' as const), id: anyId, after: fc.record({ source: anyId, handle: anyHandle }) }),
  fc.tuple(anyId, anyHandle, anyId).map(([source, handle, target]): GraphCommand => ({
    type: 'connect',
    edge: createEdge(source, handle, target),
  })),
  fc.tuple(anyId, anyHandle, anyId).map(([source, handle, target]): GraphCommand => ({
    type: 'disconnect',
    edges: [createEdge(source, handle, target)],
  })),
  fc.record({
    type: fc.constant('set_field' as const),
    id: anyId,
    path: fc.constantFrom(['title'], ['config', 'prompt'], ['retries']),
    value: fc.option(fc.string(), { nil: undefined }),
  }),
  fc.record({ type: fc.constant('rename' as const), id: anyId, to: fc.constantFrom('llm_1', 'renamed') }),
  fc.nat(4).map((count): GraphCommand => {
    const { graph, layout } = buildLine(count)
    return { type: 'paste', fragment: { ...graph, layout } }
  }),
)

describe('undo and redo', () => {
  test('restore every state exactly, whatever the commands', () => {
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 40 }), (commands) => {
        const before = createHistory(buildLine(3))
        const after = run(before, ...commands)
        const entries = after.past.length
        const undone = repeat(entries, undo, after)
        expect(undone.present).toEqual(before.present)
        expect(repeat(entries, redo, undone).present).toEqual(after.present)
      }),
    )
  })

  test('no command leaves an edge to a missing node, or two nodes of one id', () => {
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 40 }), (commands) => {
        const { nodes, edges } = run(createHistory(buildLine(3)), ...commands).present.graph
        const ids = nodes.map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
        expect(edges.flatMap(({ source, target }) => [source, target]).filter((id) => !ids.includes(id))).toEqual([])
      }),
    )
  })

  test('the undo of a paste of 20 nodes restores exactly', () => {
    const before = createHistory(buildLine(20))
    const copied = parseCopied(copyNodes(before.present, new Set(before.present.graph.nodes.slice(1).map(({ id }) => id))))
    if (!copied) throw new Error('Nothing was copied')
    const after = run(before, { type: 'paste', fragment: shift(copied, 40) })
    expect(listAdded(before.present, after.present)).toHaveLength(20)
    expect(undo(after).present).toBe(before.present)
  })

  test('keep the last 100 entries', () => {
    const titles = Array.from({ length: 120 }, (_, index): GraphCommand => ({
      type: 'set_field',
      id: 'llm_1',
      path: ['title'],
      value: `Title ${index}`,
    }))
    const after = run(createHistory(buildLine(1)), ...titles)
    expect(after.past).toHaveLength(100)
    expect(repeat(200, undo, after).present.graph.nodes[1]?.title).toBe('Title 19')
  })

  test('a command that changes nothing is no entry, and keeps what may be redone', () => {
    const undone = undo(run(createHistory(buildLine(1)), { type: 'set_field', id: 'llm_1', path: ['title'], value: 'Model' }))
    expect(run(undone, { type: 'set_field', id: 'llm_1', path: ['title'], value: 'llm_1' })).toBe(undone)
    expect(redo(undone).present.graph.nodes[1]?.title).toBe('Model')
  })
})

describe('typing', () => {
  const type = (history: History, text: string, at: number) =>
    reduceHistory(history, {
      type: 'command',
      command: { type: 'set_field', id: 'llm_1', path: ['config', 'prompt'], value: text },
      gesture: { key: 'llm_1.config.prompt', at },
    })

  test('is one entry as long as the pauses are short', () => {
    const typed = ['H', 'He', 'Hel'].reduce((state, text, index) => type(state, text, index * 100), createHistory(buildLine(1)))
    expect(typed.past).toHaveLength(1)
  })

  test('begins another entry after a pause', () => {
    const typed = type(type(createHistory(buildLine(1)), 'H', 0), 'He', gestureQuietMs)
    expect(typed.past).toHaveLength(2)
  })

  test('begins another entry after the field is left', () => {
    const ended = reduceHistory(type(createHistory(buildLine(1)), 'H', 0), { type: 'end_gesture' })
    expect(type(ended, 'He', 10).past).toHaveLength(2)
  })
})
