import type { Queryable } from '../client.ts'
import type { Prisma } from '../generated/client.ts'
import { nextNumber } from './localized.ts'
import { createTenant } from './tenant.ts'

export type ModelOverrides = Partial<Prisma.ModelUncheckedCreateInput>

/** The endpoint of the environment, which every tenant has once the service has started. */
export const getEnvironmentEndpoint = async (db: Queryable, tenantId: string) =>
  (await db.modelEndpoint.findFirst({ where: { tenantId, isFromEnvironment: true } })) ??
  db.modelEndpoint.create({ data: { tenantId, name: 'Environment', baseUrl: '', isFromEnvironment: true } })

/** Inserts an endpoint as an administrator connects one, without a key. */
export async function createModelEndpoint(db: Queryable, overrides: Partial<Prisma.ModelEndpointUncheckedCreateInput> = {}) {
  const tenantId = overrides.tenantId ?? (await createTenant(db)).id
  return db.modelEndpoint.create({ data: { name: `Endpoint ${nextNumber()}`, baseUrl: 'http://127.0.0.1:9/v1', ...overrides, tenantId } })
}

/** Inserts an enabled model that is not the default, of the environment's endpoint and in its own tenant by default. */
export async function createModel(db: Queryable, overrides: ModelOverrides = {}) {
  const tenantId = overrides.tenantId ?? (await createTenant(db)).id
  const endpointId = overrides.endpointId ?? (await getEnvironmentEndpoint(db, tenantId)).id
  const name = overrides.name ?? `model-${nextNumber()}`
  return db.model.create({ data: { upstreamName: name, ...overrides, name, tenantId, endpointId } })
}
