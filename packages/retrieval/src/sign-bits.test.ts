import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blockChunks, computeMean, encodeBlock, selectBySigns, toBlock } from './sign-bits.ts'

const encodeOne = (vector: Float32Array, mean: Float32Array) => [...encodeBlock([{ number: 0, vector }], mean)].slice(2)

test('the bits of a vector say where it is above the mean', () => {
  const mean = computeMean([Float32Array.of(1, 0, 3, 1), Float32Array.of(3, 0, 1, 1)])
  expect([...mean]).toEqual([2, 0, 2, 1])
  expect(encodeOne(Float32Array.of(3, 0, 1, 1.5), mean)).toEqual([0b1001_0000])
})

test('vectors that mostly point one way differ in their bits, which they do not without the mean', () => {
  const vectors = [Float32Array.of(10, 10.1), Float32Array.of(10.1, 10)]
  const mean = computeMean(vectors)
  expect(vectors.map((vector) => encodeOne(vector, mean))).toEqual([[0b0100_0000], [0b1000_0000]])
  expect(vectors.map((vector) => encodeOne(vector, new Float32Array(2)))).toEqual([[0b1100_0000], [0b1100_0000]])
})

test('there is no mean of no vectors', () => {
  expect(() => computeMean([])).toThrow(RangeError)
})

test('a block has the number of each of its chunks before its bits', () => {
  const chunks = [
    { number: 65_500, vector: Float32Array.of(1, 0, 1, 0, 0, 0, 0, 0, 1) },
    { number: 65_502, vector: Float32Array.of(0, 0, 0, 0, 0, 0, 0, 1, 0) },
  ]
  expect([...encodeBlock(chunks, new Float32Array(9))]).toEqual([0xff, 0xdc, 0b1010_0000, 0b1000_0000, 0xff, 0xde, 0b0000_0001, 0])
  expect([toBlock(0), toBlock(blockChunks - 1), toBlock(blockChunks)]).toEqual([0, 0, 1])
})

test('the nearest are those with the most of the question where they are above the mean, in the order of the blocks', () => {
  const centered = fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 1, maxLength: 20 })
  const scene = centered.chain((question) => {
    const vector = fc.array(fc.boolean(), { minLength: question.length, maxLength: question.length })
    return fc.record({ question: fc.constant(question), blocks: fc.array(fc.array(vector, { maxLength: 4 }), { maxLength: 5 }) })
  })
  fc.assert(
    fc.property(scene, fc.integer({ min: 1, max: 8 }), ({ question, blocks }, limit) => {
      const mean = new Float32Array(question.length)
      const chunks = blocks.flatMap((own, block) => own.map((bits, at) => ({ block, chunk: block * blockChunks + at * 2, bits })))
      const encoded = blocks.map((_, block) =>
        encodeBlock(
          chunks
            .filter((chunk) => chunk.block === block)
            .map(({ chunk, bits }) => ({ number: chunk, vector: Float32Array.from(bits, Number) })),
          mean,
        ),
      )
      const estimate = (bits: readonly boolean[]) => bits.reduce((sum, bit, at) => sum + (bit ? (question[at] ?? 0) : 0), 0)
      const best = chunks
        .toSorted((a, b) => estimate(b.bits) - estimate(a.bits))
        .slice(0, limit)
        .toSorted((a, b) => a.chunk - b.chunk)
      expect(selectBySigns(encoded, Float32Array.from(question), limit)).toEqual(best.map(({ block, chunk }) => ({ run: block, chunk })))
    }),
  )
})
