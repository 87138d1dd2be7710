// The conditions of a workflow: setting them, starting the runs that they miss, and trying them on blank answers.
import { type GateCheck, GateCondition, type updateWorkflowGate } from '@heddle/contracts/evaluation/gate'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { z } from 'zod'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import { canOverrideGate } from '../../../platform/permissions/workflow.permissions.ts'
import type { AuditService } from '../../audit/audit.service.ts'
import { toTarget, type WorkflowService } from '../../workflow/workflow.service.ts'
import { checkGate, decide, type Gate, type GatedWorkflow, readConditions, readGate } from './check-gate.ts'
import { findSets, listSets } from './gate-facts.sql.ts'
import { findGate, type GateRow, saveConditions, saveProof } from './gate.repository.ts'
import { isCompared, isLoosened } from './gate.rules.ts'
import { presentGate } from './gate.presenter.ts'
import { createFigureReader, readBlankRun, readFigure } from './run-figure.ts'
import type { StartNeeded } from './start-needed.ts'

type GateDependencies = {
  readonly db: PrismaClient
  readonly now: () => Date
  readonly workflows: WorkflowService
  readonly audit: AuditService
  readonly startNeeded: StartNeeded
}

type CheckedRow = {
  readonly row: GateRow | null
  readonly checks: readonly GateCheck[]
  readonly mayOverride: boolean
  readonly mayLoosen: boolean
}

async function mayOverride(on: Queryable, actor: Actor): Promise<boolean> {
  const tenant = await on.tenant.findUniqueOrThrow({ where: { id: actor.tenantId }, select: { adminsOverrideGate: true } })
  return canOverrideGate(actor, tenant)
}

/** Whether the actor may remove a condition or ask less: once a version is published, it is a way around the conditions. */
const mayLoosen = async (on: Queryable, actor: Actor, { versions }: GatedWorkflow): Promise<boolean> =>
  versions.length === 0 || mayOverride(on, actor)

export type GateService = ReturnType<typeof createGateService>

export function createGateService({ db, now, workflows, audit, startNeeded }: GateDependencies) {
  async function describe(on: Queryable, actor: Actor, workflow: GatedWorkflow): Promise<CheckedRow> {
    const row = await findGate(on, workflow.id)
    const conditions = readConditions(row?.conditions ?? [])
    const gate = await readGate(on, workflow, conditions, { now: now(), locks: false })
    const { checks } = await checkGate(on, gate)
    return { row, checks, mayOverride: await mayOverride(on, actor), mayLoosen: await mayLoosen(on, actor, workflow) }
  }

  return {
    getWorkflowGate: async (actor: Actor, id: string): Promise<CheckedRow> => describe(db, actor, await workflows.getWorkflow(actor, id)),

    async updateWorkflowGate(
      actor: Actor,
      id: string,
      { revision, conditions }: z.output<typeof updateWorkflowGate.schema.body>,
    ): Promise<CheckedRow> {
      const { workflow, isCurrent } = await db.$transaction(async (tx) => {
        const locked = await workflows.lockWorkflow(tx, actor, id)
        const before = await findGate(tx, id)
        if ((before?.revision ?? 0) !== revision) return { workflow: locked, isCurrent: false }
        const [from, to] = [readConditions(before?.conditions ?? []), GateCondition.array().parse(conditions)]
        // A condition whose set was deleted may stay: it blocks, and not everyone may remove it.
        const added = listSets(to).filter((set) => !listSets(from).includes(set))
        if ((await findSets(tx, actor.tenantId, added, false)).length < added.length) throw new AppError('DATASET_NOT_FOUND')
        if (isLoosened(from, to) && !(await mayLoosen(tx, actor, locked))) throw new AppError('FORBIDDEN')
        await saveConditions(tx, id, to)
        await audit.record(tx, actor, {
          action: 'updateWorkflowGate',
          target: toTarget(locked),
          before: { conditions: from },
          after: { conditions: to },
        })
        return { workflow: locked, isCurrent: true }
      })
      // Figures take longer than a transaction should last.
      const current = await describe(db, actor, workflow)
      if (!isCurrent) throw new AppError('REVISION_MISMATCH', { params: { current: presentGate(current) } })
      return current
    },

    async checkWorkflowGate(actor: Actor, id: string): Promise<CheckedRow> {
      const workflow = await workflows.getWorkflow(actor, id)
      await startNeeded(actor, workflow)
      await audit.record(db, actor, { action: 'checkWorkflowGate', target: toTarget(workflow) })
      return describe(db, actor, workflow)
    },

    /** Tries the conditions on blank answers to the questions of the last runs, beside the figures of the published version. */
    async proveWorkflowGate(actor: Actor, id: string): Promise<CheckedRow> {
      const workflow = await workflows.getWorkflow(actor, id)
      const row = await findGate(db, id)
      const gate = await readGate(db, workflow, readConditions(row?.conditions ?? []), { now: now(), locks: false })
      const { checks } = await checkGate(db, gate)
      const proof: GateCheck[] = []
      for (const check of checks) proof.push(await tryBlank(db, gate, check))
      if (proof.length === 0) throw new AppError('EVAL_RUN_NOT_FOUND')
      await db.$transaction(async (tx) => {
        await workflows.lockWorkflow(tx, actor, id)
        // A proof of other conditions says nothing of those that are there now.
        if ((await findGate(tx, id))?.revision === row?.revision) await saveProof(tx, id, { at: now(), checks: proof })
        const is_blocked = proof.some(({ state }) => state === 'failed')
        await audit.record(tx, actor, { action: 'proveWorkflowGate', target: toTarget(workflow), after: { is_blocked } })
      })
      return describe(db, actor, workflow)
    },
  }
}

/** Checks a condition on blank answers. Without a run of the published version the answers themselves are what the blank ones are worse than. */
async function tryBlank(on: Queryable, { runs, sides, today }: Gate, check: GateCheck): Promise<GateCheck> {
  const { condition } = check
  const { metric, repeats } = condition
  const fitting = runs.filter((run) => run.state === 'completed' && run.datasetId === condition.dataset_id && run.repeats >= repeats)
  const [run] = fitting
  if (!run) throw new AppError('EVAL_RUN_NOT_FOUND')
  const ofPublished = fitting.find(
    ({ graphHash, datasetVersion }) => graphHash === sides.published?.graphHash && datasetVersion === run.datasetVersion,
  )
  const before = ofPublished ?? run
  const baseline = isCompared(condition) && sides.published ? readFigure(await createFigureReader(on, today)(before), metric) : null
  return {
    ...check,
    ...decide(condition, readFigure(await readBlankRun(on, run, today), metric), baseline),
    run_id: run.id,
    baseline_run_id: baseline && before.id,
    progress: [],
  }
}
