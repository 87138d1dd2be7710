// A workflow whose draft differs from what is published, and evaluation sets with runs of both, made without a model.
import { randomUUID } from 'node:crypto'
import type { WorkflowGate } from '@heddle/contracts/evaluation/gate'
import { createDataset, createDatasetVersion } from '@heddle/db/factories/dataset'
import { createEvalAnswers, createEvalRun } from '@heddle/db/factories/evaluation'
import { createModel } from '@heddle/db/factories/model'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { createWorkflow, plainChatGraph } from '@heddle/db/factories/workflow'
import type { TestApp } from '../application/test-app.ts'

type Role = 'S' | 'A'

/** A tenant with a workflow whose draft is changed, and an administrator. */
export async function arrangeGated(
  api: TestApp,
  { role = 'A', draft = plainChatGraph('Be brief.') }: { role?: Role; draft?: object } = {},
) {
  const { db } = api
  const { id: tenantId } = await createTenant(db)
  await createModel(db, { tenantId, name: 'demo', isDefault: true })
  const user = await createUser(db, { tenantId, role })
  const caller = await api.as(user)
  const { id } = await createWorkflow(db, { tenantId, draft, versions: { create: { number: 1, graph: plainChatGraph() } } })
  const url = `/api/v1/workflow/${id}`
  return {
    id,
    tenantId,
    user,
    caller,
    url,
    readGate: async () => (await caller.get(`${url}/gate`)).json<{ gate: WorkflowGate }>().gate,
    setConditions: async (conditions: readonly object[], revision = 0) => caller.put(`${url}/gate`, { revision, conditions }),
    publish: async (more: object = {}) => {
      const { revision } = await db.workflow.findUniqueOrThrow({ where: { id } })
      return caller.post(`${url}/publish`, { revision, note: '', ...more })
    },
    listVersions: () => db.workflowVersion.findMany({ where: { workflowId: id }, orderBy: { number: 'asc' } }),
    save: async (graph: object) => {
      const { revision } = await db.workflow.findUniqueOrThrow({ where: { id } })
      return caller.put(`${url}/draft`, { revision, graph, layout: {} })
    },
  }
}

export type GatedWorkflow = Awaited<ReturnType<typeof arrangeGated>>

type NewSet = { readonly questions?: number; readonly cells?: (index: number) => object }

/** A published evaluation set, with the questions of its version 1. */
export async function createSet({ db }: Pick<TestApp, 'db'>, tenantId: string, { questions = 20, cells = () => ({}) }: NewSet = {}) {
  const set = await createDataset(db, { kind: 'eval', tenantId, publishedVersion: 1, draftVersion: 2 })
  await createDatasetVersion(db, { datasetId: set.id, state: 'active', rowCount: questions })
  const rows = Array.from({ length: questions }, (_, index) => ({
    id: randomUUID(),
    rowNo: index + 1,
    data: { c1: `Question ${index}?`, c2: 'en', c4: 'strong', ...cells(index) },
  }))
  await db.datasetRow.createMany({ data: rows.map((row) => ({ ...row, datasetId: set.id, versionFrom: 1 })) })
  return { id: set.id, rows }
}

export type EvalSet = Awaited<ReturnType<typeof createSet>>

type NewRun = {
  readonly side?: 'draft' | 'published'
  /** Of a row, by its index. */
  readonly score?: (index: number) => number
  readonly repeats?: number
  readonly metric?: string
  readonly resourceStates?: object
  readonly datasetVersion?: number
  readonly state?: 'queued' | 'running' | 'completed' | 'failed'
  readonly more?: object
}

/** A run of the draft as it is, or of the published version, over all questions. */
export async function createRun(
  { db }: Pick<TestApp, 'db'>,
  { id }: Pick<GatedWorkflow, 'id'>,
  set: EvalSet,
  { side = 'draft', score = () => 1, repeats = 3, metric = 'points', state = 'completed', more = {}, ...run }: NewRun = {},
) {
  const workflow = await db.workflow.findUniqueOrThrow({ where: { id }, include: { versions: { orderBy: { number: 'desc' }, take: 1 } } })
  const [version] = workflow.versions
  const graphHash = side === 'draft' ? workflow.draftHash : version!.graphHash
  const created = await createEvalRun(db, {
    datasetId: set.id,
    workflowId: id,
    graphHash,
    graph: (side === 'draft' ? workflow.draft : version!.graph) as object,
    workflowVersion: side === 'draft' ? null : version!.number,
    repeats,
    rowCount: set.rows.length,
    state,
    ...run,
    ...more,
  })
  const runId = created.id
  await db.evalRunRow.createMany({ data: set.rows.map(({ id: rowId, rowNo, data }) => ({ runId, rowId, rowNo, cells: data })) })
  if (state !== 'completed') return created
  const repeatNumbers = Array.from({ length: repeats }, (_, index) => index + 1)
  const answers = set.rows.flatMap(({ id: rowId }, index) =>
    repeatNumbers.map((repeat) => ({ runId, rowId, repeat, scores: [{ metric, score: score(index), findings: [] }] })),
  )
  await createEvalAnswers(db, answers)
  return created
}
