import { expect, test } from 'vitest'
import { nodeTypes } from '../node-type-list.ts'
import { answer, llm, start } from '../../testing/test-nodes.ts'
import { listCarriedResources } from './carried-resources.ts'
import type { GraphNode } from './graph.ts'

const template = (id: string, text: string): GraphNode => ({ id, type: 'template', title: id, config: { text } })

/** Lists the resources of each node as `node: a b`, given those of some nodes. */
function listLines(nodes: readonly GraphNode[], own: Readonly<Record<string, readonly string[]>>): string[] {
  const carried = listCarriedResources({ nodes }, nodeTypes, ({ id }) => own[id] ?? [])
  return [...carried].map(([id, resources]) => [`${id}:`, ...resources.toSorted()].join(' '))
}

test('a node carries its own resources, and those of all that its templates read, each once', () => {
  const nodes = [
    start,
    llm('a'),
    template('b', '{{a.text}} {{a.text}}'),
    template('c', '{{b.text}} {{d.text}}'),
    llm('d'),
    answer('one', '{{c.text}}'),
  ]
  expect(listLines(nodes, { a: ['wool', 'silk'], b: ['silk'], d: ['felt'] })).toEqual([
    'start:',
    'a: silk wool',
    'b: silk wool',
    'c: felt silk wool',
    'd: felt',
    'one: felt silk wool',
  ])
})

test('a node carries nothing of one that it does not read, or that is gone', () => {
  expect(listLines([llm('a'), template('b', '{{gone.text}}'), answer('one', 'No.')], { a: ['wool'] })).toEqual(['a: wool', 'b:', 'one:'])
})
