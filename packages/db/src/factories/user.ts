import type { Queryable } from '../client.ts'
import type { Prisma } from '../generated/client.ts'
import { localized, nextNumber } from './localized.ts'
import { createTenant } from './tenant.ts'

export type UserOverrides = Partial<Omit<Prisma.UserUncheckedCreateInput, 'email' | 'emailKey' | 'accountKey'>> & { email?: string }

const normalizeKey = (text: string) => text.normalize('NFKC').toLowerCase()

/**
 * Inserts an active user with role U, in its own tenant by default. Without a `passwordHash` (a PHC string) the user cannot
 * sign in.
 */
export async function createUser(db: Queryable, overrides: UserOverrides = {}) {
  const number = nextNumber()
  const { email = `user${number}@heddle.test`, account = null } = overrides
  const user = await db.user.create({
    data: {
      name: localized(`User ${number}`),
      ...overrides,
      tenantId: overrides.tenantId ?? (await createTenant(db)).id,
      email,
      emailKey: normalizeKey(email),
      account,
      accountKey: account === null ? null : normalizeKey(account),
    },
  })
  return { ...user, email }
}
