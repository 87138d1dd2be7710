// Pairs of owners of wordings that are nearly the same.
import { scoreByWords, type WordingIndex } from './wording-index.ts'

/** The score from which two questions are taken for one: of eight words, one differs. */
const nearEqual = 0.8
/** A word that more of the wordings have finds no pair by itself: it would compare each with each. */
const maxShare = 0.02

export type NearPair = { readonly owners: readonly [number, number]; readonly score: number }

/** Yields after each wording the pairs that it begins, each pair of owners at its first wording. */
export function* findNearEqual(index: WordingIndex, terms: readonly (readonly string[])[]): Generator<NearPair[]> {
  const seen = new Set<string>()
  for (const [number, { owner, key }] of index.wordings.entries()) {
    const equal = (index.byKey.get(key) ?? []).map((wording) => ({ wording, score: 1 }))
    const near = scoreByWords(index, terms[number] ?? [], maxShare).filter(({ score }) => score >= nearEqual)
    const pairs: NearPair[] = []
    for (const { wording, score } of [...equal, ...near]) {
      const other = index.wordings[wording]?.owner ?? owner
      const owners = [Math.min(owner, other), Math.max(owner, other)] as const
      if (other === owner || seen.has(owners.join(' '))) continue
      seen.add(owners.join(' '))
      pairs.push({ owners, score })
    }
    yield pairs
  }
}
