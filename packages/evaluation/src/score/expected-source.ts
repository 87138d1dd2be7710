// Whether a passage is one that a row expects.
import { computeOverlap, listGrams, sameTextShare } from '@heddle/retrieval/passage/text-overlap'

/** A source, or a passage of it by its text. */
export type ExpectedSource = { readonly sourceId: string; readonly passage: string | null }
export type FoundPassage = { readonly text: string; readonly source: { readonly id: string } }

/**
 * Returns the predicate of the passages that are meant. A passage is known by its text, also when it was cut in another way since: most of it
 * is in what was found, or most of what was found is in it.
 */
export function createExpectation({ sourceId, passage }: ExpectedSource): (found: FoundPassage) => boolean {
  if (passage === null) return ({ source }) => source.id === sourceId
  const expected = listGrams(passage)
  return ({ source, text }) => {
    if (source.id !== sourceId) return false
    const found = listGrams(text)
    return Math.max(computeOverlap(expected, found), computeOverlap(found, expected)) >= sameTextShare
  }
}
