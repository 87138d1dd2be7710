import { describe, expect, test } from 'vitest'
import { findCitedRange, findCitedRanges } from './find-cited-range.ts'

const text = 'Cotton shrinks by 9 %.\n\nWool felts at 40 °C. Linen is strong.\n\nCotton shrinks by 3 %.'
const at = (part: string, from = 0) => ({ from: text.indexOf(part, from), to: text.indexOf(part, from) + part.length })
const wool = at('Wool felts at 40 °C. Linen is strong.')
const cotton = at('Cotton shrinks by 3 %.')

test.each([
  ['Linen is strong when wet', at('Linen is strong.')],
  ['Wool felts at 40 degrees', at('Wool felts at 40 °C.')],
  ['Cotton shrinks by 9 % or 3 %', cotton],
  ['絲綢', null],
  ['', null],
])('the cited sentence for %j is one of the ranges', (statement, expected) => {
  expect(findCitedRange({ text, ranges: [cotton, wool] }, statement)).toEqual(expected)
})

describe('in Thai, which has no mark at the end of a sentence', () => {
  const parts = ['ผ้าฝ้ายหดตัวได้ง่าย', 'ขนสัตว์จับตัวแน่นเมื่อโดนความร้อน', 'ใช้ VirtualLoom หรือ Crochet ได้', 'ผ้าลินินแข็งแรงมาก', 'ผ้าไหมเงางาม']
  const page = `${parts.slice(0, 2).join(' ')}\n${parts.slice(2).join(' ')}`
  const ranges = [{ from: 0, to: page.length }]

  test.each([
    ['one', 1, 2],
    ['two, on two lines', 1, 3],
    ['three', 2, 5],
    ['four', 0, 4],
  ])('a statement of %s is found as a whole', (_name, from, to) => {
    const found = findCitedRange({ text: page, ranges }, parts.slice(from, to).join(' '))
    expect(page.slice(found?.from, found?.to).replace('\n', ' ')).toBe(parts.slice(from, to).join(' '))
  })
})

test('a sentence without the mark of an end goes on over the end of a line or a paragraph, but a heading is none', () => {
  const page = 'Of cotton\nCotton that is washed\nat 60 °C shrinks by 3 %. Wool felts, and\n\nsilk does not shrink.'
  const read = (statement: string) => {
    const found = findCitedRange({ text: page, ranges: [{ from: 0, to: page.length }] }, statement)
    return page.slice(found?.from, found?.to)
  }
  expect(read('At 60 °C washed cotton shrinks by 3 %.')).toBe('Cotton that is washed\nat 60 °C shrinks by 3 %.')
  expect(read('Silk does not shrink, and wool felts.')).toBe('Wool felts, and\n\nsilk does not shrink.')
  expect(read('Silk does not shrink.')).toBe('silk does not shrink.')
})

test('a sentence is found in a part of a page', () => {
  const { from } = wool
  expect(findCitedRange({ text: text.slice(from), from, ranges: [{ from: 0, to: wool.to }] }, 'Linen is strong')).toEqual(
    at('Linen is strong.'),
  )
})

describe('over two pages', () => {
  const first = 'Wool felts at 40 °C. Cotton that is washed'
  const second = 'at 60 °C shrinks by 3 %. Silk does not.'
  const pages = [
    { number: 4, text: `Head\n${first}`, ranges: [{ from: 5, to: 5 + first.length }] },
    { number: 5, text: second, ranges: [{ from: 0, to: second.length }] },
  ]
  const read = (statement: string) =>
    findCitedRanges(pages, statement).map(({ page, from, to }) => [page, pages.find(({ number }) => number === page)?.text.slice(from, to)])

  test.each([
    ['Wool felts', [[4, 'Wool felts at 40 °C.']]],
    ['Silk does not shrink', [[5, 'Silk does not.']]],
    [
      'Cotton shrinks by 3 % at 60 °C',
      [
        [4, 'Cotton that is washed'],
        [5, 'at 60 °C shrinks by 3 %.'],
      ],
    ],
    ['絲綢', []],
  ])('%j is marked where its sentence stands, on both pages if it runs over them', (statement, expected) => {
    expect(read(statement)).toEqual(expected)
  })
})
