import type { GraphNode } from '@heddle/workflow/model/graph/graph'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyCommand, createEdge, type GraphCommand } from './commands.ts'
import type { Draft } from './draft.ts'
import { listDifferences, mergeDrafts } from './merge.ts'

const build = (id: string): GraphNode => ({ id, type: 'template', title: id, config: { text: '' } })
const base: Draft = {
  graph: { nodes: ['a', 'b', 'c'].map(build), edges: [createEdge('a', 'out', 'b'), createEdge('b', 'out', 'c')] },
  layout: { a: { x: 0, y: 0 }, b: { x: 0, y: 10 } },
}
const change = (...commands: GraphCommand[]) => commands.reduce(applyCommand, base)
const retitle = (id: string, title: string): GraphCommand => ({ type: 'set_field', id, path: ['title'], value: title })
const listTitles = ({ graph }: Draft) => graph.nodes.map(({ title }) => title)

describe('two changed drafts', () => {
  test('keep the changes of both where they touch different nodes', () => {
    const mine = change(retitle('a', 'Mine'))
    const theirs = change(retitle('b', 'Theirs'), { type: 'add', node: build('d'), after: { source: 'c', handle: 'out' } })
    expect(listDifferences(base, mine, theirs).map(({ id, changedBy }) => [id, changedBy])).toEqual([
      ['a', 'mine'],
      ['b', 'theirs'],
      ['d', 'theirs'],
    ])
    const merged = mergeDrafts(base, mine, theirs)
    expect(listTitles(merged)).toEqual(['Mine', 'Theirs', 'c', 'd'])
    expect(merged.graph.edges).toContainEqual({ source: 'c', target: 'd' })
  })

  test('take the chosen side of a node that both changed, mine without a choice', () => {
    const [mine, theirs] = [change(retitle('a', 'Mine')), change(retitle('a', 'Theirs'))]
    expect(listDifferences(base, mine, theirs)).toMatchObject([{ id: 'a', changedBy: 'both' }])
    expect(listTitles(mergeDrafts(base, mine, theirs))).toEqual(['Mine', 'b', 'c'])
    expect(listTitles(mergeDrafts(base, mine, theirs, new Map([['a', 'theirs']])))).toEqual(['Theirs', 'b', 'c'])
  })

  test('bring back a node that one removed and the other changed, with its edges', () => {
    const [mine, theirs] = [change(retitle('b', 'Mine')), change({ type: 'remove', ids: ['b'] })]
    const merged = mergeDrafts(base, mine, theirs)
    expect(listTitles(merged)).toEqual(['a', 'c', 'Mine'])
    expect(merged.graph.edges).toEqual(expect.arrayContaining([...base.graph.edges]))
    expect(listTitles(mergeDrafts(base, mine, theirs, new Map([['b', 'theirs']])))).toEqual(['a', 'c'])
  })

  test('differ in no node when only positions differ, and merge them', () => {
    const mine = change({ type: 'move', positions: { a: { x: 5, y: 5 } } })
    const theirs = change({ type: 'move', positions: { b: { x: 7, y: 7 } } })
    expect(listDifferences(base, mine, theirs)).toEqual([])
    expect(mergeDrafts(base, mine, theirs).layout).toEqual({ a: { x: 5, y: 5 }, b: { x: 7, y: 7 } })
  })
})

test('a draft merged with an unchanged one is that draft', () => {
  const anyChange = fc.oneof(
    fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.string()).map(([id, title]) => retitle(id, title)),
    fc.constantFrom('a', 'b', 'c').map((id): GraphCommand => ({ type: 'remove', ids: [id] })),
    fc.constantFrom('d', 'e').map((id): GraphCommand => ({ type: 'add', node: build(id), after: { source: 'a', handle: 'out' } })),
  )
  fc.assert(
    fc.property(fc.array(anyChange, { maxLength: 6 }), (commands) => {
      const changed = change(...commands)
      const sortEdges = ({ graph }: Draft) => graph.edges.map((edge) => JSON.stringify(edge)).toSorted()
      for (const merged of [mergeDrafts(base, changed, base), mergeDrafts(base, base, changed)]) {
        expect(new Set(merged.graph.nodes)).toEqual(new Set(changed.graph.nodes))
        expect(sortEdges(merged)).toEqual(sortEdges(changed))
      }
    }),
  )
})
