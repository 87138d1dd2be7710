import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type WindowPosition, growWindows } from './context-windows.ts'

/** A source of ten chunks of 300 tokens, with a new heading at 0, 5 and 8. */
const findChunk = ({ source, chunk }: WindowPosition) =>
  chunk < 0 || chunk > 9 ? null : { tokens: source === 'long' ? 700 : 300, headingPath: [source, chunk < 5 ? 'A' : chunk < 8 ? 'B' : 'C'] }
const at = (chunk: number, source = 'manual') => ({ source, chunk })

describe('the window of a hit', () => {
  test('has its neighbors on both sides', () => {
    expect(growWindows([at(2)], findChunk, 10_000)).toEqual([{ source: 'manual', from: 1, to: 3, hits: [2] }])
  })

  test('ends with its heading, and with the source', () => {
    expect(growWindows([at(5)], findChunk, 10_000)).toEqual([{ source: 'manual', from: 5, to: 6, hits: [5] }])
    expect(growWindows([at(9)], findChunk, 10_000)).toEqual([{ source: 'manual', from: 8, to: 9, hits: [9] }])
  })

  test('has at most 1,200 tokens', () => {
    expect(growWindows([at(2, 'long')], findChunk, 10_000)).toEqual([{ source: 'long', from: 2, to: 2, hits: [2] }])
  })

  test('is one with a window that it touches, at the rank of the better hit', () => {
    expect(growWindows([at(9), at(4), at(0, 'other'), at(3)], findChunk, 10_000)).toEqual([
      { source: 'manual', from: 8, to: 9, hits: [9] },
      { source: 'manual', from: 2, to: 4, hits: [4, 3] },
      { source: 'other', from: 0, to: 1, hits: [0] },
    ])
  })

  test('is none with one under another heading, however near', () => {
    expect(growWindows([at(4), at(5)], findChunk, 10_000)).toEqual([
      { source: 'manual', from: 3, to: 4, hits: [4] },
      { source: 'manual', from: 5, to: 6, hits: [5] },
    ])
  })

  test('is none with one that would make it longer than 1,200 tokens', () => {
    expect(growWindows([at(1), at(4)], findChunk, 10_000)).toEqual([
      { source: 'manual', from: 0, to: 2, hits: [1] },
      { source: 'manual', from: 3, to: 4, hits: [4] },
    ])
    expect(growWindows([at(0), at(1), at(2), at(3), at(4)], findChunk, 10_000)).toEqual([
      { source: 'manual', from: 0, to: 3, hits: [0, 1, 2, 3] },
      { source: 'manual', from: 4, to: 4, hits: [4] },
    ])
  })

  test('has no neighbor that would take the room of a hit', () => {
    expect(growWindows([at(2), at(9)], findChunk, 900)).toEqual([
      { source: 'manual', from: 1, to: 2, hits: [2] },
      { source: 'manual', from: 9, to: 9, hits: [9] },
    ])
  })

  test('pays once for a neighbor that it shares with another hit', () => {
    expect(growWindows([at(2), at(4), at(9)], findChunk, 1_800)).toEqual([
      { source: 'manual', from: 1, to: 4, hits: [2, 4] },
      { source: 'manual', from: 8, to: 9, hits: [9] },
    ])
  })

  test('is left out where the hit does not fit or is no chunk, and a smaller one behind it is there', () => {
    expect(growWindows([at(2, 'long'), at(99), at(2)], findChunk, 300)).toEqual([{ source: 'manual', from: 2, to: 2, hits: [2] }])
    expect(growWindows([at(99)], findChunk, Number.POSITIVE_INFINITY)).toEqual([])
  })

  test('never goes over the budget, has no chunk twice, and every hit that fits', () => {
    const position = fc.record({ source: fc.constantFrom('a', 'b', 'long'), chunk: fc.nat(9) })
    fc.assert(
      fc.property(fc.array(position, { maxLength: 12 }), fc.nat(6_000), (hits, budget) => {
        const windows = growWindows(hits, findChunk, budget)
        const chunks = windows.flatMap(({ source, from, to }) =>
          Array.from({ length: to - from + 1 }, (_, index) => ({ source, chunk: from + index })),
        )
        expect(new Set(chunks.map(({ source, chunk }) => `${source} ${chunk}`)).size).toBe(chunks.length)
        expect(chunks.reduce((sum, chunk) => sum + (findChunk(chunk)?.tokens ?? 0), 0)).toBeLessThanOrEqual(budget)
        for (const { from, to, hits: found } of windows) for (const hit of found) expect(hit >= from && hit <= to).toBe(true)
        for (const { source, from, to } of windows) {
          const sizes = Array.from({ length: to - from + 1 }, (_, index) => findChunk({ source, chunk: from + index }))
          expect(sizes.reduce((sum, size) => sum + (size?.tokens ?? 0), 0)).toBeLessThanOrEqual(1_200)
          expect(new Set(sizes.map((size) => size?.headingPath.join())).size).toBe(1)
        }
        const fitting = hits.find((hit) => (findChunk(hit)?.tokens ?? 0) <= budget)
        expect(windows[0]?.hits[0]).toBe(fitting?.chunk)
      }),
    )
  })
})
