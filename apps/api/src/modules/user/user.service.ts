// Finding people, making them, and changing what they are called.
import type { createUser, queryUsers, updateUserEmail, updateUserProfile } from '@heddle/contracts/user/user'
import { userSorts, UserStatus } from '@heddle/contracts/user/user'
import { UserRole } from '@heddle/contracts/roles'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { AppError } from '../../platform/errors/app-error.ts'
import { isDatabaseOutage } from '../../platform/database/database-outage.ts'
import { hashPassword, verifyPassword } from '@heddle/security/password'
import type { LoginThrottle } from '../../platform/security/login-throttle.ts'
import { refuseWeakPassword } from '../../platform/security/weak-password.ts'
import type { ActorAccess, Actor } from '../../platform/permissions/actor.ts'
import { canEditUser } from '../../platform/permissions/user.permissions.ts'
import type { Paging } from '../../platform/http/paging.ts'
import type { AuditService } from '../audit/audit.service.ts'
import type { NewUser } from './new-user.ts'
import type { UserListRepository } from './user-list.repository.ts'
import { auditedUser, userTarget } from './user.audit.ts'
import { presentUser } from './user.presenter.ts'
import type { ShownAtSignIn, UserRepository, UserRow } from './user.repository.ts'
import { signInKey, type SignInName } from './user.rules.ts'

type UserDependencies = {
  readonly db: PrismaClient
  readonly users: UserRepository
  readonly lists: UserListRepository
  readonly audit: AuditService
  readonly paging: Paging
  readonly throttle: LoginThrottle
}

const Filters = z.object({
  keyword: z.string().optional(),
  role: UserRole.optional(),
  group_id: z.string().optional(),
  status: UserStatus.optional(),
  sort: z.enum(userSorts),
  direction: z.enum(['asc', 'desc']),
})
const Key = z.object({ value: z.string().nullable(), id: z.string() })

const pageSize = 50

const createPasswordRequiredError = () =>
  new AppError('BAD_REQUEST', { params: { fields: [{ path: 'body/current_password', message: 'Required to change the own email' }] } })

const notConfirmed = (reason: 'external' | 'wrong_current') => new AppError('AUTH_PASSWORD_FAILED_TO_UPDATE', { params: { reason } })

export type UserService = ReturnType<typeof createUserService>

