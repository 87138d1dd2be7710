// Two runs of one set, row by row. What is said of them is that of packages/evaluation.
import type { compareEvalRuns, EvalComparison } from '@heddle/contracts/evaluation/eval-answer'
import { EvalMetric } from '@heddle/contracts/evaluation/eval-run'
import { Language } from '@heddle/contracts/languages'
import { limits } from '@heddle/contracts/limits'
import type { PrismaClient } from '@heddle/db/client'
import { findVisibleLoss } from '@heddle/evaluation/gate/sensitivity'
import { compareRuns, type RowChange } from '@heddle/evaluation/run/compare-runs'
import { measureAgreement } from '@heddle/evaluation/statistics/agreement'
import { z } from 'zod'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Paging } from '../../../platform/http/paging.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import { presentEvalRun } from '../run/eval-run.presenter.ts'
import type { EvalRunRecord, EvalRunRepository } from '../run/eval-run.repository.ts'
import { viewRuns } from '../run/run-view.ts'
import { presentEvalRow } from './answer.presenter.ts'
import type { AnswerRepository } from './answer.repository.ts'
import { findReadableRuns, findVerdictPairs } from './answer.sql.ts'
import { countFitting, isSelected, type MeasuredRow, type MeasuredRun, measureRun } from './measured-rows.ts'

type Dependencies = {
  readonly db: PrismaClient
  readonly runs: EvalRunRepository
  readonly answers: AnswerRepository
  readonly paging: Paging
}

const Filters = z.object({ a: z.string(), b: z.string(), metric: EvalMetric, tag: z.string().optional(), language: Language.optional() })
type Filters = z.infer<typeof Filters>

const Key = z.object({ change: z.number(), id: z.string() })

/** Points of 100, without the error of their binary form. */
const toPoints = (share: number) => Number((share * 100).toFixed(9))

const findMean = (values: readonly number[]) => (values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length)

const measureGroup = (rows: readonly RowChange[]) => ({
  row_count: rows.length,
  before: findMean(rows.map(({ before }) => before)) ?? 0,
  after: findMean(rows.map(({ after }) => after)) ?? 0,
})

/** Returns the rows of each group, in the order in which the set has the groups. */
function groupRows<G extends string>(
  set: readonly MeasuredRow[],
  changes: readonly RowChange[],
  listGroups: (row: MeasuredRow) => readonly G[],
): Map<G, RowChange[]> {
  const byRow = new Map(changes.map((change) => [change.rowId, change]))
  const groups = new Map<G, RowChange[]>()
  for (const row of set) {
    const change = byRow.get(row.id)
    if (!change) continue
    for (const group of listGroups(row)) groups.set(group, [...(groups.get(group) ?? []), change])
  }
  return groups
}

/** Returns the figure of a run over the rows that are selected. */
function selectRows({ figure, rows }: MeasuredRun, group: Pick<Filters, 'tag' | 'language'>) {
  const selected = new Set(rows.filter(({ question }) => isSelected(question, group)).map(({ id }) => id))
  return { ...figure, rows: figure.rows.filter(({ row }) => selected.has(row.id)) }
}

export type ComparisonService = ReturnType<typeof createComparisonService>

