import { expect, test } from 'vitest'
import { findCitedSentence } from './cited-sentence.ts'
import { countUnsupported } from './count-unsupported.ts'

const sources = [
  { number: 1, passage: 'Cotton shrinks by 3 % at 40 °C.' },
  { number: 2, passage: 'Wool felts at 60 °C.' },
  { number: 3, passage: '', is_withheld: true },
] as const

test.each([
  ['Cotton shrinks by 3 % [1].', 0],
  ['Cotton shrinks by **4 %** [1]. Wool felts at 60 °C [2].', 1],
  ['- Cotton shrinks by 4 % [1].\n- Wool felts at 70 °C [2].', 2],
  ['It is 3 % at 40 °C, or 60 °C for wool [1][2].', 0],
  ['| Cotton | 4 % [1] |', 1],
  // What the reader may not see, a number without a source, and code are not judged.
  ['It costs 900 [3] or 800 [4], `x[1] = 7`.', 0],
])('the statements of %j that are not supported are %i', (content, count) => {
  expect(countUnsupported(content, sources, null)).toBe(count)
})

test.each([
  ['Wool felts. Cotton shrinks by 3 %. Silk shines.', 'How cotton shrinks', 'Cotton shrinks by 3 %.'],
  ['羊毛會縮絨。棉會縮水 3%。絲有光澤。', '棉縮水百分之三', '棉會縮水 3%。'],
  ['羊毛在 60 °C 縮絨。棉會縮水 3%。', 'ผ้าฝ้ายหด 3%', '棉會縮水 3%。'],
  ['Wool felts.', 'ผ้าฝ้าย', null],
])('of %j the sentence that is like %j is %j', (passage, statement, expected) => {
  const found = findCitedSentence(passage, statement)
  expect(found && passage.slice(found.from, found.to)).toBe(expected)
})
