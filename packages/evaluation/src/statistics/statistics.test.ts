import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scoreRanks } from '../score/ranks.ts'
import { measureAgreement, type Verdict } from './agreement.ts'
import { bootstrapMean } from './bootstrap.ts'
import { createIntegers, createRandom } from './random.ts'
import { testSigns } from './sign-test.ts'

type Fixture = {
  readonly versions: Readonly<Record<string, string>>
  readonly k: number
  readonly signTests: readonly (readonly [better: number, worse: number, probability: number])[]
  readonly intervals: readonly (readonly [values: readonly number[], low: number, high: number])[]
  readonly kappas: readonly (readonly [judge: readonly number[], person: readonly number[], kappa: number])[]
  readonly rankings: readonly (readonly [ranks: readonly (number | null)[], recall: number, hitAt1: number, mrr: number])[]
}

const fixture = JSON.parse(readFileSync(new URL('../../fixtures/statistics.json', import.meta.url), 'utf8')) as Fixture
const { versions } = fixture

const toPairs = (judge: readonly number[], person: readonly number[]) =>
  judge.map((verdict, index) => ({ judge: (verdict / 2) as Verdict, person: ((person[index] ?? 0) / 2) as Verdict }))

describe(`as SciPy ${versions['scipy']}, scikit-learn ${versions['scikit-learn']} and trec_eval compute it`, () => {
  test.each(fixture.signTests)('the sign test of %d better and %d worse rows', (better, worse, probability) => {
    expect(testSigns(better, worse) / probability).toBeCloseTo(1, 9)
  })

  test.each(fixture.intervals)('the bootstrap interval, within what 10,000 samples leave open', (values, low, high) => {
    const interval = bootstrapMean(values)
    expect(Math.abs(interval.low - low)).toBeLessThan(0.02)
    expect(Math.abs(interval.high - high)).toBeLessThan(0.02)
  })

  test.each(fixture.kappas)("Cohen's kappa", (judge, person, kappa) => {
    expect(measureAgreement(toPairs(judge, person))?.kappa).toBeCloseTo(kappa, 12)
  })

  test.each(fixture.rankings)('recall, hit and reciprocal rank of %j', (ranks, recall, hitAt1, mrr) => {
    const scores = scoreRanks(ranks, fixture.k)
    expect(scores.recallAtK).toBeCloseTo(recall, 12)
    expect(scores.hitAt1).toBe(hitAt1)
    expect(scores.mrrAt10).toBeCloseTo(mrr, 12)
  })
})

describe('random numbers', () => {
  test("are those of xoshiro128**: the first ten that its authors' C code makes of the state 1, 2, 3, 4", () => {
    const next = createIntegers([1, 2, 3, 4])
    expect(Array.from({ length: 10 }, next)).toEqual([
      11_520, 0, 5_927_040, 70_819_200, 2_031_721_883, 1_637_235_492, 1_287_239_034, 3_734_860_849, 3_729_100_597, 4_258_142_804,
    ])
  })

  test('are the same for the same seed, others for another, and spread evenly', () => {
    const draw = (seed: number) => Array.from({ length: 10_000 }, createRandom(seed))
    expect(draw(1)).toEqual(draw(1))
    expect(draw(1)).not.toEqual(draw(2))
    for (let tenth = 0; tenth < 10; tenth += 1) {
      const share = draw(0).filter((value) => Math.floor(value * 10) === tenth).length / 10_000
      expect(Math.abs(share - 0.1)).toBeLessThan(0.01)
    }
  })
})

describe('a bootstrap interval', () => {
  test('is the same each time, and lies among the values', () => {
    const values = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(values, (changes) => {
        const interval = bootstrapMean(changes)
        expect(bootstrapMean(changes)).toEqual(interval)
        expect(interval.low).toBeGreaterThanOrEqual(Math.min(...changes) - 1e-9)
        expect(interval.high).toBeLessThanOrEqual(Math.max(...changes) + 1e-9)
        expect(interval.low).toBeLessThanOrEqual(interval.high)
      }),
      { numRuns: 20 },
    )
  })
})

describe('the sign test', () => {
  test('says the same of better and worse, and no less of a more uneven split', () => {
    fc.assert(
      fc.property(fc.nat(400), fc.nat(400), (better, worse) => {
        expect(testSigns(better, worse)).toBe(testSigns(worse, better))
        const high = Math.max(better, worse)
        expect(testSigns(high + 1, Math.min(better, worse))).toBeLessThanOrEqual(testSigns(better, worse))
      }),
    )
  })

  test('without a change is no evidence', () => {
    expect(testSigns(0, 0)).toBe(1)
  })
})

describe('agreement of judge and people', () => {
  test('has no value without answers that both have judged', () => {
    expect(measureAgreement([])).toBeNull()
  })

  test('has no kappa where both give one verdict to all', () => {
    expect(measureAgreement(toPairs([1, 1, 1], [1, 1, 1]))).toEqual({ count: 3, share: 1, kappa: null })
  })
})
