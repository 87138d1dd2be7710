// Passkeys over HTTP, with an authenticator that signs what it is told to, right or wrong.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@heddle/contracts/auth/proof'
import { createPasskey } from '../../../../test/application/authenticator.ts'
import { createFactorScene, type FactorScene, ownFactors } from '../../../../test/application/factor-scene.ts'
import { createTestApp, type TestAppOptions } from '../../../../test/application/test-app.ts'
import { createUser } from '@heddle/db/factories/user'
import { createTenant } from '@heddle/db/factories/tenant'
import { findPasskeySite } from '../../../platform/security/passkey-site.ts'

const origin = 'http://localhost'
const now = () => new Date()
const start = async (config: TestAppOptions['config']) => ({ ...(await createTestApp({ config, now })), now })

let app: Awaited<ReturnType<typeof start>>
let scene: FactorScene
beforeAll(async () => {
  app = await start({ publicOrigin: origin })
  scene = createFactorScene(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.rateLimit.deleteMany()
})

const readCode = (response: { json: () => { detail: { code: string } } }) => response.json().detail.code

type Deviation = Parameters<ReturnType<typeof createPasskey>['get']>[1]

/** A user with a passkey. */
async function addUserWithPasskey(overrides: Parameters<typeof createUser>[1] = {}) {
  const user = await createUser(app.db, overrides)
  const caller = await app.as(user)
  const passkey = createPasskey(origin)
  const begun = await caller.post(`${ownFactors}/passkey_options`)
  const { challenge_id, options } = begun.json<{ challenge_id: string; options: PasskeyCreationOptions }>()
  const created = await caller.post(`${ownFactors}/passkey`, { challenge_id, passkey: passkey.create(options), name: 'Laptop' })
  if (created.statusCode !== 200) throw new Error(`No passkey was kept: ${created.body}`)
  return { user, caller, passkey, options, created: created.json() }
}

async function readOptions(challengeId: string) {
  const response = await scene.call('second_factor/passkey_options', { challenge_id: challengeId })
  return response.json().options as PasskeyRequestOptions
}

const verify = (challengeId: string, passkey: object) => scene.call('second_factor', { challenge_id: challengeId, passkey })

describe('a passkey', () => {
  test('is kept with its backup flags, and is a second factor from then on', async () => {
    const { user, passkey, options, created, caller } = await addUserWithPasskey()
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Heddle' },
      user: { name: user.email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    })
    expect(created).toMatchObject({ factor: { kind: 'passkey', name: 'Laptop', is_backed_up: true, is_of_other_address: false } })
    expect(created.recovery_codes).toHaveLength(10)
    const id = await scene.challenge(user)
    const request = await readOptions(id)
    expect(request).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      timeout: 300_000,
      rpId: 'localhost',
      allowCredentials: [{ type: 'public-key', id: passkey.id, transports: ['internal', 'hybrid'] }],
      userVerification: 'required',
    })
    expect((await verify(id, passkey.get(request))).json()).toHaveProperty('access_token')
    const again = (await caller.post(`${ownFactors}/passkey_options`)).json().options
    expect(again.excludeCredentials).toMatchObject([{ id: passkey.id }])
  })

  const deviations: [string, Deviation][] = [
    ['for a foreign origin', { origin: 'http://heddle.example' }],
    ['for a foreign host', { rpId: 'heddle.example' }],
    ['without having verified the user', { isUserVerified: false }],
    ['with a counter that stays', { counter: 5 }],
    ['with a counter that goes back', { counter: 4 }],
    ['for another challenge', { challenge: 'a'.repeat(43) }],
  ]
  test.each(deviations)('that signs %s is refused, and the right one afterwards is not', async (_name, deviation) => {
    const { user, passkey } = await addUserWithPasskey()
    await app.db.secondFactor.updateMany({ where: { userId: user.id }, data: { counter: 5 } })
    const id = await scene.challenge(user)
    expect(readCode(await verify(id, passkey.get(await readOptions(id), deviation)))).toBe('AUTH_SECOND_FACTOR_FAILED')
    expect((await verify(id, passkey.get(await readOptions(id), { counter: 6 }))).statusCode).toBe(200)
  })

  test('signs a challenge once: neither again nor in another sign-in', async () => {
    const { user, passkey } = await addUserWithPasskey()
    const [id, another] = [await scene.challenge(user), await scene.challenge(user)]
    const signed = passkey.get(await readOptions(id), { counter: 0 })
    await readOptions(another)
    expect(readCode(await verify(another, signed))).toBe('AUTH_SECOND_FACTOR_FAILED')
    const tries = await Promise.all([verify(id, signed), verify(id, signed), verify(id, signed)])
    expect(tries.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '401', '401'])
  })

  test('of another user is none', async () => {
    const [one, another] = [await addUserWithPasskey(), await addUserWithPasskey()]
    const id = await scene.challenge(one.user)
    expect(readCode(await verify(id, another.passkey.get(await readOptions(id))))).toBe('AUTH_SECOND_FACTOR_FAILED')
  })

  test.each([
    ['at a foreign origin', { origin: 'http://heddle.example' }],
    ['for a foreign host', { rpId: 'heddle.example' }],
    ['without having verified the user', { isUserVerified: false }],
    ['for another challenge', { challenge: 'a'.repeat(43) }],
  ])('that was made %s is not kept', async (_name, deviation) => {
    const caller = await app.as(await createUser(app.db))
    const { challenge_id, options } = (await caller.post(`${ownFactors}/passkey_options`)).json()
    const passkey = createPasskey(origin).create(options, deviation)
    expect(readCode(await caller.post(`${ownFactors}/passkey`, { challenge_id, passkey, name: 'Laptop' }))).toBe('AUTH_CONFIRMATION_FAILED')
  })

  test('that another user has is not kept', async () => {
    const { passkey } = await addUserWithPasskey()
    const caller = await app.as(await createUser(app.db))
    const { challenge_id, options } = (await caller.post(`${ownFactors}/passkey_options`)).json()
    const response = await caller.post(`${ownFactors}/passkey`, { challenge_id, passkey: passkey.create(options), name: 'Laptop' })
    expect(readCode(response)).toBe('AUTH_CONFIRMATION_FAILED')
  })

  test('of an earlier address is said to be one, and not offered', async () => {
    const { user, caller, passkey } = await addUserWithPasskey()
    await app.db.secondFactor.updateMany({ where: { userId: user.id }, data: { rpId: 'old.example' } })
    expect((await caller.get(ownFactors)).json().factors).toMatchObject([{ is_of_other_address: true }])
    const id = await scene.challenge(user)
    const options = await readOptions(id)
    expect(options.allowCredentials).toEqual([])
    expect(readCode(await verify(id, passkey.get(options)))).toBe('AUTH_SECOND_FACTOR_FAILED')
  })
})

