import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { scoreCited, scoreRetrieved } from './score-sources.ts'

type Fixture = { readonly citations: readonly (readonly [expected: number[], cited: number[], precision: number, recall: number])[] }
const fixture = JSON.parse(readFileSync(new URL('../../fixtures/statistics.json', import.meta.url), 'utf8')) as Fixture

const expectSource = (sourceId: string, passage: string | null = null) => ({ sourceId, passage })
const find = (id: string, text = '') => ({ text, source: { id } })
const listMarked = <T>(marks: readonly number[], create: (id: string) => T) =>
  marks.flatMap((mark, id) => (mark === 1 ? create(String(id)) : []))

const passage = 'The strip test of woven fabrics is done on five specimens in warp and five in weft, each fifty millimetres wide.'
const cut = 'is done on five specimens in warp and five in weft, each fifty millimetres wide. The speed is 100 mm/min.'

describe('expected sources are retrieved', () => {
  test('by their rank, within k, first, and within ten', () => {
    const retrieved = ['x', 'a', 'y', 'b'].map((id) => find(id))
    expect(scoreRetrieved([expectSource('a'), expectSource('b')], retrieved, 3)).toEqual({
      recallAtK: { score: 1 / 2, findings: [{ code: 'source_not_retrieved', value: 'b' }] },
      hitAt1: {
        score: 0,
        findings: [
          { code: 'source_not_retrieved', value: 'a' },
          { code: 'source_not_retrieved', value: 'b' },
        ],
      },
      mrrAt10: { score: 1 / 2, findings: [] },
    })
  })

  test('as a passage that was cut in another way since, or stands behind one with the same text', () => {
    const expected = [expectSource('a', passage)]
    expect(scoreRetrieved(expected, [find('a', cut)], 1)?.hitAt1.score).toBe(1)
    expect(scoreRetrieved(expected, [find('a', 'Something else of the same source')], 1)?.hitAt1.score).toBe(0)
    expect(scoreRetrieved(expected, [{ ...find('b', passage), duplicates: [find('a', passage)] }], 1)?.hitAt1.score).toBe(1)
  })

  test('by the title of a source, or a text that one of its passages has', () => {
    const rank = (text: string) =>
      scoreRetrieved([{ text }], [{ text: passage, source: { id: 'a', title: 'Strip test' } }], 1)?.hitAt1.score
    expect(rank('strip  TEST')).toBe(1)
    expect(rank('five in weft')).toBe(1)
    expect(rank(passage.replace('done on five specimens', 'carried out on five specimens'))).toBe(1)
    expect(rank('grab test')).toBe(0)
    expect(rank('five in warp only')).toBe(0)
  })

  test('or nothing is said where none is expected', () => {
    expect(scoreRetrieved([], [find('a')], 5)).toBeNull()
    expect(scoreCited([], [find('a')])).toBeNull()
  })
})

describe('expected sources are cited', () => {
  test.each(fixture.citations)(
    'with the precision and the recall of scikit-learn: %j expected, %j cited',
    (expected, cited, precision, recall) => {
      const scores = scoreCited(listMarked(expected, expectSource), listMarked(cited, find))
      expect(scores?.precision.score).toBeCloseTo(precision, 12)
      expect(scores?.recall.score).toBeCloseTo(recall, 12)
    },
  )

  test('or named as missing, and the others as unexpected', () => {
    const scores = scoreCited([expectSource('a'), expectSource('b', passage)], [find('a'), find('c', 'Another passage')])
    expect(scores).toEqual({
      precision: { score: 1 / 2, findings: [{ code: 'unexpected_source_cited', value: 'Another passage' }] },
      recall: { score: 1 / 2, findings: [{ code: 'source_not_cited', value: passage }] },
    })
  })

  test('with a precision of 0 where nothing is cited', () => {
    expect(scoreCited([expectSource('a')], [])?.precision.score).toBe(0)
  })
})
