// The figures of a run by its answers, each measure over the rows that expect something of it.
import type { Cells } from '@heddle/contracts/dataset/cell'
import { EvalScore } from '@heddle/contracts/evaluation/eval-answer'
import { type EvalFigure, EvalMetric } from '@heddle/contracts/evaluation/eval-run'
import { Language } from '@heddle/contracts/languages'
import { type RunFigure, summarizeRun } from '@heddle/evaluation/run/summarize-run'
import { computeOverall, listExpectedMetrics } from '@heddle/evaluation/score/overall'
import { type Metric, metrics } from '@heddle/evaluation/score/score-answer'
import { z } from 'zod'
import { type EvalQuestion, readEvalQuestion, toRunRow } from './eval-row.rules.ts'

/** An answer as it is kept; one that is `running` is none yet. */
export type KeptAnswer = {
  readonly rowId: string
  readonly repeat: number
  readonly outcome: 'running' | 'finished' | 'failed' | 'timed_out'
  readonly scores: unknown
  readonly judgement: unknown
  /** Of a person. */
  readonly correctness: number | null
}

export type AnsweredRun = {
  readonly repeats: number
  /** A judge says of each row that expects an answer or points whether it is right. */
  readonly isJudged: boolean
  /** The day on which known failures are looked at, as `2026-11-27`. */
  readonly today: string
  readonly rows: readonly { readonly id: string; readonly cells: Cells }[]
  readonly answers: readonly KeptAnswer[]
}

const KeptJudgement = z.object({ correctness: z.number().nullable(), claims: z.array(z.object({ is_supported: z.boolean() })) })

type ScoredAnswer = Pick<KeptAnswer, 'rowId' | 'repeat'> & {
  readonly outcome: Exclude<KeptAnswer['outcome'], 'running'>
  readonly scores: Readonly<Partial<Record<EvalMetric, number>>>
}

/** Returns what each measure says of an answer; a person's verdict counts in place of the judge's. */
function readScores({ scores, judgement, correctness: verdict }: KeptAnswer): ScoredAnswer['scores'] {
  const kept = Object.fromEntries(
    z
      .array(EvalScore)
      .parse(scores)
      .map(({ metric, score }) => [metric, { score }]),
  )
  const judged = KeptJudgement.nullable().parse(judgement)
  const correctness = verdict ?? judged?.correctness ?? null
  const overall = computeOverall(kept as Parameters<typeof computeOverall>[0], correctness)
  const claims = judged?.claims ?? []
  const support = claims.filter(({ is_supported }) => is_supported).length / claims.length
  return {
    ...Object.fromEntries(metrics.flatMap((metric) => (kept[metric] ? [[metric, kept[metric].score]] : []))),
    ...(overall !== null && { overall }),
    ...(correctness !== null && { correctness }),
    ...(claims.length > 0 && { support }),
  }
}

type AskedRow = { readonly id: string; readonly question: EvalQuestion; readonly expects: ReadonlySet<EvalMetric> }

function listExpected({ expected }: EvalQuestion, { isJudged, isTold }: { isJudged: boolean; isTold: boolean }): Set<EvalMetric> {
  const own: Metric[] = listExpectedMetrics(expected)
  const isJudgeable = expected.answer !== undefined || (expected.points ?? []).length > 0
  const isRight = isTold || (isJudged && isJudgeable)
  const judge: EvalMetric[] = isJudged ? (isRight ? ['correctness', 'support'] : ['support']) : isRight ? ['correctness'] : []
  const all: EvalMetric[] = [...own, ...judge]
  return new Set(all.length > 0 ? ['overall', ...all] : [])
}

export type RunFigures = ReturnType<typeof readRunFigures>

/** Reads the answers of a run, whose figures are then computed by measure. */
export function readRunFigures({ rows, answers, repeats, today, isJudged }: AnsweredRun) {
  const scored = answers.flatMap((answer): ScoredAnswer[] => {
    const { rowId, repeat, outcome } = answer
    return outcome === 'running' ? [] : [{ rowId, repeat, outcome, scores: readScores(answer) }]
  })
  const told = new Set(scored.flatMap(({ rowId, scores }) => (scores.correctness === undefined ? [] : [rowId])))
  const asked = rows.flatMap(({ id, cells }): AskedRow[] => {
    const question = readEvalQuestion(cells)
    return question ? [{ id, question, expects: listExpected(question, { isJudged, isTold: told.has(id) }) }] : []
  })

  /** Returns the figure of a measure over the rows that expect something of it; what failed, timed out or is missing counts 0. */
  function summarize(metric: EvalMetric): RunFigure {
    const own = asked.filter(({ expects }) => expects.has(metric))
    const attempts = scored.map(({ rowId, repeat, outcome, scores }) => ({ rowId, repeat, outcome, score: scores[metric] ?? null }))
    return summarizeRun({ rows: own.map(({ id, question }) => toRunRow(id, question)), repeats, today }, attempts)
  }

  return {
    summarize,

    /** Returns the figures of all measures that some row expects something of. */
    list: (): EvalFigure[] =>
      EvalMetric.options
        .filter((metric) => asked.some(({ expects }) => expects.has(metric)))
        .map((metric) => toFigure(metric, summarize(metric))),
  }
}

function toFigure(metric: EvalMetric, { mean, rows, byTag, byLanguage }: RunFigure): EvalFigure {
  return {
    metric,
    mean,
    row_count: rows.length,
    by_tag: [...byTag].map(([tag, group]) => ({ tag, row_count: group.count, mean: group.mean })),
    by_language: [...byLanguage].map(([language, group]) => ({
      language: Language.parse(language),
      row_count: group.count,
      mean: group.mean,
    })),
  }
}
