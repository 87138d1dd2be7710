// An evaluation set and a workflow, as an administrator has a run of them over HTTP.
import { evalColumn } from '@heddle/contracts/dataset/kind-columns'
import type { EvalFigure, EvalMetric, EvalRun } from '@heddle/contracts/evaluation/eval-run'
import { createDataset, createDatasetRow, createDatasetVersion } from '@heddle/db/factories/dataset'
import { createModel } from '@heddle/db/factories/model'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { createWorkflow, plainChatGraph } from '@heddle/db/factories/workflow'
import type { Caller, TestApp } from '../application/test-app.ts'
import { until } from '../until.ts'

type Response = Awaited<ReturnType<Caller['get']>>

const readRun = (response: Response) => {
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json<{ run: EvalRun }>().run
}

export const findFigure = ({ figures }: Pick<EvalRun, 'figures'>, metric: EvalMetric): EvalFigure | undefined =>
  figures.find((figure) => figure.metric === metric)

/** The cells of a question in English that the demonstration model answers by repeating it. */
export const echo = (text: string, cells: Readonly<Record<string, unknown>> = {}) => ({
  [evalColumn.question]: `${text} [[demo:echo]]`,
  [evalColumn.language]: 'en',
  ...cells,
})

type SceneOptions = {
  readonly rows?: readonly object[]
  /** Of the tenant; a new one unless given. */
  readonly graph?: object
  readonly tenantId?: string
}

/** An administrator with a published set of these rows, and a published workflow that asks a model. */
export async function arrangeEvaluation(api: TestApp, { rows = [echo('Denim has 812 N.')], graph, tenantId }: SceneOptions = {}) {
  const { db } = api
  const tenant = tenantId ?? (await createTenant(db)).id
  const user = await createUser(db, { tenantId: tenant, role: 'A' })
  const caller = await api.as(user)
  const model =
    (await db.model.findFirst({ where: { tenantId: tenant } })) ??
    (await createModel(db, { tenantId: tenant, name: 'gpt-4o', isDefault: true }))
  const dataset = await createDataset(db, { tenantId: tenant, kind: 'eval', draftVersion: 2, publishedVersion: 1, rowCount: rows.length })
  await createDatasetVersion(db, { datasetId: dataset.id, state: 'active', rowCount: rows.length })
  const stored = []
  for (const [index, data] of rows.entries()) stored.push(await createDatasetRow(db, { datasetId: dataset.id, rowNo: index + 1, data }))
  const workflow = await createWorkflow(db, { tenantId: tenant, draft: graph ?? plainChatGraph() })
  const address = `/api/v1/knowledge/dataset/${dataset.id}/eval_run`
  const ask = (run: object = {}) => caller.post(address, { run: { workflow_id: workflow.id, version: 1, repeats: 1, ...run } })
  const find = async (runId: string) => readRun(await caller.get(`${address}/${runId}`))
  return {
    tenantId: tenant,
    caller,
    model,
    dataset,
    rows: stored,
    workflow,
    address,
    ask,
    find,
    start: async (run: object = {}) => readRun(await ask(run)),
    cancel: (runId: string) => caller.post(`${address}/${runId}/cancel`),
    untilEnded: async (runId: string) => {
      let run = await find(runId)
      await until('the end of the run', async () => {
        run = await find(runId)
        return run.ended_at !== null
      })
      return run
    },
    findAnswers: (runId: string) => db.evalAnswer.findMany({ where: { runId }, orderBy: [{ rowId: 'asc' }, { repeat: 'asc' }] }),
    findUsage: () => db.usageEvent.findMany({ where: { tenantId: tenant, flow: 'eval' } }),
  }
}
