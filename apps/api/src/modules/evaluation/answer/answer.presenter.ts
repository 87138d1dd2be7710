// Rows of a run on the wire. Of a run that has text of what its reader may not read, scores are shown and nothing that was said.
import type { Cells } from '@heddle/contracts/dataset/cell'
import { EvalAnswer, type EvalRow, EvalScore, Judgement } from '@heddle/contracts/evaluation/eval-answer'
import { MessageSource } from '@heddle/contracts/message/message'
import { z } from 'zod'
import { presentText, presentTime } from '../../../platform/http/presenting.ts'
import { withholdSource } from '../../message/citation/withhold-knowledge.ts'
import { listScores } from './answer.rules.ts'
import type { AnswerRecord, AskedRow } from './answer.repository.ts'
import { isKnownFailure, requireQuestion } from './measured-rows.ts'

const Scores = z.array(EvalScore)
const Sources = z.array(MessageSource)

/** Presents an answer that has ended. */
export function presentAnswer(answer: AnswerRecord, isWithheld: boolean): EvalAnswer {
  const judgement = Judgement.nullable().parse(answer.judgement)
  const { correctness, verdictAt, verdictBy, verdictNote } = answer
  const presented = EvalAnswer.parse({
    repeat: answer.repeat,
    outcome: answer.outcome,
    error: answer.error,
    text: answer.text,
    sources: Sources.parse(answer.sources),
    scores: listScores(Scores.parse(answer.scores), { judgement, correctness }),
    judgement,
    verdict:
      correctness === null || verdictAt === null
        ? null
        : {
            correctness,
            note: verdictNote,
            by: verdictBy && { id: verdictBy.id, name: presentText(verdictBy.name) },
            at: presentTime(verdictAt),
          },
    first_token_ms: answer.firstTokenMs,
    total_ms: answer.totalMs,
    input_tokens: answer.inputTokens,
    output_tokens: answer.outputTokens,
    cost: answer.cost,
  })
  return isWithheld ? withholdAnswer(presented) : presented
}

const withholdAnswer = (answer: EvalAnswer): EvalAnswer => ({
  ...answer,
  text: '',
  error: answer.error && { code: answer.error.code, message: answer.error.message },
  sources: answer.sources.map(withholdSource),
  scores: answer.scores.map((score) => ({ ...score, findings: score.findings.map(({ code }) => ({ code })) })),
  judgement: answer.judgement && { ...answer.judgement, reason: '', claims: [] },
  verdict: answer.verdict && { ...answer.verdict, note: '' },
})

type ShownRow = {
  readonly mean: number | null
  readonly isWithheld: boolean
  /** The day on which known failures are looked at. */
  readonly today: string
}

export function presentEvalRow({ rowId, rowNo, cells, answers }: AskedRow, { mean, isWithheld, today }: ShownRow): EvalRow {
  const question = requireQuestion(cells as Cells)
  return {
    id: rowId,
    row_no: rowNo,
    cells: cells as Cells,
    language: question.expected.language,
    tags: [...question.tags],
    is_known_failure: isKnownFailure(question, today),
    mean,
    answers: answers.map((answer) => presentAnswer(answer, isWithheld)),
    ...(isWithheld && { is_withheld: true }),
  }
}
