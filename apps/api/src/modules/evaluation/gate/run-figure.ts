// The figure of a kept run by one measure, as its answers were scored or as blank ones would be.
import type { EvalMetric } from '@heddle/contracts/evaluation/eval-run'
import type { Queryable } from '@heddle/db/client'
import { type Attempt, type RunFigure, summarizeRun } from '@heddle/evaluation/run/summarize-run'
import { scoreAnswer } from '@heddle/evaluation/score/score-answer'
import { type EvalQuestion, readEvalQuestion, toRunRow } from '../eval-row.rules.ts'
import { type AskedRow, findAskedRows, findScoredAnswers, type GateRun } from './gate-facts.sql.ts'

type AskedQuestion = AskedRow & { readonly question: EvalQuestion }

export type ReadFigure = RunFigure & { readonly asked: ReadonlyMap<string, AskedQuestion> }

const blank = { text: '', retrieved: [], cited: [], rows: null }

/** Returns what an answer without a word gets: 0, or null where the row expects nothing of the measure. */
function scoreBlank({ expected }: EvalQuestion, metric: EvalMetric): number | null {
  if (metric === 'correctness' || metric === 'support') return 0
  const scores = scoreAnswer(expected, blank, 1)
  if (metric !== 'overall') return scores[metric]?.score ?? null
  return Object.values(scores).some((score) => score !== null) ? 0 : null
}

/** Reads the rows of a run that expect something of the measure: what failed counts for no other. */
async function readAsked(on: Queryable, runId: string, metric: EvalMetric): Promise<AskedQuestion[]> {
  return (await findAskedRows(on, runId)).flatMap((row) => {
    const question = readEvalQuestion(row.cells)
    return question !== null && scoreBlank(question, metric) !== null ? [{ ...row, question }] : []
  })
}

const summarize = (asked: readonly AskedQuestion[], attempts: readonly Attempt[], repeats: number, today: string): ReadFigure => ({
  ...summarizeRun({ rows: asked.map(({ id, question }) => toRunRow(id, question)), repeats, today }, attempts),
  asked: new Map(asked.map((row) => [row.id, row])),
})

type FiguredRun = Pick<GateRun, 'id' | 'repeats'>

export async function readFigure(on: Queryable, { id, repeats }: FiguredRun, metric: EvalMetric, today: string): Promise<ReadFigure> {
  return summarize(await readAsked(on, id, metric), await findScoredAnswers(on, id, metric), repeats, today)
}

/** Returns the figure that the run would have, had each answer been blank. */
export async function readBlankFigure(on: Queryable, { id, repeats }: FiguredRun, metric: EvalMetric, today: string): Promise<ReadFigure> {
  const asked = await readAsked(on, id, metric)
  const attempts = asked.flatMap(({ id: rowId, question }) =>
    Array.from({ length: repeats }, (_, index): Attempt => ({
      rowId,
      repeat: index + 1,
      outcome: 'finished',
      score: scoreBlank(question, metric),
    })),
  )
  return summarize(asked, attempts, repeats, today)
}
