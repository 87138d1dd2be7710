// Measures of a ranking against the one result that was expected: E. M. Voorhees, "The TREC-8 Question Answering Track Report", 1999, for
// the mean reciprocal rank.

/** The ranks of expected results, from 1; null where it was not found. */
export type ExpectedRanks = readonly (number | null)[]

export type Quality = {
  /** The share of questions whose expected result is the first one. */
  readonly hitAt1: number
  /** The share of questions whose expected result is among the first five. */
  readonly recallAt5: number
  /** The mean of 1 / rank, 0 for a result after the tenth. */
  readonly mrrAt10: number
}

/** Ranks that the mean of reciprocal ranks counts. */
export const maxReciprocalRank = 10

function computeMean(ranks: ExpectedRanks, value: (rank: number) => number): number {
  const total = ranks.reduce<number>((sum, rank) => sum + (rank === null ? 0 : value(rank)), 0)
  return ranks.length === 0 ? 0 : total / ranks.length
}

/** Returns the share of questions, from 0 to 1, whose expected result is among the first `k`; 0 without questions. */
export const computeRecall = (ranks: ExpectedRanks, k: number): number => computeMean(ranks, (rank) => (rank <= k ? 1 : 0))

/** Returns the measures of questions; all are 0 without any. */
export const measureQuality = (ranks: ExpectedRanks): Quality => ({
  hitAt1: computeRecall(ranks, 1),
  recallAt5: computeRecall(ranks, 5),
  mrrAt10: computeMean(ranks, (rank) => (rank <= maxReciprocalRank ? 1 / rank : 0)),
})
