import { describe, expect, test } from 'vitest'
import { applyCommand } from '../graph/commands.ts'
import type { Draft } from '../graph/draft.ts'
import { restoreCopy } from './restore-copy.ts'

const base: Draft = {
  graph: { nodes: ['a', 'b'].map((id) => ({ id, type: 'template', title: id, config: { text: '' } })), edges: [] },
  layout: { a: { x: 0, y: 0 }, b: { x: 100, y: 0 } },
}
const retitle = (draft: Draft, id: string, value: string) => applyCommand(draft, { type: 'set_field', id, path: ['title'], value })
const move = (draft: Draft, id: string, x: number) => applyCommand(draft, { type: 'move', positions: { [id]: { x, y: 0 } } })

describe('a copy of an unsaved draft', () => {
  test('is the draft while no other save came between', () => {
    const mine = retitle(base, 'a', 'Mine')
    expect(restoreCopy({ base: { draft: base, revision: 3 }, draft: mine }, { draft: base, revision: 3 })).toEqual({
      draft: mine,
      conflict: null,
    })
  })

  test('keeps the positions that were saved since, and its own that it changed', () => {
    const mine = move(retitle(base, 'a', 'Mine'), 'a', 7)
    const saved = { draft: move(base, 'b', 500), revision: 4 }
    const { draft, conflict } = restoreCopy({ base: { draft: base, revision: 3 }, draft: mine }, saved)
    expect(conflict).toBeNull()
    expect(draft.graph.nodes[0]?.title).toBe('Mine')
    expect(draft.layout).toEqual({ a: { x: 7, y: 0 }, b: { x: 500, y: 0 } })
  })

  test('brings nothing back that was saved already, but for later positions', () => {
    const mine = retitle(base, 'a', 'Mine')
    const saved = { draft: move(mine, 'b', 500), revision: 5 }
    expect(restoreCopy({ base: { draft: base, revision: 3 }, draft: mine }, saved)).toEqual({ draft: saved.draft, conflict: null })
  })

  test('is compared with a graph that was saved since, from what both began with', () => {
    const mine = retitle(base, 'a', 'Mine')
    const theirs = { draft: retitle(base, 'b', 'Theirs'), revision: 4 }
    expect(restoreCopy({ base: { draft: base, revision: 3 }, draft: mine }, theirs).conflict).toEqual({
      base: { draft: base, revision: 3 },
      mine,
      theirs,
    })
  })
})
