// Whether a passage is one that a row expects.
import { toTextKey } from '@heddle/table/text-key'
import { computeOverlap, listGrams, sameTextShare } from '@heddle/retrieval/passage/text-overlap'

/** A source, a passage of it by its text, or what a person wrote: the title of a source, or a text that one of its passages has. */
export type ExpectedSource = { readonly sourceId: string; readonly passage: string | null } | { readonly text: string }
export type FoundPassage = { readonly text: string; readonly source: { readonly id: string; readonly title?: string } }

/** Characters from which on a text is known also where some of it is written in another way. */
const minQuoteLength = 40

/**
 * Returns the predicate of the passages that are meant. A passage is known by its text, also when it was cut in another way since: most of it
 * is in what was found, or most of what was found is in it.
 */
export function createExpectation(source: ExpectedSource): (found: FoundPassage) => boolean {
  return 'text' in source ? createTextExpectation(source.text) : createSourceExpectation(source)
}

/** A short text has to be there as it is, since a few of its pairs of characters are in any passage. */
function createTextExpectation(text: string): (found: FoundPassage) => boolean {
  const key = toTextKey(text)
  const expected = listGrams(text)
  return ({ source, text: passage }) =>
    toTextKey(source.title ?? '') === key ||
    toTextKey(passage).includes(key) ||
    (key.length >= minQuoteLength && computeOverlap(expected, listGrams(passage)) >= sameTextShare)
}

function createSourceExpectation({ sourceId, passage }: Extract<ExpectedSource, { sourceId: string }>): (found: FoundPassage) => boolean {
  if (passage === null) return ({ source }) => source.id === sourceId
  const expected = listGrams(passage)
  return ({ source, text }) => {
    if (source.id !== sourceId) return false
    const found = listGrams(text)
    return Math.max(computeOverlap(expected, found), computeOverlap(found, expected)) >= sameTextShare
  }
}
