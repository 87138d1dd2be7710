import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fuseRanks } from './rank-fusion.ts'

const idsOf = (lists: Parameters<typeof fuseRanks<string>>[0]) => fuseRanks(lists).map(({ id }) => id)

describe('reciprocal rank fusion', () => {
  test('puts first what both lists have, and tells the ranks', () => {
    const lists = [
      { weight: 1, ids: ['a', 'b', 'c'] },
      { weight: 1, ids: ['d', 'c'] },
    ]
    expect(idsOf(lists)).toEqual(['c', 'a', 'd', 'b'])
    expect(fuseRanks(lists)[0]).toEqual({ id: 'c', score: 1 / 13 + 1 / 12, ranks: [3, 2] })
    expect(fuseRanks(lists)[1]).toEqual({ id: 'a', score: 1 / 11, ranks: [1, null] })
  })

  test('follows the list with the higher weight, and ignores one with none', () => {
    const [lexical, vector] = [
      ['a', 'b'],
      ['b', 'a', 'c'],
    ] as const
    expect(
      idsOf([
        { weight: 1, ids: lexical },
        { weight: 2, ids: vector },
      ]),
    ).toEqual(['b', 'a', 'c'])
    expect(
      idsOf([
        { weight: 1, ids: lexical },
        { weight: 0, ids: vector },
      ]),
    ).toEqual(['a', 'b'])
  })

  test('puts the first one of a list that is far ahead of the second before what both lists have', () => {
    const [lexical, vector] = [
      ['a', 'b'],
      ['b', 'c', 'd', 'e', 'f', 'a'],
    ] as const
    expect(
      idsOf([
        { weight: 1, ids: lexical },
        { weight: 1, ids: vector },
      ])[0],
    ).toBe('b')
    expect(
      idsOf([
        { weight: 1, lead: 0.6, ids: lexical },
        { weight: 1, ids: vector },
      ])[0],
    ).toBe('a')
  })

  test('keeps the order of a single list, and has each id once', () => {
    const list = fc.uniqueArray(fc.nat(30))
    fc.assert(
      fc.property(list, list, (one, other) => {
        expect(fuseRanks([{ weight: 1, ids: one }]).map(({ id }) => id)).toEqual(one)
        const fused = fuseRanks([
          { weight: 1, ids: one },
          { weight: 1, ids: other },
        ])
        expect(fused).toHaveLength(new Set([...one, ...other]).size)
        expect(new Set(fused.map(({ id }) => id))).toEqual(new Set([...one, ...other]))
      }),
    )
  })
})
