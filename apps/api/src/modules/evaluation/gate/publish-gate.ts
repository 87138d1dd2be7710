// Whether a draft may be published by its conditions: what the module `workflow` is handed, and asks in the transaction that adds the version.
import type { GateCheck } from '@heddle/contracts/evaluation/gate'
import type { Dependencies } from '../../../platform/dependencies.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { canOverrideGate } from '../../../platform/permissions/workflow.permissions.ts'
import type { PublishGate } from '../../workflow/publish-gate.ts'
import { checkGate, readConditions, readGate } from './check-gate.ts'
import { combineStates } from './gate.rules.ts'
import { findGate, removePending, savePending } from './gate.repository.ts'

/** Returns the error of a draft that does not meet its conditions. */
export function refuseDraft(checks: readonly GateCheck[]): AppError {
  const code = combineStates(checks) === 'failed' ? 'WORKFLOW_GATE_FAILED' : 'WORKFLOW_GATE_STALE'
  return new AppError(code, { params: { checks } })
}

export const createPublishGate =
  ({ now }: Pick<Dependencies, 'now'>): PublishGate =>
  async (tx, { publisher, workflow, note, runsGate, overrideReason }) => {
    const gate = await findGate(tx, workflow.id)
    const conditions = readConditions(gate?.conditions ?? [])
    if (conditions.length === 0) return { mayPublish: true, gate: null }
    const { checks } = await checkGate(tx, await readGate(tx, workflow, conditions, { now: now(), locks: true }))
    const state = combineStates(checks)
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
