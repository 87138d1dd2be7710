// Reciprocal rank fusion: G. V. Cormack, C. L. A. Clarke and S. Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank
// Learning Methods", SIGIR 2009.

/** How little the first ranks differ. The paper has 60, for lists of a thousand: docs/decisions/0022. */
const k = 10

export type RankedList<Id> = {
  readonly weight: number
  /** How far the first one is ahead of the second, from 0 to 1, so much more it counts; 0 unless given. */
  readonly lead?: number
  /** The best one first, each once. */
  readonly ids: readonly Id[]
}

export type FusedHit<Id> = {
  readonly id: Id
  readonly score: number
  /** The rank in each list, from 1; null where the list has it not. */
  readonly ranks: readonly (number | null)[]
}

/**
 * Returns what any list with a weight has, the best one first: the score is the sum of `weight / (10 + rank)` over the lists, times
 * `1 + lead` for the first of a list. Of equal scores comes first what an earlier list has, so that the order does not depend on chance.
 */
export function fuseRanks<Id>(lists: readonly RankedList<Id>[]): FusedHit<Id>[] {
  const hits = new Map<Id, { id: Id; score: number; ranks: (number | null)[] }>()
  for (const [list, { weight, lead = 0, ids }] of lists.entries()) {
    for (const [index, id] of ids.entries()) {
      const hit = hits.get(id) ?? { id, score: 0, ranks: lists.map(() => null) }
      hit.score += (weight * (index === 0 ? 1 + lead : 1)) / (k + index + 1)
      hit.ranks[list] = index + 1
      hits.set(id, hit)
    }
  }
  return [...hits.values()].filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score)
}
