import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rankByBm25 } from './bm25.ts'
import { decodeLengths, hashTerm, indexSource } from './postings.ts'

type Chunk = Readonly<Record<string, number>>
/** The chunks of each source, by the number of times that they have a term. */
type Corpus = readonly (readonly Chunk[])[]

function search(corpus: Corpus, question: Readonly<Record<string, number>>, limit: number) {
  const sources = corpus.map((chunks) =>
    indexSource(chunks.map((chunk) => new Map(Object.entries(chunk).map(([name, count]) => [name, { count }])))),
  )
  const terms = Object.entries(question).map(([name, weight]) => ({
    weight,
    postings: Buffer.concat(sources.flatMap(({ postings }, source) => encodeTerm(source, postings.get(hashTerm(name))))),
  }))
  const lengths = decodeLengths(Buffer.concat(sources.map((source) => source.lengths)))
  const searched = { chunkCounts: corpus.map((chunks) => chunks.length), lengths }
  return rankByBm25(searched, terms, limit)
}

function encodeTerm(source: number, postings: Uint8Array | undefined): Uint8Array[] {
  if (!postings) return []
  const header = Buffer.alloc(8)
  header.writeUInt32BE(source)
  header.writeUInt32BE(postings.length, 4)
  return [header, postings]
}

/** The formula as it is written, over every chunk. */
function searchAll(corpus: Corpus, question: Readonly<Record<string, number>>) {
  const chunks = corpus.flatMap((all, source) => all.map((terms, chunk) => ({ source, chunk, terms })))
  const lengthOf = (terms: Chunk) => Object.values(terms).reduce((sum, count) => sum + count, 0)
  const average = chunks.reduce((sum, { terms }) => sum + lengthOf(terms), 0) / chunks.length
  return chunks
    .map(({ source, chunk, terms }) => {
      let score = 0
      for (const [name, weight] of Object.entries(question)) {
        const df = chunks.filter((other) => name in other.terms).length
        const idf = Math.log(1 + (chunks.length - df + 0.5) / (df + 0.5))
        const tf = terms[name] ?? 0
        score += tf === 0 ? 0 : (weight * idf * tf * (1.2 + 1)) / (tf + 1.2 * (1 - 0.75 + (0.75 * lengthOf(terms)) / average))
      }
      return { source, chunk, score }
    })
    .filter(({ score }) => score > 0)
}

describe('BM25', () => {
  test('prefers the chunk with the rarer term, more of it, and the shorter one', () => {
    const corpus: Corpus = [
      [
        { the: 1, cotton: 1, x: 8 },
        { the: 1, cotton: 1, x: 2 },
      ],
      [
        { the: 1, x: 3 },
        { the: 1, cotton: 3, x: 8 },
        { the: 1, selvedge: 1, x: 2 },
      ],
    ]
    const order = (question: Record<string, number>) => search(corpus, question, 10).map(({ source, chunk }) => [source, chunk])
    expect(order({ cotton: 1 })).toEqual([
      [1, 1],
      [0, 1],
      [0, 0],
    ])
    expect(order({ the: 1, cotton: 1, selvedge: 1 })[0]).toEqual([1, 2])
    expect(order({ silk: 1 })).toEqual([])
  })

  test('finds nothing in no source, in an empty one, and with no term', () => {
    expect(search([], { cotton: 1 }, 10)).toEqual([])
    expect(search([[]], { cotton: 1 }, 10)).toEqual([])
    expect(search([[{ cotton: 1 }]], {}, 10)).toEqual([])
  })

  test('gives a term the weight that it has in the question', () => {
    const corpus: Corpus = [[{ vai: 1 }, { vải: 1 }]]
    expect(search(corpus, { vải: 1, vai: 0.5 }, 10).map(({ chunk }) => chunk)).toEqual([1, 0])
  })

  test('tells how much of the question a chunk has, also of terms that no chunk has', () => {
    const corpus: Corpus = [[{ cotton: 1, shrinks: 1 }, { loom: 1 }, { silk: 1 }]]
    const cover = (question: Readonly<Record<string, number>>) => search(corpus, question, 1)[0]?.coverage ?? 0
    const whole = cover({ cotton: 1, shrinks: 1 })
    expect(whole).toBeGreaterThan(0.3)
    expect(whole).toBeLessThan(1)
    expect(cover({ cotton: 1, bông: 1 })).toBeLessThan(whole / 2)
    expect(search([[{ cotton: 255 }]], { cotton: 1 }, 1)[0]?.coverage).toBeCloseTo(1, 2)
  })

  test('scores as the formula does over every chunk, with the order of chunks for equal ones', () => {
    const term = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
    const chunk = fc.dictionary(term, fc.integer({ min: 1, max: 255 }), { maxKeys: 4 })
    const corpus = fc.array(fc.array(chunk, { maxLength: 12 }), { maxLength: 6 })
    const question = fc.dictionary(term, fc.constantFrom(0.5, 1, 2), { maxKeys: 5 })
    fc.assert(
      fc.property(corpus, question, fc.integer({ min: 1, max: 20 }), (sources, terms, limit) => {
        const found = search(sources, terms, limit)
        const all = searchAll(sources, terms)
        expect(found).toHaveLength(Math.min(limit, all.length))
        expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).toSorted((a, b) => b - a))
        const best = all.map(({ score }) => score).toSorted((a, b) => b - a)
        for (const [rank, hit] of found.entries()) {
          expect(hit.score).toBeCloseTo(best[rank] ?? 0, 10)
          expect(hit.score).toBeCloseTo(all.find((other) => other.source === hit.source && other.chunk === hit.chunk)?.score ?? 0, 10)
        }
      }),
    )
  })
})
