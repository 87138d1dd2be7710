// A run of an evaluation set whose answers are written as a test says, and what an administrator is told of it over HTTP.
import { evalColumn } from '@heddle/contracts/dataset/kind-columns'
import type { EvalMetric } from '@heddle/contracts/evaluation/eval-run'
import { createDataset } from '@heddle/db/factories/dataset'
import { createEvalAnswers, type EvalAnswerOverrides, createEvalRun, type EvalRunOverrides } from '@heddle/db/factories/evaluation'
import { randomUUID } from 'node:crypto'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import type { Caller, TestApp } from '../application/test-app.ts'

type Answer = Omit<EvalAnswerOverrides, 'runId' | 'rowId'>

export type WrittenRow = {
  readonly cells?: Readonly<Record<string, unknown>>
  readonly answers?: readonly Answer[]
}

export const score = (metric: EvalMetric, value: number, ...findings: readonly object[]) => ({
  metric,
  score: value,
  findings: [...findings],
})

/** A set of the tenant, or of a new one, with an administrator. */
export async function arrangeSet(api: TestApp) {
  const { id: tenantId } = await createTenant(api.db)
  const user = await createUser(api.db, { tenantId, role: 'A' })
  const dataset = await createDataset(api.db, { tenantId, kind: 'eval', draftVersion: 2, publishedVersion: 1 })
  const caller = await api.as(user)
  return { tenantId, user, dataset, caller }
}

export type SetScene = Awaited<ReturnType<typeof arrangeSet>>

/** Inserts a run of these rows that has ended; the rows of `like` are asked again where there are any. */
export async function writeRun(
  { db }: TestApp,
  { dataset }: Pick<SetScene, 'dataset'>,
  rows: readonly WrittenRow[],
  overrides: EvalRunOverrides & { readonly rowIds?: readonly string[] } = {},
) {
  const { rowIds, ...others } = overrides
  const run = await createEvalRun(db, { datasetId: dataset.id, rowCount: rows.length, endedAt: new Date(), ...others })
  const runId = run.id
  const written = rows.map(({ cells = {}, answers = [{}] }, index) => ({
    rowId: rowIds?.[index] ?? randomUUID(),
    asked: { [evalColumn.question]: `Question ${index + 1}?`, [evalColumn.language]: 'en', ...cells } as object,
    answers,
  }))
  await db.evalRunRow.createMany({ data: written.map(({ rowId, asked }, index) => ({ runId, rowId, rowNo: index + 1, cells: asked })) })
  const answers = written.flatMap(({ rowId, answers: own }) => own.map((answer, at) => ({ repeat: at + 1, ...answer, runId, rowId })))
  await createEvalAnswers(db, answers)
  return { ...run, rowIds: written.map(({ rowId }) => rowId) }
}

export const addressOf = ({ datasetId, id }: { datasetId: string; id: string }) => `/api/v1/knowledge/dataset/${datasetId}/eval_run/${id}`

export async function readOk<T>(response: Awaited<ReturnType<Caller['get']>>): Promise<T> {
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json<T>()
}
