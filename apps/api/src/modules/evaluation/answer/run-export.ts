// A run as a workbook or as JSON. Answers are read page by page as they are written.
import type { Cells } from '@heddle/contracts/dataset/cell'
import { evalColumn } from '@heddle/contracts/dataset/kind-columns'
import type { EvalAnswer, EvalRow } from '@heddle/contracts/evaluation/eval-answer'
import type { EvalRun } from '@heddle/contracts/evaluation/eval-run'
import { EvalMetric } from '@heddle/contracts/evaluation/eval-run'
import { type Sheet, maxCellLength } from '../../../platform/http/table/xlsx-writer.ts'
import { readRunFigures } from '../run-figures.ts'
import type { AnsweredRun } from '../run-figures.ts'
import { presentEvalRow } from './answer.presenter.ts'
import type { AnswerRepository, AskedRow } from './answer.repository.ts'

/** Rows that are in memory with their answers at once. */
const pageRows = 20

type Means = Readonly<Partial<Record<EvalMetric, number>>>

export type ExportedRun = {
  readonly run: EvalRun
  readonly answered: AnsweredRun
  /** Whether who writes it may read what was said, asked for each page: a right may be taken while it is written. */
  readonly isReadable: () => Promise<boolean>
  readonly answers: Pick<AnswerRepository, 'findRowsAfter'>
}

/** Returns the means of each row by all measures of the run. */
function listMeans({ run, answered }: ExportedRun): ReadonlyMap<string, Means> {
  const figures = readRunFigures(answered)
  const means = new Map<string, Partial<Record<EvalMetric, number>>>(answered.rows.map(({ id }) => [id, {}]))
  for (const { metric } of run.figures)
    for (const { row, mean } of figures.summarize(metric).rows) means.set(row.id, { ...means.get(row.id), [metric]: mean })
  return means
}

/** Yields the rows in their order, each with its answers. */
async function* readRows({ run, answered, isReadable, answers }: ExportedRun, means: ReadonlyMap<string, Means>): AsyncGenerator<EvalRow> {
  let after: { rowNo: number; rowId: string } | null = null
  for (;;) {
    const page: AskedRow[] = await answers.findRowsAfter(run.id, after, pageRows)
    const isWithheld = !(await isReadable())
    for (const row of page) yield presentEvalRow(row, { mean: means.get(row.rowId)?.overall ?? null, isWithheld, today: answered.today })
    after = page.at(-1) ?? null
    if (page.length < pageRows || !after) return
  }
}

/** Yields `{ run, rows }`, of which each row is one of `queryEvalRows` with its means by all measures. */
export async function* writeJson(exported: ExportedRun): AsyncGenerator<string> {
  const means = listMeans(exported)
  yield `{"run":${JSON.stringify(exported.run)},"rows":[`
  let separator = ''
  for await (const row of readRows(exported, means)) {
    yield `${separator}\n${JSON.stringify({ ...row, means: means.get(row.id) ?? {} })}`
    separator = ','
  }
  yield '\n]}\n'
}

type SheetRecord = Readonly<Record<string, unknown>>

/** Returns a sheet whose columns are those of its first row. */
const createSheet = (name: string, columns: readonly string[], records: Iterable<SheetRecord> | AsyncIterable<SheetRecord>): Sheet => ({
  name,
  columns,
  headers: columns,
  records: (async function* () {
    yield* records
  })(),
})

/** What was asked, and what it took; the figures have a sheet of their own. */
const toRunRecords = (run: EvalRun) =>
  Object.entries({
    id: run.id,
    dataset: run.dataset.name.default,
    dataset_version: run.dataset.version,
    workflow: run.workflow.name.default,
    workflow_version: run.workflow.version,
    draft_hash: run.workflow.draft_hash,
    model: run.model,
    judge_model: run.judge_model,
    repeats: run.repeats,
    purpose: run.purpose,
    state: run.state,
    error: run.error?.code,
    is_stale: run.is_stale,
    row_count: run.row_count,
    known_failure_count: run.known_failure_count,
    answer_count: run.answer_count,
    failed_count: run.failed_count,
    timed_out_count: run.timed_out_count,
    first_token_ms_p50: run.first_token_ms?.p50,
    first_token_ms_p95: run.first_token_ms?.p95,
    total_ms_p50: run.total_ms?.p50,
    total_ms_p95: run.total_ms?.p95,
    input_tokens: run.input_tokens,
    output_tokens: run.output_tokens,
    cost: run.cost && Number(run.cost.amount),
    currency: run.cost?.currency,
    visible_loss_points: run.visible_loss_points,
    created_by: run.created_by?.name.default,
    created_at: run.created_at,
    ended_at: run.ended_at,
  }).map(([property, value]) => ({ property, value }))

