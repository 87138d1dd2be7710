import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import type { Actor } from '../../permissions/actor.ts'
import { readableUsers } from '../../permissions/user.permissions.ts'
import { columnsOf, type NewUser, userConflict } from './new-user.ts'
import { signInKey, type SignInName } from './user.rules.ts'

export const withGroups = {
  memberships: { select: { groupId: true, role: true, group: { select: { id: true, name: true } } }, orderBy: { groupId: 'asc' } },
  identities: { select: { provider: true } },
} satisfies Prisma.UserInclude

export type UserRow = Prisma.UserGetPayload<{ include: typeof withGroups }>

export type UserRepository = ReturnType<typeof createUserRepository>

export function createUserRepository(db: PrismaClient) {
  return {
    getWithGroups: (id: string): Promise<UserRow> => db.user.findUniqueOrThrow({ where: { id }, include: withGroups }),

    findReadable: (actor: Actor, id: string, on: Queryable = db): Promise<UserRow | null> =>
      on.user.findFirst({ where: { id, AND: readableUsers(actor) }, include: withGroups }),

    findBySignInName: (name: SignInName) =>
      db.user.findUnique({ where: 'email' in name ? { emailKey: signInKey(name) } : { accountKey: signInKey(name) } }),

    /** Throws the code of what is taken already, or is not there any more; the transaction `tx` is lost then. */
    async create(tx: Queryable, user: NewUser): Promise<UserRow> {
      try {
        const language =
          user.language ??
          (await tx.tenant.findUniqueOrThrow({ where: { id: user.tenantId }, select: { defaultLanguage: true } })).defaultLanguage
        const { id } = await tx.user.create({ data: { ...columnsOf(user), language }, select: { id: true } })
        await tx.membership.createMany({ data: (user.memberships ?? []).map((membership) => ({ ...membership, userId: id })) })
        return await tx.user.findUniqueOrThrow({ where: { id }, include: withGroups })
      } catch (error) {
        throw userConflict(error)
      }
    },

    async recordSignIn(id: string, lastLoginAt: Date, passwordHash: string | undefined) {
      await db.user.update({ where: { id }, data: { lastLoginAt, ...(passwordHash !== undefined && { passwordHash }) } })
    },
  }
}
