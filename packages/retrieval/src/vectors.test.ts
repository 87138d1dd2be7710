import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { InvalidVectorsError, computeCosine, decodeVector, encodeVector, rankByCosine, toUnitVectors } from './vectors.ts'

const number = fc.float({ noNaN: true, noDefaultInfinity: true })

function findProblem(vectors: readonly (readonly number[])[], count: number, dimensions: number | null) {
  try {
    toUnitVectors(vectors, { count, dimensions })
    return null
  } catch (error) {
    return error instanceof InvalidVectorsError ? error.problem : error
  }
}

describe('the vectors of a model', () => {
  test('have length 1', () => {
    const [vector = new Float32Array()] = toUnitVectors([[3, 4]], { count: 1, dimensions: 2 })
    expect([...vector]).toEqual([Math.fround(0.6), Math.fround(0.8)])
    const many = toUnitVectors([Array.from({ length: 4_096 }, (_, index) => Math.sin(index))], { count: 1, dimensions: null })
    expect(computeCosine(many[0] ?? vector, many[0] ?? vector)).toBeCloseTo(1, 5)
  })

  test('may have more dimensions than a call has arguments', () => {
    const [vector] = toUnitVectors([Array.from({ length: 200_000 }, () => 1)], { count: 1, dimensions: null })
    expect(vector?.[0]).toBeCloseTo(1 / Math.sqrt(200_000), 8)
  })

  test.each([
    ['one too few', [[1, 0]], 2, 2, 'count'],
    ['one too many', [[1], [1]], 1, 1, 'count'],
    ['other dimensions than the index', [[1, 0]], 1, 3, 'dimensions'],
    ['other dimensions than the first one', [[1, 0], [1]], 2, null, 'dimensions'],
    ['no dimension', [[]], 1, null, 'dimensions'],
    ['NaN', [[1, Number.NaN]], 1, 2, 'not_finite'],
    ['infinite', [[1, Number.POSITIVE_INFINITY]], 1, 2, 'not_finite'],
    ['too large for float32', [[1, 1e300]], 1, 2, 'not_finite'],
    ['zero', [[0, 0]], 1, 2, 'zero'],
    ['too small for float32', [[1e-300, 0]], 1, 2, 'zero'],
  ] as const)('are refused: %s', (_, vectors, count, dimensions, problem) => {
    expect(findProblem(vectors, count, dimensions)).toBe(problem)
  })

  test('are stored without a loss, wherever their bytes begin', () => {
    fc.assert(
      fc.property(fc.float32Array({ noNaN: true }), fc.nat(3), (vector, offset) => {
        const bytes = new Uint8Array(vector.length * 4 + offset)
        bytes.set(encodeVector(vector), offset)
        expect(decodeVector(bytes.subarray(offset))).toEqual(vector)
      }),
    )
  })

  test('are little-endian', () => {
    expect([...encodeVector(Float32Array.of(1))]).toEqual([0, 0, 0x80, 0x3f])
  })

  test('are ranked by their cosine with the question', () => {
    const directions = fc.array(
      fc.tuple(number, number).filter(([x, y]) => Math.hypot(x, y) > 1e-3 && Math.hypot(x, y) < 1e30),
      { minLength: 1, maxLength: 20 },
    )
    fc.assert(
      fc.property(directions, (pairs) => {
        const [question = new Float32Array(), ...others] = toUnitVectors(pairs, { count: pairs.length, dimensions: 2 })
        const ranked = rankByCosine(
          question,
          others.map((vector, id) => ({ id, vector })),
          5,
        )
        expect(ranked).toHaveLength(Math.min(5, others.length))
        const cosines = others.map((vector) => computeCosine(question, vector)).toSorted((a, b) => b - a)
        expect(ranked.map(({ cosine }) => cosine)).toEqual(cosines.slice(0, 5))
      }),
    )
  })
})
