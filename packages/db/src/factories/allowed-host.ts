import type { Queryable } from '../client.ts'
import type { Prisma } from '../generated/client.ts'
import { nextNumber } from './localized.ts'
import { createTenant } from './tenant.ts'

export type AllowedHostOverrides = Partial<Prisma.AllowedHostUncheckedCreateInput>

/** Inserts a host that workflows may call, without private addresses and without a secret; in its own tenant by default. */
export async function createAllowedHost(db: Queryable, overrides: AllowedHostOverrides = {}) {
  const tenantId = overrides.tenantId ?? (await createTenant(db)).id
  return db.allowedHost.create({ data: { host: `host-${nextNumber()}.example.org`, ...overrides, tenantId } })
}
