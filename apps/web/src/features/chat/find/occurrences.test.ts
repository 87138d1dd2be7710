import { expect, test } from 'vitest'
import { countListed, findFirstFrom, findOccurrence } from './occurrences.ts'

const matches = [
  { message_id: 'a', index: 2, count: 2 },
  { message_id: 'b', index: 7, count: 1 },
]

test('an occurrence of all messages is one of its message', () => {
  expect(countListed(matches)).toBe(3)
  expect([0, 1, 2, 3].map((position) => findOccurrence(matches, position))).toEqual([
    { messageId: 'a', index: 2, nth: 0 },
    { messageId: 'a', index: 2, nth: 1 },
    { messageId: 'b', index: 7, nth: 0 },
    null,
  ])
})

test('the search begins where the reader is, and at the beginning after the last one', () => {
  expect([0, 2, 3, 7, 8].map((index) => findFirstFrom(matches, index))).toEqual([0, 0, 2, 2, 0])
})
