// The figures of a run by its answers, each measure over the rows that expect something of it.
import type { Cells } from '@heddle/contracts/dataset/cell'
import { type EvalFigure, EvalMetric } from '@heddle/contracts/evaluation/eval-run'
import { Language } from '@heddle/contracts/languages'
import { type RunFigure, summarizeRun } from '@heddle/evaluation/run/summarize-run'
import { computeOverall, listExpectedMetrics } from '@heddle/evaluation/score/overall'
import type { Metric } from '@heddle/evaluation/score/score-answer'
import { type EvalQuestion, expectsCorrectness, readEvalQuestion, toRunRow } from './eval-row.rules.ts'

/** What an answer that has ended came to, without its texts. */
export type ScoredAnswer = {
  readonly rowId: string
  readonly repeat: number
  readonly outcome: 'finished' | 'failed' | 'timed_out'
  /** Of the measures that need no model, with those that the row expects nothing of left out. */
  readonly scores: Readonly<Partial<Record<Metric, number>>>
  /** Whether no judge has said anything of it, though it has finished. */
  readonly isUnjudged?: boolean
  /** Of a judge: whether it is right, and the share of its claims that a passage supports. */
  readonly judged: number | null
  readonly support: number | null
  /** Of a person: whether it is right, which counts in place of what the judge says. */
  readonly verdict: number | null
}

export type AnsweredRun = {
  readonly repeats: number
  /** A judge says of each row that expects an answer or points whether it is right. */
  readonly isJudged: boolean
  /** Whether it goes on: then a row counts once it was asked as often as it is to be. */
  readonly isOpen: boolean
  /** The day on which known failures are looked at, as `2026-11-27`. */
  readonly today: string
  readonly rows: readonly { readonly id: string; readonly rowNo: number; readonly cells: Cells }[]
  readonly answers: readonly ScoredAnswer[]
}

type Scores = Readonly<Partial<Record<EvalMetric, number>>>

/** Returns what each measure says of an answer; a verdict counts in place of what the judge says. */
export function completeScores({
  scores,
  judged,
  support,
  verdict,
}: Pick<ScoredAnswer, 'scores' | 'judged' | 'support' | 'verdict'>): Scores {
  const correctness = verdict ?? judged
  const kept = Object.fromEntries(Object.entries(scores).map(([metric, score]) => [metric, { score }]))
  const overall = computeOverall(kept, correctness)
  return {
    ...scores,
    ...(overall !== null && { overall }),
    ...(correctness !== null && { correctness }),
    ...(support !== null && { support }),
  }
}

/**
 * Returns the answers that count. What the judge of a run could not judge is wrong once the run has ended, so that a run whose judge failed is no
 * better than a bad one; of one that goes on it is still to be judged.
 */
function listCounted({ answers, isJudged, isOpen }: AnsweredRun, questions: ReadonlyMap<string, EvalQuestion>): ScoredAnswer[] {
  return answers.flatMap((answer) => {
    if (!isJudged || !answer.isUnjudged) return [answer]
    if (isOpen) return []
    const question = questions.get(answer.rowId)
    return [{ ...answer, judged: question && expectsCorrectness(question.expected) ? 0 : null, support: 0 }]
  })
}

/** Returns the measures that a row expects something of, whatever was answered. */
function listExpected({ expected }: EvalQuestion, isJudged: boolean): ReadonlySet<EvalMetric> {
  const own: readonly EvalMetric[] = listExpectedMetrics(expected)
  const judge: readonly EvalMetric[] = isJudged ? (expectsCorrectness(expected) ? ['correctness', 'support'] : ['support']) : []
  const all = [...own, ...judge]
  return new Set(all.length > 0 ? ['overall', ...all] : [])
}

type Attempt = Pick<ScoredAnswer, 'rowId' | 'repeat' | 'outcome'> & { readonly scores: Scores }
type AskedRow = { readonly id: string; readonly question: EvalQuestion; readonly expects: (metric: EvalMetric) => boolean }

/** Returns the row with what it expects: what some answer was scored by, and, where one is missing, what can be scored of any answer. */
function toAskedRow(id: string, question: EvalQuestion | undefined, attempts: readonly Attempt[], run: AnsweredRun): AskedRow[] {
  if (!question || (run.isOpen && attempts.length < run.repeats)) return []
  const told = new Set(attempts.flatMap(({ scores }) => Object.keys(scores)))
  const isWhole = attempts.filter(({ outcome }) => outcome === 'finished').length === run.repeats
  let expected: ReadonlySet<EvalMetric> | null = null
  // To find out what can be scored takes as long as to score.
  const expects = (metric: EvalMetric) => told.has(metric) || (!isWhole && (expected ??= listExpected(question, run.isJudged)).has(metric))
  return [{ id, question, expects }]
}

export type RunFigures = ReturnType<typeof readRunFigures>

/** Reads the answers of a run, whose figures are then computed by measure. */
export function readRunFigures(run: AnsweredRun) {
  const questions = new Map(
    run.rows.flatMap(({ id, cells }) => {
      const question = readEvalQuestion(cells)
      return question ? [[id, question] as const] : []
    }),
  )
  const attempts = listCounted(run, questions).map((answer): Attempt => ({ ...answer, scores: completeScores(answer) }))
  const byRow = Map.groupBy(attempts, ({ rowId }) => rowId)
  const asked = run.rows.flatMap(({ id }) => toAskedRow(id, questions.get(id), byRow.get(id) ?? [], run))

  /** Returns the figure of a measure over the rows that expect something of it; what failed, timed out or is missing counts 0. */
  function summarize(metric: EvalMetric): RunFigure {
    const rows = asked.filter(({ expects }) => expects(metric)).map(({ id, question }) => toRunRow(id, question))
    const scored = attempts.map(({ rowId, repeat, outcome, scores }) => ({ rowId, repeat, outcome, score: scores[metric] ?? null }))
    return summarizeRun({ rows, repeats: run.repeats, today: run.today }, scored)
  }

  return {
    summarize,

    /** Returns how many verdicts of people are in a figure: only these two measures ask whether an answer is right. */
    countVerdicts(metric: EvalMetric, { rows }: RunFigure): number {
      if (metric !== 'overall' && metric !== 'correctness') return 0
      const counted = new Set(rows.map(({ row }) => row.id))
      return run.answers.filter(({ rowId, outcome, verdict }) => outcome === 'finished' && verdict !== null && counted.has(rowId)).length
    },

    /** Returns the figures of all measures that some row expects something of. */
    list: (): EvalFigure[] =>
      EvalMetric.options
        .filter((metric) => asked.some(({ expects }) => expects(metric)))
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
