// Whether a result is the one that a test question expects.
import { computeOverlap, listGrams, sameTextShare } from '@heddle/retrieval/passage/text-overlap'

type Expected = { readonly sourceId: string; readonly passage: string | null }
type Result = { readonly text: string; readonly source: { readonly id: string } }

/**
 * Returns the predicate of a question's expected results. A passage is known by its text, also when it was cut in another way since: most
 * of it is in the result, or most of the result is in it.
 */
export function createExpectation({ sourceId, passage }: Expected): (result: Result) => boolean {
  if (passage === null) return ({ source }) => source.id === sourceId
  const expected = listGrams(passage)
  return ({ source, text }) => {
    if (source.id !== sourceId) return false
    const found = listGrams(text)
    return Math.max(computeOverlap(expected, found), computeOverlap(found, expected)) >= sameTextShare
  }
}
