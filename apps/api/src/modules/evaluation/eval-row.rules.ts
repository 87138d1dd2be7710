// What a row of an evaluation set asks and expects. Of a cell with several values each line is one.
import type { Cells } from '@heddle/contracts/dataset/cell'
import { evalColumn } from '@heddle/contracts/dataset/kind-columns'
import { Language } from '@heddle/contracts/languages'
import type { RunRow } from '@heddle/evaluation/run/summarize-run'
import type { ExpectedAnswer } from '@heddle/evaluation/score/score-answer'

export type EvalQuestion = {
  readonly expected: ExpectedAnswer
  readonly tags: readonly string[]
  /** The last day on which its failure does not count; undefined without a reason or without a day. */
  readonly knownFailureUntil: string | undefined
}

const readCell = (cells: Cells, id: string): string => {
  const value = cells[id]
  return typeof value === 'string' ? value : ''
}

const readText = (cells: Cells, id: string): string => readCell(cells, id).trim()

const splitLines = (text: string, separator: RegExp = /\r?\n/): string[] =>
  text
    .split(separator)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Points and sources of a question that count: each is looked for in all that was found. */
const maxLines = 100

/** A trailing tab is an empty cell, so that lines are not trimmed. */
const splitRows = (text: string): string[][] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('\t').map((cell) => cell.trim()))

/** Returns what a row asks and expects; null of one that is not ready: `ready-rows.sql.ts` says the same of rows in the database. */
export function readEvalQuestion(cells: Cells): EvalQuestion | null {
  const question = readText(cells, evalColumn.question)
  const language = Language.safeParse(cells[evalColumn.language])
  if (question === '' || !language.success || cells[evalColumn.state] === 'draft') return null
  const answer = readText(cells, evalColumn.answer)
  const rows = splitRows(readCell(cells, evalColumn.rows))
  const until = readText(cells, evalColumn.knownFailureUntil)
  const isKnown = until !== '' && readText(cells, evalColumn.knownFailure) !== ''
  return {
    expected: {
      question,
      language: language.data,
      answer: answer === '' ? undefined : answer,
      points: splitLines(readText(cells, evalColumn.points)).slice(0, maxLines),
      sources: splitLines(readText(cells, evalColumn.sources))
        .slice(0, maxLines)
        .map((text) => ({ text })),
      rows: rows.length === 0 ? undefined : { rows, isOrdered: false },
      mustRefuse: cells[evalColumn.mustRefuse] === true,
    },
    tags: [...new Set(splitLines(readText(cells, evalColumn.tags), /[,，、\n]/))],
    knownFailureUntil: isKnown ? until : undefined,
  }
}

/** Returns whether a judge can say of an answer whether it is right. */
export const expectsCorrectness = ({
  answer,
  points = [],
  mustRefuse = false,
}: Pick<ExpectedAnswer, 'answer' | 'points' | 'mustRefuse'>): boolean => mustRefuse || answer !== undefined || points.length > 0

/** Returns the row as the figures of a run read it. */
export const toRunRow = (id: string, { expected, tags, knownFailureUntil }: EvalQuestion): RunRow => ({
  id,
  language: expected.language,
  tags,
  knownFailureUntil,
})
