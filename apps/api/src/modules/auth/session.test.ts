import { permissionsOf } from '@heddle/contracts/permissions'
import { argon2Sync, randomBytes } from 'node:crypto'
import { createUser } from '@heddle/db/factories/user'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SignJWT } from 'jose'
import { deriveKeys } from '../../keys.ts'
import { createTestApp, type TestApp, testSecretKey } from '../../testing/test-app.ts'
import { waitSecondsAfter } from './login-throttle.ts'
import { hashPassword } from '../../password.ts'
import { createRefreshTokens } from './refresh-token.ts'

const password = 'a long enough password'
const minute = 60_000
const hour = 60 * minute

let api: TestApp
let passwordHash: string
let clock = new Date()

beforeAll(async () => {
  passwordHash = await hashPassword(password)
  api = await createTestApp({ now: () => clock })
})
afterAll(() => api.close())
beforeEach(async () => {
  clock = new Date('2026-11-20T08:00:00.250Z')
  await api.db.rateLimit.deleteMany()
})

const later = (ms: number) => {
  clock = new Date(clock.getTime() + ms)
}
const post = (url: string, payload: object, headers = {}) =>
  api.app.inject({ method: 'POST', url: `/api/v1/auth/${url}`, payload, headers })
const me = (token: string) => api.app.inject({ url: '/api/v1/auth/me', headers: { authorization: `Bearer ${token}` } })
const refresh = (token: string) => post('refresh_token', { refresh_token: token })
const codeOf = (answer: { json: () => { detail: { code: string } } }) => answer.json().detail.code

const addUser = (overrides = {}) => createUser(api.db, { passwordHash, ...overrides })

async function signIn(overrides = {}) {
  const user = await addUser(overrides)
  const answer = await post('login', { email: user.email, password })
  expect(answer.statusCode).toBe(200)
  return { user, ...answer.json<{ access_token: string; refresh_token: string; expires_in: number }>() }
}

describe('signing in', () => {
  test('by email answers a pair that opens what needs a session', async () => {
    const { user, access_token, expires_in } = await signIn()
    expect(expires_in).toBe(600)
    const answer = await me(access_token)
    expect(answer.json()).toMatchObject({ user: { id: user.id, role: 'U', parents: [] }, permissions: [] })
    expect(answer.headers['cache-control']).toBe('no-store')
    const row = await api.db.user.findUniqueOrThrow({ where: { id: user.id } })
    expect(row.lastLoginAt).toEqual(clock)
  })

  test('by account, whatever its case and width', async () => {
    await addUser({ account: 'weaver' })
    expect((await post('login', { account: ' ＷＥＡＶＥＲ ', password })).statusCode).toBe(200)
  })

  test('answers the same for a wrong password, an unknown name, a disabled user and one without password', async () => {
    const known = await addUser()
    const disabled = await addUser({ status: 'disabled' })
    const elsewhere = await addUser({ passwordHash: null })
    const answers = await Promise.all([
      post('login', { email: known.email, password: 'a wrong password' }),
      post('login', { email: 'nobody@heddle.test', password }),
      post('login', { email: disabled.email, password }),
      post('login', { email: elsewhere.email, password }),
    ])
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(answers.map(codeOf)).toContain('AUTH_LOGIN_FAILED')
  })

  test('hashes a password anew whose cost is out of date', async () => {
    const nonce = randomBytes(16)
    const tag = argon2Sync('argon2id', { message: password, nonce, memory: 8_192, passes: 1, parallelism: 1, tagLength: 32 })
    const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''))
    const { user } = await signIn({ passwordHash: `$argon2id$v=19$m=8192,t=1,p=1$${salt}$${hash}` })
    const row = await api.db.user.findUniqueOrThrow({ where: { id: user.id } })
    expect(row.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await post('login', { email: user.email, password })).statusCode).toBe(200)
  })

  test('tells neither the password nor the hash to anybody', async () => {
    const { user, access_token } = await signIn()
    const { body } = await me(access_token)
    expect(body).not.toContain(user.passwordHash)
    expect(body).not.toContain(password)
  })
})

