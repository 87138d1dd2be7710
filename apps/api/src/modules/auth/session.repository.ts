import type { PrismaClient } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'

const withUser = {
  user: { select: { id: true, tenantId: true, role: true, status: true, tokenVersion: true } },
} satisfies Prisma.SessionInclude

export type SessionRow = Prisma.SessionGetPayload<{ include: typeof withUser }>

type SessionTimes = { rotatedAt: Date; expiresAt: Date; absoluteExpiresAt: Date }

export type SessionRepository = ReturnType<typeof createSessionRepository>

export function createSessionRepository(db: PrismaClient) {
  return {
    find: (id: string): Promise<SessionRow | null> => db.session.findUnique({ where: { id }, include: withUser }),

    create: (session: SessionTimes & { userId: string; createdAt: Date; address: string; userAgent: string | null }): Promise<SessionRow> =>
      db.session.create({ data: session, include: withUser }),

    /** Moves the family to its next generation; false when another request has done so first. */
    async rotate(id: string, generation: number, times: SessionTimes): Promise<boolean> {
      const { count } = await db.session.updateMany({
        where: { id, generation, revokedAt: null },
        data: { generation: { increment: 1 }, ...times },
      })
      return count === 1
    },

    async revoke(id: string, revokedAt: Date) {
      await db.session.updateMany({ where: { id, revokedAt: null }, data: { revokedAt } })
    },

    /** Forgets the families that ended before `time`. */
    async removeEndedBefore(time: Date) {
      const { count } = await db.session.deleteMany({ where: { absoluteExpiresAt: { lt: time } } })
      return count
    },
  }
}
