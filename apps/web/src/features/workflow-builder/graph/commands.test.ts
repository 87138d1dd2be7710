import type { GraphNode } from '@heddle/workflow/model/graph/graph'
import { describe, expect, test } from 'vitest'
import { copyNodes, parseCopied } from './clipboard.ts'
import { applyCommand, createEdge } from './commands.ts'
import { createNodeId, type Draft } from './draft.ts'

const build = (id: string, text = ''): GraphNode => ({ id, type: 'template', title: id, config: { text } })

const buildDraft = (nodes: GraphNode[], ...edges: [source: string, handle: string, target: string][]): Draft => ({
  graph: { nodes, edges: edges.map(([source, handle, target]) => createEdge(source, handle, target)) },
  layout: {},
})

const line = buildDraft(
  [build('a'), build('b', '{{a.text}}'), build('c', '{{ b.text }} and {{a.text}}')],
  ['a', 'out', 'b'],
  ['b', 'out', 'c'],
)

describe('adding a node after another', () => {
  test('puts it before what followed', () => {
    const added = applyCommand(line, { type: 'add', node: build('d'), after: { source: 'a', handle: 'out' } })
    expect(added.graph.edges).toEqual([
      { source: 'd', target: 'b' },
      { source: 'b', target: 'c' },
      { source: 'a', target: 'd' },
    ])
  })

  test('leaves the other exits of the node alone', () => {
    const branching = buildDraft([build('a'), build('b'), build('c')], ['a', 'yes', 'b'], ['a', 'no', 'c'])
    const added = applyCommand(branching, { type: 'add', node: build('d'), after: { source: 'a', handle: 'yes' } })
    expect(added.graph.edges).toEqual([
      { source: 'd', target: 'b' },
      { source: 'a', source_handle: 'no', target: 'c' },
      { source: 'a', source_handle: 'yes', target: 'd' },
    ])
  })
})

test('removing a node of a line closes the gap', () => {
  expect(applyCommand(line, { type: 'remove', ids: ['b'] }).graph.edges).toEqual([{ source: 'a', target: 'c' }])
})

test('moving a node behind another closes the gap that it leaves', () => {
  const moved = applyCommand(line, { type: 'move_after', id: 'b', after: { source: 'c', handle: 'out' } })
  expect(moved.graph.edges).toEqual([
    { source: 'a', target: 'c' },
    { source: 'c', target: 'b' },
  ])
})

test('renaming a node renames its references, edges and position', () => {
  const placed = { ...line, layout: { b: { x: 1, y: 2 } } }
  const renamed = applyCommand(placed, { type: 'rename', id: 'b', to: 'summary' })
  expect(renamed.graph.nodes.at(-1)?.config).toEqual({ text: '{{ summary.text }} and {{a.text}}' })
  expect(renamed.graph.edges).toEqual([
    { source: 'a', target: 'summary' },
    { source: 'summary', target: 'c' },
  ])
  expect(renamed.layout).toEqual({ summary: { x: 1, y: 2 } })
})

test('a name that is in use is refused', () => {
  expect(applyCommand(line, { type: 'rename', id: 'b', to: 'a' })).toBe(line)
})

describe('pasting', () => {
  const models: Draft = {
    graph: {
      nodes: [
        { id: 'start', type: 'start', title: 'Question' },
        { id: 'answer', type: 'answer', title: 'First', config: { text: '{{start.question}}' } },
        { id: 'answer_2', type: 'answer', title: 'Second', config: { text: '{{answer.text}}{{start.question}}' } },
      ],
      edges: [createEdge('start', 'out', 'answer'), createEdge('answer', 'out', 'answer_2')],
    },
    layout: { answer: { x: 5, y: 6 } },
  }
  const paste = (text: string) => {
    const fragment = parseCopied(text)
    return fragment && applyCommand(models, { type: 'paste', fragment })
  }

  test('gives new ids, which the references among the pasted nodes follow', () => {
    const pasted = paste(copyNodes(models, new Set(['answer', 'answer_2'])))
    expect(pasted?.graph.nodes.slice(3)).toEqual([
      { id: 'answer_3', type: 'answer', title: 'First', config: { text: '{{start.question}}' } },
      { id: 'answer_4', type: 'answer', title: 'Second', config: { text: '{{answer_3.text}}{{start.question}}' } },
    ])
    expect(pasted?.graph.edges.at(-1)).toEqual({ source: 'answer_3', target: 'answer_4' })
    expect(pasted?.layout).toEqual({ answer: { x: 5, y: 6 }, answer_3: { x: 5, y: 6 } })
  })

  test('leaves out a second start, and the edges to it', () => {
    const pasted = paste(copyNodes(models, new Set(['start', 'answer'])))
    expect(pasted?.graph.nodes).toHaveLength(4)
    expect(pasted?.graph.edges).toHaveLength(2)
  })

  test.each(['', 'a text', '{"format":"heddle.nodes/1"}', 'heddle.nodes/1'])('ignores the text %j', (text) => {
    expect(parseCopied(text)).toBeNull()
  })
})

test('a new id is unused, and never longer than the contract allows', () => {
  expect(createNodeId('llm', new Set())).toBe('llm')
  expect(createNodeId('llm_2', new Set(['llm', 'llm_2']))).toBe('llm_3')
  expect(createNodeId('n'.repeat(40), new Set(['n'.repeat(40)]))).toBe(`${'n'.repeat(38)}_2`)
})
