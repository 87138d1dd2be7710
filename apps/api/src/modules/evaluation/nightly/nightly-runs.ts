// Runs that are repeated each night. Of the runs of a set with a workflow one at most is marked; the run that repeats it takes the mark over.
import type { PrismaClient } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import { listBoundResources } from '@heddle/workflow/model/graph/bound-resources'
import type { Graph } from '@heddle/workflow/model/graph/graph'
import type { FastifyBaseLogger } from 'fastify'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { AppError } from '../../../platform/errors/app-error.ts'
import { type Actor, hasPermission } from '../../../platform/permissions/actor.ts'
import type { AuditService } from '../../audit/audit.service.ts'
import { toDatasetTarget } from '../../dataset/dataset.audit.ts'
import { findPublished } from '../gate/gate-facts.sql.ts'
import { mayStart } from '../job/claim-run.ts'
import { readResourceStates } from '../resource-states.sql.ts'
import type { EvalRunRepository } from '../run/eval-run.repository.ts'
import type { EvalRunService, RunIds } from '../run/eval-run.service.ts'
import { findDueRuns } from '../run/eval-run.sql.ts'
import type { EvalRunView } from '../run/run-view.ts'

type Dependencies = {
  readonly db: PrismaClient
  readonly log: FastifyBaseLogger
  readonly now: () => Date
  readonly runs: EvalRunRepository
  readonly evalRuns: EvalRunService
  readonly audit: AuditService
}

/** Of the request that marked the run, for the audit log. */
const Origin = z.object({ address: z.string(), userAgent: z.string().or(z.undefined()).optional() })

const marked = {
  id: true,
  tenantId: true,
  dataset: true,
  datasetVersion: true,
  workflowId: true,
  graphHash: true,
  resourceStates: true,
  modelName: true,
  judgeModel: true,
  repeats: true,
  nightlyOrigin: true,
  nightlyBy: { select: { id: true, role: true, status: true } },
} satisfies Prisma.EvalRunSelect

type MarkedRun = Prisma.EvalRunGetPayload<{ select: typeof marked }>

export type NightlyRuns = ReturnType<typeof createNightlyRuns>

export function createNightlyRuns({ db, log, now, runs, evalRuns, audit }: Dependencies) {
  /** Returns the published version to ask; null when nothing is another than the marked run asked. */
  async function findChanged({ tenantId, dataset, datasetVersion, workflowId, graphHash, resourceStates }: MarkedRun) {
    const published = await findPublished(db, workflowId)
    if (!published || dataset.publishedVersion === null) return null
    const states = await readResourceStates(db, tenantId, listBoundResources(published.graph as unknown as Graph), false)
    const isSame =
      dataset.publishedVersion === datasetVersion &&
      published.graphHash === graphHash &&
      isDeepStrictEqual(Object.fromEntries(states), resourceStates)
    return isSame ? null : published.number
  }

  async function repeat(run: MarkedRun): Promise<void> {
    const { tenantId, nightlyBy: owner } = run
    if (!owner) return
    const person = { id: owner.id, tenantId, role: owner.role, origin: { userAgent: undefined, ...Origin.parse(run.nightlyOrigin) } }
    if (owner.status !== 'active' || !mayStart(owner.role)) {
      await db.$transaction(async (tx) => {
        if (!(await runs.unmark(tx, { id: run.id, nightlyById: owner.id }))) return
        const target = toDatasetTarget(run.dataset)
        const [before, after] = [{ is_nightly: true }, { is_nightly: false }]
        await audit.record(tx, person, { action: 'setEvalRunNightly', target, before, after })
      })
      return
    }
    const version = await findChanged(run)
    if (version === null) return
    const { modelName: model, judgeModel, repeats } = run
    const asked = {
      workflow_id: run.workflowId,
      version,
      model,
      repeats: repeats as 1 | 3 | 5,
      ...(judgeModel !== null && { judge_model: judgeModel }),
    }
    await evalRuns.createEvalRun(person, run.dataset.id, asked, { repeated: run.id })
  }

  return {
    /** Marks a run of a published version, or takes the mark from it. It is repeated for the user who marked it. */
    async setEvalRunNightly(actor: Actor, ids: RunIds, isNightly: boolean): Promise<EvalRunView> {
      if (!hasPermission(actor, 'manage_workflows')) throw new AppError('FORBIDDEN')
      const { run } = await evalRuns.getEvalRun(actor, ids)
      if (isNightly && run.workflowVersion === null) throw new AppError('WORKFLOW_VERSION_NOT_FOUND')
      await db.$transaction(async (tx) => {
        await runs.lockRuns(tx, actor.tenantId)
        const before = await evalRuns.getRun(actor, ids, tx)
        if ((before.nightlyBy !== null) === isNightly) return
        await runs.unmark(tx, { datasetId: run.datasetId, workflowId: run.workflowId })
        if (isNightly) await runs.markNightly(tx, run.id, { nightlyById: actor.id, nightlyOrigin: actor.origin })
        const target = toDatasetTarget(before.dataset)
        const entry = { before: { is_nightly: !isNightly }, after: { is_nightly: isNightly, run_id: run.id } }
        await audit.record(tx, actor, { action: 'setEvalRunNightly', target, ...entry })
      })
      return evalRuns.getEvalRun(actor, ids)
    },

    /** Starts marked runs again, at night where their tenant is and once a night, when something has changed since. */
    async repeatNightly(): Promise<void> {
      for (const id of await findDueRuns(db, now())) {
        const run = await db.evalRun.findUnique({ where: { id }, select: marked })
        await (run && repeat(run))?.catch((error: unknown) => {
          if (error instanceof AppError) log.info({ runId: id, code: error.code }, 'Evaluation was not repeated')
          else log.error({ err: error, runId: id }, 'Evaluation could not be repeated')
        })
      }
    },
  }
}