export function createComparisonService({ db, runs, answers, paging }: Dependencies) {
  const list = paging.defineList({ name: 'comparison of runs', filters: Filters, key: Key, defaultSize: limits.chatPageSize })

  async function getRuns(actor: Actor, { a, b }: Filters): Promise<readonly [EvalRunRecord, EvalRunRecord]> {
    const [before, after] = await Promise.all([a, b].map((id) => runs.find({ id, tenantId: actor.tenantId })))
    if (!before || !after) throw new AppError('EVAL_RUN_NOT_FOUND')
    if (before.datasetId !== after.datasetId) throw new AppError('EVAL_RUNS_NOT_COMPARABLE')
    return [before, after]
  }

  async function compare(filters: Filters, [first, second]: readonly [EvalRunRecord, EvalRunRecord]) {
    const { metric } = filters
    const [before, after] = await Promise.all([measureRun(db, runs, first, metric), measureRun(db, runs, second, metric)])
    const { rows: changes, ...compared } = compareRuns(selectRows(before, filters), selectRows(after, filters))
    const pairs = await findVerdictPairs(db, [first.id, second.id])
    const agreement = measureAgreement(pairs)
    const comparison: EvalComparison = {
      metric,
      verdict: compared.verdict,
      before: findMean(changes.map((change) => change.before)),
      after: findMean(changes.map((change) => change.after)),
      change_points: compared.change === null ? null : toPoints(compared.change),
      interval_points: compared.interval && { low: toPoints(compared.interval.low), high: toPoints(compared.interval.high) },
      better_count: compared.better,
      worse_count: compared.worse,
      equal_count: changes.length - compared.better - compared.worse,
      sign_probability: compared.signProbability,
      row_count: changes.length,
      visible_loss_points: findVisibleLoss(changes.length, Math.min(first.repeats, second.repeats)),
      by_tag: [...groupRows(after.rows, changes, ({ question }) => question.tags)].map(([tag, rows]) => ({ tag, ...measureGroup(rows) })),
      by_language: [...groupRows(after.rows, changes, ({ question }) => [question.expected.language])].map(([language, rows]) => ({
        language,
        ...measureGroup(rows),
      })),
      agreement: agreement && { answer_count: agreement.count, share: agreement.share, kappa: agreement.kappa },
    }
    return { comparison, changes, days: { before: before.today, after: after.today } }
  }

  /** Returns what comes after a row; one that a verdict has moved meanwhile is taken where it was. */
  function takeAfter(changes: readonly RowChange[], after: z.infer<typeof Key> | null): readonly RowChange[] {
    if (!after) return changes
    const at = changes.findIndex(({ rowId }) => rowId === after.id)
    return at === -1 || changes[at]?.change !== after.change ? changes.filter(({ change }) => change > after.change) : changes.slice(at + 1)
  }

  return {
    /** Returns two runs of a set with what changed between them, a page of rows at a time, the worst changes first. */
    async compareEvalRuns(actor: Actor, { page_size, page_token, ...given }: z.output<typeof compareEvalRuns.schema.body>) {
      const page = list.read({ page_size, page_token }, { metric: 'overall', ...given })
      const [first, second] = await getRuns(actor, page.filters)
      const { comparison, changes, days } = await compare(page.filters, [first, second])
      const found = takeAfter(changes, page.after).slice(0, page.size + 1)
      const runIds = [first.id, second.id]
      const ids = found.map(({ rowId }) => rowId)
      const count = await countFitting(db, runIds, ids, page.size)
      const cut = list.cut(page, found, ({ change, rowId }) => ({ change, id: rowId }), count)
      const shown = cut.rows.map(({ rowId }) => rowId)
      const [befores, afters, readable, views] = await Promise.all([
        answers.findRows(first.id, shown),
        answers.findRows(second.id, shown),
        findReadableRuns(db, runIds, actor.id),
        viewRuns(db, runs, [first, second]),
      ])
      const [a, b] = views.map(presentEvalRun)
      if (!a || !b) throw new AppError('EVAL_RUN_NOT_FOUND')
      const asked = { before: new Map(befores.map((row) => [row.rowId, row])), after: new Map(afters.map((row) => [row.rowId, row])) }
      return {
        runs: { a, b },
        ...(page.after === null && { total: changes.length }),
        comparison,
        rows: cut.rows.flatMap(({ rowId, before, after, change }) => {
          const [rowBefore, rowAfter] = [asked.before.get(rowId), asked.after.get(rowId)]
          if (!rowBefore || !rowAfter) return []
          return {
            before: presentEvalRow(rowBefore, { mean: before, isWithheld: !readable.has(first.id), today: days.before }),
            after: presentEvalRow(rowAfter, { mean: after, isWithheld: !readable.has(second.id), today: days.after }),
            change_points: toPoints(change),
          }
        }),
        next_page_token: cut.nextPageToken,
      }
    },
  }
}
