import type { Queryable } from '../client.ts'
import type { Prisma } from '../generated/client.ts'
import { localized, nextNumber } from './localized.ts'
import { createTenant } from './tenant.ts'
import { createUser } from './user.ts'

export type GroupOverrides = Partial<Prisma.GroupUncheckedCreateInput>

/** Inserts a group without members, in its own tenant by default. */
export async function createGroup(db: Queryable, overrides: GroupOverrides = {}) {
  const tenantId = overrides.tenantId ?? (await createTenant(db)).id
  return db.group.create({ data: { name: localized(`Group ${nextNumber()}`), ...overrides, tenantId } })
}

export type MembershipOverrides = Partial<Prisma.MembershipUncheckedCreateInput>

async function resolveTenantId(db: Queryable, { userId, groupId }: MembershipOverrides) {
  if (userId) return (await db.user.findUniqueOrThrow({ where: { id: userId } })).tenantId
  if (groupId) return (await db.group.findUniqueOrThrow({ where: { id: groupId } })).tenantId
  return (await createTenant(db)).id
}

/** Inserts a membership with role U; creates a missing group or user in the tenant of the other. */
export async function createMembership(db: Queryable, overrides: MembershipOverrides = {}) {
  const tenantId = await resolveTenantId(db, overrides)
  const groupId = overrides.groupId ?? (await createGroup(db, { tenantId })).id
  const userId = overrides.userId ?? (await createUser(db, { tenantId })).id
  return db.membership.create({ data: { ...overrides, groupId, userId } })
}
