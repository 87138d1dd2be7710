import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'

const withUser = {
  user: { select: { id: true, tenantId: true, name: true, role: true, status: true, tokenVersion: true } },
} satisfies Prisma.SessionInclude

export type SessionRow = Prisma.SessionGetPayload<{ include: typeof withUser }>
export type SessionListRow = Prisma.SessionGetPayload<object>

export type SessionTimes = { readonly rotatedAt: Date; readonly expiresAt: Date; readonly absoluteExpiresAt: Date }

export type NewSession = SessionTimes & {
  readonly userId: string
  readonly createdAt: Date
  readonly address: string
  readonly userAgent: string | null
  /** Key of the external sign-in; null for a password. */
  readonly provider: string | null
}

export type SessionCursor = { readonly rotatedAt: Date; readonly id: string }

const validSessions = (now: Date): Prisma.SessionWhereInput => ({ revokedAt: null, expiresAt: { gt: now }, absoluteExpiresAt: { gt: now } })

export type SessionRepository = ReturnType<typeof createSessionRepository>

export function createSessionRepository(db: PrismaClient) {
  return {
    find: (id: string): Promise<SessionRow | null> => db.session.findUnique({ where: { id }, include: withUser }),

    create: (tx: Queryable, session: NewSession): Promise<SessionRow> => tx.session.create({ data: session, include: withUser }),

    /** Moves the family to its next generation; false when another request has done so first. */
    async rotate(id: string, generation: number, times: SessionTimes): Promise<boolean> {
      const { rotatedAt, expiresAt, absoluteExpiresAt } = times
      const count = await db.$executeRaw`
        UPDATE session SET generation = generation + 1, rotated_at = ${rotatedAt}, generation_since = clock_timestamp(),
          expires_at = ${expiresAt}, absolute_expires_at = ${absoluteExpiresAt}
        WHERE id = ${id}::uuid AND generation = ${generation} AND revoked_at IS NULL`
      return count === 1
    },

    /** Whether the user has shown who it is so recently, by the clock of the database. */
    async isVerifiedWithin(id: string, seconds: number): Promise<boolean> {
      const [row] = await db.$queryRaw<{ isVerified: boolean }[]>`
        SELECT clock_timestamp() - verified_at < ${seconds} * interval '1 second' AS "isVerified" FROM session WHERE id = ${id}::uuid`
      return row?.isVerified ?? false
    },

    /** How long a family has been in its generation, by the clock of the database. */
    async msInGeneration(id: string): Promise<number> {
      const [row] = await db.$queryRaw<{ ms: number }[]>`
        SELECT (extract(epoch FROM clock_timestamp() - generation_since) * 1000)::float8 AS ms FROM session WHERE id = ${id}::uuid`
      return row?.ms ?? Number.POSITIVE_INFINITY
    },

    /** Whether there was one to end. */
    async revoke(tx: Queryable, id: string, revokedAt: Date): Promise<boolean> {
      const { count } = await tx.session.updateMany({ where: { id, revokedAt: null }, data: { revokedAt } })
      return count === 1
    },

    /** Ends a living session of the user; false when there is none. */
    async revokeOwn(tx: Queryable, userId: string, id: string, now: Date): Promise<boolean> {
      const { count } = await tx.session.updateMany({ where: { id, userId, ...validSessions(now) }, data: { revokedAt: now } })
      return count === 1
    },

    async revokeAllBut(tx: Queryable, userId: string, keptId: string | null, revokedAt: Date) {
      await tx.session.updateMany({
        where: { userId, ...(keptId !== null && { id: { not: keptId } }), revokedAt: null },
        data: { revokedAt },
      })
    },

    /** The living sessions of a user, the last used first. */
    findLiving: (userId: string, now: Date, after: SessionCursor | null, take: number): Promise<SessionListRow[]> =>
      db.session.findMany({
        where: {
          userId,
          ...validSessions(now),
          ...(after && { OR: [{ rotatedAt: { lt: after.rotatedAt } }, { rotatedAt: after.rotatedAt, id: { lt: after.id } }] }),
        },
        orderBy: [{ rotatedAt: 'desc' }, { id: 'desc' }],
        take,
      }),

    countLiving: (userId: string, now: Date) => db.session.count({ where: { userId, ...validSessions(now) } }),

    /** Forgets the families that ended before `time`. */
    async removeEndedBefore(time: Date) {
      const { count } = await db.session.deleteMany({ where: { absoluteExpiresAt: { lt: time } } })
      return count
    },
  }
}
