// Where the keywords of a search are in a text.
import { fold, invisible } from './folding.ts'

export type Mark = readonly [from: number, to: number]

// What folding joins: a character with the marks upon it, the half-width voicing marks of Japanese, the letters of a Korean
// syllable; and what is not seen, which folds to nothing. Each such piece folds for itself, so that a place in the folded text is one in
// the text.
const pieces = new RegExp(`\\P{M}?[\\p{M}\\uFF9E\\uFF9F\\u1160-\\u11FF${invisible}]+|\\P{M}`, 'gu')

/**
 * All places of the (folded) keywords in a text, in UTF-16 units, in order and without overlaps; of a character of which
 * only a part was found (as of ﬁ, or of a letter without its marks) the whole.
 */
export function findMarks(text: string, keywords: readonly string[]): Mark[] {
  let folded = ''
  const begins: number[] = []
  const ends: number[] = []
  for (const { 0: piece, index } of text.matchAll(pieces)) {
    const part = fold(piece)
    for (let unit = 0; unit < part.length; unit++) {
      begins.push(index)
      ends.push(index + piece.length)
    }
    folded += part
  }
  const found: Mark[] = []
  for (const keyword of keywords) {
    for (let at = folded.indexOf(keyword); at !== -1; at = folded.indexOf(keyword, at + keyword.length)) {
      found.push([begins[at] ?? 0, ends[at + keyword.length - 1] ?? text.length])
    }
  }
  return merge(found)
}

function merge(marks: readonly Mark[]): Mark[] {
  const merged: Mark[] = []
  for (const [from, to] of marks.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const last = merged.at(-1)
    if (last && from < last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], to)]
    else merged.push([from, to])
  }
  return merged
}
