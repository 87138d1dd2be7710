import { createTenant, deleteTenant, getTenant, queryTenants, updateTenant } from '@heddle/contracts/tenant/tenant'
import type { App } from '../../platform/http/app-instance.ts'
import type { Actor } from '../../platform/permissions/actor.ts'
import { presentTenant } from './tenant.presenter.ts'
import type { WholeTenantRow } from './tenant.repository.ts'
import type { TenantService } from './tenant.service.ts'

export function tenantRoutes(app: App, tenants: TenantService) {
  const present = async (actor: Actor, tenant: WholeTenantRow) => presentTenant(actor, tenant, await tenants.listLoginMethods(tenant))

  app.route({
    ...queryTenants,
    handler: async ({ actor, body }) => {
      const { rows, nextPageToken } = await tenants.queryTenants(actor, body)
      return { tenants: await Promise.all(rows.map((tenant) => present(actor, tenant))), next_page_token: nextPageToken }
    },
  })

  app.route({
    ...createTenant,
    handler: async ({ actor, body }) => ({ tenant: await present(actor, await tenants.createTenant(actor, body)) }),
  })

  app.route({
    ...getTenant,
    handler: async ({ actor, params }) => ({ tenant: await present(actor, await tenants.getTenant(actor, params.id)) }),
  })

  app.route({
    ...updateTenant,
    handler: async ({ actor, params, body }) => ({
      tenant: await present(actor, await tenants.updateTenant(actor, params.id, body.tenant)),
    }),
  })

  app.route({
    ...deleteTenant,
    handler: async ({ actor, params }) => {
      await tenants.deleteTenant(actor, params.id)
      return { success: true as const }
    },
  })
}
