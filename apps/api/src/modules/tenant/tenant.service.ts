import type { Actor } from '../../permissions/actor.ts'
import type { TenantRepository } from './tenant.repository.ts'

export type TenantService = ReturnType<typeof createTenantService>

export function createTenantService(tenants: TenantRepository) {
  return {
    getOwnTenant: (actor: Actor) => tenants.get(actor.tenantId),

    /** Whose application is opened at a host name, before anyone signs in; null before there is a tenant. */
    findByHostname: tenants.findByHostname,
  }
}
