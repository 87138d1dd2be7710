import { createGroup } from '@heddle/db/factories/group'
import { createTenant } from '@heddle/db/factories/tenant'
import { createOidcProvider, followLogin } from '@heddle/demo-identity/oidc-provider'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ExternalLogins } from '../../../external-logins.ts'
import { createTestApp, type TestApp, unknownId } from '../../../testing/test-app.ts'

const publicOrigin = 'https://chat.example.org'
const [mapped, given] = [unknownId(), unknownId()]
let api: TestApp
let provider: Awaited<ReturnType<typeof createOidcProvider>>

beforeAll(async () => {
  const client = { clientId: 'heddle', clientSecret: 'only-for-tests' }
  provider = await createOidcProvider({ ...client, redirectUris: [`${publicOrigin}/login/sso/institute`] })
  const externalLogins = ExternalLogins.parse([
    {
      type: 'oidc',
      key: 'institute',
      label: { default: 'Institute' },
      issuer: provider.issuer,
      client_id: client.clientId,
      client_secret: client.clientSecret,
      timeout_seconds: 2,
      groups: { claim: 'groups', map: { weavers: mapped } },
    },
  ])
  api = await createTestApp({ config: { externalLogins, publicOrigin } })
  const tenant = await createTenant(api.db)
  for (const id of [mapped, given]) await createGroup(api.db, { id, tenantId: tenant.id })
})
afterAll(async () => {
  await api?.close()
  await provider?.close()
})
beforeEach(() => {
  provider.state.mode = 'well'
  provider.state.forged = {}
})

const call = (step: string, payload: object, cookie = '') =>
  api.app.inject({ method: 'POST', url: `/api/v1/auth/institute/${step}`, payload, headers: { cookie } })

async function visit(next?: string) {
  const answer = await call('authorize', { next })
  const cookie = String(answer.headers['set-cookie'])
  const { authorization_url } = answer.json<{ authorization_url: string }>()
  const back = await followLogin(authorization_url, provider.issuer)
  return { cookie: cookie.split(';')[0] ?? '', attributes: cookie, parameters: Object.fromEntries(back.searchParams) }
}
const refusal = { detail: { code: 'AUTH_EXTERNAL_LOGIN_REFUSED' } }

describe('signing in at an OpenID provider', () => {
  test('gives and takes mapped groups, leaves those that people gave, and goes on where it began', async () => {
    provider.state.person = { sub: 'ada', name: 'Ada', email: 'ada@example.org', locale: 'en', groups: ['weavers'] }
    const { cookie, attributes, parameters } = await visit('/chat?a=1')
    expect(attributes).toMatch(/HttpOnly; Secure; SameSite=Lax/)
    const answer = await call('callback', { parameters }, cookie)
    expect(answer.json()).toMatchObject({ access_token: expect.any(String), next: '/chat?a=1' })
    const user = await api.db.user.findFirstOrThrow({ include: { memberships: true } })
    expect(user).toMatchObject({ name: { default: 'Ada' }, language: 'en', memberships: [{ groupId: mapped, provider: 'institute' }] })
    await api.db.membership.create({ data: { userId: user.id, groupId: given } })
    provider.state.person = { sub: 'ada', name: 'Ada L.', groups: [] }
    const again = await visit('//evil.example')
    expect((await call('callback', { parameters: again.parameters }, again.cookie)).json()).toMatchObject({ next: null })
    const after = await api.db.user.findFirstOrThrow({ include: { memberships: true } })
    expect(after).toMatchObject({ id: user.id, name: { default: 'Ada L.' }, memberships: [{ groupId: given, provider: null }] })
  })

  test('is refused without its cookie, with another one, with another state, and the second time', async () => {
    const [one, other] = [await visit(), await visit()]
    expect((await call('callback', { parameters: one.parameters })).json()).toMatchObject(refusal)
    expect((await call('callback', { parameters: one.parameters }, `${one.cookie}x`)).json()).toMatchObject(refusal)
    expect((await call('callback', { parameters: one.parameters }, other.cookie)).json()).toMatchObject(refusal)
    expect((await call('callback', { parameters: { ...one.parameters, state: 'x' } }, one.cookie)).json()).toMatchObject(refusal)
    expect((await call('callback', { parameters: one.parameters }, one.cookie)).json()).toMatchObject(refusal)
  })

  test.each([{ aud: 'somebody-else' }, { iss: 'https://evil.example' }, { nonce: 'another' }, { exp: 1 }])(
    'is refused when the ID token says %o',
    async (forged) => {
      const { cookie, parameters } = await visit()
      provider.state.forged = forged
      expect((await call('callback', { parameters }, cookie)).json()).toMatchObject(refusal)
    },
  )

  test.each(['down', 'slow', 'html', 'error'] as const)('says so when the provider is %s', async (mode) => {
    const { cookie, parameters } = await visit()
    provider.state.mode = mode
    const answer = await call('callback', { parameters }, cookie)
    expect(answer.json()).toMatchObject({ detail: { code: 'AUTH_EXTERNAL_LOGIN_UNAVAILABLE' } })
  })
})
