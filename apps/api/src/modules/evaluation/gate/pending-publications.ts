// Publishes drafts that waited for their conditions. The worker looks at them every few seconds: they are few, and mostly there is none.
import type { ErrorDetail } from '@heddle/contracts/errors'
import { rolesWith } from '@heddle/contracts/permissions'
import type { PrismaClient } from '@heddle/db/client'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Publisher } from '../../workflow/publish-gate.ts'
import type { VersionService } from '../../workflow/version.service.ts'
import type { WorkflowRow } from '../../workflow/workflow.repository.ts'
import type { WorkflowService } from '../../workflow/workflow.service.ts'
import { checkGate, readConditions, readGate } from './check-gate.ts'
import { combineStates } from './gate.rules.ts'
import { findGate, findWaiting, type GateRow, markStarted, PendingPublication, refusePending } from './gate.repository.ts'
import { refuseDraft } from './publish-gate.ts'
import type { StartNeeded } from './start-needed.ts'

type PendingDependencies = {
  readonly db: PrismaClient
  readonly now: () => Date
  readonly workflows: Pick<WorkflowService, 'getWorkflow'>
  readonly versions: Pick<VersionService, 'publishCheckedDraft'>
  readonly startNeeded: StartNeeded
}

type Waiting = {
  readonly gate: GateRow
  readonly pending: PendingPublication
  readonly publisher: Publisher
  readonly workflow: WorkflowRow
}

const toDetail = ({ code, message, params }: AppError): ErrorDetail => ({ code, message, ...(params && { params }) })

export function createPendingPublications({ db, now, workflows, versions, startNeeded }: PendingDependencies) {
  /** Reads the person as it is now: one who may publish no more publishes nothing. */
  async function findPublisher({ pendingById }: GateRow, { origin }: PendingPublication): Promise<Publisher> {
    const roles = [...rolesWith.manage_workflows]
    const person = pendingById && (await db.user.findFirst({ where: { id: pendingById, status: 'active', role: { in: roles } } }))
    if (!person) throw new AppError('FORBIDDEN')
    return { id: person.id, tenantId: person.tenantId, role: person.role, origin: { ...origin, userAgent: origin.userAgent } }
  }

  /** Goes one step on. Throws the error for which it is not published. */
  async function proceed({ gate, pending, publisher, workflow }: Waiting): Promise<void> {
    if (workflow.draftHash !== pending.draft_hash) throw new AppError('WORKFLOW_GATE_STALE')
    const conditions = readConditions(gate.conditions)
    const { checks, needed } = await checkGate(db, await readGate(db, workflow, conditions, { now: now(), locks: false }))
    const state = combineStates(checks)
    if (state === 'passed') {
      const { draft_hash: draftHash, note } = pending
      return versions.publishCheckedDraft(publisher, workflow.id, { draftHash, note })
    }
    if (state === 'failed') throw refuseDraft(checks)
    const isStartable = needed.length > 0 && !pending.is_started
    if (isStartable) {
      if (await markStarted(db, workflow.id, pending)) await startNeeded(publisher, workflow)
      return
    }
    // A run that was started has failed or was cancelled, or what it is of has changed.
    if (state !== 'running' || needed.length > 0) throw refuseDraft(checks)
  }

  async function proceedWith(workflowId: string): Promise<void> {
    const gate = await findGate(db, workflowId)
    if (!gate?.isPending) return
    const pending = PendingPublication.parse(gate.pending)
    try {
      const publisher = await findPublisher(gate, pending)
      await proceed({ gate, pending, publisher, workflow: await workflows.getWorkflow(publisher, workflowId) })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      await refusePending(db, workflowId, pending, toDetail(error))
    }
  }

  /** Goes on with each publication that waits. */
  return async function publishPending(): Promise<void> {
    for (const workflowId of await findWaiting(db)) await proceedWith(workflowId)
  }
}
