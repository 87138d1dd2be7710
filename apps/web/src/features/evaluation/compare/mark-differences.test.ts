import { expect, test } from 'vitest'
import { type MarkedText, markDifferences } from './mark-differences.ts'

const listMarked = (text: MarkedText) => text.filter(({ isOnlyHere }) => isOnlyHere).map((piece) => piece.text)
const join = (text: MarkedText) => text.map((piece) => piece.text).join('')

test.each([
  ['en', 'The warp holds 823 N.', 'The warp holds 310 N.', '823', '310'],
  ['zh-Hant', '這塊布的經向強力為八百牛頓。', '這塊布的緯向強力為八百牛頓。', '經', '緯'],
  ['th', 'ผ้าฝ้ายแข็งแรงมาก', 'ผ้าไหมแข็งแรงมาก', 'ฝ้าย', 'ไหม'],
])('marks in %s the words that only one of two answers has', (tag, before, after, lost, gained) => {
  const marked = markDifferences(before, after, tag)
  expect(listMarked(marked.before).join('')).toContain(lost)
  expect(listMarked(marked.after).join('')).toContain(gained)
  expect(join(marked.before)).toBe(before)
  expect(join(marked.after)).toBe(after)
})

test('marks nothing in texts that are too long to compare', () => {
  const [before, after] = ['warp '.repeat(3_000), 'weft '.repeat(3_000)]
  const marked = markDifferences(before, after, 'en')
  expect(marked).toEqual({ before: [{ text: before, isOnlyHere: false }], after: [{ text: after, isOnlyHere: false }] })
})
