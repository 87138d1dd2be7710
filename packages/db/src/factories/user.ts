import type { Queryable } from '../client.ts'
import type { Prisma } from '../generated/client.ts'
import { localized, nextNumber } from './localized.ts'
import { createTenant } from './tenant.ts'

export type UserOverrides = Partial<Omit<Prisma.UserUncheckedCreateInput, 'email' | 'emailKey' | 'accountKey'>> & { email?: string }

const normalizeKey = (text: string) => text.normalize('NFKC').toLowerCase()

function createRow(overrides: UserOverrides & { readonly tenantId: string }) {
  const number = nextNumber()
  const { email = `user${number}@heddle.test`, account = null } = overrides
  return {
    name: localized(`User ${number}`),
    tourOfferedAt: new Date(),
    ...overrides,
    email,
    emailKey: normalizeKey(email),
    account,
    accountKey: account === null ? null : normalizeKey(account),
  }
}

/**
 * Inserts an active user with role U, in its own tenant by default, who has been offered the tour. Without a `passwordHash` (a PHC
 * string) the user cannot sign in.
 */
export async function createUser(db: Queryable, overrides: UserOverrides = {}) {
  const data = createRow({ ...overrides, tenantId: overrides.tenantId ?? (await createTenant(db)).id })
  return { ...(await db.user.create({ data })), email: data.email }
}

/** Inserts `count` users of one tenant, alike but for their names and emails, in one statement. */
export const createUsers = (
  db: Queryable,
  count: number,
  overrides: Omit<UserOverrides, 'email' | 'account'> & { readonly tenantId: string },
) => db.user.createManyAndReturn({ data: Array.from({ length: count }, () => createRow(overrides)) })
