// Whether the expected sources were found, and cited.
import { createExpectation, type ExpectedSource, type FoundPassage } from './expected-source.ts'
import { maxReciprocalRank, scoreRanks } from './ranks.ts'
import { createFindings, type Score } from './score.ts'

/** A hit of a search, with those that it stands for as they have the same text. */
export type RetrievedPassage = FoundPassage & { readonly duplicates?: readonly FoundPassage[] }

type RetrievalScores = { readonly recallAtK: Score; readonly hitAt1: Score; readonly mrrAt10: Score }
type CitationScores = { readonly precision: Score; readonly recall: Score }

const name = (source: ExpectedSource) => ('text' in source ? source.text : (source.passage ?? source.sourceId))

/** Returns the ranks of expected sources among the retrieved passages, from 1. */
export const findRanks = (expected: readonly ExpectedSource[], retrieved: readonly RetrievedPassage[]): (number | null)[] =>
  expected.map(createExpectation).map((isExpected) => {
    const index = retrieved.findIndex((passage) => [passage, ...(passage.duplicates ?? [])].some(isExpected))
    return index === -1 ? null : index + 1
  })

/** Returns the measures of a search; null when no source is expected. */
export function scoreRetrieved(
  expected: readonly ExpectedSource[],
  retrieved: readonly RetrievedPassage[],
  k: number,
): RetrievalScores | null {
  if (expected.length === 0) return null
  const ranks = findRanks(expected, retrieved)
  const { recallAtK, hitAt1, mrrAt10 } = scoreRanks(ranks, k)
  const listLate = (limit: number) =>
    createFindings('source_not_retrieved', expected.filter((_, index) => (ranks[index] ?? Infinity) > limit).map(name))
  const findLate = (limit: number) => (ranks.some((rank) => rank !== null && rank <= limit) ? [] : listLate(limit))
  return {
    recallAtK: { score: recallAtK, findings: listLate(k) },
    hitAt1: { score: hitAt1, findings: findLate(1) },
    mrrAt10: { score: mrrAt10, findings: findLate(maxReciprocalRank) },
  }
}

/**
 * Returns the precision and the recall of the citations; null when no source is expected. Without any citation both are 0, so that a version
 * that cites nothing is not the most precise one.
 */
export function scoreCited(expected: readonly ExpectedSource[], cited: readonly FoundPassage[]): CitationScores | null {
  if (expected.length === 0) return null
  const predicates = expected.map(createExpectation)
  const unexpected = cited.filter((passage) => !predicates.some((isExpected) => isExpected(passage)))
  const uncited = expected.filter((_, index) => !cited.some((passage) => predicates[index]?.(passage)))
  return {
    precision: {
      score: cited.length === 0 ? 0 : 1 - unexpected.length / cited.length,
      findings: createFindings(
        'unexpected_source_cited',
        unexpected.map(({ text }) => text),
      ),
    },
    recall: { score: 1 - uncited.length / expected.length, findings: createFindings('source_not_cited', uncited.map(name)) },
  }
}
