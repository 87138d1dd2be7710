// What decides whether and as what a user may sign in: role, status, a password set by an administrator, deletion.
import type { ErrorCode } from '@heddle/contracts/errors'
import { UserRole } from '@heddle/contracts/roles'
import type { UserStatus } from '@heddle/contracts/user/user'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import { AppError } from '../../platform/errors/app-error.ts'
import { hashPassword } from '@heddle/security/password'
import { refuseWeakPassword } from '../../platform/security/weak-password.ts'
import type { Actor } from '../../platform/permissions/actor.ts'
import { canChangeRole, canChangeStatus, canDeleteUser, canResetSecondFactor } from '../../platform/permissions/user.permissions.ts'
import type { AuditService } from '../audit/audit.service.ts'
import type { UserStatusRepository } from './user-status.repository.ts'
import { auditedUser, userTarget } from './user.audit.ts'
import type { UserRepository, UserRow } from './user.repository.ts'

/** What of the chats has to follow: a port, because chats know users and not the other way round. */
export type OwnedChats = {
  readonly stopReplies: (tx: Queryable, ownerIds: readonly string[]) => Promise<void>
  /** Has drafts of datasets forget what the user had included of these chats. */
  readonly forgetQuestions: (db: PrismaClient, ownerId: string) => Promise<void>
  readonly deletePrivate: (db: Queryable, ownerId: string, limit: number) => Promise<number>
  readonly forgetTold: (db: Queryable, ownerId: string) => Promise<number>
}

type UserStatusDependencies = {
  readonly db: PrismaClient
  readonly users: UserRepository
  readonly statuses: UserStatusRepository
  readonly ownedChats: OwnedChats
  readonly audit: AuditService
  readonly now: () => Date
}

const chatsPerBatch = 100
const usersPerBatch = 100

export type UserStatusService = ReturnType<typeof createUserStatusService>

