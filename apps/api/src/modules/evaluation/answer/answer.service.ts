// The answers of a run: page by page, and judged by people. Who calls has the permission `manage_knowledge`.
import type { EndpointResponse } from '@heddle/contracts/endpoint'
import type { EvalRow, judgeEvalAnswer, queryEvalRows } from '@heddle/contracts/evaluation/eval-answer'
import { EvalMetric } from '@heddle/contracts/evaluation/eval-run'
import { Language } from '@heddle/contracts/languages'
import { limits } from '@heddle/contracts/limits'
import type { PrismaClient } from '@heddle/db/client'
import { z } from 'zod'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Paging } from '../../../platform/http/paging.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import type { AuditService } from '../../audit/audit.service.ts'
import { toDatasetTarget } from '../../dataset/dataset.audit.ts'
import type { DatasetService } from '../../dataset/dataset.service.ts'
import { presentEvalRun } from '../run/eval-run.presenter.ts'
import type { EvalRunRecord, EvalRunRepository } from '../run/eval-run.repository.ts'
import type { EvalRunService } from '../run/eval-run.service.ts'
import { getEvalSet } from '../run/plan-run.ts'
import { readAnswers, readFigures, storeFigures, viewRuns } from '../run/run-view.ts'
import { presentAnswer, presentEvalRow } from './answer.presenter.ts'
import type { AnswerRecord, AnswerRepository } from './answer.repository.ts'
import { findReadableRuns } from './answer.sql.ts'
import { countFitting, isSelected, type MeasuredRow, measureRun } from './measured-rows.ts'
import type { ExportedRun } from './run-export.ts'

type Dependencies = {
  readonly db: PrismaClient
  readonly runs: EvalRunRepository
  readonly evalRuns: EvalRunService
  readonly answers: AnswerRepository
  readonly datasets: DatasetService
  readonly paging: Paging
  readonly audit: AuditService
}

/** The figures of thousands of answers follow a verdict. */
const longer = { timeout: 60_000 } as const

type Params = { readonly id: string; readonly runId: string }

const Filters = z.object({
  run: z.string(),
  metric: EvalMetric,
  tag: z.string().optional(),
  language: Language.optional(),
  order: z.enum(['row_no', 'worst']),
  only: z.enum(['failed', 'unjudged']).optional(),
})
type Filters = z.infer<typeof Filters>

/** A row without a mean comes after all others. */
const noMean = 2
const Key = z.object({ mean: z.number(), rowNo: z.int(), id: z.string() })
type Key = z.infer<typeof Key>

const toKey = (order: Filters['order'], { id, rowNo, mean }: MeasuredRow): Key => ({
  mean: order === 'worst' ? (mean ?? noMean) : noMean,
  rowNo,
  id,
})

const compareKeys = (a: Key, b: Key) => a.mean - b.mean || a.rowNo - b.rowNo || (a.id < b.id ? -1 : Number(a.id > b.id))

/** What has not been asked yet is not missing. */
const isFailed = ({ answers }: MeasuredRow, { repeats, endedAt }: EvalRunRecord) =>
  (endedAt !== null && answers.length < repeats) || answers.some(({ outcome }) => outcome !== 'finished')

const isUnjudged = ({ answers }: MeasuredRow) => answers.some(({ outcome, verdict }) => outcome === 'finished' && verdict === null)

const toAudited = ({ correctness, verdictNote }: AnswerRecord) => ({ correctness, note: verdictNote })

export type AnswerService = ReturnType<typeof createAnswerService>

