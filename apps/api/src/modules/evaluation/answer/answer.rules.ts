// The scores of an answer, with what judge and people say of it.
import { Correctness, type EvalScore, type Judgement } from '@heddle/contracts/evaluation/eval-answer'
import { computeOverall } from '@heddle/evaluation/score/overall'

type Judged = { readonly judgement: Judgement | null; readonly correctness: number | null }

const toScore = (metric: EvalScore['metric'], score: number | null): EvalScore[] =>
  score === null ? [] : [{ metric, score, findings: [] }]

/** Returns the stored scores with those of judge and people, which the one figure of all heeds. */
export function completeScores(stored: readonly EvalScore[], { judgement, correctness: verdict }: Judged): EvalScore[] {
  const own = stored.filter(({ metric }) => metric !== 'overall')
  const correctness = verdict === null ? (judgement?.correctness ?? null) : Correctness.parse(verdict)
  const claims = judgement?.claims ?? []
  const supported = claims.filter(({ is_supported }) => is_supported).length
  return [
    ...toScore('overall', computeOverall(Object.fromEntries(own.map((score) => [score.metric, score])), correctness)),
    ...own,
    ...toScore('correctness', correctness),
    ...toScore('support', claims.length === 0 ? null : supported / claims.length),
  ]
}