describe('guessing passwords', () => {
  const guess = (email: string, remoteAddress: string) =>
    api.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload: { email, password: 'a wrong password' }, remoteAddress })

  test('is slowed down after five failures, for the right password too, and not for ever', async () => {
    const { email } = await addUser()
    for (let attempt = 0; attempt < 5; attempt += 1) expect(codeOf(await guess(email, `10.0.0.${attempt}`))).toBe('AUTH_LOGIN_FAILED')
    const refused = await post('login', { email, password })
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ detail: { code: 'AUTH_THROTTLED', params: { retry_after: expect.any(Number) } } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(25)
    await api.db.rateLimit.updateMany({ where: { key: { startsWith: 'login_wait' } }, data: { expire: Date.now() - 1 } })
    expect((await post('login', { email, password })).statusCode).toBe(200)
    expect(codeOf(await guess(email, '10.0.0.9'))).toBe('AUTH_LOGIN_FAILED')
  })

  test('is slowed down the same for a name that nobody has', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) await guess('nobody@heddle.test', `10.0.1.${attempt}`)
    expect(codeOf(await guess('nobody@heddle.test', '10.0.1.9'))).toBe('AUTH_THROTTLED')
  })

  test('waits longer each time, but never more than fifteen minutes', () => {
    expect([1, 4, 5, 6, 7, 9, 10, 50].map(waitSecondsAfter)).toEqual([0, 0, 30, 60, 120, 480, 900, 900])
  })

  test('lets one of many at once through, not all of them', async () => {
    const { email } = await addUser()
    for (let attempt = 0; attempt < 5; attempt += 1) await guess(email, `10.0.2.${attempt}`)
    await api.db.rateLimit.updateMany({ where: { key: { startsWith: 'login_wait' } }, data: { expire: Date.now() - 1 } })
    const codes = (await Promise.all([1, 2, 3, 4, 5].map((host) => guess(email, `10.0.3.${host}`)))).map(codeOf)
    expect(codes.filter((code) => code === 'AUTH_LOGIN_FAILED')).toHaveLength(1)
  })

  test('from one address is slowed down whatever the account', async () => {
    const codes = []
    for (let attempt = 0; attempt < 21; attempt += 1) codes.push(codeOf(await guess(`somebody-${attempt}@heddle.test`, '10.0.4.1')))
    expect(codes.filter((code) => code === 'AUTH_LOGIN_FAILED')).toHaveLength(20)
    expect(codes.at(-1)).toBe('AUTH_THROTTLED')
  })
})

