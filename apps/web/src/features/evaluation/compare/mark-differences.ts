// What only one of two answers has, word by word.
import { diffWordsWithSpace } from 'diff'

export type Side = 'before' | 'after'
export type MarkedText = readonly { readonly text: string; readonly isOnlyHere: boolean }[]

/** Beyond these a comparison takes longer than a reader waits, and most is marked. */
const maxCharacters = 20_000
const maxEdits = 4_000

/** Returns both texts in pieces; each is one unmarked piece where they are too long or too different to compare. */
export function markDifferences(before: string, after: string, tag: string): Readonly<Record<Side, MarkedText>> {
  const parts =
    before.length + after.length > maxCharacters
      ? undefined
      : diffWordsWithSpace(before, after, { intlSegmenter: new Intl.Segmenter(tag, { granularity: 'word' }), maxEditLength: maxEdits })
  if (!parts) return { before: [{ text: before, isOnlyHere: false }], after: [{ text: after, isOnlyHere: false }] }
  return {
    before: parts.filter(({ added }) => !added).map(({ value, removed }) => ({ text: value, isOnlyHere: removed })),
    after: parts.filter(({ removed }) => !removed).map(({ value, added }) => ({ text: value, isOnlyHere: added })),
  }
}
