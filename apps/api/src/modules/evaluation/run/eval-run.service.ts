// Runs of evaluation sets. Who calls has the permission `manage_knowledge`; to start one takes `manage_workflows` too.
import { type EvalRunAsked, type EvalRunPurpose, EvalRunState, type queryEvalRuns } from '@heddle/contracts/evaluation/eval-run'
import { limits } from '@heddle/contracts/limits'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import { evalRunQueue } from '@heddle/db/job-queues'
import { listBoundResources } from '@heddle/workflow/model/graph/bound-resources'
import { randomUUIDv7 } from 'node:crypto'
import type { Pool } from 'pg'
import { z } from 'zod'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Paging } from '../../../platform/http/paging.ts'
import type { JobSender } from '../../../platform/jobs/job-queue.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import type { AuditService } from '../../audit/audit.service.ts'
import { toDatasetTarget } from '../../dataset/dataset.audit.ts'
import type { DatasetService } from '../../dataset/dataset.service.ts'
import { readResourceStates } from '../resource-states.sql.ts'
import { estimateRun, type RunEstimate } from './estimate-run.ts'
import type { AskedRun, EvalRunRecord, EvalRunRepository } from './eval-run.repository.ts'
import { isHeld } from './eval-run.sql.ts'
import { getEvalSet, type PlanRun, type RunPlan, type Starter } from './plan-run.ts'
import { type EvalRunView, storeFigures, viewRuns } from './run-view.ts'

type Dependencies = {
  readonly db: PrismaClient
  readonly pool: Pool
  readonly jobs: JobSender
  readonly runs: EvalRunRepository
  readonly planRun: PlanRun
  /** Records what a killed worker was asking of a run. */
  readonly settleInterrupted: (runId: string) => Promise<void>
  readonly datasets: DatasetService
  readonly paging: Paging
  readonly audit: AuditService
}

/** Thousands of rows are inserted, or thousands of answers summed up. */
const longer = { timeout: 60_000 } as const

export type RunIds = { readonly id: string; readonly runId: string }

type StartOptions = {
  readonly purpose?: EvalRunPurpose
  /** The run that is repeated each night, whose mark the new one takes over. */
  readonly repeated?: string
}

const auditedFields = (plan: RunPlan, repeats: number) => ({
  workflow: { id: plan.workflow.id, name: plan.workflow.name as Prisma.InputJsonValue },
  version: plan.workflowVersion,
  model: plan.modelName,
  judge_model: plan.judgeModel,
  repeats,
  rows: plan.rows.length,
})

const auditedRun = ({ id, workflow, workflowVersion }: EvalRunRecord) => ({
  run_id: id,
  workflow: { id: workflow.id, name: workflow.name as Prisma.InputJsonValue },
  version: workflowVersion,
})

export type EvalRunService = ReturnType<typeof createEvalRunService>

