// The right of an attempt to add answers to a run: each of its writes compares the attempt, which the next one replaces.
import { rolesWith } from '@heddle/contracts/permissions'
import type { PrismaClient } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import { listBoundResources } from '@heddle/workflow/model/graph/bound-resources'
import type { Graph } from '@heddle/workflow/model/graph/graph'
import { AppError } from '../../../platform/errors/app-error.ts'
import { type ClaimWatch, startWatch } from '../../../platform/jobs/claim-watch.ts'
import { readResourceStates } from '../resource-states.sql.ts'

/** A cancellation is seen within a second. */
const watchMs = 800

/** The attempt has lost its run to a cancellation, a deletion or the next attempt. */
export class RunLostError extends Error {
  override readonly name = 'RunLostError'
}

export type Attempt = { readonly runId: string; readonly attemptId: string }

const withCreator = {
  createdBy: { select: { id: true, status: true, role: true, memberships: { select: { groupId: true } } } },
} satisfies Prisma.EvalRunInclude

export type ClaimedRun = Prisma.EvalRunGetPayload<{ include: typeof withCreator }>

const isClaimed = ({ runId, attemptId }: Attempt) => ({ id: runId, attemptId, state: 'running' }) satisfies Prisma.EvalRunWhereInput

/** Gives the run to the attempt; null when it has ended or is gone. The first attempt notes what is active of the resources. */
export const claimRun = (db: PrismaClient, { runId, attemptId }: Attempt): Promise<ClaimedRun | null> =>
  db.$transaction(async (tx) => {
    const { count } = await tx.evalRun.updateMany({
      where: { id: runId, state: { in: ['queued', 'running'] } },
      data: { state: 'running', attemptId },
    })
    if (count === 0) return null
    const run = await tx.evalRun.findUniqueOrThrow({ where: { id: runId }, include: withCreator })
    if (run.startedAt !== null) return run
    const states = await readResourceStates(tx, run.tenantId, listBoundResources(run.graph as unknown as Graph), false)
    const data = { startedAt: new Date(), resourceStates: Object.fromEntries(states) }
    return tx.evalRun.update({ where: { id: runId }, data, include: withCreator })
  })

/** Returns the user whom a run is done for; throws `FORBIDDEN` once that one may start none any more. */
export function getOwner({ createdBy, tenantId }: Pick<ClaimedRun, 'createdBy' | 'tenantId'>) {
  if (createdBy?.status !== 'active' || !mayStart(createdBy.role)) throw new AppError('FORBIDDEN')
  return { tenantId, userId: createdBy.id, groupIds: createdBy.memberships.map(({ groupId }) => groupId) }
}

/** Whether users of the role may start runs. */
export const mayStart = (role: NonNullable<ClaimedRun['createdBy']>['role']): boolean =>
  rolesWith.manage_knowledge.includes(role) && rolesWith.manage_workflows.includes(role)

/** Follows whether an attempt still has its run, and its user the right to it. Call `close` when the attempt has ended. */
export const watchRun = (db: PrismaClient, attempt: Attempt): ClaimWatch =>
  startWatch(async () => {
    const run = await db.evalRun.findFirst({ where: isClaimed(attempt), select: { tenantId: true, ...withCreator } })
    if (!run) throw new RunLostError()
    getOwner(run)
  }, watchMs)

/** Ends the run of an attempt; false when it has lost it. */
export async function endRun(
  tx: Prisma.TransactionClient,
  attempt: Attempt,
  end: { readonly state: 'completed' | 'failed'; readonly error?: Prisma.InputJsonValue },
): Promise<boolean> {
  return (await tx.evalRun.updateMany({ where: isClaimed(attempt), data: { ...end, endedAt: new Date() } })).count === 1
}
