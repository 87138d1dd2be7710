// What a token must survive, one line each: forged, expired, stolen, ended, and two replicas whose clocks differ.
import type { TokenPair } from '@heddle/contracts/auth/auth'
import { listPermissions } from '@heddle/contracts/permissions'
import { exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { deriveKeys } from '@heddle/security/keys'
import { readCode, createSignInApp, createSignInClient, minute, password, type SignInApp } from '../../../test/application/sign-in-app.ts'
import { testSecretKey } from '../../../test/application/test-app.ts'
import { openWire } from '../../../test/application/wire.ts'
import { createRefreshTokens } from '@heddle/security/refresh-token'

let app: SignInApp
beforeAll(async () => {
  app = await createSignInApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setClock(new Date('2026-11-20T08:00:00.250Z'))
  await app.db.rateLimit.deleteMany()
})

const keys = deriveKeys(testSecretKey)
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>

type Forgery = { key?: Parameters<SignJWT['sign']>[0]; alg?: string; typ?: string; aud?: string; iss?: string; iat?: number; exp?: number }

const seconds = () => Math.floor(app.now().getTime() / 1000)

function forge(
  claims: object,
  { key = keys.accessToken, alg = 'HS256', typ = 'at+jwt', aud = 'heddle-api', iss = 'heddle', ...times }: Forgery = {},
) {
  const { iat = seconds(), exp = iat + 600 } = times
  return new SignJWT({ aud, iss, iat, exp, ...claims }).setProtectedHeader({ alg, typ }).sign(key)
}

async function signInWithClaims() {
  const signedIn = await app.signIn()
  const { id: sid } = await app.db.session.findFirstOrThrow({ where: { userId: signedIn.user.id } })
  return { ...signedIn, claims: { sub: signedIn.user.id, tid: signedIn.user.tenantId, sid, ver: 0 } }
}

type SignedIn = Awaited<ReturnType<typeof signInWithClaims>>

const { publicKey, privateKey } = await generateKeyPair('RS256')

describe('an access token', () => {
  test('is asked for where a session is needed', async () => {
    const response = await app.wire.get('/api/v1/auth/me')
    expect([response.status, readCode(response)]).toEqual([401, 'AUTH_REQUIRED'])
  })

  test('of ours is taken, also when we forge it with our own key', async () => {
    const { access_token, claims } = await signInWithClaims()
    expect((await app.me(access_token)).status).toBe(200)
    expect((await app.me(await forge(claims))).status).toBe(200)
  })

  const parts = ({ access_token }: SignedIn) => access_token.split('.') as [string, string, string]
  const refused: [string, (signedIn: SignedIn) => string | Promise<string>][] = [
    [
      'tampered with, to name another user',
      (signedIn) => {
        const [header, payload, signature] = parts(signedIn)
        return `${header}.${encode({ ...decode(payload), sub: crypto.randomUUID() })}.${signature}`
      },
    ],
    [
      'tampered with, in its signature',
      (signedIn) => {
        const [header, payload, signature] = parts(signedIn)
        return `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
      },
    ],
    ['of the algorithm none', (signedIn) => `${encode({ alg: 'none', typ: 'at+jwt' })}.${parts(signedIn)[1]}.`],
    [
      'of the algorithm none, with a signature',
      (signedIn) => `${encode({ alg: 'none', typ: 'at+jwt' })}.${parts(signedIn)[1]}.${parts(signedIn)[2]}`,
    ],
    ['signed with RS256', ({ claims }) => forge(claims, { alg: 'RS256', key: privateKey })],
    [
      'signed with a public key as the secret',
      async ({ claims }) => forge(claims, { key: new TextEncoder().encode(await exportSPKI(publicKey)) }),
    ],
    ['signed with HS512', ({ claims }) => forge(claims, { alg: 'HS512', key: new Uint8Array(64) })],
    ['signed with the key of another installation', ({ claims }) => forge(claims, { key: deriveKeys(`${testSecretKey}x`).accessToken })],
    ['signed with the key of refresh tokens', ({ claims }) => forge(claims, { key: keys.refreshToken })],
    ['for another audience', ({ claims }) => forge(claims, { aud: 'another-service' })],
    ['by another issuer', ({ claims }) => forge(claims, { iss: 'another-service' })],
    ['of another type', ({ claims }) => forge(claims, { typ: 'JWT' })],
    ['without a session', ({ claims }) => forge({ ...claims, sid: undefined })],
    ['without an audience', ({ claims }) => forge({ ...claims, aud: undefined })],
    ['without an issuer', ({ claims }) => forge({ ...claims, iss: undefined })],
    ['without an end', ({ claims }) => forge({ ...claims, exp: undefined })],
    ['without the time of its issue', ({ claims }) => forge({ ...claims, iat: undefined })],
    ['that is a refresh token', ({ refresh_token }) => refresh_token],
    ['that is no token', () => 'nonsense'],
    ['with padding after it', ({ access_token }) => `${access_token}=`],
    ['with padding in it', (signedIn) => parts(signedIn).join('=.')],
    [
      // 256 bits leave two of the last character over.
      'with other bits behind its signature',
      ({ access_token }) => {
        const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
        const last = alphabet.indexOf(access_token.slice(-1))
        return access_token.slice(0, -1) + alphabet.charAt(last ^ 1)
      },
    ],
  ]
  test.each(refused)('%s is refused', async (_name, make) => {
    const response = await app.me(await make(await signInWithClaims()))
    expect([response.status, readCode(response)]).toEqual([401, 'AUTH_TOKEN_INVALID'])
  })

  test('of another user or tenant than its session is refused', async () => {
    const [{ claims }, other] = [await signInWithClaims(), await signInWithClaims()]
    for (const forged of [
      { ...claims, sub: other.claims.sub },
      { ...claims, tid: other.claims.tid },
    ])
      expect(readCode(await app.me(await forge(forged)))).toBe('AUTH_SESSION_ENDED')
  })

  test('expires after ten minutes and the tolerance', async () => {
    const { access_token, expires_in } = await app.signIn()
    expect(expires_in).toBe(600)
    app.later(14 * minute)
    expect((await app.me(access_token)).status).toBe(200)
    app.later(2 * minute)
    expect(readCode(await app.me(access_token))).toBe('AUTH_TOKEN_EXPIRED')
  })

  const endings: [string, (signedIn: SignedIn) => Promise<unknown>][] = [
    ['its session has ended', ({ refresh_token }) => app.post('logout', { refresh_token })],
    ['the user is disabled', ({ user }) => app.db.user.update({ where: { id: user.id }, data: { status: 'disabled' } })],
    ['the user is deleted', ({ user }) => app.db.user.update({ where: { id: user.id }, data: { status: 'deleted' } })],
    [
      "the user's tokens are recalled",
      ({ user }) => app.db.user.update({ where: { id: user.id }, data: { tokenVersion: { increment: 1 } } }),
    ],
  ]
  test.each(endings)('is refused at the next call once %s', async (_name, end) => {
    const signedIn = await signInWithClaims()
    expect((await app.me(signedIn.access_token)).status).toBe(200)
    await end(signedIn)
    expect(readCode(await app.me(signedIn.access_token))).toBe('AUTH_SESSION_ENDED')
  })

  test('does not remember the role: it is read for every request', async () => {
    const { user, access_token } = await app.signIn({ role: 'A' })
    expect((await app.me(access_token)).body).toMatchObject({ user: { role: 'A' }, permissions: listPermissions('A') })
    await app.db.user.update({ where: { id: user.id }, data: { role: 'U' } })
    expect((await app.me(access_token)).body).toMatchObject({ user: { role: 'U' }, permissions: [] })
  })
})

describe('a refresh token', () => {
  test('is exchanged for a new pair, and the old one is not current any more', async () => {
    const first = await app.signIn()
    app.later(minute)
    const second = (await app.refresh(first.refresh_token)).body as TokenPair
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect((await app.me(second.access_token)).status).toBe(200)
  })

  test('is refused when it is made up or is an access token', async () => {
    const { claims, access_token, refresh_token } = await signInWithClaims()
    const forged = createRefreshTokens(deriveKeys('another secret key, 32 characters').refreshToken).issue(claims.sid, 0)
    for (const token of [forged, access_token, 'nonsense', refresh_token.replace('.0.', '.1.'), `${refresh_token}.x`]) {
      expect(readCode(await app.refresh(token))).toBe('AUTH_TOKEN_INVALID')
    }
    expect((await app.refresh(refresh_token)).status).toBe(200)
  })

  test('ten times at once gives one and the same pair, and the family lives', async () => {
    const { refresh_token, user } = await app.signIn()
    app.later(minute)
    const answers = await Promise.all(Array.from({ length: 10 }, () => app.refresh(refresh_token)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    await expect(app.db.session.findFirstOrThrow({ where: { userId: user.id } })).resolves.toMatchObject({ generation: 1, revokedAt: null })
    await app.ageGeneration(user.id, 8_000)
    expect((await app.refresh(refresh_token)).text).toBe(answers[0]?.text)
    const pair = answers[0]?.body as TokenPair
    expect((await app.me(pair.access_token)).status).toBe(200)
    expect((await app.refresh(pair.refresh_token)).status).toBe(200)
  })

  test('that comes back more than ten seconds after it was replaced ends the whole family', async () => {
    const first = await app.signIn()
    const second = (await app.refresh(first.refresh_token)).body as TokenPair
    await app.ageGeneration(first.user.id, 10_001)
    expect(readCode(await app.refresh(first.refresh_token))).toBe('AUTH_SESSION_ENDED')
    expect(readCode(await app.refresh(second.refresh_token))).toBe('AUTH_SESSION_ENDED')
    expect(readCode(await app.me(second.access_token))).toBe('AUTH_SESSION_ENDED')
  })

  test('that was used twice is in the audit log once, with whose it was and from where', async () => {
    const { user, refresh_token } = await app.signIn()
    await app.refresh(refresh_token)
    await app.ageGeneration(user.id, 10_001)
    const headers = { 'user-agent': 'A thief/1.0' }
    await Promise.all([1, 2].map(() => app.post('refresh_token', { refresh_token }, headers)))
    expect(await app.db.auditEvent.findMany({ where: { action: 'refreshToken', targetId: user.id } })).toMatchObject([
      {
        tenantId: user.tenantId,
        actorId: null,
        targetType: 'user',
        targetId: user.id,
        outcome: 'failed',
        errorCode: 'AUTH_SESSION_ENDED',
        address: '127.0.0.1',
        userAgent: 'A thief/1.0',
      },
    ])
  })

  test('two generations old ends the family at once', async () => {
    const first = await app.signIn()
    const second = (await app.refresh(first.refresh_token)).body as TokenPair
    await app.refresh(second.refresh_token)
    expect(readCode(await app.refresh(first.refresh_token))).toBe('AUTH_SESSION_ENDED')
    expect(readCode(await app.refresh(second.refresh_token))).toBe('AUTH_SESSION_ENDED')
  })

  test('is refused for a disabled user', async () => {
    const { user, refresh_token } = await app.signIn()
    await app.db.user.update({ where: { id: user.id }, data: { status: 'disabled' } })
    expect(readCode(await app.refresh(refresh_token))).toBe('AUTH_SESSION_ENDED')
  })

  test('of the other sessions ends when the password is changed, and that of the session which changes it does not', async () => {
    const here = await app.signIn()
    const there = (await app.post('login', { email: here.user.email, password })).body as TokenPair
    const body = { current_password: password, new_password: 'a better password than that' }
    const changed = await app.post('update_password', body, { authorization: `Bearer ${here.access_token}` })
    expect(changed.status).toBe(200)
    expect(readCode(await app.me(there.access_token))).toBe('AUTH_SESSION_ENDED')
    expect(readCode(await app.refresh(there.refresh_token))).toBe('AUTH_SESSION_ENDED')
    expect((await app.me(here.access_token)).status).toBe(200)
    expect((await app.refresh(here.refresh_token)).status).toBe(200)
  })
})

describe('two replicas whose clocks differ by five minutes', () => {
  /** Another process on the same database, whose clock is so much ahead of the first one's. */
  async function createReplica(aheadMs: number) {
    const other = await buildApp({ ...app.dependencies, now: () => new Date(app.now().getTime() + aheadMs) })
    return { ...createSignInClient(await openWire(other)), close: () => other.close() }
  }

  test.each([
    ['ahead', 5 * minute],
    ['behind', -5 * minute],
  ])('keep a user signed in who comes to both, the other being %s', async (_name, ahead) => {
    const other = await createReplica(ahead)
    const user = await app.addUser()
    let pair = (await other.post('login', { email: user.email, password })).body as TokenPair
    for (let round = 0; round < 6; round += 1) {
      for (const replica of [app, other]) {
        expect((await replica.me(pair.access_token)).status).toBe(200)
      }
      // As late as a client that keeps to `expires_in` would.
      app.later(9.5 * minute)
      for (const replica of [app, other]) expect([round, (await replica.me(pair.access_token)).status]).toEqual([round, 200])
      const old = pair.refresh_token
      const [one, two] = [round % 2 ? app : other, round % 2 ? other : app]
      pair = (await one.post('refresh_token', { refresh_token: old })).body as TokenPair
      // A parallel tab comes to the other replica with the same token, and is given the same pair.
      expect((await two.post('refresh_token', { refresh_token: old })).body).toEqual(pair)
    }
    await other.close()
  })

  test.each([
    ['ahead', 5 * minute],
    ['behind', -5 * minute],
  ])('still notice a refresh token that was stolen, the other being %s', async (_name, ahead) => {
    const other = await createReplica(ahead)
    const first = await app.signIn()
    const second = (await app.refresh(first.refresh_token)).body as TokenPair
    await app.ageGeneration(first.user.id, 10_001)
    expect(readCode(await other.post('refresh_token', { refresh_token: first.refresh_token }))).toBe('AUTH_SESSION_ENDED')
    expect(readCode(await app.me(second.access_token))).toBe('AUTH_SESSION_ENDED')
    await other.close()
  })

  test('take no token from further in the future, and none longer after its end', async () => {
    const { claims } = await signInWithClaims()
    const requestStatus = async (times: Forgery) => {
      const response = await app.me(await forge(claims, times))
      return response.status === 200 ? 200 : readCode(response)
    }
    const now = seconds()
    expect(await requestStatus({ iat: now + 300 })).toBe(200)
    expect(await requestStatus({ iat: now + 302 })).toBe('AUTH_TOKEN_INVALID')
    expect(await requestStatus({ iat: now - 899 })).toBe(200)
    expect(await requestStatus({ iat: now - 901 })).toBe('AUTH_TOKEN_EXPIRED')
  })
})
