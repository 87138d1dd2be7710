// The scores of an answer, with what judge and people say of it.
import { Correctness, type EvalScore, type Judgement } from '@heddle/contracts/evaluation/eval-answer'
import { completeScores } from '../run-figures.ts'

type Judged = { readonly judgement: Judgement | null; readonly correctness: number | null }

const toScore = (metric: EvalScore['metric'], score: number | undefined): EvalScore[] =>
  score === undefined ? [] : [{ metric, score, findings: [] }]

/** Returns the stored scores with those of judge and people, which the one figure of all heeds. */
export function listScores(stored: readonly EvalScore[], { judgement, correctness }: Judged): EvalScore[] {
  const own = stored.filter(({ metric }) => metric !== 'overall')
  const claims = judgement?.claims ?? []
  const all = completeScores({
    scores: Object.fromEntries(own.map(({ metric, score }) => [metric, score])),
    judged: judgement?.correctness ?? null,
    support: claims.length === 0 ? null : claims.filter(({ is_supported }) => is_supported).length / claims.length,
    verdict: correctness === null ? null : Correctness.parse(correctness),
  })
  return [...toScore('overall', all.overall), ...own, ...toScore('correctness', all.correctness), ...toScore('support', all.support)]
}
