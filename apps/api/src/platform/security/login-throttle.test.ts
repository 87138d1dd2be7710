// Guessing passwords is slowed down where it comes from, keeps no one else out, and does not reveal who has an account.
import { createHook } from 'node:async_hooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { App } from '../http/app-instance.ts'
import { buildApp } from '../../app.ts'
import { generatePassword, hashGeneratedPassword } from '@heddle/security/password'
import { startChildProcess } from '../../../test/application/child-process.ts'
import { createSignInApp, password, type SignInApp } from '../../../test/application/sign-in-app.ts'
import { waitSecondsAfter } from './login-throttle.ts'

let app: SignInApp
beforeAll(async () => {
  app = await createSignInApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.rateLimit.deleteMany()
})

/** Of a call that is injected, because a socket of the test has one address. */
const readCode = (response: { json: () => { detail: { code: string } } }) => response.json().detail.code

type SignIn = { readonly email: string; readonly password?: string; readonly remoteAddress: string; readonly cookie?: string }

const signIn = ({ email, password: typed = password, remoteAddress, cookie }: SignIn, process: App = app.app) =>
  process.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    payload: { email, password: typed },
    remoteAddress,
    ...(cookie && { headers: { cookie } }),
  })
const guess = (email: string, remoteAddress: string, cookie = '') => signIn({ email, password: 'a wrong password', remoteAddress, cookie })

async function guessFiveTimes(email: string, remoteAddress: string, cookie = '') {
  for (let attempt = 0; attempt < 5; attempt += 1) expect(readCode(await guess(email, remoteAddress, cookie))).toBe('AUTH_LOGIN_FAILED')
}

/** The cookie that a browser has after the right password. */
async function knowBrowser(email: string, remoteAddress: string, cookie = '') {
  const [{ name, value } = { name: '', value: '' }] = (await signIn({ email, remoteAddress, cookie })).cookies
  return `${name}=${value}`
}

