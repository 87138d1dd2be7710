// Stops the boot at a route that does not declare a policy.
import type { Endpoint, Policy } from '@heddle/contracts/endpoint'
import { permissions } from '@heddle/contracts/permissions'
import plugin from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyContextConfig {
    policy?: Policy
    credentials?: Endpoint['config']['credentials']
    audited?: Endpoint['config']['audited']
    form?: Endpoint['config']['form']
    bodyJson?: Endpoint['config']['bodyJson']
  }
}

const policies: ReadonlySet<unknown> = new Set<Policy>(['public', 'own_session', 'signed_in', ...permissions])

export const policyPlugin = plugin(
  async (app) => {
    app.addHook('onRoute', ({ method, url, config }) => {
      if (!policies.has(config?.policy)) throw new Error(`The route ${String(method)} ${url} declares no policy.`)
    })
  },
  { name: 'policy' },
)
