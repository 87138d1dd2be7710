// The first word of a line: where it has room on the line before, that one has ended before its margin.
import { dictionary, ideographic } from '@heddle/text/language/unspaced-scripts'

export const ideographicStart = new RegExp(`^[${ideographic}]`, 'v')
export const dictionaryStart = new RegExp(`^[${dictionary}]`, 'v')

/** Characters of what cannot be divided: an ideograph with its mark. */
const ideographs = 2

/** Divides all scripts that have a dictionary, whatever its language is. */
const segmenter = new Intl.Segmenter('th', { granularity: 'word' })

function countCharacters(text: string): number {
  if (ideographicStart.test(text)) return ideographs
  if (!dictionaryStart.test(text)) return text.search(/\s|$/)
  const [first] = segmenter.segment(text)
  return first?.segment.length ?? 0
}

/** Returns the room that the first word of a line needs on the line before. */
export const measureFirstWord = ({ text, x, right }: { readonly text: string; readonly x: number; readonly right: number }): number =>
  ((countCharacters(text) + 1) * (right - x)) / Math.max(text.length, 1)
