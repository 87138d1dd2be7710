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
  /** Whether the runs that were missing were started: a second time nothing is. */
  is_started: z.boolean(),
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

/** Changes a publication that still waits; false when it does not, or another one was asked for. */
async function changePending(on: Queryable, workflowId: string, before: PendingPublication, after: PendingPublication): Promise<boolean> {
  const { count } = await on.workflowGate.updateMany({
    where: { workflowId, isPending: true, pending: { equals: toJson(before) } },
    data: { pending: toJson(after), isPending: after.error === undefined },
  })
  return count === 1
}

/** Marks that its runs are started; false when another worker does that. */
export const markStarted = (on: Queryable, workflowId: string, pending: PendingPublication) =>
  changePending(on, workflowId, pending, { ...pending, is_started: true })

/** Keeps why it does not take place. */
export async function refusePending(on: Queryable, workflowId: string, pending: PendingPublication, error: ErrorDetail): Promise<void> {
  for (const before of [pending, { ...pending, is_started: true }]) await changePending(on, workflowId, before, { ...before, error })
}

export const removePending = (tx: Queryable, workflowId: string) => tx.workflowGate.updateMany({ where: { workflowId }, data: noPending })

/** Returns the workflows whose publication waits for conditions. */
export const findWaiting = async (on: Queryable): Promise<string[]> =>
  (await on.workflowGate.findMany({ where: { isPending: true }, select: { workflowId: true } })).map(({ workflowId }) => workflowId)