export function createUserService({ db, users, lists, audit, paging, throttle }: UserDependencies) {
  const list = paging.defineList({ name: 'users', filters: Filters, key: Key, defaultSize: pageSize })

  async function getReadable(actor: Actor, id: string, on: Queryable = db): Promise<UserRow> {
    const user = await users.findReadable(actor, id, on)
    if (!user) throw new AppError('AUTH_USER_NOT_FOUND')
    return user
  }

  async function getEditable(actor: Actor, id: string, on: Queryable): Promise<UserRow> {
    const user = await getReadable(actor, id, on)
    if (!canEditUser(actor, user)) throw new AppError('FORBIDDEN')
    return user
  }

  async function getEmailEditable(actor: Actor, id: string, on: Queryable): Promise<UserRow> {
    const user = await getEditable(actor, id, on)
    if (user.identities.length > 0) throw new AppError('AUTH_EMAIL_FAILED_TO_UPDATE', { params: { reason: 'external' } })
    return user
  }

  const getMe = (actor: ActorAccess) => users.getWithGroups(actor.id)

  /** Throws unless `password` is the actor's. Throttled as at a sign-in: at an open screen it could be guessed. */
  async function confirmOwnPassword(actor: Actor, password: string) {
    const user = await getMe(actor)
    const current = user.passwordHash
    if (current === null || user.identities.length > 0) throw notConfirmed('external')
    const names = [user.emailKey, user.accountKey].filter((name) => name !== null)
    await throttle.attempt(names, actor.origin, async () => {
      if (!(await verifyPassword(password, current))) throw notConfirmed('wrong_current')
    })
    return { user, current }
  }

  return {
    getMe,
    confirmOwnPassword,
    signInKey,
    findBySignInName: (name: SignInName) => users.findBySignInName(name),

    async queryUsers(actor: Actor, { sort = 'name', direction, ...request }: z.output<typeof queryUsers.schema.body>) {
      const isTime = sort === 'created_at' || sort === 'last_login_at'
      const { page_size, page_token, ...filters } = request
      const page = list.read({ page_size, page_token }, { ...filters, sort, direction: direction ?? (isTime ? 'desc' : 'asc') })
      const [found, count] = await Promise.all([
        lists.findPage(actor, page.filters, page.filters, page.after, page.size + 1),
        page.after ? undefined : lists.count(actor, page.filters),
      ])
      return {
        ...list.cut(page, found, (row) => lists.toCursor(actor, page.filters, row)),
        total: count?.total,
        totalExceeds: count?.totalExceeds,
      }
    },

    getUserProfile: (actor: Actor, id: string) => getReadable(actor, id),

    /** With a password that has to be changed at the first sign-in. */
    async createUser(actor: Actor, { user, password }: z.output<typeof createUser.schema.body>): Promise<UserRow> {
      if (user.role !== undefined && user.role !== 'U') throw new AppError('AUTH_USER_ROLE_INVALID')
      if (!user.email) throw new AppError('AUTH_EMAIL_REQUIRED')
      const { name = { default: '' }, email, account = null, language, parents = [] } = user
      refuseWeakPassword(password, { name, email, account })
      const passwordHash = await hashPassword(password)
      return db.$transaction(async (tx) => {
        const known = await tx.group.count({ where: { tenantId: actor.tenantId, id: { in: parents.map(({ id }) => id) } } })
        if (known < parents.length) throw new AppError('AUTH_USER_FAILED_TO_CREATE', { params: { reason: 'unknown_group' } })
        const created = await users.create(tx, {
          tenantId: actor.tenantId,
          name,
          email,
          account,
          passwordHash,
          mustChangePassword: true,
          memberships: parents.map(({ id, role }) => ({ groupId: id, role })),
          ...(language && { language }),
        })
        await audit.record(tx, actor, { action: 'createUser', target: userTarget(created), after: auditedUser(created) })
        return created
      })
    },

    async updateUserProfile(actor: Actor, id: string, { user }: z.output<typeof updateUserProfile.schema.body>): Promise<UserRow> {
      const { revision, ...profile } = user
      return db.$transaction(async (tx) => {
        const before = await getEditable(actor, id, tx)
        // The next sign-in would bring the old name back.
        const isNameOfElsewhere = before.identities.length > 0 && profile.name && !isDeepStrictEqual(profile.name, before.name)
        if (isNameOfElsewhere) throw new AppError('AUTH_USER_FAILED_TO_UPDATE', { params: { reason: 'external' } })
        if (!(await users.updateProfile(tx, id, revision, profile))) {
          const current = await getReadable(actor, id, tx)
          throw new AppError('REVISION_MISMATCH', { params: { current: presentUser(actor, current) } })
        }
        const after = await users.getWithGroups(id, tx)
        await audit.record(tx, actor, {
          action: 'updateUserProfile',
          target: userTarget(after),
          before: auditedUser(before),
          after: auditedUser(after),
        })
        return after
      })
    },

    /** The own one with the current password: at an open screen it would be enough to take the account over. */
    async updateUserEmail(actor: Actor, id: string, body: z.output<typeof updateUserEmail.schema.body>): Promise<UserRow> {
      const { email, current_password } = body
      await getEmailEditable(actor, id, db)
      if (email === '') throw new AppError('AUTH_EMAIL_REQUIRED')
      if (id === actor.id) {
        if (current_password === undefined) throw createPasswordRequiredError()
        await confirmOwnPassword(actor, current_password)
      }
      return db.$transaction(async (tx) => {
        const before = await getEmailEditable(actor, id, tx)
        if (!(await users.updateEmail(tx, id, email))) throw new AppError('AUTH_USER_NOT_FOUND')
        await audit.record(tx, actor, {
          action: 'updateUserEmail',
          target: userTarget(before),
          before: { email: before.email },
          after: { email },
        })
        return users.getWithGroups(id, tx)
      })
    },

    /** Writes the last login of a user who has just signed in. */
    async recordSignIn(tx: Queryable, id: string, at: Date, shown: ShownAtSignIn) {
      const isRecorded = await users.recordSignIn(tx, id, at, shown).catch((error: unknown) => {
        throw isDatabaseOutage(error) ? error : new AppError('AUTH_USER_FAILED_TO_UPDATE_LAST_LOGIN', { cause: error })
      })
      // Disabled, deleted, given another password since it was checked, or a second factor that was not shown.
      if (!isRecorded) throw new AppError('AUTH_LOGIN_FAILED')
    },

    replacePassword: (tx: Queryable, id: string, current: string, passwordHash: string) =>
      users.replacePassword(tx, id, current, passwordHash),

    /**
     * Inserts a user in the caller's transaction `tx`: a tenant its first super user, an external sign-in whom it
     * brings. Throws AUTH_EMAIL_EXISTS, AUTH_ACCOUNT_EXISTS or AUTH_USER_FAILED_TO_CREATE, and `tx` is lost then.
     */
    insertUser: (tx: Queryable, user: NewUser) => users.create(tx, user),
  }
}
