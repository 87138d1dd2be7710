// Whether a draft may be published by its conditions: what the module `workflow` is handed, and asks before and in the transaction that adds the version.
import type { GateCheck } from '@heddle/contracts/evaluation/gate'
import type { Queryable } from '@heddle/db/client'
import { isDeepStrictEqual } from 'node:util'
import type { Dependencies } from '../../../platform/dependencies.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { canOverrideGate } from '../../../platform/permissions/workflow.permissions.ts'
import type { PublishGate } from '../../workflow/publish-gate.ts'
import { checkGate, type Gate, type GatedWorkflow, readConditions, readGate } from './check-gate.ts'
import { combineStates } from './gate.rules.ts'
import { findGate, removePending, savePending } from './gate.repository.ts'

/** Returns the error of a draft that does not meet its conditions. */
export function refuseDraft(checks: readonly GateCheck[]): AppError {
  const code = combineStates(checks) === 'failed' ? 'WORKFLOW_GATE_FAILED' : 'WORKFLOW_GATE_STALE'
  return new AppError(code, { params: { checks } })
}

/** What checks follow from; how far a run has got is only shown. */
const toBasis = (gate: Gate | null) => gate && { ...gate, runs: gate.runs.map(({ answersDone: _shown, ...run }) => run) }

export const createPublishGate =
  ({ db, now }: Pick<Dependencies, 'db' | 'now'>): PublishGate =>
  async (seen) => {
    /** Null without conditions. */
    async function read(on: Queryable, workflow: GatedWorkflow, locks: boolean): Promise<Gate | null> {
      const conditions = readConditions((await findGate(on, workflow.id))?.conditions ?? [])
      return conditions.length === 0 ? null : readGate(on, workflow, conditions, { now: now(), locks })
    }

    const before = await read(db, seen, false)
    const { checks } = before ? await checkGate(db, before) : { checks: [] }
    const state = combineStates(checks)

    return async (tx, { publisher, workflow, note, runsGate, overrideReason }) => {
      const gate = await read(tx, workflow, true)
      if (!isDeepStrictEqual(toBasis(gate), toBasis(before))) return null
      if (gate === null) return { mayPublish: true, gate: null }
      if (state !== 'passed' && overrideReason === undefined) {
        if (!runsGate || state === 'failed') throw refuseDraft(checks)
        const { id, origin } = publisher
        const pending = { draft_hash: workflow.draftHash, note, asked_at: now().toISOString(), origin, is_started: false }
        await savePending(tx, workflow.id, pending, id)
        return { mayPublish: false, gate: null }
      }
      await removePending(tx, workflow.id)
      if (state === 'passed') return { mayPublish: true, gate: { state, reason: null, checks: [...checks] } }
      const tenant = await tx.tenant.findUniqueOrThrow({ where: { id: workflow.tenantId }, select: { adminsOverrideGate: true } })
      if (!canOverrideGate(publisher, tenant)) throw new AppError('FORBIDDEN')
      return { mayPublish: true, gate: { state: 'overridden', reason: overrideReason ?? null, checks: [...checks] } }
    }
  }
