import { expect, test } from 'vitest'
import { collapseDuplicates } from './collapse-duplicates.ts'

const createHit = (id: string, text: string, day = 1, headingPath: readonly string[] = []) => ({
  id,
  text,
  headingPath,
  addedAt: new Date(Date.UTC(2026, 0, day)),
})
const collapse = (...hits: ReturnType<typeof createHit>[]) =>
  collapseDuplicates(hits).map(({ hit, duplicates }) => [hit.id, ...duplicates.map(({ id }) => id)])

test('of hits with the same text the newest stands where the best one was', () => {
  expect(collapse(createHit('a', 'same', 1), createHit('b', 'other', 1), createHit('c', 'same', 2))).toEqual([['c', 'a'], ['b']])
})

test('of hits that are equally new the best one stays', () => {
  expect(collapse(createHit('a', 'same'), createHit('b', 'same'))).toEqual([['a', 'b']])
})

test.each([
  ['lines', 'Wash at 40 °C\nfor 30 min.', 'Wash at 40 °C for 30 min. '],
  ['width', '洗滌４０分鐘', '洗滌40分鐘'],
])('%s make no other text', (_, one, other) => {
  expect(collapse(createHit('a', one), createHit('b', other))).toHaveLength(1)
})

test.each([
  ['a number', 'Tensile strength: see ISO 13934-1.', 'Tensile strength: see ISO 13934-2.'],
  ['a decimal point', 'At most 1.5 %.', 'At most 15 %.'],
  ['a negation', 'Cotton may be ironed hot.', 'Cotton may not be ironed hot.'],
  ['the order', 'Move the warp under the weft.', 'Move the weft under the warp.'],
])('texts that differ in %s are both shown', (_, one, other) => {
  expect(collapse(createHit('a', one), createHit('b', other))).toHaveLength(2)
})

test('the same text under another heading is another passage', () => {
  expect(collapse(createHit('a', 'Five specimens.', 1, ['Strip']), createHit('b', 'Five specimens.', 1, ['Grab']))).toHaveLength(2)
})

test('nothing is made of no hits', () => {
  expect(collapse()).toEqual([])
})
