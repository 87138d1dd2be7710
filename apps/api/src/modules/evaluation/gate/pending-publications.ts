// Publishes drafts that waited for their conditions. The worker looks at them every few seconds: they are few, and mostly there is none.
import { rolesWith } from '@heddle/contracts/permissions'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { FastifyBaseLogger } from 'fastify'
import { AppError } from '../../../platform/errors/app-error.ts'
import { toErrorDetail } from '../../../platform/errors/error-detail.ts'
import type { Publisher } from '../../workflow/publish-gate.ts'
import type { VersionService } from '../../workflow/version.service.ts'
import type { WorkflowRow } from '../../workflow/workflow.repository.ts'
import type { WorkflowService } from '../../workflow/workflow.service.ts'
import { checkGate, readConditions, readGate } from './check-gate.ts'
import { combineStates } from './gate.rules.ts'
import { changePending, findGate, findWaiting, type GateRow, isWaiting, PendingPublication } from './gate.repository.ts'
import { refuseDraft } from './publish-gate.ts'
import type { StartNeeded } from './start-needed.ts'

type PendingDependencies = {
  readonly db: PrismaClient
  readonly log: Pick<FastifyBaseLogger, 'error'>
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

/** An outage of the database is over by then, or is one that changes nothing here. */
const maxTries = 5

export function createPendingPublications({ db, log, now, workflows, versions, startNeeded }: PendingDependencies) {
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
      const isAsked = (tx: Queryable) => isWaiting(tx, workflow.id, pending)
      return versions.publishCheckedDraft(publisher, workflow.id, { draftHash, note, isAsked })
    }
    if (state === 'failed') throw refuseDraft(checks)
    if (!pending.is_started) {
      // Only then is it marked: another worker, or the next one after a kill, starts nothing twice.
      await startNeeded(publisher, workflow)
      return changePending(db, workflow.id, { ...pending, is_started: true })
    }
    // A run that was started has failed or was cancelled, or what it is of has changed.
    if (state !== 'running' || needed.length > 0) throw refuseDraft(checks)
  }

  /** Keeps why it is not published; what is not of the draft may be over at the next try. */
  async function settle(workflowId: string, pending: PendingPublication, error: unknown): Promise<void> {
    if (error instanceof AppError) return changePending(db, workflowId, { ...pending, error: toErrorDetail(error) })
    log.error({ err: error, workflowId }, 'Publication that waits for its conditions could not be gone on with')
    const tries = (pending.failed_tries ?? 0) + 1
    await changePending(db, workflowId, { ...pending, failed_tries: tries, ...(tries >= maxTries && { error: toErrorDetail(error) }) })
  }

  async function proceedWith(workflowId: string): Promise<void> {
    const gate = await findGate(db, workflowId)
    if (!gate?.isPending) return
    const pending = PendingPublication.parse(gate.pending)
    try {
      const publisher = await findPublisher(gate, pending)
      await proceed({ gate, pending, publisher, workflow: await workflows.getWorkflow(publisher, workflowId) })
    } catch (error) {
      await settle(workflowId, pending, error)
    }
  }

  /** Goes on with each publication that waits, whatever becomes of another. */
  return async function publishPending(): Promise<void> {
    for (const workflowId of await findWaiting(db)) {
      await proceedWith(workflowId).catch((error: unknown) =>
        log.error({ err: error, workflowId }, 'Publication could not be read or kept'),
      )
    }
  }
}
