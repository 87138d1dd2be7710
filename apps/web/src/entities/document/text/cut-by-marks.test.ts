import { expect, test } from 'vitest'
import { cutByMarks } from './cut-by-marks.ts'

const mark = (number: number, ...ranges: [number, number][]) => ({
  chunk_id: String(number),
  number,
  enabled: true,
  ranges: ranges.map(([from, to]) => ({ from, to })),
  boxes: [],
})
const cut = (text: string, from: number, marks: ReturnType<typeof mark>[]) =>
  cutByMarks({ text, from, marks }).map((piece) => [piece.text, piece.mark?.number ?? null])

test('the text of a page is cut where chunks begin and end', () => {
  expect(cut('# Yarn\nTwist. Count.', 0, [mark(1, [7, 13]), mark(2, [14, 20])])).toEqual([
    ['# Yarn\n', null],
    ['Twist.', 1],
    [' ', null],
    ['Count.', 2],
  ])
})

test('a part of a page has the parts of the chunks on it', () => {
  expect(cut('ist. Cou', 9, [mark(1, [7, 13]), mark(2, [14, 20])])).toEqual([
    ['ist.', 1],
    [' ', null],
    ['Cou', 2],
  ])
})

test("what two chunks have is the first one's, and a text without chunks is one piece", () => {
  expect(cut('Twist. Count.', 0, [mark(2, [3, 13]), mark(1, [0, 6])])).toEqual([
    ['Twist.', 1],
    [' Count.', 2],
  ])
  expect(cut('Twist.', 0, [])).toEqual([['Twist.', null]])
  expect(cut('', 0, [])).toEqual([])
})
