// Pairs of owners of wordings that are nearly the same.
import { scoreByWords, type WordingIndex } from './wording-index.ts'

/** The score from which two questions are taken for one: of eight words, one differs. */
const nearEqual = 0.8
/** A word that more of the wordings have finds no pair by itself: it would compare each with each. */
const maxShare = 0.02

export type NearPair = { readonly owners: readonly [number, number]; readonly score: number }

/**
 * Yields after each wording its pairs with those before it, each pair of owners once. Of wordings with the same key only the first is in
 * pairs with others, so that one question in all rows makes no pair of each with each.
 */
export function* findNearEqual(index: WordingIndex, terms: readonly (readonly string[])[]): Generator<NearPair[]> {
  const seen = new Set<string>()
  const findFirst = (wording: number) => index.byKey.get(index.wordings[wording]?.key ?? '')?.[0]
  for (const [number, { owner }] of index.wordings.entries()) {
    const first = findFirst(number) ?? number
    const near =
      first < number
        ? [{ wording: first, score: 1 }]
        : scoreByWords(index, terms[number] ?? [], maxShare).filter(
            ({ wording, score }) => wording < number && score >= nearEqual && findFirst(wording) === wording,
          )
    const pairs: NearPair[] = []
    for (const { wording, score } of near) {
      const other = index.wordings[wording]?.owner ?? owner
      const owners = [Math.min(owner, other), Math.max(owner, other)] as const
      if (other === owner || seen.has(owners.join(' '))) continue
      seen.add(owners.join(' '))
      pairs.push({ owners, score })
    }
    yield pairs
  }
}
