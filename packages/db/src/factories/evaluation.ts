import { randomUUID } from 'node:crypto'
import type { Queryable } from '../client.ts'
import type { Prisma } from '../generated/client.ts'
import { createDataset } from './dataset.ts'
import { nextNumber } from './localized.ts'
import { createWorkflow } from './workflow.ts'

export type EvalRunOverrides = Partial<Prisma.EvalRunUncheckedCreateInput>

/** Inserts a run of an evaluation set, without rows and answers, that has ended. */
export async function createEvalRun(db: Queryable, overrides: EvalRunOverrides = {}) {
  const dataset = overrides.datasetId
    ? await db.dataset.findUniqueOrThrow({ where: { id: overrides.datasetId } })
    : await createDataset(db, { kind: 'eval', tenantId: overrides.tenantId ?? undefined })
  const { tenantId } = dataset
  const workflowId = overrides.workflowId ?? (await createWorkflow(db, { tenantId })).id
  return db.evalRun.create({
    data: {
      datasetVersion: 1,
      graphHash: 'none',
      graph: {},
      modelName: 'demo',
      repeats: 1,
      rowCount: 0,
      state: 'completed',
      ...overrides,
      tenantId,
      datasetId: dataset.id,
      workflowId,
    },
  })
}

export type EvalRunRowOverrides = Partial<Prisma.EvalRunRowUncheckedCreateInput>

/** Inserts a question in English of a run. */
export async function createEvalRunRow(db: Queryable, overrides: EvalRunRowOverrides = {}) {
  const runId = overrides.runId ?? (await createEvalRun(db)).id
  return db.evalRunRow.create({
    data: { rowId: randomUUID(), rowNo: nextNumber(), cells: { c1: 'Which fabric is strongest?', c2: 'en' }, ...overrides, runId },
  })
}

export type EvalAnswerOverrides = Partial<Prisma.EvalAnswerUncheckedCreateInput> & { readonly runId: string; readonly rowId: string }

const createAnswerRow = (overrides: EvalAnswerOverrides) =>
  ({ repeat: 1, outcome: 'finished', usageRunId: randomUUID(), text: 'Denim.', ...overrides }) as const

/** Inserts a finished answer without scores. */
export const createEvalAnswer = (db: Queryable, overrides: EvalAnswerOverrides) =>
  db.evalAnswer.create({ data: createAnswerRow(overrides) })

/** Inserts such answers in one statement. */
export const createEvalAnswers = (db: Queryable, answers: readonly EvalAnswerOverrides[]) =>
  db.evalAnswer.createMany({ data: answers.map(createAnswerRow) })
