import { expect, test } from 'vitest'
import { computeMean, computeSignBits, createSignEstimate } from './sign-bits.ts'

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

test('the estimate is the sum of what the question has where the vector is above the mean', () => {
  const question = Float32Array.of(1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
  const estimate = createSignEstimate(question)
  expect(estimate(Uint8Array.of(0b1000_0001, 0b0100_0000))).toBe(1 + 128 + 512)
  expect(estimate(Uint8Array.of(0b0101_0000, 0b1000_0000))).toBe(2 + 8 + 256)
  expect(estimate(Uint8Array.of(0xff, 0b1100_0000))).toBe(1023)
  expect(estimate(Uint8Array.of(0, 0))).toBe(0)
})
