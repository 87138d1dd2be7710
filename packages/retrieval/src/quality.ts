// Measures of a ranking against the one result that was expected: E. M. Voorhees, "The TREC-8 Question Answering Track Report", 1999, for
// the mean reciprocal rank.

export type Quality = {
  /** The share of questions whose expected result is among the first five. */
  readonly recallAt5: number
  /** The mean of 1 / rank, 0 for a result after the tenth. */
  readonly mrrAt10: number
}

/** Returns the measures of questions by the ranks of their expected results, from 1; null where it was not found. */
export function measureQuality(ranks: readonly (number | null)[]): Quality {
  const share = (value: (rank: number) => number) => {
    const total = ranks.reduce<number>((sum, rank) => sum + (rank === null ? 0 : value(rank)), 0)
    return ranks.length === 0 ? 0 : total / ranks.length
  }
  return { recallAt5: share((rank) => (rank <= 5 ? 1 : 0)), mrrAt10: share((rank) => (rank <= 10 ? 1 / rank : 0)) }
}