export function createEvalRunService({ db, pool, jobs, runs, planRun, settleInterrupted, datasets, paging, audit }: Dependencies) {
  const list = paging.defineList({
    name: 'runs of an evaluation set',
    filters: z.object({ dataset_id: z.string(), workflow_id: z.string().optional(), state: EvalRunState.optional() }),
    owner: 'dataset_id',
    key: z.object({ id: z.string() }),
    defaultSize: limits.chatPageSize,
  })

  async function getRun({ tenantId }: Pick<Actor, 'tenantId'>, { id, runId }: RunIds, on?: Queryable): Promise<EvalRunRecord> {
    const run = await runs.find({ id: runId, datasetId: id, tenantId }, on)
    if (!run) throw new AppError('EVAL_RUN_NOT_FOUND')
    return run
  }

  async function view(run: EvalRunRecord): Promise<EvalRunView> {
    const [viewed] = await viewRuns(db, runs, [run])
    if (!viewed) throw new AppError('EVAL_RUN_NOT_FOUND')
    return viewed
  }

  /** Inserts a planned run with its rows, and has a worker ask them. What conditions miss is inserted once, however many start it at the same time. */
  async function insert(starter: Starter, plan: RunPlan, repeats: number, { purpose = 'manual', repeated }: StartOptions) {
    const sender = await jobs.open()
    const jobId = randomUUIDv7()
    const asked: AskedRun = {
      datasetId: plan.dataset.id,
      datasetVersion: plan.datasetVersion,
      workflowId: plan.workflow.id,
      graphHash: plan.graphHash,
      modelName: plan.modelName,
      judgeModel: plan.judgeModel,
      repeats,
      rowCount: plan.rows.length,
    }
    return db.$transaction(async (tx) => {
      await runs.lockRuns(tx, starter.tenantId)
      // Another worker has repeated it.
      if (repeated !== undefined && !(await runs.unmark(tx, { id: repeated, nightlyById: starter.id }))) return repeated
      if (purpose === 'gate') {
        const states = await readResourceStates(tx, starter.tenantId, listBoundResources(plan.graph), false)
        const alike = await runs.findAlike(tx, asked, Object.fromEntries(states))
        if (alike !== undefined) return alike
      }
      if ((await runs.countActive(tx, starter.tenantId)) >= limits.evalRunsWaiting)
        throw new AppError('EVAL_RUN_TOO_MANY', { params: { max: limits.evalRunsWaiting } })
      const runId = await runs.create(
        tx,
        {
          ...asked,
          tenantId: starter.tenantId,
          workflowVersion: plan.workflowVersion,
          graph: plan.graph,
          purpose,
          jobId,
          createdById: starter.id,
        },
        plan.rows,
      )
      if (repeated !== undefined) await runs.markNightly(tx, runId, { nightlyById: starter.id, nightlyOrigin: starter.origin })
      await runs.deleteOld(tx, plan.dataset.id)
      await sender.enqueue(tx, evalRunQueue, { runId }, { id: jobId, group: starter.tenantId })
      const target = toDatasetTarget(plan.dataset)
      await audit.record(tx, starter, { action: 'createEvalRun', target, after: auditedFields(plan, repeats) })
      return runId
    }, longer)
  }

  return {
    getRun,

    async estimateEvalRun(actor: Actor, id: string, asked: EvalRunAsked): Promise<RunEstimate> {
      return estimateRun(db, runs, await planRun(actor, id, asked), asked.repeats)
    },

    async createEvalRun(starter: Starter, id: string, asked: EvalRunAsked, options: StartOptions = {}): Promise<EvalRunView> {
      const runId = await insert(starter, await planRun(starter, id, asked), asked.repeats, options)
      return view(await getRun(starter, { id, runId }))
    },

    async queryEvalRuns(actor: Actor, id: string, { workflow_id, state, ...request }: z.output<typeof queryEvalRuns.schema.body>) {
      await getEvalSet(datasets, actor, id)
      const page = list.read(request, { dataset_id: id, workflow_id, state })
      const found = await runs.findPage(id, page.filters, { before: page.after?.id, take: page.size + 1 })
      const cut = list.cut(page, found, (run) => ({ id: run.id }))
      return { ...cut, rows: await viewRuns(db, runs, cut.rows) }
    },

    async getEvalRun(actor: Actor, ids: RunIds): Promise<EvalRunView> {
      await getEvalSet(datasets, actor, ids.id)
      return view(await getRun(actor, ids))
    },

    /** Ends a run. Its worker sees it within a second; what was asked just then is no answer. */
    async cancelEvalRun(actor: Actor, ids: RunIds): Promise<EvalRunView> {
      const dataset = await getEvalSet(datasets, actor, ids.id)
      const sender = await jobs.open()
      await db.$transaction(async (tx) => {
        const run = await getRun(actor, ids, tx)
        if (!(await runs.cancel(tx, run))) throw new AppError('EVAL_RUN_ENDED')
        await storeFigures(tx, runs, { ...run, state: 'cancelled' })
        if (run.jobId !== null) await sender.cancel(tx, evalRunQueue, [run.jobId])
        await audit.record(tx, actor, { action: 'cancelEvalRun', target: toDatasetTarget(dataset), after: auditedRun(run) })
      }, longer)
      return view(await getRun(actor, ids))
    },

    async deleteEvalRun(actor: Actor, ids: RunIds): Promise<void> {
      const dataset = await getEvalSet(datasets, actor, ids.id)
      const sender = await jobs.open()
      // A worker that is alive records what it asks just then itself.
      const { id: runId, jobId } = await getRun(actor, ids)
      if (jobId === null || !(await isHeld(pool, jobId))) await settleInterrupted(runId)
      await db.$transaction(async (tx) => {
        const run = await getRun(actor, ids, tx)
        if (run.jobId !== null && run.endedAt === null) await sender.cancel(tx, evalRunQueue, [run.jobId])
        await runs.delete(tx, run.id)
        await audit.record(tx, actor, { action: 'deleteEvalRun', target: toDatasetTarget(dataset), before: auditedRun(run) })
      })
    },
  }
}
