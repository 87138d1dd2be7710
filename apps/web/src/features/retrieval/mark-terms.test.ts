import { expect, test } from 'vitest'
import { markTerms } from './mark-terms.ts'

const mark = (text: string, ...terms: string[]) =>
  markTerms(text, terms)
    .map((piece) => (piece.isMatch ? `<${piece.text}>` : piece.text))
    .join('')

test.each([
  ['Cotton shrinks.', ['Cotton', 'shrinks'], '<Cotton> <shrinks>.'],
  ['棉纖維的回潮率', ['回潮', '棉'], '<棉>纖維的<回潮>率'],
  ['ISO 13934-1 (2013)', ['13934-1', '(2013)'], 'ISO <13934-1> <(2013)>'],
  ['Cotton', [], 'Cotton'],
  ['Cottons', ['Cotton', 'Cottons'], '<Cottons>'],
  ['', ['a'], ''],
])('marks the terms of %j', (text, terms, expected) => {
  expect(mark(text, ...terms)).toBe(expected)
})
