// One figure of all that a row expects.
import { type ExpectedAnswer, type Metric, metrics, scoreAnswer } from './score-answer.ts'
import type { Score } from './score.ts'

type Scores = Readonly<Partial<Record<Metric, Pick<Score, 'score'> | null>>>

/** What an answer says. */
const contentMetrics = ['numbers', 'points', 'rows', 'refusal'] as const
/** Where it has it from, and how it says it. Ranks and precision are left out: more passages than are needed are no fault of an answer. */
const formMetrics = ['citation_recall', 'recall_at_k', 'language'] as const

/**
 * Returns the mean of the measures that say something of an answer, from 0 to 1; null when none does. The exact text counts only where nothing
 * else tells whether the content is right: of a sentence that a model writes it is nearly always 0.
 *
 * @param correctness by a judge or a person, from 0 to 1
 */
export function computeOverall(scores: Scores, correctness: number | null): number | null {
  const read = (list: readonly Metric[]) => list.flatMap((metric) => scores[metric]?.score ?? [])
  const told = [...read(contentMetrics), ...(correctness === null ? [] : [correctness])]
  const values = [...(told.length > 0 ? told : read(['exact'])), ...read(formMetrics)]
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Returns the measures that a row expects something of, which is known without an answer. */
export function listExpectedMetrics(expected: ExpectedAnswer): Metric[] {
  const scores = scoreAnswer(expected, { text: '', retrieved: [], cited: [], rows: null }, 1)
  return metrics.filter((metric) => scores[metric] !== null)
}
