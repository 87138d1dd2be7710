import { evalColumn } from '@heddle/contracts/dataset/kind-columns'
import { createDataset, createDatasetRow, createDatasetVersion } from '@heddle/db/factories/dataset'
import { createEvalAnswer, createEvalRun, createEvalRunRow, type EvalRunOverrides } from '@heddle/db/factories/evaluation'
import { createModel } from '@heddle/db/factories/model'
import { createWorkflow } from '@heddle/db/factories/workflow'
import { randomUUID } from 'node:crypto'
import { byId, type MatrixPart, type RequestContext, type Thing } from '../part.ts'
import type { MatrixWorld } from '../world.ts'

type FindTenant = (world: MatrixWorld) => { readonly id: string }

/** A published set of one question, in a tenant with a workflow and a model that can be asked. */
async function createSet({ db }: MatrixWorld, tenantId: string) {
  const dataset = await createDataset(db, { tenantId, kind: 'eval', draftVersion: 2, publishedVersion: 1, rowCount: 1 })
  await createDatasetVersion(db, { datasetId: dataset.id, state: 'active', rowCount: 1 })
  const data = { [evalColumn.question]: 'Which fabric is strongest?', [evalColumn.language]: 'en' }
  await createDatasetRow(db, { datasetId: dataset.id, data })
  await createWorkflow(db, { tenantId })
  await createModel(db, { tenantId, name: `model ${randomUUID()}` })
  return dataset
}

const setOf = (find: FindTenant): Thing => byId((world) => createSet(world, find(world).id))

const runOf =
  (find: FindTenant, overrides: EvalRunOverrides = {}): Thing =>
  async (world) => {
    const { id } = await createSet(world, find(world).id)
    const { id: runId } = await createEvalRun(world.db, { datasetId: id, ...overrides })
    const { rowId } = await createEvalRunRow(world.db, { runId })
    await createEvalAnswer(world.db, { runId, rowId })
    return { id, runId, rowId, about: 'runId' }
  }

/** A run with a workflow of the set's tenant; of a set that does not exist it does not matter. */
async function askAboutSet({ db, target: { id } }: RequestContext) {
  const set = await db.dataset.findUnique({ where: { id } })
  const workflow = set && (await db.workflow.findFirst({ where: { tenantId: set.tenantId }, orderBy: { id: 'desc' } }))
  return { run: { workflow_id: workflow?.id ?? id, version: 1, repeats: 1 } }
}

export const evaluationMatrix = {
  queries: { exportEvalRun: '?format=json' },
  bodies: {
    estimateEvalRun: askAboutSet,
    createEvalRun: askAboutSet,
    setEvalRunNightly: () => ({ is_nightly: false }),
    judgeEvalAnswer: () => ({ repeat: 1, correctness: 1 }),
    compareEvalRuns: ({ target: { id, runId = id } }) => ({ a: runId, b: runId }),
  },
  things: {
    'an evaluation set of the tenant': setOf(({ here }) => here),
    'an evaluation set of another tenant': setOf(({ elsewhere }) => elsewhere),
    'an evaluation run of the tenant': runOf(({ here }) => here),
    'a waiting evaluation run of the tenant': runOf(({ here }) => here, { state: 'queued' }),
    'an evaluation run of another tenant': runOf(({ elsewhere }) => elsewhere),
  },
} satisfies MatrixPart
