// The rows of a run with their means by one measure, without their texts: what pages and comparisons are made of.
import type { Cells } from '@heddle/contracts/dataset/cell'
import type { EvalMetric } from '@heddle/contracts/evaluation/eval-run'
import type { Language } from '@heddle/contracts/languages'
import type { PrismaClient } from '@heddle/db/client'
import type { RunFigure } from '@heddle/evaluation/run/summarize-run'
import { type EvalQuestion, readEvalQuestion } from '../eval-row.rules.ts'
import type { EvalRunRecord, EvalRunRepository } from '../run/eval-run.repository.ts'
import { readAnswers } from '../run/run-view.ts'
import { readRunFigures, type ScoredAnswer } from '../run-figures.ts'
import { findAnswerBytes } from './answer.sql.ts'

export type MeasuredRow = {
  readonly id: string
  readonly rowNo: number
  readonly question: EvalQuestion
  /** Null where the measure says nothing of it, or its failure is known. */
  readonly mean: number | null
  readonly answers: readonly ScoredAnswer[]
}

export type MeasuredRun = { readonly figure: RunFigure; readonly rows: readonly MeasuredRow[]; readonly today: string }

/** Returns the question of a row; no row of a run is none. */
export function requireQuestion(cells: Cells): EvalQuestion {
  const question = readEvalQuestion(cells)
  if (!question) throw new Error('A row of a run asks nothing')
  return question
}

export const isKnownFailure = ({ knownFailureUntil }: EvalQuestion, today: string): boolean =>
  knownFailureUntil !== undefined && knownFailureUntil >= today

/** Reads the rows of a run, in their order. */
export async function measureRun(db: PrismaClient, runs: EvalRunRepository, run: EvalRunRecord, metric: EvalMetric): Promise<MeasuredRun> {
  const answered = await readAnswers(db, runs, run)
  const figure = readRunFigures(answered).summarize(metric)
  const means = new Map(figure.rows.map(({ row, mean }) => [row.id, mean]))
  const answers = Map.groupBy(answered.answers, ({ rowId }) => rowId)
  return {
    figure,
    today: answered.today,
    rows: answered.rows.map(({ id, rowNo, cells }) => ({
      id,
      rowNo,
      question: requireQuestion(cells),
      mean: means.get(id) ?? null,
      answers: answers.get(id) ?? [],
    })),
  }
}

type Group = { readonly tag?: string | undefined; readonly language?: Language | undefined }

/** Returns whether a question is of the group that is asked for. */
export const isSelected = ({ tags, expected }: EvalQuestion, { tag, language }: Group): boolean =>
  (tag === undefined || tags.includes(tag)) && (language === undefined || expected.language === language)

/** Bytes of the answers of a page: one with long answers has fewer rows. */
const maxPageBytes = 4_000_000

/** Returns how many of the rows a page has with their answers of all runs: one at least, and at most `size`. */
export async function countFitting(db: PrismaClient, runIds: readonly string[], rowIds: readonly string[], size: number): Promise<number> {
  const bytes = await findAnswerBytes(db, runIds, rowIds)
  let sum = 0
  const excess = rowIds.findIndex((id) => (sum += bytes.get(id) ?? 0) > maxPageBytes)
  return excess === -1 ? size : Math.min(size, Math.max(1, excess))
}
