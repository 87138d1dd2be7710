import { createAllowedHost, deleteAllowedHost, listAllowedHosts, updateAllowedHost } from '@heddle/contracts/tenant/allowed-host'
import type { App } from '../../../platform/http/app-instance.ts'
import { presentAllowedHost } from './allowed-host.presenter.ts'
import type { AllowedHostService } from './allowed-host.service.ts'

export function allowedHostRoutes(app: App, hosts: AllowedHostService) {
  app.route({
    ...listAllowedHosts,
    handler: async ({ actor, params }) => ({
      allowed_hosts: (await hosts.listAllowedHosts(actor, params.id)).map(presentAllowedHost),
    }),
  })

  app.route({
    ...createAllowedHost,
    handler: async ({ actor, params, body }) => ({
      allowed_host: presentAllowedHost(await hosts.createAllowedHost(actor, params.id, body.allowed_host)),
    }),
  })

  app.route({
    ...updateAllowedHost,
    handler: async ({ actor, params, body }) => ({
      allowed_host: presentAllowedHost(await hosts.updateAllowedHost(actor, params.id, params.hostId, body.allowed_host)),
    }),
  })

  app.route({
    ...deleteAllowedHost,
    handler: async ({ actor, params }) => {
      await hosts.deleteAllowedHost(actor, params.id, params.hostId)
      return { success: true as const }
    },
  })
}