describe('an access token', () => {
  const forge = (
    claims: object,
    { key = deriveKeys(testSecretKey).accessToken, typ = 'at+jwt', aud = 'heddle-api', iss = 'heddle' } = {},
  ) => {
    const now = Math.floor(clock.getTime() / 1000)
    return new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS256', typ })
      .setAudience(aud)
      .setIssuer(iss)
      .setIssuedAt(now)
      .setExpirationTime(now + 600)
      .sign(key)
  }

  test('is asked for where a session is needed', async () => {
    const answer = await api.app.inject({ url: '/api/v1/auth/me' })
    expect([answer.statusCode, codeOf(answer)]).toEqual([401, 'AUTH_REQUIRED'])
  })

  test('expires after ten minutes', async () => {
    const { access_token } = await signIn()
    later(9 * minute)
    expect((await me(access_token)).statusCode).toBe(200)
    later(2 * minute)
    expect(codeOf(await me(access_token))).toBe('AUTH_TOKEN_EXPIRED')
  })

  test('is refused when it is not exactly what we issued', async () => {
    const { user, access_token, refresh_token } = await signIn()
    const session = await api.db.session.findFirstOrThrow({ where: { userId: user.id } })
    const claims = { sub: user.id, tid: user.tenantId, sid: session.id, ver: 0 }
    expect((await me(await forge(claims))).statusCode).toBe(200)
    const [header = '', payload = '', signature = ''] = access_token.split('.')
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const payloadOfAdmin = part({ ...JSON.parse(Buffer.from(payload, 'base64url').toString()), sub: crypto.randomUUID() })
    const tokens = {
      'of somebody else': `${header}.${payloadOfAdmin}.${signature}`,
      'without a signature': `${part({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
      'with the algorithm none and a signature': `${part({ alg: 'none', typ: 'at+jwt' })}.${payload}.${signature}`,
      'signed with another key': await forge(claims, { key: deriveKeys(`${testSecretKey}x`).accessToken }),
      'signed with the key of refresh tokens': await forge(claims, { key: deriveKeys(testSecretKey).refreshToken }),
      'for another audience': await forge(claims, { aud: 'somebody-else' }),
      'by another issuer': await forge(claims, { iss: 'somebody-else' }),
      'of another type': await forge(claims, { typ: 'JWT' }),
      'without a session': await forge({ ...claims, sid: undefined }),
      'that is a refresh token': refresh_token,
      'that is no token': 'nonsense',
    }
    for (const [name, token] of Object.entries(tokens)) {
      const answer = await me(token)
      expect([name, answer.statusCode, codeOf(answer)]).toEqual([name, 401, 'AUTH_TOKEN_INVALID'])
    }
  })

  test('ends with the session, the user, and the version of the user', async () => {
    const ended = await signIn()
    await post('logout', { refresh_token: ended.refresh_token })
    const disabled = await signIn()
    await api.db.user.update({ where: { id: disabled.user.id }, data: { status: 'disabled' } })
    const raised = await signIn()
    await api.db.user.update({ where: { id: raised.user.id }, data: { tokenVersion: { increment: 1 } } })
    for (const { access_token } of [ended, disabled, raised]) expect(codeOf(await me(access_token))).toBe('AUTH_SESSION_ENDED')
  })

  test('does not remember the role: it is read for every request', async () => {
    const { user, access_token } = await signIn({ role: 'A' })
    expect((await me(access_token)).json()).toMatchObject({ user: { role: 'A' }, permissions: permissionsOf('A') })
    await api.db.user.update({ where: { id: user.id }, data: { role: 'U' } })
    expect((await me(access_token)).json()).toMatchObject({ user: { role: 'U' }, permissions: [] })
  })
})

describe('a refresh token', () => {
  test('is exchanged for a new pair, and the old one is not current any more', async () => {
    const first = await signIn()
    later(minute)
    const second = (await refresh(first.refresh_token)).json()
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect((await me(second.access_token)).statusCode).toBe(200)
  })

  test('gives parallel tabs one and the same pair', async () => {
    const { refresh_token, user } = await signIn()
    later(minute)
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(refresh_token)))
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    await expect(api.db.session.findFirstOrThrow({ where: { userId: user.id } })).resolves.toMatchObject({ generation: 1, revokedAt: null })
    later(9_000)
    expect((await refresh(refresh_token)).body).toBe(answers[0]?.body)
    later(minute)
    expect((await refresh(answers[0]?.json().refresh_token)).statusCode).toBe(200)
  })

  test('that comes back long after it was replaced ends the whole family', async () => {
    const first = await signIn()
    const second = (await refresh(first.refresh_token)).json()
    later(10_001)
    expect(codeOf(await refresh(first.refresh_token))).toBe('AUTH_SESSION_ENDED')
    expect(codeOf(await refresh(second.refresh_token))).toBe('AUTH_SESSION_ENDED')
    expect(codeOf(await me(second.access_token))).toBe('AUTH_SESSION_ENDED')
  })

  test('two generations old ends the family at once', async () => {
    const first = await signIn()
    const second = (await refresh(first.refresh_token)).json()
    await refresh(second.refresh_token)
    expect(codeOf(await refresh(first.refresh_token))).toBe('AUTH_SESSION_ENDED')
    expect(codeOf(await refresh(second.refresh_token))).toBe('AUTH_SESSION_ENDED')
  })

  test('is refused when it is made up or is an access token', async () => {
    const { user, access_token, refresh_token } = await signIn()
    const session = await api.db.session.findFirstOrThrow({ where: { userId: user.id } })
    const forged = createRefreshTokens(deriveKeys('another secret key, 32 characters').refreshToken).issue(session.id, 0)
    for (const token of [forged, access_token, 'nonsense', refresh_token.replace('.0.', '.1.'), `${refresh_token}.x`]) {
      expect(codeOf(await refresh(token))).toBe('AUTH_TOKEN_INVALID')
    }
    expect((await refresh(refresh_token)).statusCode).toBe(200)
  })

  test('is refused for a disabled user', async () => {
    const { user, refresh_token } = await signIn()
    await api.db.user.update({ where: { id: user.id }, data: { status: 'disabled' } })
    expect(codeOf(await refresh(refresh_token))).toBe('AUTH_SESSION_ENDED')
  })

  test.each([
    { role: 'U' as const, idle: 7 * 24 * hour, absolute: 30 * 24 * hour },
    { role: 'A' as const, idle: 12 * hour, absolute: 24 * hour },
    { role: 'S' as const, idle: 12 * hour, absolute: 24 * hour },
  ])('of role $role ends after its idle time, and after its absolute time however busy', async ({ role, idle, absolute }) => {
    const idling = await signIn({ role })
    const busy = await signIn({ role })
    later(idle + 1)
    expect(codeOf(await refresh(idling.refresh_token))).toBe('AUTH_SESSION_ENDED')
    const start = clock.getTime() - idle - 1
    clock = new Date(start)
    let token = busy.refresh_token
    for (let at = idle - hour; at < absolute; at += idle - hour) {
      clock = new Date(start + at)
      const answer = await refresh(token)
      expect([at, answer.statusCode]).toEqual([at, 200])
      token = answer.json().refresh_token
    }
    clock = new Date(start + absolute + 1)
    expect(codeOf(await refresh(token))).toBe('AUTH_SESSION_ENDED')
  })
})

describe('signing out', () => {
  test('answers the same whether or not there was a session', async () => {
    const { refresh_token } = await signIn()
    const answers = [
      await post('logout', { refresh_token }),
      await post('logout', { refresh_token }),
      await post('logout', { refresh_token: 'nonsense' }),
    ]
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(Array.from({ length: 3 }, () => [200, '{"success":true}']))
    expect(codeOf(await refresh(refresh_token))).toBe('AUTH_SESSION_ENDED')
  })

  test('leaves the other devices signed in', async () => {
    const { user, refresh_token } = await signIn()
    const other = (await post('login', { email: user.email, password })).json()
    await post('logout', { refresh_token })
    expect((await me(other.access_token)).statusCode).toBe(200)
  })
})
