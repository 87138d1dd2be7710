import type { TextRange } from '@heddle/contracts/knowledge/chunk'
import { findCitedSentence } from '@heddle/text/citation/cited-sentence'

type CitedText = {
  readonly text: string
  /** The first character of the text, as the ranges count. */
  readonly from?: number | undefined
  readonly ranges: readonly TextRange[]
}

/** Returns the sentence of the cited ranges of a text that is most like a statement; null where none is. */
export function findCitedRange({ text, from: start = 0, ranges }: CitedText, statement: string): TextRange | null {
  if (statement === '') return null
  const parts = ranges
    .map(({ from, to }) => ({ from: Math.max(from, start), text: text.slice(Math.max(0, from - start), Math.max(0, to - start)) }))
    .toSorted((one, other) => one.from - other.from)
  // A sentence ends with its range.
  const found = findCitedSentence(parts.map((part) => part.text).join('\n\n'), statement)
  let offset = 0
  for (const part of parts) {
    const end = offset + part.text.length
    if (found && found.from < end) return { from: part.from + found.from - offset, to: part.from + Math.min(found.to, end) - offset }
    offset = end + 2
  }
  return null
}
