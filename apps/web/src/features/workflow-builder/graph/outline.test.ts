import type { GraphNode } from '@heddle/workflow/model/graph/graph'
import { describe, expect, test } from 'vitest'
import { createEdge } from './commands.ts'
import { createOutline, type OutlineItem } from './outline.ts'

const exits: Readonly<Record<string, readonly string[]>> = { classifier: ['cotton', 'wool', 'other'] }
const listExits = ({ type }: GraphNode) => exits[type] ?? ['out']

/** Returns the outline as text: a node, its branches in brackets. */
function outline(nodes: string, ...edges: string[]) {
  const graph = {
    nodes: nodes.split(' ').map((id): GraphNode => ({ id, title: id, type: id in exits ? id : id === 'start' ? 'start' : 'template' })),
    edges: edges.map((edge) => {
      const [from = '', target = ''] = edge.split('>')
      const [source = '', handle = 'out'] = from.split('.')
      return createEdge(source, handle, target)
    }),
  }
  const { items, loose } = createOutline(graph, listExits)
  const print = (list: readonly OutlineItem[]): string =>
    list.map(({ node, branches }) => [node.id, ...branches.map((branch) => `${branch.handle}[${print(branch.items)}]`)].join(' ')).join(' ')
  return `${print(items)}${loose.length > 0 ? ` | ${print(loose)}` : ''}`
}

describe('the outline', () => {
  test('lists a line in its order', () => {
    expect(outline('answer llm start', 'start>llm', 'llm>answer')).toBe('start llm answer')
  })

  test('nests what only one branch leads to, and puts the join behind the branches', () => {
    const edges = ['start>classifier', 'classifier.cotton>a', 'a>a2', 'classifier.wool>b', 'a2>join', 'b>join']
    expect(outline('start classifier a a2 b join', ...edges)).toBe('start classifier cotton[a a2] wool[b] other[] join')
  })

  test('puts a join of two of three branches behind the branches too', () => {
    const edges = ['start>classifier', 'classifier.cotton>join', 'classifier.wool>join', 'classifier.other>c']
    expect(outline('start classifier join c', ...edges)).toBe('start classifier cotton[] wool[] other[c] join')
  })

  test('lists parallel nodes one after the other', () => {
    expect(outline('start a b join', 'start>a', 'start>b', 'a>join', 'b>join')).toBe('start a b join')
  })

  test('lists apart what nothing leads to, and cycles', () => {
    expect(outline('start a b c', 'start>a', 'b>c', 'c>b')).toBe('start a | b c')
    expect(outline('start a b', 'start>a')).toBe('start a | b')
  })
})