export function createAnswerService({ db, runs, evalRuns, answers, datasets, paging, audit }: Dependencies) {
  const list = paging.defineList({
    name: 'rows of an evaluation run',
    filters: Filters,
    owner: 'run',
    key: Key,
    defaultSize: limits.chatPageSize,
  })

  async function getRun(actor: Actor, params: Params) {
    const dataset = await getEvalSet(datasets, actor, params.id)
    return { dataset, run: await evalRuns.getRun(actor, params) }
  }

  const isReadable = async (actor: Actor, runId: string) => (await findReadableRuns(db, [runId], actor.id)).has(runId)

  return {
    async queryEvalRows(actor: Actor, params: Params, { page_size, page_token, ...given }: z.output<typeof queryEvalRows.schema.body>) {
      const { run } = await getRun(actor, params)
      const page = list.read({ page_size, page_token }, { run: run.id, metric: 'overall', order: 'row_no', ...given })
      const { after, filters, size } = page
      const [{ rows, today }, isShown] = await Promise.all([measureRun(db, runs, run, filters.metric), isReadable(actor, run.id)])
      const wanted = rows
        .filter(({ question }) => isSelected(question, filters))
        .filter((row) => filters.only === undefined || (filters.only === 'failed' ? isFailed(row, run) : isUnjudged(row)))
        .map((row) => ({ id: row.id, mean: row.mean, key: toKey(filters.order, row) }))
        .toSorted((a, b) => compareKeys(a.key, b.key))
      const found = wanted.filter(({ key }) => after === null || compareKeys(key, after) > 0).slice(0, size + 1)
      const ids = found.map(({ id }) => id)
      const cut = list.cut(page, found, ({ key }) => key, await countFitting(db, [run.id], ids, size))
      const means = new Map(cut.rows.map(({ id, mean }) => [id, mean]))
      const asked = await answers.findRows(run.id, [...means.keys()])
      return {
        rows: asked.map((row): EvalRow => presentEvalRow(row, { mean: means.get(row.rowId) ?? null, isWithheld: !isShown, today })),
        next_page_token: cut.nextPageToken,
        ...(after === null && { total: wanted.length }),
      }
    },

    /** Returns what is written of a run; tells the audit log first. */
    async exportEvalRun(actor: Actor, params: Params, format: 'xlsx' | 'json'): Promise<ExportedRun> {
      const { dataset, run } = await getRun(actor, params)
      const [view] = await viewRuns(db, runs, [run])
      if (!view) throw new AppError('EVAL_RUN_NOT_FOUND')
      const after = { run_id: run.id, format, row_count: run.rowCount }
      await audit.record(db, actor, { action: 'exportEvalRun', target: toDatasetTarget(dataset), after })
      const answered = await readAnswers(db, runs, run)
      return { run: presentEvalRun(view), answered, isReadable: () => isReadable(actor, run.id), answers }
    },

    /**
     * Keeps what a person says of an answer, or takes it back, with the figures of the run that follow. An answer that the actor may not read is
     * none.
     */
    async judgeEvalAnswer(
      actor: Actor,
      { rowId, ...params }: Params & { readonly rowId: string },
      { repeat, correctness, note }: z.output<typeof judgeEvalAnswer.schema.body>,
    ): Promise<EndpointResponse<typeof judgeEvalAnswer>> {
      const { dataset } = await getRun(actor, params)
      if (!(await isReadable(actor, params.runId))) throw new AppError('EVAL_ANSWER_NOT_FOUND')
      return db.$transaction(async (tx) => {
        await answers.lockRun(tx, params.runId)
        const run = await evalRuns.getRun(actor, params, tx)
        const before = await answers.findAnswer(tx, run.id, rowId, repeat)
        if (!before) throw new AppError('EVAL_ANSWER_NOT_FOUND')
        const verdict =
          correctness === null
            ? { verdictNote: '', verdictById: null, verdictAt: null }
            : { verdictNote: note ?? before.verdictNote, verdictById: actor.id, verdictAt: new Date() }
        const after = await answers.updateAnswer(tx, before, { correctness, ...verdict })
        const figures = await (run.figures === null ? readFigures : storeFigures)(tx, runs, run)
        const findMean = (metric: EvalMetric) => figures.summarize(metric).rows.find(({ row }) => row.id === rowId)?.mean ?? null
        await audit.record(tx, actor, {
          action: 'judgeEvalAnswer',
          target: toDatasetTarget(dataset),
          before: toAudited(before),
          after: { run_id: run.id, row_id: rowId, repeat, ...toAudited(after) },
        })
        return { answer: presentAnswer(after, false), means: { overall: findMean('overall'), correctness: findMean('correctness') } }
      }, longer)
    },
  }
}
