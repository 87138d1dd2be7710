// What opens doors asks again who calls, once the session has not shown it for ten minutes; and a tenant's rule has users set up a factor.
import { createTenant } from '@heddle/db/factories/tenant'
import { createSession } from '@heddle/db/factories/session'
import { endpoints } from '@heddle/contracts/endpoint-list'
import type { Endpoint } from '@heddle/contracts/endpoint'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPasskey, showTotp } from '../../../../test/application/authenticator.ts'
import { createFactorScene, type FactorScene, ownFactors } from '../../../../test/application/factor-scene.ts'
import { createSignInApp, password, type SignInApp } from '../../../../test/application/sign-in-app.ts'
import { findRequiredFrom } from './factor-rule.ts'

let app: SignInApp
let scene: FactorScene
beforeAll(async () => {
  app = await createSignInApp()
  scene = createFactorScene(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.rateLimit.deleteMany()
})

const readCode = (response: { json: () => { detail: { code: string } } }) => response.json().detail.code
const day = 24 * 60 * 60_000

/** Makes the sessions of a user as much older for what they have shown. */
const ageProof = (userId: string, minutes: number) =>
  app.dependencies.pool.query(`UPDATE session SET verified_at = clock_timestamp() - $2 * interval '1 minute' WHERE user_id = $1`, [
    userId,
    minutes,
  ])

const stepUp = '/api/v1/auth/step_up'

describe('a session that has not shown for ten minutes who it is', () => {
  test('is asked again where factors, roles, passwords of others, sign-in methods and tenants are changed', () => {
    const asking = Object.entries<Endpoint>(endpoints).filter(([, { config }]) => config.stepUp)
    expect(asking.map(([name]) => name).toSorted()).toEqual([
      'beginPasskeyEnrolment',
      'beginTotpEnrolment',
      'createTenant',
      'deleteSecondFactor',
      'deleteTenant',
      'downloadTakeout',
      'finishPasskeyEnrolment',
      'finishTotpEnrolment',
      'renameSecondFactor',
      'replaceRecoveryCodes',
      'resetPassword',
      'resetSecondFactor',
      'updateTenant',
      'updateUserRole',
    ])
  })

  test('may do it again after the password, for ten minutes, and no other session may', async () => {
    const user = await app.addUser()
    const [caller, another] = [await app.as(user), await app.as(user)]
    expect((await caller.post(`${ownFactors}/totp`)).statusCode).toBe(200)
    await ageProof(user.id, 9)
    expect((await caller.post(`${ownFactors}/totp`)).statusCode).toBe(200)
    await ageProof(user.id, 10)
    expect(readCode(await caller.post(`${ownFactors}/totp`))).toBe('AUTH_STEP_UP_REQUIRED')
    expect((await caller.get(ownFactors)).statusCode).toBe(200)
    expect((await caller.post(`${stepUp}/options`)).json()).toEqual({ methods: ['password'], passkey: null })
    expect(readCode(await caller.post(stepUp, { password: 'a wrong password' }))).toBe('AUTH_CONFIRMATION_FAILED')
    expect(readCode(await caller.post(`${ownFactors}/totp`))).toBe('AUTH_STEP_UP_REQUIRED')
    expect((await caller.post(stepUp, { password })).statusCode).toBe(200)
    expect((await caller.post(`${ownFactors}/totp`)).statusCode).toBe(200)
    expect(readCode(await another.post(`${ownFactors}/totp`))).toBe('AUTH_STEP_UP_REQUIRED')
    const events = await app.db.auditEvent.findMany({ where: { actorId: user.id }, orderBy: { id: 'asc' } })
    expect(events.map(({ action, outcome, errorCode }) => [action, outcome, errorCode])).toEqual([
      ['stepUp', 'failed', 'AUTH_CONFIRMATION_FAILED'],
      ['stepUp', 'succeeded', null],
    ])
  })

  test('of a user with a factor needs the factor: the password, or a code that was used, is not enough', async () => {
    const user = await app.addUser()
    const { caller, secret, codes } = await scene.enrol(user)
    await ageProof(user.id, 11)
    expect((await caller.post(`${stepUp}/options`)).json()).toEqual({ methods: ['totp', 'recovery_code'], passkey: null })
    for (const proof of [{ password }, { totp: showTotp(secret, app.now()) }, { recovery_code: 'aaaaa-aaaaa' }])
      expect(readCode(await caller.post(stepUp, proof))).toBe('AUTH_CONFIRMATION_FAILED')
    app.later(30_000)
    expect((await caller.post(stepUp, { totp: showTotp(secret, app.now()) })).statusCode).toBe(200)
    await ageProof(user.id, 11)
    expect((await caller.post(stepUp, { recovery_code: codes[0] })).statusCode).toBe(200)
    expect((await caller.post(`${ownFactors}/recovery_code`)).statusCode).toBe(200)
  })

  test('may show a passkey, which signs for this session alone', async () => {
    const user = await app.addUser()
    const caller = await app.as(user)
    const passkey = createPasskey('http://localhost')
    const begun = (await caller.post(`${ownFactors}/passkey_options`)).json()
    const made = { challenge_id: begun.challenge_id, passkey: passkey.create(begun.options), name: 'Laptop' }
    expect((await caller.post(`${ownFactors}/passkey`, made)).statusCode).toBe(200)
    const another = await app.as(user)
    await ageProof(user.id, 11)
    const options = (await caller.post(`${stepUp}/options`)).json()
    expect(options.methods).toEqual(['passkey', 'recovery_code'])
    const { challenge_id } = options.passkey
    const signed = { challenge_id, passkey: passkey.get(options.passkey.options) }
    expect(readCode(await another.post(stepUp, signed))).toBe('AUTH_CONFIRMATION_FAILED')
    expect((await caller.post(stepUp, signed)).statusCode).toBe(200)
    expect(readCode(await caller.post(stepUp, signed))).toBe('AUTH_CONFIRMATION_FAILED')
  })

  test('of an account of elsewhere, without a factor here, signs in again', async () => {
    const user = await app.addUser({ passwordHash: null })
    const caller = await app.as(user)
    expect((await caller.post(`${stepUp}/options`)).json()).toEqual({ methods: ['sign_in'], passkey: null })
    expect(readCode(await caller.post(stepUp, { password }))).toBe('AUTH_CONFIRMATION_FAILED')
  })
})

describe("a tenant's rule", () => {
  test.each([
    ['no_one', 'S', null],
    ['administrators', 'U', null],
    ['administrators', 'A', 14],
    ['administrators', 'S', 14],
    ['everyone', 'U', 14],
  ] as const)('for %s asks a user with role %s after days: %s', (secondFactorRule, role, days) => {
    const since = new Date('2026-01-10')
    const tenant = { secondFactorRule, secondFactorGraceDays: 14, secondFactorSince: since }
    const from = (createdAt: string) => findRequiredFrom(tenant, { role, createdAt: new Date(createdAt) })
    expect(from('2026-01-01')).toEqual(days === null ? null : new Date(since.getTime() + days * day))
    expect(from('2026-02-01')).toEqual(days === null ? null : new Date(Date.parse('2026-02-01') + days * day))
  })

  test('lets users sign in until its days are over, and then only after they have set up a factor', async () => {
    const { id: tenantId } = await createTenant(app.db)
    const superUser = await app.as(await app.addUser({ tenantId, role: 'S' }))
    const tenant = { second_factor_rule: 'everyone', second_factor_grace_days: 3, revision: 0 }
    expect((await superUser.put(`/api/v1/tenant/${tenantId}`, { tenant })).json().tenant).toMatchObject({ second_factor_rule: 'everyone' })
    const user = await app.addUser({ tenantId, createdAt: new Date(app.now().getTime() - 30 * day) })
    const { access_token } = (await scene.call('login', { email: user.email, password })).json()
    const { required_from } = (await app.me(access_token)).body.second_factor
    expect(Date.parse(required_from)).toBe(app.now().getTime() + 3 * day)
    app.later(3 * day)
    const { challenge } = (await scene.call('login', { email: user.email, password })).json()
    expect(challenge).toMatchObject({ kind: 'enrolment', methods: ['totp', 'passkey'] })

    const { secret, otpauth_uri } = (await scene.call('enrolment/totp', { challenge_id: challenge.id })).json()
    expect(otpauth_uri).toContain(secret)
    const confirm = (totp: string) => scene.call('enrolment/totp/confirm', { challenge_id: challenge.id, totp, name: 'Phone' })
    expect(readCode(await confirm(showTotp(secret, new Date(0))))).toBe('AUTH_SECOND_FACTOR_FAILED')
    const enrolled = (await confirm(showTotp(secret, app.now()))).json()
    expect(enrolled).toMatchObject({ factor: { kind: 'totp', name: 'Phone' }, recovery_codes: expect.any(Array) })
    expect((await app.me(enrolled.tokens.access_token)).body.second_factor.is_enrolled).toBe(true)
    // The session of the days of grace, which might be another's.
    expect(await app.db.session.count({ where: { userId: user.id, revokedAt: null } })).toBe(1)
    expect(readCode(await confirm(showTotp(secret, app.now())))).toBe('AUTH_SECOND_FACTOR_FAILED')
    expect((await scene.call('login', { email: user.email, password })).json().challenge.kind).toBe('verification')
  })

  test('is met by a passkey that is made at the sign-in', async () => {
    const { id: tenantId } = await createTenant(app.db, { secondFactorRule: 'everyone', secondFactorGraceDays: 0 })
    const user = await app.addUser({ tenantId })
    app.later(1_000)
    const { id } = (await scene.call('login', { email: user.email, password })).json().challenge
    const passkey = createPasskey('http://localhost')
    const { options } = (await scene.call('enrolment/passkey_options', { challenge_id: id })).json()
    const made = await scene.call('enrolment/passkey', { challenge_id: id, passkey: passkey.create(options), name: 'Key' })
    expect(made.json()).toMatchObject({ factor: { kind: 'passkey' }, tokens: { expires_in: 600 } })
  })

  test('names only sign-in methods that are OpenID providers of the tenant', async () => {
    const { id: tenantId } = await createTenant(app.db)
    const superUser = await app.as(await app.addUser({ tenantId, role: 'S' }))
    const tenant = { trusted_factor_logins: ['email'], revision: 0 }
    expect((await superUser.put(`/api/v1/tenant/${tenantId}`, { tenant })).json().detail).toMatchObject({
      code: 'AUTH_TENANT_FAILED_TO_UPDATE',
      params: { fields: [{ path: 'body/tenant/trusted_factor_logins' }] },
    })
  })
})

test('challenges that have ended are removed', async () => {
  const user = await app.addUser()
  const session = await createSession(app.db, { userId: user.id })
  await scene.challenge(user)
  await scene.challenge(user, { kind: 'step_up', sessionId: session.id })
  await app.db.authChallenge.updateMany({ where: { sessionId: session.id }, data: { expiresAt: new Date(0) } })
  const { removeEndedChallenges } = await import('./challenge.sql.ts')
  await removeEndedChallenges(app.dependencies.pool)
  expect(await app.db.authChallenge.count({ where: { userId: user.id } })).toBe(1)
})
