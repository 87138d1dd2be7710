import type { Language } from '@heddle/contracts/languages'
import type { LocalizedText } from '@heddle/contracts/wire'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import type { Actor } from '../../platform/permissions/actor.ts'
import { readableUsers } from '../../platform/permissions/user.permissions.ts'
import { toUserColumns, type NewUser, toUserConflict } from './new-user.ts'
import { signInKey, type SignInName } from './user.rules.ts'

export const withGroups = {
  memberships: { select: { groupId: true, role: true, group: { select: { id: true, name: true } } }, orderBy: { groupId: 'asc' } },
  identities: { select: { provider: true } },
} satisfies Prisma.UserInclude

export type UserRow = Prisma.UserGetPayload<{ include: typeof withGroups }>

/** The hash that a password was checked against, and its successor if it is out of date. */
type CheckedPassword = { readonly checked: string; readonly rehashed: string | undefined }

export type ShownAtSignIn = { readonly password?: CheckedPassword | undefined; readonly hasShownFactor: boolean }

type Profile = { readonly name?: LocalizedText | undefined; readonly language?: Language | undefined }

export type UserRepository = ReturnType<typeof createUserRepository>

export function createUserRepository(db: PrismaClient) {
  const getWithGroups = (id: string, on: Queryable = db): Promise<UserRow> =>
    on.user.findUniqueOrThrow({ where: { id }, include: withGroups })

  return {
    getWithGroups,

    findReadable: (actor: Actor, id: string, on: Queryable = db): Promise<UserRow | null> =>
      on.user.findFirst({ where: { id, AND: readableUsers(actor) }, include: withGroups }),

    findReadableMany: (actor: Actor, ids: readonly string[], on: Queryable): Promise<UserRow[]> =>
      on.user.findMany({ where: { id: { in: [...ids] }, AND: readableUsers(actor) }, include: withGroups }),

    findBySignInName: (name: SignInName) =>
      db.user.findUnique({ where: 'email' in name ? { emailKey: signInKey(name) } : { accountKey: signInKey(name) } }),

    /** Throws the code of what is taken already, or is not there any more; the transaction `tx` is lost then. */
    async create(tx: Queryable, user: NewUser): Promise<UserRow> {
      try {
        const language = user.language ?? (await findDefaultLanguage(tx, user.tenantId))
        const { id } = await tx.user.create({ data: { ...toUserColumns(user), language }, select: { id: true } })
        await tx.membership.createMany({ data: (user.memberships ?? []).map((membership) => ({ ...membership, userId: id })) })
        return await getWithGroups(id, tx)
      } catch (error) {
        throw toUserConflict(error)
      }
    },

    /** False when it is not the revision that was seen any more. */
    async updateProfile(tx: Queryable, id: string, revision: number, { name, language }: Profile): Promise<boolean> {
      const { count } = await tx.user.updateMany({
        where: { id, revision, status: { not: 'deleted' } },
        data: { ...(name && { name }), ...(language && { language }), revision: { increment: 1 } },
      })
      return count === 1
    },

    /** False when the user has been deleted; throws AUTH_EMAIL_EXISTS. */
    async updateEmail(tx: Queryable, id: string, email: string): Promise<boolean> {
      try {
        const { count } = await tx.user.updateMany({
          where: { id, status: { not: 'deleted' } },
          data: { email, emailKey: signInKey({ email }), revision: { increment: 1 } },
        })
        return count === 1
      } catch (error) {
        throw toUserConflict(error)
      }
    },

    /** False when the user is not active any more, has another password than the one that was `checked`, or a factor that was not shown. */
    async recordSignIn(tx: Queryable, id: string, lastLoginAt: Date, { password, hasShownFactor }: ShownAtSignIn): Promise<boolean> {
      const { count } = await tx.user.updateMany({
        where: {
          id,
          status: 'active',
          ...(password && { passwordHash: password.checked }),
          ...(!hasShownFactor && { hasSecondFactor: false }),
        },
        data: { lastLoginAt, ...(password?.rehashed !== undefined && { passwordHash: password.rehashed }) },
      })
      return count === 1
    },

    /** Replaces a password that the user knew; false when it is not the `current` one any more. */
    async replacePassword(tx: Queryable, id: string, current: string, passwordHash: string): Promise<boolean> {
      const { count } = await tx.user.updateMany({
        where: { id, passwordHash: current },
        data: { passwordHash, mustChangePassword: false },
      })
      return count === 1
    },
  }
}

export async function findDefaultLanguage(db: Queryable, tenantId: string): Promise<Language> {
  const tenant = await db.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { defaultLanguage: true } })
  return tenant.defaultLanguage
}
