import { describe, expect, test } from 'vitest'
import { findPassage, findPieces } from './find-passage.ts'

const found = (text: string, passage: string) => {
  const place = findPassage(text, passage)
  return place && text.slice(...place)
}

describe('a passage', () => {
  test('is found whatever the white space, the case and the width', () => {
    expect(found('Intro.\nWool  shrinks at\n40 °C.\nEnd', 'wool shrinks at 40 °C.')).toBe('Wool  shrinks at\n40 °C.')
    expect(found('ＡＢＣ　織物的⽤途。', 'abc 織物的用途')).toBe('ＡＢＣ　織物的⽤途')
  })

  test('is found as far as it goes on this page', () => {
    expect(found('… the fibre shortens when it is wet', 'the fibre shortens when it is wet and grows again when dry')).toBe(
      'the fibre shortens when it is wet',
    )
  })

  test('is found from where it begins on this page', () => {
    const before = 'What was said on the page before. '
    expect(found('and grows again when it is dry enough. Next', `${before}and grows again when it is dry enough.`)).toContain(
      'again when it is dry enough.',
    )
  })

  test('is not found where it is not', () => {
    expect(findPassage('Cotton', 'Wool shrinks at 40 degrees')).toBeNull()
    expect(findPassage('Cotton', '  ')).toBeNull()
  })

  test('with characters of two units keeps its place', () => {
    expect(found('𠮷野家の織物', '野家の織物')).toBe('野家の織物')
  })
})

test('the pieces that a passage is in', () => {
  expect(findPieces(['Intro ', 'Wool ', 'shri', 'nks', ' at 40', ' End'], 'Wool shrinks at 40')).toEqual([1, 2, 3, 4])
  expect(findPieces(['a', 'b'], 'nothing of this')).toEqual([])
})
