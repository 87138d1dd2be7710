import type { PrismaClient } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'

const withGroups = {
  memberships: { select: { role: true, group: { select: { id: true, name: true } } }, orderBy: { groupId: 'asc' } },
} satisfies Prisma.UserInclude

export type UserRow = Prisma.UserGetPayload<{ include: typeof withGroups }>

export type SignInName = { readonly email: string } | { readonly account: string }

/** What makes two emails, or two accounts, the same. */
export const keyOf = (name: string) => name.normalize('NFKC').toLowerCase()

export type UserRepository = ReturnType<typeof createUserRepository>

export function createUserRepository(db: PrismaClient) {
  return {
    getWithGroups: (id: string): Promise<UserRow> => db.user.findUniqueOrThrow({ where: { id }, include: withGroups }),

    findBySignInName: (name: SignInName) =>
      db.user.findUnique({ where: 'email' in name ? { emailKey: keyOf(name.email) } : { accountKey: keyOf(name.account) } }),

    async recordSignIn(id: string, lastLoginAt: Date, passwordHash: string | undefined) {
      await db.user.update({ where: { id }, data: { lastLoginAt, ...(passwordHash !== undefined && { passwordHash }) } })
    },
  }
}
