import type { PrismaClient } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'

const withGroups = {
  memberships: { select: { groupId: true, role: true, group: { select: { id: true, name: true } } }, orderBy: { groupId: 'asc' } },
  identities: { select: { provider: true } },
} satisfies Prisma.UserInclude

export type UserRow = Prisma.UserGetPayload<{ include: typeof withGroups }>

export type SignInName = { readonly email: string } | { readonly account: string }

/** What makes two emails, or two accounts, the same. */
export const signInKey = (name: SignInName) => ('email' in name ? name.email : name.account).normalize('NFKC').toLowerCase()

export type UserRepository = ReturnType<typeof createUserRepository>

export function createUserRepository(db: PrismaClient) {
  return {
    getWithGroups: (id: string): Promise<UserRow> => db.user.findUniqueOrThrow({ where: { id }, include: withGroups }),

    findBySignInName: (name: SignInName) =>
      db.user.findUnique({ where: 'email' in name ? { emailKey: signInKey(name) } : { accountKey: signInKey(name) } }),

    async recordSignIn(id: string, lastLoginAt: Date, passwordHash: string | undefined) {
      await db.user.update({ where: { id }, data: { lastLoginAt, ...(passwordHash !== undefined && { passwordHash }) } })
    },
  }
}
