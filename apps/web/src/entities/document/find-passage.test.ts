import { describe, expect, test } from 'vitest'
import { findPassage, findPieces } from './find-passage.ts'

const findText = (text: string, passage: string) => {
  const range = findPassage(text, passage)
  return range && text.slice(...range)
}

describe('a passage', () => {
  test('is found regardless of white space, case and width', () => {
    expect(findText('Intro.\nWool  shrinks at\n40 °C.\nEnd', 'wool shrinks at 40 °C.')).toBe('Wool  shrinks at\n40 °C.')
    expect(findText('ＡＢＣ　織物的⽤途。', 'abc 織物的用途')).toBe('ＡＢＣ　織物的⽤途')
  })

  test('is found up to the end of this page', () => {
    expect(findText('… the fibre shortens when it is wet', 'the fibre shortens when it is wet and grows again when dry')).toBe(
      'the fibre shortens when it is wet',
    )
  })

  test('is found from the beginning of this page', () => {
    const before = 'What was said on the page before. '
    expect(findText('and grows again when it is dry enough. Next', `${before}and grows again when it is dry enough.`)).toContain(
      'again when it is dry enough.',
    )
  })

  test('is not found in another text', () => {
    expect(findPassage('Cotton', 'Wool shrinks at 40 degrees')).toBeNull()
    expect(findPassage('Cotton', '  ')).toBeNull()
  })

  test('is found after characters of two UTF-16 units', () => {
    expect(findText('𠮷野家の織物', '野家の織物')).toBe('野家の織物')
  })
})

test('findPieces returns the pieces that contain a passage', () => {
  expect(findPieces(['Intro ', 'Wool ', 'shri', 'nks', ' at 40', ' End'], 'Wool shrinks at 40')).toEqual([1, 2, 3, 4])
  expect(findPieces(['a', 'b'], 'nothing of this')).toEqual([])
})
