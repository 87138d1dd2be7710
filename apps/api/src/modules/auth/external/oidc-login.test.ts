import { createGroup } from '@heddle/db/factories/group'
import { createSecondFactor } from '@heddle/db/factories/second-factor'
import { createTenant } from '@heddle/db/factories/tenant'
import { createOidcProvider, followLogin } from '@heddle/demo-identity/oidc-provider'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ExternalLogins } from '@heddle/config/external-logins'
import { createUser } from '@heddle/db/factories/user'
import { createLogger } from '../../../platform/logging/log.ts'
import { createTestApp, type TestApp, unknownId } from '../../../../test/application/test-app.ts'

const publicOrigin = 'https://chat.example.org'
const [mapped, given] = [unknownId(), unknownId()]
const week = 7 * 24 * 60 * 60 * 1000
const warnings: Record<string, unknown>[] = []
const log = createLogger({ logLevel: 'warn' }, { destination: { write: (line) => void warnings.push(JSON.parse(line)) } })
let aheadMs = 0
let tenantId: string
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
  api = await createTestApp({ config: { externalLogins, publicOrigin }, log, now: () => new Date(Date.now() + aheadMs) })
  tenantId = (await createTenant(api.db)).id
  for (const id of [mapped, given]) await createGroup(api.db, { id, tenantId })
})
afterAll(async () => {
  await api?.close()
  await provider?.close()
})
beforeEach(() => {
  aheadMs = 0
  warnings.length = 0
  provider.state.mode = 'well'
  provider.state.forged = {}
  provider.state.signature = 'own'
  return api.db.rateLimit.deleteMany()
})

const call = (step: string, payload: object, cookie = '') =>
  api.app.inject({ method: 'POST', url: `/api/v1/auth/institute/${step}`, payload, headers: { cookie } })

/** Begins a sign-in in a browser that has these cookies, and ends it at the provider; `cookie` is the one that it adds. */
async function visit(next?: string, cookies = '') {
  const answer = await call('authorize', { next }, cookies)
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
    expect((await call('callback', { parameters: one.parameters }, one.cookie)).statusCode).toBe(200)
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

  test.each([
    ['the first', [0, 1]],
    ['the second', [1, 0]],
  ])('ends in two tabs that begin at once, %s before the other', async (_name, order) => {
    const first = await visit('/chat?tab=0')
    const second = await visit('/chat?tab=1', first.cookie)
    const jar = `${first.cookie}; ${second.cookie}`
    for (const tab of order) {
      const answer = await call('callback', { parameters: [first, second][tab]?.parameters }, jar)
      expect(answer.json()).toMatchObject({ access_token: expect.any(String), next: `/chat?tab=${tab}` })
      expect(answer.headers['set-cookie']).toMatch(/^heddle_login_[\w-]{43}=; Max-Age=0; Path=\/api\/v1\/auth\/institute;/)
    }
  })

  test('drops the oldest of many that were not ended, which would fill the headers of the browser', async () => {
    const open = Array.from({ length: 8 }, (_, index) => `heddle_login_${String(index).repeat(43)}`)
    const answer = await call('authorize', {}, open.map((name) => `${name}=x`).join('; '))
    expect(answer.cookies.map(({ name, maxAge }) => [name, maxAge])).toEqual([
      [open[0], 0],
      [expect.stringMatching(/^heddle_login_/), 600],
    ])
  })

  test('guesses no password: many ends of one address are not slowed down, and slow down no other sign-in', async () => {
    for (let attempt = 0; attempt < 21; attempt += 1) {
      const answer = await call('callback', { parameters: { code: 'stale', state: 'stale' } }, 'heddle_login_institute=x')
      expect(answer.json()).toMatchObject(refusal)
    }
    expect(await api.db.rateLimit.count({ where: { key: { startsWith: 'login_address' } } })).toBe(0)
    const { cookie, parameters } = await visit()
    expect((await call('callback', { parameters }, cookie)).statusCode).toBe(200)
  })

  test('asks for the second factor here, unless the tenant trusts that of the provider and its ID token says that there was one', async () => {
    provider.state.person = { sub: 'grace', name: 'Grace' }
    const signIn = async (forged: Readonly<Record<string, unknown>>, trustedFactorLogins: string[]) => {
      await api.db.tenant.update({ where: { id: tenantId }, data: { trustedFactorLogins } })
      provider.state.forged = forged
      const { cookie, parameters } = await visit('/chat')
      return (await call('callback', { parameters }, cookie)).json()
    }
    expect(await signIn({}, [])).toHaveProperty('access_token')
    const { userId } = await api.db.externalIdentity.findFirstOrThrow({ where: { subject: 'grace' } })
    await createSecondFactor(api.db, { userId })
    const said: [Readonly<Record<string, unknown>>, string[]][] = [
      [{}, ['institute']],
      [{ amr: ['mfa'] }, []],
      [{ amr: ['pwd', 'otp'], acr: '1' }, ['institute']],
      [{ amr: 'mfa' }, ['institute']],
    ]
    for (const [forged, trusted] of said) {
      expect(await signIn(forged, trusted)).toEqual({ challenge: expect.objectContaining({ kind: 'verification' }), next: '/chat' })
    }
    for (const forged of [{ amr: ['pwd', 'mfa'] }, { acr: 'phr' }, { acr: 'https://refeds.org/profile/mfa' }])
      expect(await signIn(forged, ['institute'])).toHaveProperty('access_token')
  })
})

