// Who may see and edit which tenant: the only entities of other tenants that a user can see.
import type { Prisma } from '@heddle/db/generated/client'
import { type Actor, hasPermission } from './actor.ts'

export type TenantFacts = { readonly id: string }

export const canReadTenant = (actor: Actor, tenant: TenantFacts) =>
  hasPermission(actor, 'manage_tenants') || (hasPermission(actor, 'read_tenant') && tenant.id === actor.tenantId)

export const readableTenants = (actor: Actor): Prisma.TenantWhereInput => {
  if (hasPermission(actor, 'manage_tenants')) return {}
  return { id: { in: hasPermission(actor, 'read_tenant') ? [actor.tenantId] : [] } }
}

/** Whether the actor may change more of it than `ownTenantFields`, which every reader may. */
export const canManageTenant = (actor: Actor, tenant: TenantFacts) => canReadTenant(actor, tenant) && hasPermission(actor, 'manage_tenants')

export const canDeleteTenant = (actor: Actor, tenant: TenantFacts) => canManageTenant(actor, tenant) && tenant.id !== actor.tenantId
