import { defaultSearchSettings } from '@heddle/contracts/retrieval/search'
import { expect, test } from 'vitest'
import { fuseHalves } from './ranking.ts'

const key = (number: number) => ({ indexedSourceId: 1, number })
/** A list of words that trusts itself, whose first one is ahead by `lead`, and which cover as much of the question as `coverages` say. */
const words = (numbers: number[], lead: number, coverages: number[] = []) => ({
  lists: [{ hits: numbers.map((number, index) => ({ ...key(number), coverage: coverages[index] ?? 0.2 })), trust: 1, lead }],
  indexVersionIds: new Set<number>(),
  isDisabled: () => false,
})
const vectors = (cosines: Record<number, number>, meanCosine = 0.75) => ({
  question: 0,
  meanCosine,
  hits: Object.entries(cosines)
    .map(([number, cosine]) => ({ ...key(Number(number)), cosine }))
    .toSorted((one, other) => other.cosine - one.cosine),
})
const rank = (lexical: ReturnType<typeof words>, list: ReturnType<typeof vectors>, question = 'cotton') =>
  fuseHalves(lexical, [list], [question], defaultSearchSettings).map((hit) => hit.key.number)

test.each([
  ['vectors are further ahead', 0.1, { 2: 0.9, 1: 0.8 }, 2],
  ['words are further ahead', 0.6, { 2: 0.86, 1: 0.85 }, 1],
])('of two first ones that of the half comes first whose %s', (_, lead, cosines, first) => {
  expect(rank(words([1, 2], lead), vectors(cosines))[0]).toBe(first)
})

test('vectors are ahead by what is beyond the cosine of any text', () => {
  const close = { 2: 0.9, 1: 0.86 }
  expect(rank(words([1, 2], 0.3), vectors(close, 0.5))[0]).toBe(1)
  expect(rank(words([1, 2], 0.3), vectors(close, 0.84))[0]).toBe(2)
})

test('vectors that are no nearer than any text are not ahead', () => {
  expect(rank(words([1, 2], 0.01), vectors({ 2: 0.7, 1: 0.6 }))[0]).toBe(1)
})

test('the number of a standard is found by its words first, though vectors are ahead', () => {
  const near = { 2: 0.95, 3: 0.8, 4: 0.79, 1: 0.78 }
  expect(rank(words([1, 2], 0.2), vectors(near))[0]).toBe(2)
  expect(rank(words([1, 2], 0.2), vectors(near), 'ISO 13934-1')[0]).toBe(1)
})

test('vectors count less by what of the question their first one lacks and the first one by words has', () => {
  const chance = { 2: 0.9, 3: 0.85, 1: 0.78 }
  expect(rank(words([1, 3, 2], 0.2, [0.6, 0.58, 0.55]), vectors(chance))[0]).toBe(2)
  expect(rank(words([1, 3, 2], 0.2, [0.6, 0.1, 0.05]), vectors(chance))[0]).toBe(1)
})

test('a chunk beyond the candidates may have as many words as the last of them', () => {
  const listed = Array.from({ length: 100 }, (_, index) => index + 10)
  const near = { 2: 0.9, 10: 0.8 }
  expect(
    rank(
      words(
        listed,
        0.2,
        listed.map(() => 0.6),
      ),
      vectors(near),
    )[0],
  ).toBe(10)
  const missed = fuseHalves(words(listed, 0.2, [0.6]), [vectors(near)], ['cotton'], defaultSearchSettings)
  const equal = fuseHalves(
    words(
      listed,
      0.2,
      listed.map(() => 0.6),
    ),
    [vectors(near)],
    ['cotton'],
    defaultSearchSettings,
  )
  const score = (hits: typeof equal) => hits.find((hit) => hit.key.number === 2)?.score ?? 0
  expect(score(missed)).toBeCloseTo(0.6 * score(equal))
})
