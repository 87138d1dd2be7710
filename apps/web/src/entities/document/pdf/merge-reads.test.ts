import { expect, test } from 'vitest'
import { mergeReads } from './merge-reads.ts'

const file = Uint8Array.from({ length: 100 }, (_, index) => index)

test('ranges that are asked for while one is read are read in as few as they make, and each gets its own bytes', async () => {
  const reads: [number, number][] = []
  const read = mergeReads(async (begin, end) => {
    reads.push([begin, end])
    return file.buffer.slice(begin, end)
  }, 10)
  const asked = [
    [0, 5],
    [60, 70],
    [30, 40],
    [40, 50],
    [92, 100],
  ] as const
  const parts = await Promise.all(asked.map(([begin, end]) => read(begin, end)))
  expect(parts.map((part) => [...new Uint8Array(part)])).toEqual(asked.map(([begin, end]) => [...file.subarray(begin, end)]))
  expect(reads).toEqual([
    [0, 5],
    [30, 70],
    [92, 100],
  ])
})

test('a range that cannot be read fails alone', async () => {
  const read = mergeReads(async (begin, end) => {
    if (begin === 0) throw new Error('The service did not answer')
    return file.buffer.slice(begin, end)
  }, 10)
  const [first, second] = await Promise.allSettled([read(0, 5), read(50, 60)])
  expect(first).toMatchObject({ status: 'rejected' })
  expect(second).toMatchObject({ status: 'fulfilled' })
  await expect(read(70, 72)).resolves.toHaveProperty('byteLength', 2)
})
