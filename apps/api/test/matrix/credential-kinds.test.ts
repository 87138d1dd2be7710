// Which kinds of credential may call, route by route: the application's own plugins, before every endpoint of the contract.
import { endpoints } from '@heddle/contracts/endpoint-list'
import type { CredentialKind, Endpoint } from '@heddle/contracts/endpoint'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../src/platform/permissions/actor.ts'
import { accessTokensPlugin } from '../../src/platform/plugins/access-tokens.ts'
import { actorPlugin } from '../../src/platform/plugins/actor.ts'
import { errorsPlugin } from '../../src/platform/plugins/errors.ts'
import { policyPlugin } from '../../src/platform/plugins/policy.ts'
import { rateLimitPlugin } from '../../src/platform/plugins/rate-limit.ts'
import { anySession } from '../application/any-session.ts'
import { unknownId } from '../application/test-app.ts'

/** A session, and one of a kind that no policy names, as a kind that is added would be. */
const kinds = ['session', 'added'] as readonly CredentialKind[]

const now = () => new Date()
const app = fastify()
let kind: CredentialKind = 'session'

/** A super user, who has all permissions. */
const findActor = async ({ id, tenantId }: Pick<Actor, 'id' | 'tenantId'>, origin: Actor['origin']): Promise<Actor> => {
  const { credential, endsAt } = anySession
  const rights = { role: 'S', language: 'en', mustChangePassword: false, memberships: [] } as const
  return { ...rights, id, tenantId, credential: { ...credential, kind }, endsAt, origin }
}

const routes: readonly (readonly [name: string, route: Pick<Endpoint, 'method' | 'url' | 'config'>])[] = [
  ...Object.entries(endpoints),
  ['an endpoint that admits none', { method: 'GET', url: '/none', config: { policy: 'signed_in', credentials: [] } }],
  [
    'an endpoint that admits the added kind alone',
    { method: 'GET', url: '/added', config: { policy: 'own_session', credentials: kinds.slice(1) } },
  ],
]

const admits = ({ policy, credentials = ['session'] }: Endpoint['config'], called: CredentialKind) =>
  policy === 'public' || credentials.includes(called)

beforeAll(async () => {
  await app.register(errorsPlugin)
  await app.register(policyPlugin)
  await app.register(accessTokensPlugin, { key: new Uint8Array(32), now })
  await app.register(rateLimitPlugin, { perSecond: 100_000, burst: 100_000, now })
  await app.register(actorPlugin, { findActor, now })
  for (const [name, { method, url, config }] of routes) app.route({ method, url, config, handler: () => ({ name }) })
  await app.ready()
})
afterAll(() => app.close())

describe.each(routes)('%s', (_name, { method, url, config }) => {
  test.each(kinds.map((called) => ({ called, status: admits(config, called) ? 200 : 403 })))(
    'responds $status to a credential of the kind $called',
    async ({ called, status }) => {
      kind = called
      const [userId, tenantId] = [unknownId(), unknownId()]
      const token = app.accessTokens.issue({ userId, tenantId, sessionId: unknownId(), tokenVersion: 0 }, now())
      const response = await app.inject({ method, url: url.replaceAll(/:\w+/g, unknownId), headers: { authorization: `Bearer ${token}` } })
      expect([response.statusCode, response.json()]).toMatchObject([status, status === 403 ? { detail: { code: 'FORBIDDEN' } } : {}])
    },
  )
})

test('only sessions may call until an endpoint says otherwise', () => {
  expect(Object.entries(endpoints).filter(([, { config }]) => 'credentials' in config)).toEqual([])
})
