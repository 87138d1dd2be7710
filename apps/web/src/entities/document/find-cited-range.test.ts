import { expect, test } from 'vitest'
import { findCitedRange } from './find-cited-range.ts'

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

test('a sentence is found in a part of a page', () => {
  const { from } = wool
  expect(findCitedRange({ text: text.slice(from), from, ranges: [{ from: 0, to: wool.to }] }, 'Linen is strong')).toEqual(
    at('Linen is strong.'),
  )
})