export function createUserStatusService({ db, users, statuses, ownedChats, audit, now }: UserStatusDependencies) {
  async function getReadable(tx: Queryable, actor: Actor, id: string): Promise<UserRow> {
    const user = await users.findReadable(actor, id, tx)
    if (!user) throw new AppError('AUTH_USER_NOT_FOUND')
    return user
  }

  const inTurn = <T>(actor: Actor, act: (tx: Queryable) => Promise<T>) =>
    db.$transaction(async (tx) => {
      await statuses.takeTurn(tx, actor.tenantId)
      // The transaction before may have disabled or demoted the actor of this one.
      const role = await statuses.roleNow(tx, actor)
      if (role === null) throw new AppError('AUTH_SESSION_ENDED')
      if (role !== actor.role) throw new AppError('FORBIDDEN')
      return act(tx)
    })

  function refuseOneself(actor: Actor, found: readonly UserRow[], code: ErrorCode) {
    if (found.some(({ id }) => id === actor.id)) throw new AppError(code, { params: { reason: 'oneself' } })
  }

  async function refuseLastSuperUser(tx: Queryable, actor: Actor, leaving: readonly UserRow[], code: ErrorCode) {
    const superUsers = leaving.filter(({ role, status }) => role === 'S' && status === 'active').map(({ id }) => id)
    if (superUsers.length > 0 && !(await statuses.hasSuperUserBesides(tx, actor.tenantId, superUsers)))
      throw new AppError(code, { params: { reason: 'last_super_user' } })
  }

  type StatusAction = 'updateUserStatus' | 'updateUserStatuses'

  async function setStatuses(tx: Queryable, actor: Actor, found: readonly UserRow[], status: UserStatus, action: StatusAction) {
    refuseOneself(actor, found, 'AUTH_USER_STATUS_FAILED_TO_UPDATE')
    if (!found.every((user) => canChangeStatus(actor, user))) throw new AppError('FORBIDDEN')
    const changing = found.filter((user) => user.status !== status)
    const ids = changing.map(({ id }) => id)
    if (status === 'disabled') {
      await refuseLastSuperUser(tx, actor, changing, 'AUTH_USER_STATUS_FAILED_TO_UPDATE')
      await ownedChats.stopReplies(tx, ids)
    }
    await statuses.setStatus(tx, ids, status, now())
    for (const user of changing)
      await audit.record(tx, actor, { action, target: userTarget(user), before: { status: user.status }, after: { status } })
  }

  async function deletePrivateChats(id: string) {
    await ownedChats.forgetQuestions(db, id)
    while ((await ownedChats.deletePrivate(db, id, chatsPerBatch)) === chatsPerBatch);
    await ownedChats.forgetTold(db, id)
  }

  return {
    updateUserRole: (actor: Actor, id: string, wanted: string) =>
      inTurn(actor, async (tx) => {
        const role = UserRole.safeParse(wanted)
        const user = await getReadable(tx, actor, id)
        if (!role.success) throw new AppError('AUTH_USER_ROLE_INVALID')
        refuseOneself(actor, [user], 'AUTH_USER_ROLE_FAILED_TO_UPDATE')
        if (!canChangeRole(actor, user)) throw new AppError('FORBIDDEN')
        if (role.data === user.role) return user
        await refuseLastSuperUser(tx, actor, [user], 'AUTH_USER_ROLE_FAILED_TO_UPDATE')
        await statuses.setRole(tx, id, role.data)
        await audit.record(tx, actor, {
          action: 'updateUserRole',
          target: userTarget(user),
          before: { role: user.role },
          after: { role: role.data },
        })
        return users.getWithGroups(id, tx)
      }),

    updateUserStatus: (actor: Actor, id: string, status: UserStatus) =>
      inTurn(actor, async (tx) => {
        await setStatuses(tx, actor, [await getReadable(tx, actor, id)], status, 'updateUserStatus')
        return users.getWithGroups(id, tx)
      }),

    /** All of them or none. */
    updateUserStatuses: (actor: Actor, given: readonly string[], status: UserStatus) =>
      inTurn(actor, async (tx) => {
        const ids = [...new Set(given)]
        const found = await users.findReadableMany(actor, ids, tx)
        if (found.length < ids.length) throw new AppError('AUTH_USER_NOT_FOUND')
        await setStatuses(tx, actor, found, status, 'updateUserStatuses')
        const changed = new Map((await users.findReadableMany(actor, ids, tx)).map((user) => [user.id, user]))
        return ids.flatMap((id) => changed.get(id) ?? [])
      }),

    async resetPassword(actor: Actor, id: string, password: string) {
      const before = await getReadable(db, actor, id)
      if (!canChangeStatus(actor, before)) throw new AppError('FORBIDDEN')
      refuseWeakPassword(password, before)
      const passwordHash = await hashPassword(password)
      await inTurn(actor, async (tx) => {
        const user = await getReadable(tx, actor, id)
        if (!canChangeStatus(actor, user)) throw new AppError('FORBIDDEN')
        if (user.identities.length > 0) throw new AppError('AUTH_PASSWORD_FAILED_TO_UPDATE', { params: { reason: 'external' } })
        await statuses.setTemporaryPassword(tx, id, passwordHash, now())
        await audit.record(tx, actor, { action: 'resetPassword', target: userTarget(user) })
      })
    },

    /** For a user who has lost them; one of the own rank has to ask who is above. */
    resetSecondFactor: (actor: Actor, id: string) =>
      inTurn(actor, async (tx) => {
        const user = await getReadable(tx, actor, id)
        if (!canResetSecondFactor(actor, user)) throw new AppError('FORBIDDEN')
        if (!user.hasSecondFactor) throw new AppError('AUTH_SECOND_FACTOR_NOT_FOUND')
        await statuses.removeSecondFactors(tx, id, now())
        await audit.record(tx, actor, { action: 'resetSecondFactor', target: userTarget(user) })
        return users.getWithGroups(id, tx)
      }),

    /** What others were given stays, without a name. The private chats go now, or after the tenant's retention time. */
    async deleteUser(actor: Actor, id: string) {
      await inTurn(actor, async (tx) => {
        const user = await getReadable(tx, actor, id)
        refuseOneself(actor, [user], 'AUTH_USER_FAILED_TO_DELETE')
        if (!canDeleteUser(actor, user)) throw new AppError('FORBIDDEN')
        await refuseLastSuperUser(tx, actor, [user], 'AUTH_USER_FAILED_TO_DELETE')
        await ownedChats.stopReplies(tx, [id])
        await statuses.markDeleted(tx, id, now())
        await audit.record(tx, actor, { action: 'deleteUser', target: userTarget(user), before: auditedUser(user) })
      })
      if ((await statuses.retentionDaysOf(actor.tenantId)) === 0) await deletePrivateChats(id)
    },

    /** Deletes the private chats of users who were deleted long enough ago, until the signal is aborted. Returns the number of those users. */
    async purgeDeletedUsers(signal: AbortSignal): Promise<number> {
      const at = now()
      let purged = 0
      for (;;) {
        const ids = await statuses.findToPurge(at, usersPerBatch)
        for (const id of ids) {
          if (signal.aborted) return purged
          await deletePrivateChats(id)
          await statuses.markPurged(id, at)
          purged += 1
        }
        if (ids.length < usersPerBatch) return purged
      }
    },
  }
}