describe('the groups of an OpenID provider', () => {
  async function signIn(claims: object, sub = 'grace') {
    provider.state.person = { sub, name: 'Grace', ...claims }
    const { cookie, parameters } = await visit()
    expect((await call('callback', { parameters }, cookie)).statusCode).toBe(200)
    const where = { user: { identities: { some: { subject: sub } } } }
    return (await api.db.membership.findMany({ where, orderBy: { groupId: 'asc' } })).map(({ groupId }) => groupId)
  }

  /** What an administrator of the tenant sees of the sign-in methods. */
  async function listMethods() {
    const admin = await api.as(await createUser(api.db, { tenantId, role: 'A' }))
    return (await admin.get(`/api/v1/tenant/${tenantId}`)).json<{ tenant: { login_methods: object[] } }>().tenant.login_methods
  }

  const source = { _claim_names: { groups: 'graph' }, _claim_sources: { graph: { endpoint: 'https://graph.example/groups' } } }
  const silent: [string, object, string][] = [
    ['are missing', {}, 'missing'],
    ['are null', { groups: null }, 'missing'],
    ['are an object', { groups: { weavers: true } }, 'unreadable'],
    ['are a number', { groups: 7 }, 'unreadable'],
    ['are an empty text', { groups: '' }, 'unreadable'],
    ['are objects in a list', { groups: ['weavers', { name: 'dyers' }] }, 'unreadable'],
    ['are replaced by a reference', source, 'replaced'],
    ['are replaced by the word that there are some', { hasgroups: true }, 'replaced'],
    ['are replaced beside an empty list', { groups: [], hasgroups: true }, 'replaced'],
  ]
  test.each(silent)('that %s leave every membership, with a warning that names the claim', async (_name, claims, reason) => {
    expect(await signIn({ groups: ['weavers'] })).toEqual([mapped])
    expect(warnings).toEqual([])
    expect(await signIn(claims)).toEqual([mapped])
    expect(warnings).toMatchObject([
      { level: 40, provider: 'institute', claim: 'groups', reason, msg: 'External sign-in said nothing of groups' },
    ])
    const problem = { claim: 'groups', reason, at: expect.any(String) }
    expect((await listMethods()).at(-1)).toMatchObject({ key: 'institute', group_claim_problem: problem })
    expect((await api.app.inject({ url: '/api/v1/config' })).body).not.toContain('group_claim_problem')
    aheadMs = week
    expect((await listMethods()).at(-1)).not.toHaveProperty('group_claim_problem')
  })

  test('that the ID token replaces by a reference leave every membership', async () => {
    expect(await signIn({ groups: ['weavers'] })).toEqual([mapped])
    provider.state.forged = { _claim_names: { groups: 'graph' } }
    expect(await signIn({ groups: [] })).toEqual([mapped])
  })

  test('that a first sign-in does not name are none', async () => {
    expect(await signIn({}, 'newcomer')).toEqual([])
  })

  test('are given by a single name, and taken by an empty list', async () => {
    expect(await signIn({ groups: 'weavers' }, 'joan')).toEqual([mapped])
    expect(await signIn({ groups: [] }, 'joan')).toEqual([])
    expect(await signIn({ groups: 'weavers' }, 'joan')).toEqual([mapped])
    expect(await signIn({ groups: 'dyers' }, 'joan')).toEqual([])
    expect(warnings).toEqual([])
  })
})
