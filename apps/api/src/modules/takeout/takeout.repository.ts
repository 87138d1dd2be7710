import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import type { ActorAccess } from '../../platform/permissions/actor.ts'

/** An attempt of the job. */
export type Attempt = { readonly takeoutId: string; readonly attemptId: string }

const withUser = {
  user: {
    select: { id: true, tenantId: true, status: true, role: true, language: true, memberships: { select: { groupId: true, role: true } } },
  },
} satisfies Prisma.TakeoutInclude

export type TakeoutRow = Prisma.TakeoutGetPayload<object>
export type ClaimedTakeout = Prisma.TakeoutGetPayload<{ include: typeof withUser }>

type Change = Pick<Prisma.TakeoutUncheckedUpdateManyInput, 'done' | 'total' | 'state' | 'storageKey' | 'sizeBytes' | 'error' | 'expiresAt'>

const whereClaimed = ({ takeoutId, attemptId }: Attempt) =>
  ({ id: takeoutId, attemptId, state: 'running' }) satisfies Prisma.TakeoutWhereInput

export type TakeoutRepository = ReturnType<typeof createTakeoutRepository>

export function createTakeoutRepository(db: PrismaClient) {
  return {
    find: ({ id: userId, tenantId }: ActorAccess, on: Queryable = db): Promise<TakeoutRow | null> =>
      on.takeout.findFirst({ where: { userId, tenantId } }),

    /** One of the user that can be downloaded. */
    findReady: ({ id: userId, tenantId }: ActorAccess, id: string, now: Date): Promise<TakeoutRow | null> =>
      db.takeout.findFirst({ where: { id, userId, tenantId, state: 'ready', expiresAt: { gt: now } } }),

    /** Has the requests of a user take turns: the lock is held until the end of the transaction. */
    takeTurn: (tx: Queryable, { id }: ActorAccess) => tx.$queryRaw`SELECT FROM "user" WHERE id = ${id}::uuid FOR NO KEY UPDATE`,

    /** In place of the one before. */
    async replace(tx: Queryable, takeout: Prisma.TakeoutUncheckedCreateInput): Promise<TakeoutRow> {
      await tx.takeout.deleteMany({ where: { userId: takeout.userId } })
      return tx.takeout.create({ data: takeout })
    },

    /** Gives the takeout to the attempt; null when it has ended or is gone. */
    async claim({ takeoutId, attemptId }: Attempt): Promise<ClaimedTakeout | null> {
      const { count } = await db.takeout.updateMany({
        where: { id: takeoutId, state: { in: ['waiting', 'running'] } },
        data: { state: 'running', attemptId, done: 0, total: null },
      })
      return count === 0 ? null : db.takeout.findFirst({ where: { id: takeoutId, attemptId }, include: withUser })
    },

    findClaimed: (attempt: Attempt): Promise<ClaimedTakeout | null> =>
      db.takeout.findFirst({ where: whereClaimed(attempt), include: withUser }),

    /** False when the attempt has lost the takeout. */
    async change(attempt: Attempt, change: Change, on: Queryable = db): Promise<boolean> {
      return (await on.takeout.updateMany({ where: whereClaimed(attempt), data: change })).count === 1
    },

    deleteExpired: (now: Date) => db.takeout.deleteMany({ where: { expiresAt: { lte: now } } }),
  }
}
