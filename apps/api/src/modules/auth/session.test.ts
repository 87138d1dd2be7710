import type { TokenPair } from '@heddle/contracts/auth/auth'
import { argon2Sync, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readCode, createSignInApp, hour, password, type SignInApp } from '../../../test/application/sign-in-app.ts'

let app: SignInApp
beforeAll(async () => {
  app = await createSignInApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setClock(new Date('2026-11-20T08:00:00.250Z'))
  await app.db.rateLimit.deleteMany()
})

describe('signing in', () => {
  test('by email answers a pair that opens what needs a session', async () => {
    const { user, access_token, expires_in } = await app.signIn()
    expect(expires_in).toBe(600)
    const response = await app.me(access_token)
    expect(response.body).toMatchObject({
      user: { id: user.id, role: 'U', parents: [] },
      tenant: { time_zone: 'Asia/Taipei' },
      permissions: [],
    })
    expect(response.headers['cache-control']).toBe('no-store')
    const row = await app.db.user.findUniqueOrThrow({ where: { id: user.id } })
    expect(row.lastLoginAt).toEqual(app.now())
  })

  test('by account, whatever its case and width', async () => {
    await app.addUser({ account: 'weaver' })
    expect((await app.post('login', { account: ' ＷＥＡＶＥＲ ', password })).status).toBe(200)
  })

  test('answers the same for a wrong password, an unknown name, a disabled user and one without password', async () => {
    const known = await app.addUser()
    const disabled = await app.addUser({ status: 'disabled' })
    const elsewhere = await app.addUser({ passwordHash: null })
    const answers = await Promise.all([
      app.post('login', { email: known.email, password: 'a wrong password' }),
      app.post('login', { email: 'unknown@heddle.test', password }),
      app.post('login', { email: disabled.email, password }),
      app.post('login', { email: elsewhere.email, password }),
    ])
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers.map(readCode)).toContain('AUTH_LOGIN_FAILED')
  })

  test('rehashes a password whose cost is out of date', async () => {
    const nonce = randomBytes(16)
    const tag = argon2Sync('argon2id', { message: password, nonce, memory: 8_192, passes: 1, parallelism: 1, tagLength: 32 })
    const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''))
    const { user } = await app.signIn({ passwordHash: `$argon2id$v=19$m=8192,t=1,p=1$${salt}$${hash}` })
    const row = await app.db.user.findUniqueOrThrow({ where: { id: user.id } })
    expect(row.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await app.post('login', { email: user.email, password })).status).toBe(200)
  })

  test('tells neither the password nor the hash to anybody', async () => {
    const { user, access_token } = await app.signIn()
    const { text } = await app.me(access_token)
    expect(text).not.toContain(user.passwordHash)
    expect(text).not.toContain(password)
  })
})

describe('a session', () => {
  test.each([
    { role: 'U' as const, idle: 7 * 24 * hour, absolute: 30 * 24 * hour },
    { role: 'A' as const, idle: 12 * hour, absolute: 24 * hour },
    { role: 'S' as const, idle: 12 * hour, absolute: 24 * hour },
  ])('of role $role ends after its idle time, and after its absolute time however busy', async ({ role, idle, absolute }) => {
    const idling = await app.signIn({ role })
    const busy = await app.signIn({ role })
    app.later(idle + 1)
    expect(readCode(await app.refresh(idling.refresh_token))).toBe('AUTH_SESSION_ENDED')
    const start = app.now().getTime() - idle - 1
    app.setClock(new Date(start))
    let token = busy.refresh_token
    for (let at = idle - hour; at < absolute; at += idle - hour) {
      app.setClock(new Date(start + at))
      const response = await app.refresh(token)
      expect([at, response.status]).toEqual([at, 200])
      token = response.body.refresh_token
    }
    app.setClock(new Date(start + absolute + 1))
    expect(readCode(await app.refresh(token))).toBe('AUTH_SESSION_ENDED')
  })
})

describe('signing out', () => {
  test('answers the same whether or not there was a session', async () => {
    const { refresh_token } = await app.signIn()
    const answers = [
      await app.post('logout', { refresh_token }),
      await app.post('logout', { refresh_token }),
      await app.post('logout', { refresh_token: 'nonsense' }),
    ]
    expect(answers.map(({ status, text }) => [status, text])).toEqual(Array.from({ length: 3 }, () => [200, '{"success":true}']))
    expect(readCode(await app.refresh(refresh_token))).toBe('AUTH_SESSION_ENDED')
  })

  test('leaves the other devices signed in', async () => {
    const { user, refresh_token } = await app.signIn()
    const other = (await app.post('login', { email: user.email, password })).body as TokenPair
    await app.post('logout', { refresh_token })
    expect((await app.me(other.access_token)).status).toBe(200)
  })
})
