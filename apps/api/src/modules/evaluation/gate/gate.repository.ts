import type { Queryable } from '@heddle/db/client'
import { Prisma } from '@heddle/db/generated/client'
import { ErrorDetail } from '@heddle/contracts/errors'
import type { GateCheck, GateCondition } from '@heddle/contracts/evaluation/gate'
import { z } from 'zod'

/** A publication that waits for the conditions, or did not take place. */
export const PendingPublication = z.object({
  draft_hash: z.string(),
  note: z.string(),
  asked_at: z.string(),
  /** Of the request, for the audit log. */
  origin: z.object({ address: z.string(), userAgent: z.string().optional() }),
  /** Whether all runs that were missing are started: what is missing later has failed, was cancelled, or is of something else. */
  is_started: z.boolean(),
  /** How often it could not be gone on with, for a reason that is not the draft's. */
  failed_tries: z.int().optional(),
  error: ErrorDetail.optional(),
})
export type PendingPublication = z.infer<typeof PendingPublication>

const withPerson = { pendingBy: { select: { id: true, name: true } } } as const

const toJson = (pending: PendingPublication) => pending as Prisma.InputJsonObject

export type GateRow = Prisma.WorkflowGateGetPayload<{ include: typeof withPerson }>

const noPending = { pending: Prisma.DbNull, pendingById: null, isPending: false } as const

export const findGate = (on: Queryable, workflowId: string): Promise<GateRow | null> =>
  on.workflowGate.findUnique({ where: { workflowId }, include: withPerson })

/** Sets the conditions, whose proof is then none, and ends what waits for the ones before. The caller has locked the workflow. */
export async function saveConditions(tx: Queryable, workflowId: string, conditions: readonly GateCondition[]): Promise<void> {
  const changed = { conditions: [...conditions], provenAt: null, proof: Prisma.DbNull, ...noPending }
  await tx.workflowGate.upsert({
    where: { workflowId },
    create: { workflowId, ...changed, revision: 1 },
    update: { ...changed, revision: { increment: 1 } },
  })
}

export const saveProof = (tx: Queryable, workflowId: string, { at, checks }: { at: Date; checks: readonly GateCheck[] }) =>
  tx.workflowGate.update({ where: { workflowId }, data: { provenAt: at, proof: [...checks] } })

export const savePending = (tx: Queryable, workflowId: string, pending: PendingPublication, personId: string) =>
  tx.workflowGate.update({ where: { workflowId }, data: { pending: toJson(pending), isPending: true, pendingById: personId } })

const isSame = (workflowId: string, { asked_at: askedAt }: PendingPublication) =>
  ({ workflowId, isPending: true, pending: { path: ['asked_at'], equals: askedAt } }) satisfies Prisma.WorkflowGateWhereInput

/** Whether a publication still waits: it was not withdrawn, and no other one was asked for. */
export const isWaiting = async (on: Queryable, workflowId: string, pending: PendingPublication): Promise<boolean> =>
  (await on.workflowGate.count({ where: isSame(workflowId, pending) })) === 1

/** Changes a publication, if it still waits. One with an error waits no more: it says why it did not take place. */
export async function changePending(on: Queryable, workflowId: string, changed: PendingPublication): Promise<void> {
  const data = { pending: toJson(changed), isPending: changed.error === undefined }
  await on.workflowGate.updateMany({ where: isSame(workflowId, changed), data })
}

export const removePending = (tx: Queryable, workflowId: string) => tx.workflowGate.updateMany({ where: { workflowId }, data: noPending })

/** Returns the workflows whose publication waits for conditions. */
export const findWaiting = async (on: Queryable): Promise<string[]> =>
  (await on.workflowGate.findMany({ where: { isPending: true }, select: { workflowId: true } })).map(({ workflowId }) => workflowId)
