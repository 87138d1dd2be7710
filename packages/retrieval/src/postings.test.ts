import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeLengths, encodeLengths, hashTerm, indexSource, maxChunks, replaceChunk } from './postings.ts'

const countTerms = (terms: Record<string, number>) => new Map(Object.entries(terms).map(([name, count]) => [name, { count }]))

describe('the key of a term', () => {
  test('is the beginning of its SHA-1 as a signed number', () => {
    // SHA-1 of "abc" begins with a9993e364706816a (FIPS 180).
    expect(hashTerm('abc')).toBe(BigInt.asIntN(64, 0xa9_99_3e_36_47_06_81_6an))
  })

  test('differs between terms that only a collation takes for equal', () => {
    expect(new Set(['vải', 'vai', 'VAI', 'vải'.normalize('NFD')].map(hashTerm)).size).toBe(4)
  })
})

describe('what the index stores of a source', () => {
  test('is three bytes for each chunk that has a term, and two for the length of each', () => {
    const { postings, lengths } = indexSource([countTerms({ cotton: 2, yarn: 1 }), countTerms({}), countTerms({ cotton: 300 })])
    expect([...(postings.get(hashTerm('cotton')) ?? [])]).toEqual([0, 0, 2, 2, 0, 255])
    expect([...(postings.get(hashTerm('yarn')) ?? [])]).toEqual([0, 0, 1])
    expect([...decodeLengths(lengths)]).toEqual([3, 0, 300])
  })

  test('numbers chunks up to 65,535 and refuses more', () => {
    const chunks = Array.from({ length: maxChunks }, () => countTerms({}))
    const { postings, lengths } = indexSource([...chunks.slice(1), countTerms({ cotton: 1 })])
    expect([...(postings.get(hashTerm('cotton')) ?? [])]).toEqual([255, 255, 1])
    expect(lengths).toHaveLength(2 * 65_536)
    expect(() => indexSource([...chunks, countTerms({ cotton: 1 })])).toThrow(RangeError)
    expect(() => indexSource([...chunks, countTerms({})])).toThrow(RangeError)
  })

  test('has every length up to 65,535, wherever its bytes begin', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(70_000)), fc.nat(3), (lengths, offset) => {
        const bytes = encodeLengths(lengths)
        const moved = new Uint8Array(bytes.length + offset)
        moved.set(bytes, offset)
        expect([...decodeLengths(moved.subarray(offset))]).toEqual(lengths.map((length) => Math.min(length, 65_535)))
      }),
    )
  })
})

describe('a chunk with other terms', () => {
  const apply = (before: ReadonlyMap<bigint, Uint8Array>, changed: ReadonlyMap<bigint, Uint8Array>) =>
    new Map([...new Map([...before, ...changed])].filter(([, bytes]) => bytes.length > 0))

  test('leaves what the index would have of the source with them from the beginning', () => {
    const chunk = fc.dictionary(fc.constantFrom('cotton', 'yarn', 'silk', '紗'), fc.integer({ min: 1, max: 300 })).map(countTerms)
    fc.assert(
      fc.property(fc.array(chunk, { minLength: 1 }), chunk, fc.nat(), (chunks, next, at) => {
        const number = at % (chunks.length + 1)
        const before = indexSource(chunks).postings
        const expected = indexSource(chunks.toSpliced(number, 1, next)).postings
        expect(apply(before, replaceChunk(before, number, next))).toEqual(expected)
      }),
    )
  })
})
