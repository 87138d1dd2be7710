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

/** What passages are compared by, made once for all sources that are looked for in them. */
type Folded = { readonly title: string; readonly text: string; readonly grams: ReadonlySet<string> }
const foldedPassages = new WeakMap<FoundPassage, Folded>()

function fold(found: FoundPassage): Folded {
  const known = foldedPassages.get(found)
  if (known) return known
  const folded = { title: toTextKey(found.source.title ?? ''), text: toTextKey(found.text), grams: listGrams(found.text) }
  foldedPassages.set(found, folded)
  return folded
}

/** Whether a source is one at all: a text of invisible characters would be in every passage. */
export const isNamed = (source: ExpectedSource): boolean => !('text' in source) || toTextKey(source.text) !== ''

/** A short text has to be there as it is, since a few of its pairs of characters are in any passage. */
function createTextExpectation(text: string): (found: FoundPassage) => boolean {
  const key = toTextKey(text)
  const expected = listGrams(text)
  return (found) => {
    const passage = fold(found)
    return (
      passage.title === key ||
      passage.text.includes(key) ||
      (key.length >= minQuoteLength && computeOverlap(expected, passage.grams) >= sameTextShare)
    )
  }
}

function createSourceExpectation({ sourceId, passage }: Extract<ExpectedSource, { sourceId: string }>): (found: FoundPassage) => boolean {
  if (passage === null) return ({ source }) => source.id === sourceId
  const expected = listGrams(passage)
  return (found) => {
    if (found.source.id !== sourceId) return false
    const { grams } = fold(found)
    return Math.max(computeOverlap(expected, grams), computeOverlap(grams, expected)) >= sameTextShare
  }
}
