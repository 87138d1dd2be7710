// The writes that decide whether and as what a user may sign in.
import type { UserRole } from '@heddle/contracts/roles'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import { Prisma } from '@heddle/db/generated/client'
import type { Actor } from '../../platform/permissions/actor.ts'
import { sharedSql } from '../../platform/permissions/chat.permissions.ts'

const isShared = Prisma.raw(sharedSql)

/** Calls that began before a user was deleted have ended after this time: nothing new appears afterwards. */
const callsEndMs = 60_000

export type UserStatusRepository = ReturnType<typeof createUserStatusRepository>

export function createUserStatusRepository(db: PrismaClient) {
  /** Every token ends at once, and no session is left that could be used if the user came back. */
  async function endSessions(tx: Queryable, ids: readonly string[], at: Date) {
    await tx.user.updateMany({ where: { id: { in: [...ids] } }, data: { tokenVersion: { increment: 1 } } })
    await tx.session.updateMany({ where: { userId: { in: [...ids] }, revokedAt: null }, data: { revokedAt: at } })
  }

  return {
    /** Serializes the changes of roles and status in a tenant: two at once could each remove the last but one super user. */
    async takeTurn(tx: Queryable, tenantId: string) {
      await tx.$queryRaw`SELECT id FROM tenant WHERE id = ${tenantId}::uuid FOR NO KEY UPDATE`
    },

    /** The role of the actor as it is now; null when it may not come in any more. */
    async roleNow(tx: Queryable, { id, credential: { tokenVersion } }: Actor): Promise<UserRole | null> {
      const user = await tx.user.findFirst({ where: { id, tokenVersion, status: 'active' }, select: { role: true } })
      return user?.role ?? null
    },

    /** Whether a super user other than these remains. */
    async hasSuperUserBesides(tx: Queryable, tenantId: string, ids: readonly string[]): Promise<boolean> {
      const other = await tx.user.findFirst({
        where: { tenantId, role: 'S', status: 'active', id: { notIn: [...ids] } },
        select: { id: true },
      })
      return other !== null
    },

    async setRole(tx: Queryable, id: string, role: UserRole) {
      await tx.user.update({ where: { id }, data: { role, revision: { increment: 1 } } })
    },

    async setStatus(tx: Queryable, ids: readonly string[], status: 'active' | 'disabled', at: Date) {
      await tx.user.updateMany({ where: { id: { in: [...ids] } }, data: { status, revision: { increment: 1 } } })
      if (status === 'disabled') await endSessions(tx, ids, at)
    },

    async setTemporaryPassword(tx: Queryable, id: string, passwordHash: string, at: Date) {
      await tx.user.update({ where: { id }, data: { passwordHash, mustChangePassword: true } })
      await endSessions(tx, [id], at)
    },

    /** Removes what a user would have to show besides the password, which the user is told at the next sign-in. */
    async removeSecondFactors(tx: Queryable, id: string, at: Date) {
      await tx.user.update({ where: { id }, data: { hasSecondFactor: false, factorsResetAt: at } })
      await tx.secondFactor.deleteMany({ where: { userId: id } })
      await tx.recoveryCode.deleteMany({ where: { userId: id } })
      await endSessions(tx, [id], at)
    },

    /** Leaves a row without a name, to which belongs what others were given. */
    async markDeleted(tx: Queryable, id: string, at: Date) {
      // The user first: a transaction that gives it something, or signs it in, locks that row, and finds it deleted afterwards.
      await tx.user.update({
        where: { id },
        data: {
          status: 'deleted',
          name: { default: '' },
          email: null,
          emailKey: null,
          account: null,
          accountKey: null,
          passwordHash: null,
          mustChangePassword: false,
          lastLoginAt: null,
          hasSecondFactor: false,
          factorsResetAt: null,
          tokenVersion: { increment: 1 },
          revision: { increment: 1 },
          deletedAt: at,
        },
      })
      await tx.membership.deleteMany({ where: { userId: id } })
      await tx.externalIdentity.deleteMany({ where: { userId: id } })
      await tx.favoriteAssistant.deleteMany({ where: { userId: id } })
      await tx.prompt.deleteMany({ where: { ownerId: id } })
      await tx.promptUse.deleteMany({ where: { userId: id } })
      await tx.secondFactor.deleteMany({ where: { userId: id } })
      await tx.recoveryCode.deleteMany({ where: { userId: id } })
      await tx.authChallenge.deleteMany({ where: { userId: id } })
      await tx.session.deleteMany({ where: { userId: id } })
      await tx.userSetting.deleteMany({ where: { userId: id } })
      await tx.takeout.deleteMany({ where: { userId: id } })
      await tx.chatSharePerson.deleteMany({ where: { userId: id } })
    },

    async retentionDaysOf(tenantId: string): Promise<number> {
      const { retentionDays } = await db.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { retentionDays: true } })
      return retentionDays
    },

    /** Deleted users whose private chats are to go. One who is done comes back when a shared chat is taken back later. */
    async findToPurge(now: Date, limit: number): Promise<string[]> {
      const rows = await db.$queryRaw<{ id: string }[]>`
        SELECT u.id FROM "user" u JOIN tenant t ON t.id = u.tenant_id
        WHERE u.status = 'deleted' AND u.deleted_at <= ${new Date(now.getTime() - callsEndMs)}
          AND u.deleted_at + t.retention_days * interval '1 day' <= ${now}
          AND (u.purged_at IS NULL OR EXISTS (SELECT FROM chat c WHERE c.owner_id = u.id AND NOT ${isShared}))
        ORDER BY u.id LIMIT ${limit}`
      return rows.map(({ id }) => id)
    },

    async markPurged(id: string, at: Date) {
      await db.user.updateMany({ where: { id }, data: { purgedAt: at } })
    },
  }
}
