// The figures of kept runs, as their answers were scored or as blank ones would be.
import type { EvalMetric } from '@heddle/contracts/evaluation/eval-run'
import type { Queryable } from '@heddle/db/client'
import type { RunFigure } from '@heddle/evaluation/run/summarize-run'
import { scoreAnswer } from '@heddle/evaluation/score/score-answer'
import { type EvalQuestion, readEvalQuestion } from '../eval-row.rules.ts'
import { type AskedRow, findAskedRows, findScoredAnswers } from '../run/eval-run.sql.ts'
import { readRunFigures, type RunFigures, type ScoredAnswer } from '../run-figures.ts'
import type { GateRun } from './gate-facts.sql.ts'

/** A run with the questions that it asked, by their ids. */
export type FiguredRun = { readonly asked: ReadonlyMap<string, AskedRow>; readonly figures: RunFigures }

export type ReadFigure = RunFigure & Pick<FiguredRun, 'asked'> & { readonly verdictCount: number }

export function readFigure({ asked, figures }: FiguredRun, metric: EvalMetric): ReadFigure {
  const figure = figures.summarize(metric)
  return { ...figure, asked, verdictCount: figures.countVerdicts(metric, figure) }
}

type AnsweredRun = Pick<GateRun, 'id' | 'repeats' | 'judgeModel'>

const toFigured = (
  { repeats, judgeModel }: AnsweredRun,
  rows: readonly AskedRow[],
  answers: readonly ScoredAnswer[],
  today: string,
): FiguredRun => ({
  asked: new Map(rows.map((row) => [row.id, row])),
  figures: readRunFigures({ rows, answers, repeats, isOpen: false, isJudged: judgeModel !== null, today }),
})

/** Returns a function that reads the figures of runs, each once. */
export function createFigureReader(on: Queryable, today: string) {
  const read = new Map<string, Promise<FiguredRun>>()
  const load = async (run: AnsweredRun) => toFigured(run, await findAskedRows(on, run.id), await findScoredAnswers(on, run.id), today)
  return (run: AnsweredRun): Promise<FiguredRun> => {
    const figured = read.get(run.id) ?? load(run)
    read.set(run.id, figured)
    return figured
  }
}

export type FigureReader = ReturnType<typeof createFigureReader>

const blank = { text: '', retrieved: [], cited: [], rows: null }

const scoreBlank = ({ expected }: EvalQuestion): ScoredAnswer['scores'] =>
  Object.fromEntries(Object.entries(scoreAnswer(expected, blank, 1)).flatMap(([metric, score]) => (score ? [[metric, score.score]] : [])))

/** Returns the figures that a run would have, had each answer been blank. */
export async function readBlankRun(on: Queryable, run: AnsweredRun, today: string): Promise<FiguredRun> {
  const rows = await findAskedRows(on, run.id)
  const answers = rows.flatMap(({ id: rowId, cells }) => {
    const question = readEvalQuestion(cells)
    if (!question) return []
    const scores = scoreBlank(question)
    // A judge finds nothing right in it, and no claim that a passage supports.
    const judged = run.judgeModel === null ? null : 0
    return Array.from({ length: run.repeats }, (_, index): ScoredAnswer => ({
      rowId,
      repeat: index + 1,
      outcome: 'finished',
      scores,
      judged,
      support: judged,
      verdict: null,
    }))
  })
  return toFigured(run, rows, answers, today)
}
