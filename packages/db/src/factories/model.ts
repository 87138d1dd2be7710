import type { Queryable } from '../client.ts'
import type { Prisma } from '../generated/client.ts'
import { nextNumber } from './localized.ts'
import { createTenant } from './tenant.ts'

export type ModelOverrides = Partial<Prisma.ModelUncheckedCreateInput>

/** Inserts an enabled model that is not the default, in its own tenant by default. */
export async function createModel(db: Queryable, overrides: ModelOverrides = {}) {
  const tenantId = overrides.tenantId ?? (await createTenant(db)).id
  return db.model.create({ data: { name: `model-${nextNumber()}`, ...overrides, tenantId } })
}