const figureColumns = ['metric', 'group', 'value', 'mean', 'row_count'] as const

const toFigureRecords = ({ figures }: EvalRun) =>
  figures.flatMap(({ metric, mean, row_count, by_tag, by_language }) => [
    { metric, mean, row_count },
    ...by_tag.map(({ tag, ...group }) => ({ metric, group: 'tag', value: tag, ...group })),
    ...by_language.map(({ language, ...group }) => ({ metric, group: 'language', value: language, ...group })),
  ])

const cellColumns = {
  question: evalColumn.question,
  language: evalColumn.language,
  expected_answer: evalColumn.answer,
  expected_points: evalColumn.points,
  expected_sources: evalColumn.sources,
  expected_rows: evalColumn.rows,
  must_refuse: evalColumn.mustRefuse,
  tags: evalColumn.tags,
  origin: evalColumn.origin,
  known_failure: evalColumn.knownFailure,
  known_failure_until: evalColumn.knownFailureUntil,
} as const

const toCellRecord = (cells: Cells) => Object.fromEntries(Object.entries(cellColumns).map(([name, id]) => [name, cells[id]]))

const meanColumn = (metric: EvalMetric) => `mean_${metric}`

const answerColumns = [
  'row_no',
  'repeat',
  'outcome',
  'error',
  'is_withheld',
  'text',
  'text_continued',
  'sources',
  ...EvalMetric.options,
  'findings',
  'judge_correctness',
  'judge_reason',
  'unsupported_claims',
  'verdict',
  'verdict_note',
  'verdict_by',
  'verdict_at',
  'first_token_ms',
  'total_ms',
  'input_tokens',
  'output_tokens',
  'cost',
  'currency',
] as const

/** Splits a text that is longer than a cell, not within a character. */
function splitText(text: string): readonly [string, string] {
  const end = /[\uD800-\uDBFF]/.test(text.charAt(maxCellLength - 1)) ? maxCellLength - 1 : maxCellLength
  return [text.slice(0, end), text.slice(end)]
}

const joinLines = (lines: readonly (string | null | undefined)[]) => lines.filter((line) => line !== null && line !== undefined).join('\n')

function toAnswerRecord({ row_no, is_withheld }: EvalRow, answer: EvalAnswer): SheetRecord {
  const { scores, judgement, verdict, cost, error, sources, text, ...figures } = answer
  const [begin, rest] = splitText(text)
  return {
    row_no,
    ...figures,
    error: error?.code,
    is_withheld,
    text: begin,
    text_continued: rest,
    sources: joinLines(sources.map(({ number, title }) => (title === null ? `[${number}]` : `[${number}] ${title}`))),
    ...Object.fromEntries(scores.map(({ metric, score }) => [metric, score])),
    findings: joinLines(
      scores.flatMap(({ findings }) => findings.map(({ code, value }) => (value === undefined ? code : `${code}: ${value}`))),
    ),
    judge_correctness: judgement?.correctness,
    judge_reason: judgement?.reason,
    unsupported_claims: joinLines((judgement?.claims ?? []).map((claim) => (claim.is_supported ? null : claim.text))),
    verdict: verdict?.correctness,
    verdict_note: verdict?.note,
    verdict_by: verdict?.by?.name.default,
    verdict_at: verdict?.at,
    cost: cost && Number(cost.amount),
    currency: cost?.currency,
  }
}

async function* readAnswerRecords(exported: ExportedRun, means: ReadonlyMap<string, Means>): AsyncGenerator<SheetRecord> {
  for await (const row of readRows(exported, means)) for (const answer of row.answers) yield toAnswerRecord(row, answer)
}

/** Returns the sheets of a workbook: what was asked, its figures, its rows with their means, and the answers. */
export function listSheets(exported: ExportedRun): Sheet[] {
  const { run, answered } = exported
  const means = listMeans(exported)
  const metrics = run.figures.map(({ metric }) => metric)
  const rows = answered.rows.map(({ id, rowNo, cells }) => ({
    row_no: rowNo,
    ...toCellRecord(cells),
    ...Object.fromEntries(metrics.map((metric) => [meanColumn(metric), means.get(id)?.[metric]])),
  }))
  return [
    createSheet('run', ['property', 'value'], toRunRecords(run)),
    createSheet('figures', figureColumns, toFigureRecords(run)),
    createSheet('rows', ['row_no', ...Object.keys(cellColumns), ...metrics.map(meanColumn)], rows),
    createSheet('answers', answerColumns, readAnswerRecords(exported, means)),
  ]
}
