import type { Queryable } from '../client.ts'
import type { Prisma } from '../generated/client.ts'
import { localized, nextNumber } from './localized.ts'

export type TenantOverrides = Partial<Prisma.TenantUncheckedCreateInput>

/** Inserts a tenant with all languages. */
export const createTenant = (db: Queryable, overrides: TenantOverrides = {}) =>
  db.tenant.create({ data: { name: localized(`Institute ${nextNumber()}`), ...overrides } })