describe('guessing passwords', () => {
  test('is slowed down after five failures, for the right password too, and not for ever', async () => {
    const { email } = await app.addUser()
    const remoteAddress = '10.0.0.1'
    await guessFiveTimes(email, remoteAddress)
    const refused = await signIn({ email, remoteAddress })
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ detail: { code: 'AUTH_THROTTLED', params: { retry_after: expect.any(Number) } } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(25)
    await app.db.rateLimit.updateMany({ where: { key: { startsWith: 'login_wait' } }, data: { expire: Date.now() - 1 } })
    expect((await signIn({ email, remoteAddress })).statusCode).toBe(200)
    expect(readCode(await guess(email, remoteAddress))).toBe('AUTH_LOGIN_FAILED')
  })

  test('is slowed down the same for an unknown name', async () => {
    await guessFiveTimes('unknown@heddle.test', '10.0.1.1')
    expect(readCode(await guess('unknown@heddle.test', '10.0.1.1'))).toBe('AUTH_THROTTLED')
  })

  test('waits longer each time, but never more than fifteen minutes', () => {
    expect([1, 4, 5, 6, 7, 9, 10, 50].map(waitSecondsAfter)).toEqual([0, 0, 30, 60, 120, 480, 900, 900])
  })

  test('lets one of many at once through, not all of them', async () => {
    const { email } = await app.addUser()
    await guessFiveTimes(email, '10.0.2.1')
    await app.db.rateLimit.updateMany({ where: { key: { startsWith: 'login_wait' } }, data: { expire: Date.now() - 1 } })
    const codes = (await Promise.all([1, 2, 3, 4, 5].map(() => guess(email, '10.0.2.1')))).map(readCode)
    expect(codes.filter((code) => code === 'AUTH_LOGIN_FAILED')).toHaveLength(1)
  })

  test('does not tell that an email and an account are of one person', async () => {
    const account = 'the-other-name'
    const { email } = await app.addUser({ account })
    await guessFiveTimes(email, '127.0.0.1')
    expect(readCode(await guess(email, '127.0.0.1'))).toBe('AUTH_THROTTLED')
    expect((await app.post('login', { account, password: 'a wrong password' })).body.detail.code).toBe('AUTH_LOGIN_FAILED')
  })

  test('from one address at once is told to be wrong twenty times, and closes it to a right password too', async () => {
    const emails = Array.from({ length: 25 }, (_, index) => `at-once-${index}@heddle.test`)
    const codes = (await Promise.all(emails.map((email) => guess(email, '10.0.6.1')))).map(readCode)
    expect(codes.filter((code) => code === 'AUTH_LOGIN_FAILED')).toHaveLength(20)
    expect(codes.filter((code) => code === 'AUTH_THROTTLED')).toHaveLength(5)
    const { email } = await app.addUser()
    expect(readCode(await signIn({ email, remoteAddress: '10.0.6.1' }))).toBe('AUTH_THROTTLED')
    expect((await signIn({ email, remoteAddress: '10.0.6.2' })).statusCode).toBe(200)
  })

  test('is not what an office behind one address does that signs in at nine o’clock', async () => {
    const users = await Promise.all(Array.from({ length: 25 }, () => app.addUser()))
    const answers = await Promise.all(users.map(({ email }) => signIn({ email, remoteAddress: '10.0.8.1' })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(users.map(() => 200))
    // Nothing but that the network is known, by a hash.
    expect(await app.db.rateLimit.findMany()).toMatchObject([{ key: expect.stringMatching(/^login_network:[\w-]{43}$/) }])
  })
})

describe('wrong passwords of someone else', () => {
  test('keep an account out of their own network only', async () => {
    const { email } = await app.addUser()
    await guessFiveTimes(email, '10.6.0.1')
    expect(readCode(await signIn({ email, remoteAddress: '10.6.0.1' }))).toBe('AUTH_THROTTLED')
    expect((await signIn({ email, remoteAddress: '10.6.0.2' })).statusCode).toBe(200)
  })

  test('do not keep it out of a browser in which it has signed in, not even when its whole network is closed', async () => {
    const { email } = await app.addUser()
    const remoteAddress = '10.6.1.1'
    const cookie = await knowBrowser(email, remoteAddress)
    await guessFiveTimes(email, remoteAddress)
    await Promise.all(Array.from({ length: 16 }, (_, index) => guess(`others-${index}@heddle.test`, remoteAddress)))
    expect(readCode(await signIn({ email, remoteAddress }))).toBe('AUTH_THROTTLED')
    expect((await signIn({ email, remoteAddress, cookie })).statusCode).toBe(200)
  })
})

describe('a browser in which an account has signed in', () => {
  test('waits for the wrong passwords that are typed there, and no other one does', async () => {
    const { email } = await app.addUser()
    const remoteAddress = '10.6.2.1'
    const cookie = await knowBrowser(email, remoteAddress)
    await guessFiveTimes(email, remoteAddress, cookie)
    expect(readCode(await signIn({ email, remoteAddress, cookie }))).toBe('AUTH_THROTTLED')
    expect((await signIn({ email, remoteAddress })).statusCode).toBe(200)
  })

  test('is known by a cookie that scripts cannot read, which names no user', async () => {
    const { email } = await app.addUser()
    const { cookies } = await signIn({ email, remoteAddress: '10.6.3.1' })
    expect(cookies).toEqual([
      {
        name: 'heddle_browser',
        value: expect.stringMatching(/^[\w-]{22}\.[\w-]{43}$/),
        path: '/api/v1/auth',
        httpOnly: true,
        sameSite: 'Lax',
        maxAge: 34_560_000,
      },
    ])
  })

  test('is known to the last eight accounts', async () => {
    const users = await Promise.all(Array.from({ length: 9 }, () => app.addUser()))
    let cookie = ''
    for (const { email } of users) cookie = await knowBrowser(email, '10.6.4.1', cookie)
    const [first = '', second = ''] = users.map(({ email }) => email)
    for (const email of [first, second]) await guessFiveTimes(email, '10.6.4.1')
    expect(readCode(await signIn({ email: first, remoteAddress: '10.6.4.1', cookie }))).toBe('AUTH_THROTTLED')
    expect((await signIn({ email: second, remoteAddress: '10.6.4.1', cookie })).statusCode).toBe(200)
  })

  test.each([
    ['of another account', async () => knowBrowser((await app.addUser()).email, '10.6.5.9')],
    ['that was made up', async () => `heddle_browser=${'a'.repeat(22)}.${'b'.repeat(43)}`],
    ['that is none', async () => 'heddle_browser=.'],
    ['of another browser with its id', async (own: string) => own.replace(/=.{4}/, '=aaaa')],
  ])('is not known by a cookie %s', async (_name, makeCookie) => {
    const { email } = await app.addUser()
    const cookie = await makeCookie(await knowBrowser(email, '10.6.5.1'))
    await guessFiveTimes(email, '10.6.5.1')
    expect(readCode(await signIn({ email, remoteAddress: '10.6.5.1', cookie }))).toBe('AUTH_THROTTLED')
  })
})

describe('guesses that are spread over many networks and accounts', () => {
  const counter = 'login_strangers:all'
  /** As many have failed already. */
  const haveFailed = (points: number) => app.db.rateLimit.create({ data: { key: counter, points, expire: Date.now() + 600_000 } })
  const countFailures = async () => (await app.db.rateLimit.findUnique({ where: { key: counter } }))?.points ?? 0

  test('are slowed down as a whole, the same for a known and an unknown account, and by every process', async () => {
    const { email } = await app.addUser()
    const other = await buildApp(app.dependencies)
    await haveFailed(99)
    expect(readCode(await guess('spread@heddle.test', '10.7.0.1'))).toBe('AUTH_LOGIN_FAILED')
    const refusals = [
      await guess(email, '10.7.0.2'),
      await guess('spread@heddle.test', '10.7.0.3'),
      await signIn({ email, remoteAddress: '10.7.0.4' }, other),
    ]
    const [refusal] = refusals.map((response) => response.json())
    expect(refusal).toMatchObject({ detail: { code: 'AUTH_SIGN_INS_SLOWED', params: { retry_after: expect.any(Number) } } })
    expect(refusals.map((response) => response.json().detail.message)).toEqual(refusals.map(() => refusal.detail.message))
    expect(refusals.map(({ statusCode }) => statusCode)).toEqual([429, 429, 429])
    await app.db.rateLimit.updateMany({ where: { key: counter }, data: { expire: Date.now() - 1 } })
    expect((await signIn({ email, remoteAddress: '10.7.0.4' }, other)).statusCode).toBe(200)
    await other.close()
  })

  test('are told twice more at once when two are left', async () => {
    await haveFailed(98)
    const guesses = Array.from({ length: 6 }, (_, index) => guess(`at-once-${index}@heddle.test`, `10.7.1.${index}`))
    const codes = (await Promise.all(guesses)).map(readCode)
    expect(codes.filter((code) => code === 'AUTH_LOGIN_FAILED')).toHaveLength(2)
    expect(codes.filter((code) => code === 'AUTH_SIGN_INS_SLOWED')).toHaveLength(4)
  })

  test('keep no one out of a browser or a network in which someone has signed in before', async () => {
    const [one, another] = [await app.addUser(), await app.addUser()]
    const cookie = await knowBrowser(one.email, '10.7.2.1')
    await haveFailed(100)
    expect((await signIn({ email: one.email, remoteAddress: '10.7.2.9', cookie })).statusCode).toBe(200)
    expect((await signIn({ email: another.email, remoteAddress: '10.7.2.1' })).statusCode).toBe(200)
    expect(readCode(await signIn({ email: another.email, remoteAddress: '10.7.2.8' }))).toBe('AUTH_SIGN_INS_SLOWED')
  })

  test('are those of strangers: neither a right password counts, nor a known browser, nor more than ten of one network', async () => {
    const { email } = await app.addUser()
    const cookie = await knowBrowser(email, '10.7.3.1')
    await guess(email, '10.7.3.2', cookie)
    expect(await countFailures()).toBe(0)
    await Promise.all(Array.from({ length: 12 }, (_, index) => guess(`one-network-${index}@heddle.test`, '10.7.3.3')))
    expect(await countFailures()).toBe(10)
  })

  test('are in the audit log and in the metrics', async () => {
    const { id, email } = await app.addUser()
    const readMetric = async () => {
      const { values } = await app.dependencies.metrics.signInFailures.get()
      return values.find(({ labels }) => labels.code === 'AUTH_SIGN_INS_SLOWED')?.value ?? 0
    }
    const before = await readMetric()
    await haveFailed(100)
    await guess(email, '10.7.4.1')
    expect(await app.db.auditEvent.findMany({ where: { targetId: id } })).toMatchObject([
      { action: 'login', outcome: 'failed', errorCode: 'AUTH_SIGN_INS_SLOWED', address: '10.7.4.1', actorId: null },
    ])
    expect(await readMetric()).toBe(before + 1)
  })
})

describe('two processes on one database', () => {
  let other: App
  beforeAll(async () => {
    other = await buildApp(app.dependencies)
  })
  afterAll(() => other.close())

  const guessAt = (process: App, payload: object, remoteAddress = '127.0.0.1') =>
    process.inject({ method: 'POST', url: '/api/v1/auth/login', payload, remoteAddress })

  test('count the failures of an account together', async () => {
    const { email } = await app.addUser()
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const answer = await guessAt(attempt % 2 ? other : app.app, { email, password: 'a wrong password' })
      expect(readCode(answer)).toBe('AUTH_LOGIN_FAILED')
    }
    for (const process of [app.app, other]) expect(readCode(await guessAt(process, { email, password }))).toBe('AUTH_THROTTLED')
  })

  test('count the attempts of an address together', async () => {
    const codes = []
    for (let attempt = 0; attempt < 21; attempt += 1)
      codes.push(readCode(await guessAt(attempt % 2 ? other : app.app, { email: `guess-${attempt}@heddle.test`, password }, '10.2.0.1')))
    expect(codes.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'AUTH_LOGIN_FAILED'))
    expect(codes[20]).toBe('AUTH_THROTTLED')
  })

  test('count a wrong current password at update_password as they count one at the sign-in', async () => {
    const user = await app.addUser()
    const { headers } = await app.as(user)
    const change = (process: App, current_password: string) =>
      process.inject({
        method: 'POST',
        url: '/api/v1/auth/update_password',
        headers,
        payload: { current_password, new_password: 'a better password than that' },
      })
    for (let attempt = 0; attempt < 5; attempt += 1) await change(attempt % 2 ? other : app.app, 'a wrong password')
    for (const process of [app.app, other]) {
      expect(readCode(await change(process, password))).toBe('AUTH_THROTTLED')
      expect(readCode(await guessAt(process, { email: user.email, password }))).toBe('AUTH_THROTTLED')
    }
  })

  test('count together also when the other is a process of its own', async () => {
    const { origin } = await startChildProcess(app)
    const { email } = await app.addUser()
    const guessThere = async (typed: string) => {
      const answer = await fetch(`${origin}/api/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: typed }),
      })
      return { status: answer.status, body: await answer.text() }
    }
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const [here, there] = [await guessAt(app.app, { email, password: 'a wrong password' }), await guessThere('a wrong password')]
      expect(there).toEqual({ status: 401, body: here.body })
    }
    expect((await guessThere('a wrong password')).status).toBe(401)
    expect(readCode(await guessAt(app.app, { email, password }))).toBe('AUTH_THROTTLED')
    expect((await guessThere(password)).status).toBe(429)
  })

  test('forget the failures together when the right password comes', async () => {
    const { email } = await app.addUser()
    for (let attempt = 0; attempt < 4; attempt += 1) await guessAt(app.app, { email, password: 'a wrong password' })
    expect((await guessAt(other, { email, password })).statusCode).toBe(200)
    for (let attempt = 0; attempt < 4; attempt += 1)
      expect(readCode(await guessAt(app.app, { email, password: 'a wrong password' }))).toBe('AUTH_LOGIN_FAILED')
  })
})

describe('an address', () => {
  const guessFrom = async (remoteAddress: string, headers: Record<string, string> = {}, process: App = app.app) => {
    const payload = { email: `${crypto.randomUUID()}@heddle.test`, password }
    return readCode(await process.inject({ method: 'POST', url: '/api/v1/auth/login', payload, remoteAddress, headers }))
  }
  /** As if two failures, which are counted for one address, were twenty: what twenty do is shown above, and each costs a hash. */
  const useUp = async () => {
    const seen = { key: { startsWith: 'login_address:' }, points: 2 }
    expect(await app.db.rateLimit.updateMany({ where: seen, data: { points: 20 } })).toEqual({ count: 1 })
  }
  const use = async (addressOf: (attempt: number) => string) => {
    for (const attempt of [0, 1]) expect(await guessFrom(addressOf(attempt))).toBe('AUTH_LOGIN_FAILED')
    await useUp()
  }

  test('of IPv6 is counted by its network', async () => {
    await use((attempt) => `2001:db8:1:2::${attempt.toString(16)}`)
    expect(await guessFrom('2001:db8:1:2:ffff::1')).toBe('AUTH_THROTTLED')
    expect(await guessFrom('2001:db8:1:3::1')).toBe('AUTH_LOGIN_FAILED')
  })

  test('of IPv4 is the same in IPv6', async () => {
    await use((attempt) => (attempt % 2 ? '::ffff:10.3.0.1' : '10.3.0.1'))
    expect(await guessFrom('::ffff:a03:1')).toBe('AUTH_THROTTLED')
    expect(await guessFrom('::ffff:10.3.0.2')).toBe('AUTH_LOGIN_FAILED')
  })

  test('is not what X-Forwarded-For says', async () => {
    const forwarded = (attempt: number) => ({ 'x-forwarded-for': `192.0.2.${attempt}` })
    for (const attempt of [0, 1]) await guessFrom('10.4.0.1', forwarded(attempt))
    await useUp()
    expect(await guessFrom('10.4.0.1', forwarded(99))).toBe('AUTH_THROTTLED')
  })

  test('is what a trusted proxy saw, and not what was told to the proxy', async () => {
    const behindProxy = await buildApp({ ...app.dependencies, config: { ...app.dependencies.config, trustProxy: ['10.5.0.1'] } })
    const forwarded = (made: string, seen: string) => ({ 'x-forwarded-for': `${made}, ${seen}` })
    for (const attempt of [0, 1])
      expect(await guessFrom('10.5.0.1', forwarded(`192.0.2.${attempt}`, '198.51.100.1'), behindProxy)).toBe('AUTH_LOGIN_FAILED')
    await useUp()
    expect(await guessFrom('10.5.0.1', forwarded('192.0.2.99', '198.51.100.1'), behindProxy)).toBe('AUTH_THROTTLED')
    expect(await guessFrom('10.5.0.1', forwarded('192.0.2.99', '198.51.100.2'), behindProxy)).toBe('AUTH_LOGIN_FAILED')
    expect(await guessFrom('10.5.0.2', forwarded('192.0.2.99', '198.51.100.1'), behindProxy)).toBe('AUTH_LOGIN_FAILED')
    await behindProxy.close()
  })
})

describe('a sign-in that fails', () => {
  let hashes = 0
  const counting = createHook({
    init(_id, type) {
      if (type === 'ARGON2REQUEST') hashes += 1
    },
  })
  beforeEach(() => {
    hashes = 0
    counting.enable()
  })
  afterEach(() => counting.disable())

  const names: [string, () => Promise<string>][] = [
    ['a known user', async () => (await app.addUser()).email],
    ['an unknown user', async () => 'unknown@heddle.test'],
    ['a disabled user', async () => (await app.addUser({ status: 'disabled' })).email],
    ['a user without a password', async () => (await app.addUser({ passwordHash: null })).email],
    ['a deleted user', async () => (await app.addUser({ status: 'deleted' })).email],
  ]

  test.each(names)('of %s costs one hash, and is answered as every other', async (_name, make) => {
    const email = await make()
    const response = await app.post('login', { email, password: 'a wrong password' })
    expect(hashes).toBe(1)
    const { 'x-request-id': id, date, ...headers } = response.headers
    expect([id, date]).toEqual([expect.any(String), expect.any(String)])
    const ofUnknown = await app.post('login', { email: 'another@heddle.test', password: 'a wrong password' })
    const { 'x-request-id': _id, date: _date, ...expected } = ofUnknown.headers
    expect([response.status, response.text, headers]).toEqual([ofUnknown.status, ofUnknown.text, expected])
  })

  test('of a user whose password was generated costs one hash of the full cost besides', async () => {
    const { email } = await app.addUser({ passwordHash: await hashGeneratedPassword(generatePassword()) })
    hashes = 0
    await app.post('login', { email, password: 'a wrong password' })
    expect(hashes).toBe(2)
  })
})
