import { expect, test } from 'vitest'
import type { Passage } from './passage.ts'
import { createPassageNumbers } from './passage-numbers.ts'

const createPassage = (id: string, number: number): Passage => ({ id, number, fileId: null, title: id, page: null, text: id, score: null })

test.each([
  ['count from 1, and are those of before where a passage is found again', [], ['wool', 'silk', 'wool', 'jute'], [1, 2, 1, 3]],
  ['pass over those of known passages, which keep theirs', [createPassage('silk', 2)], ['wool', 'jute', 'silk'], [1, 3, 2]],
  [
    'are new for the second of two known ones with one number',
    [createPassage('silk', 1), createPassage('wool', 1)],
    ['wool', 'silk'],
    [2, 1],
  ],
] as const)('numbers of passages %s', (_, known, ids, expected) => {
  expect(ids.map(createPassageNumbers(known))).toEqual(expected)
})
