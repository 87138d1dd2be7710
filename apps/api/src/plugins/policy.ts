// A route that forgets to say who may call it must never be served: the boot stops at it.
import type { Policy } from '@heddle/contracts/endpoint'
import plugin from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyContextConfig {
    policy?: Policy
  }
}

const policies: ReadonlySet<unknown> = new Set<Policy>(['public', 'signed_in'])

export const policyPlugin = plugin(
  async (app) => {
    app.addHook('onRoute', ({ method, url, config }) => {
      if (!policies.has(config?.policy)) throw new Error(`The route ${String(method)} ${url} declares no policy.`)
    })
  },
  { name: 'policy' },
)
