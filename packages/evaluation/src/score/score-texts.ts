// The points that an answer should make, and the text that it should be.
import { createFindings, type Score } from './score.ts'
import { createContainment, isSameText } from './tokens.ts'

/** Returns the share of the expected points that an answer contains; null when none is expected. */
export function scorePoints(points: readonly string[], answer: string): Score | null {
  if (points.length === 0) return null
  const contains = createContainment(answer)
  const missing = points.filter((point) => !contains(point))
  return { score: 1 - missing.length / points.length, findings: createFindings('point_missing', missing) }
}

/** Returns 1 when an answer is the expected one but for width, case, punctuation and spaces, else 0; null when no answer is expected. */
export function scoreExact(expected: string | undefined, answer: string): Score | null {
  if (expected === undefined) return null
  return isSameText(expected, answer) ? { score: 1, findings: [] } : { score: 0, findings: [{ code: 'not_exact' }] }
}
