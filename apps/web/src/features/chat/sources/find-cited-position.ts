import type { KnowledgeOrigin } from '@heddle/contracts/message/message'
import { findCitedSentence } from '@heddle/text/citation/cited-sentence'
import type { PagePosition } from '#entities/document/document.queries.ts'

export type CitedPassage = { readonly passage: string; readonly knowledge: Pick<KnowledgeOrigin, 'spans'> }

/** Returns where the sentence of a passage most like a statement stands, about; the page of the best chunk where no sentence is. */
export function findCitedPosition({ passage, knowledge: { spans } }: CitedPassage, statement: string): PagePosition {
  const sentence = statement === '' ? null : findCitedSentence(passage, statement)
  if (!sentence) return { page: spans[0]?.page ?? 1 }
  // A passage has the characters of its spans in the order of the document, and little between them, such as line breaks.
  const ordered = spans.toSorted((one, other) => one.page - other.page || one.from - other.from)
  const total = ordered.reduce((sum, { from, to }) => sum + to - from, 0)
  let rest = Math.floor((total * (sentence.from + sentence.to)) / 2 / passage.length)
  for (const { page, from, to } of ordered) {
    if (rest < to - from) return { page, at: from + rest }
    rest -= to - from
  }
  return { page: 1 }
}
