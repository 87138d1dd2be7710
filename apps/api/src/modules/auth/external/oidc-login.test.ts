import { createGroup } from '@heddle/db/factories/group'
import { createTenant } from '@heddle/db/factories/tenant'
import { createOidcProvider, followLogin } from '@heddle/demo-identity/oidc-provider'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ExternalLogins } from '@heddle/config/external-logins'
import { createTestApp, type TestApp, unknownId } from '../../../testing/application/test-app.ts'

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
  provider.state.signature = 'own'
  return api.db.rateLimit.deleteMany()
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

  test.each([{ aud: 'another-service' }, { iss: 'https://evil.example' }, { nonce: 'another' }, { exp: 1 }])(
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

  test.each(['foreign', 'none'] as const)('is refused when the signature of the ID token is %s', async (signature) => {
    const { cookie, parameters } = await visit()
    provider.state.signature = signature
    expect((await call('callback', { parameters }, cookie)).json()).toMatchObject(refusal)
  })

  test('is refused when the answer names another issuer, or none', async () => {
    const [one, other] = [await visit(), await visit()]
    expect(one.parameters.iss).toBe(provider.issuer)
    const mixedUp = { ...one.parameters, iss: 'https://evil.example' }
    expect((await call('callback', { parameters: mixedUp }, one.cookie)).json()).toMatchObject(refusal)
    const { iss: _, ...unnamed } = other.parameters
    expect((await call('callback', { parameters: unnamed }, other.cookie)).json()).toMatchObject(refusal)
  })

  test('is refused to a code that was asked for with another PKCE verifier', async () => {
    const answer = await call('authorize', {})
    const cookie = String(answer.headers['set-cookie']).split(';')[0]
    const url = new URL(answer.json<{ authorization_url: string }>().authorization_url)
    expect(url.searchParams.get('code_challenge_method')).toBe('S256')
    url.searchParams.set('code_challenge', createHash('sha256').update('of another client').digest('base64url'))
    const back = await followLogin(url.href, provider.issuer)
    const parameters = Object.fromEntries(back.searchParams)
    expect(parameters.code).toBeDefined()
    expect((await call('callback', { parameters }, cookie)).json()).toMatchObject(refusal)
  })

  test('passes on nothing that a provider says with its refusal', async () => {
    provider.state.mode = 'denied'
    const { cookie, parameters } = await visit()
    expect(parameters.error).toBe('access_denied')
    const hostile = { ...parameters, error_description: '<script>call 555 now</script>', error_uri: 'https://evil.example' }
    const answer = await call('callback', { parameters: hostile }, cookie)
    expect(answer.json()).toMatchObject(refusal)
    expect(answer.body).not.toMatch(/script|555|evil/)
  })

  test.each(['down', 'slow', 'html', 'error'] as const)('does not begin when the provider is %s', async (mode) => {
    const login = ExternalLogins.parse([
      { type: 'oidc', key: 'fresh', label: { default: 'Fresh' }, issuer: provider.issuer, client_id: 'heddle', timeout_seconds: 1 },
    ])
    const fresh = await createTestApp({ config: { externalLogins: login, publicOrigin } })
    await createTenant(fresh.db)
    provider.state.mode = mode
    const answer = await fresh.app.inject({ method: 'POST', url: '/api/v1/auth/fresh/authorize', payload: {} })
    expect([answer.statusCode, answer.json()]).toMatchObject([503, { detail: { code: 'AUTH_EXTERNAL_LOGIN_UNAVAILABLE' } }])
    await fresh.close()
  })

  test('ends at most twenty times a minute from one address', async () => {
    const answers = []
    for (let guess = 0; guess < 21; guess += 1)
      answers.push(await call('callback', { parameters: { code: 'guess' } }, 'heddle_login_institute=x'))
    expect(answers.at(-2)?.json()).toMatchObject(refusal)
    expect(answers.at(-1)?.json()).toMatchObject({ detail: { code: 'AUTH_THROTTLED' } })
  })
})
