import { expect, test } from 'vitest'
import { computeMean, computeSignBits } from './sign-bits.ts'

test('the bits of a vector say where it is above the mean', () => {
  const mean = computeMean([Float32Array.of(1, 0, 3, 1), Float32Array.of(3, 0, 1, 1)])
  expect([...mean]).toEqual([2, 0, 2, 1])
  expect(computeSignBits(Float32Array.of(3, 0, 1, 1.5), mean)).toBe('1001')
})

test('vectors that mostly point one way differ in their bits, which they do not without the mean', () => {
  const vectors = [Float32Array.of(10, 10.1), Float32Array.of(10.1, 10)]
  const mean = computeMean(vectors)
  expect(vectors.map((vector) => computeSignBits(vector, mean))).toEqual(['01', '10'])
  expect(vectors.map((vector) => computeSignBits(vector, new Float32Array(2)))).toEqual(['11', '11'])
})

test('there is no mean of no vectors', () => {
  expect(() => computeMean([])).toThrow(RangeError)
})
