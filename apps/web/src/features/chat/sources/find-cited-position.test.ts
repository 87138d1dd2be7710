import { expect, test } from 'vitest'
import { findCitedPosition } from './find-cited-position.ts'

const wool = 'Wool felts when it is rubbed.'
const linen = 'Linen is strong when it is wet.'
const cotton = 'Cotton shrinks by 3 % in hot water.'
const source = {
  passage: [wool, linen, cotton].join('\n\n'),
  knowledge: {
    spans: [
      { page: 4, from: 100, to: 100 + wool.length },
      { page: 4, from: 140, to: 140 + linen.length },
      { page: 5, from: 0, to: cotton.length },
    ],
  },
}

test.each([
  ['Cotton shrinks by three per cent, 3 %', 5],
  ['Linen is strong', 4],
  ['Wool felts', 4],
  ['', 4],
  ['絲綢', 4],
])('a passage over two pages opens where %j stands', (statement, page) => {
  expect(findCitedPosition(source, statement).page).toBe(page)
})

test('a passage opens where the sentence stands, though its best chunk is another one', () => {
  const [first, second, third] = source.knowledge.spans
  const best = { ...source, knowledge: { spans: [third!, first!, second!] } }
  const { page, at = 0 } = findCitedPosition(best, 'Linen is strong')
  expect(page).toBe(4)
  expect(at).toBeGreaterThanOrEqual(second!.from)
  expect(at).toBeLessThan(second!.to)
  expect(findCitedPosition(best, '')).toEqual({ page: 5 })
})

test('a passage whose place is not known opens at the first page', () => {
  expect(findCitedPosition({ passage: cotton, knowledge: { spans: [] } }, 'Cotton shrinks')).toEqual({ page: 1 })
})
