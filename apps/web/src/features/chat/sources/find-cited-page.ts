import type { KnowledgeOrigin } from '@heddle/contracts/chat/message'
import { findCitedSentence } from '@heddle/text/citation/cited-sentence'

type CitedPassage = { readonly passage: string; readonly knowledge: Pick<KnowledgeOrigin, 'spans'> }

/** Returns the page that has the sentence of a passage most like a statement; the passage's first page where no sentence is. */
export function findCitedPage({ passage, knowledge: { spans } }: CitedPassage, statement: string): number {
  const sentence = statement === '' ? null : findCitedSentence(passage, statement)
  // A passage has the characters of its spans in their order, and little between them, such as line breaks and repeated table headers.
  const total = spans.reduce((sum, { from, to }) => sum + to - from, 0)
  let rest = sentence ? (total * (sentence.from + sentence.to)) / 2 / passage.length : 0
  for (const { page, from, to } of spans) {
    rest -= to - from
    if (rest < 0) return page
  }
  return spans[0]?.page ?? 1
}