describe('signing in with a passkey alone', () => {
  const signIn = async (passkey: ReturnType<typeof createPasskey>) => {
    const { challenge_id, options } = (await scene.call('passkey/options', {})).json()
    return scene.call('passkey/login', { challenge_id, passkey: passkey.get(options) })
  }

  test('is possible for a local account of a tenant that allows it, and names no account before', async () => {
    const { passkey, user } = await addUserWithPasskey({ tenantId: (await createTenant(app.db, { passkeyLogin: true })).id })
    const { options } = (await scene.call('passkey/options', {})).json()
    expect(options).toEqual({
      challenge: expect.any(String),
      timeout: 300_000,
      rpId: 'localhost',
      allowCredentials: [],
      userVerification: 'required',
    })
    expect((await signIn(passkey)).json()).toHaveProperty('access_token')
    expect(await app.db.auditEvent.findMany({ where: { targetId: user.id, action: 'passkeyLogin' } })).toMatchObject([
      { outcome: 'succeeded' },
    ])
    await app.db.user.update({ where: { id: user.id }, data: { status: 'disabled' } })
    expect(readCode(await signIn(passkey))).toBe('AUTH_SECOND_FACTOR_FAILED')
  })

  test('is refused alike where the tenant does not allow it, for an external account, and for an unknown passkey', async () => {
    const closed = await addUserWithPasskey()
    const external = await addUserWithPasskey({ tenantId: (await createTenant(app.db, { passkeyLogin: true })).id })
    const { id: userId, tenantId } = external.user
    await app.db.externalIdentity.create({ data: { tenantId, provider: 'institute', subject: userId, userId } })
    const responses = [await signIn(closed.passkey), await signIn(external.passkey), await signIn(createPasskey(origin))]
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401])
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1)
  })
})

describe('an address', () => {
  test.each([
    ['https://chat.example.org', 'chat.example.org', null],
    ['http://localhost:8080', 'localhost', null],
    ['https://192.0.2.1', '192.0.2.1', 'ip_address'],
    ['https://[2001:db8::1]:8443', '[2001:db8::1]', 'ip_address'],
    ['http://chat.example.org', 'chat.example.org', 'not_https'],
    ['https://chat.example.org', 'other.example.org', 'other_address'],
    [undefined, 'chat.example.org', 'not_https'],
    [undefined, 'localhost', null],
  ])('%s, called as %s, has passkeys unless: %s', (publicOrigin, hostname, obstacle) => {
    expect(findPasskeySite(publicOrigin, { protocol: 'http', host: hostname, hostname }).obstacle).toBe(obstacle)
  })

  test('without passkeys says why, and sets up none', async () => {
    const plain = await start({ publicOrigin: 'http://chat.example.org' })
    const caller = await plain.as(await createUser(plain.db))
    expect((await caller.get(ownFactors)).json().passkey_obstacle).toBe('not_https')
    for (const response of [
      await caller.post(`${ownFactors}/passkey_options`),
      await plain.app.inject({ method: 'POST', url: '/api/v1/auth/passkey/options', payload: {} }),
    ])
      expect(response.json().detail).toMatchObject({ code: 'AUTH_PASSKEYS_UNAVAILABLE', params: { reason: 'not_https' } })
    await plain.close()
  })
})
