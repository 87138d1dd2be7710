// Measures of a ranking against the results that were expected: E. M. Voorhees, "The TREC-8 Question Answering Track Report", 1999, for
// the mean reciprocal rank.

/** The ranks of what a question expects, from 1; null where it was not found. */
export type ExpectedRanks = readonly (number | null)[]

export type RankScores = {
  /** The share of the expected results that are among the first `k`. */
  readonly recallAtK: number
  /** 1 when the first result is an expected one, else 0. */
  readonly hitAt1: number
  /** 1 / rank of the first expected result, 0 after the tenth. */
  readonly mrrAt10: number
}

/** Ranks that the mean of reciprocal ranks counts. */
export const maxReciprocalRank = 10

/** Returns the measures of one question, from 0 to 1; all are 0 when it expects nothing. */
export function scoreRanks(ranks: ExpectedRanks, k: number): RankScores {
  const found = ranks.filter((rank) => rank !== null)
  const first = Math.min(Infinity, ...found)
  return {
    recallAtK: ranks.length === 0 ? 0 : found.filter((rank) => rank <= k).length / ranks.length,
    hitAt1: first === 1 ? 1 : 0,
    mrrAt10: first <= maxReciprocalRank ? 1 / first : 0,
  }
}

/** Returns the means over questions; all are 0 without any. */
export function measureRanks(questions: readonly ExpectedRanks[], k: number): RankScores {
  const scores = questions.map((ranks) => scoreRanks(ranks, k))
  const average = (measure: keyof RankScores) => scores.reduce((sum, each) => sum + each[measure], 0) / Math.max(1, scores.length)
  return { recallAtK: average('recallAtK'), hitAt1: average('hitAt1'), mrrAt10: average('mrrAt10') }
}
