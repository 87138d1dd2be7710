import { expect, test } from 'vitest'
import { collapseDuplicates } from './collapse-duplicates.ts'

const createHit = (id: string, hash: string, vector: readonly number[] | null, day: number) => ({
  id,
  hash,
  vector: vector && Float32Array.from(vector),
  addedAt: new Date(Date.UTC(2026, 0, day)),
})
const collapse = (...hits: ReturnType<typeof createHit>[]) =>
  collapseDuplicates(hits).map(({ hit, duplicates }) => [hit.id, ...duplicates.map(({ id }) => id)])

test('of hits with the same text the newest stands where the best one was', () => {
  expect(collapse(createHit('a', 'same', null, 1), createHit('b', 'other', null, 1), createHit('c', 'same', null, 2))).toEqual([
    ['c', 'a'],
    ['b'],
  ])
})

test('of hits that are equally new the best one stays', () => {
  expect(collapse(createHit('a', 'same', null, 1), createHit('b', 'same', null, 1))).toEqual([['a', 'b']])
})

test('hits with a cosine above 0.98 are the same, others are not', () => {
  const at = (degrees: number) => [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  // cos 11° = 0.982, cos 12° = 0.978
  expect(collapse(createHit('a', '1', at(0), 1), createHit('b', '2', at(11), 1), createHit('c', '3', at(12), 1))).toEqual([
    ['a', 'b'],
    ['c'],
  ])
})

test('vectors of different models are not compared', () => {
  expect(collapse(createHit('a', '1', [1, 0], 1), createHit('b', '2', [1, 0, 0], 1), createHit('c', '3', null, 1))).toHaveLength(3)
})

test('nothing is made of no hits', () => {
  expect(collapse()).toEqual([])
})
