// Signing in with a password and a code: what gets tokens, what never does, and that it is the same for every reason.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../../../app.ts'
import type { App } from '../../../platform/http/app-instance.ts'
import { createSignInApp, password, type SignInApp } from '../../../../test/application/sign-in-app.ts'
import { showTotp } from '../../../../test/application/authenticator.ts'
import { createFactorScene, type FactorScene, ownFactors } from '../../../../test/application/factor-scene.ts'

let app: SignInApp
let scene: FactorScene
let other: App
beforeAll(async () => {
  app = await createSignInApp()
  scene = createFactorScene(app)
  other = await buildApp(app.dependencies)
})
afterAll(async () => {
  await other.close()
  await app.close()
})
beforeEach(async () => {
  await app.db.rateLimit.deleteMany()
})

const wrongCode = (secret: string) => showTotp(secret, new Date(0))
const readCode = (response: { json: () => { detail: { code: string } } }) => response.json().detail.code

/** A user whose app shows a code that no one has used. */
async function addEnrolledUser() {
  const user = await app.addUser()
  const enrolled = await scene.enrol(user)
  app.later(30_000)
  return { user, ...enrolled, totp: showTotp(enrolled.secret, app.now()) }
}

const verify = (challengeId: string, proof: object, options?: Parameters<FactorScene['call']>[2]) =>
  scene.call('second_factor', { challenge_id: challengeId, ...proof }, options)

describe('a sign-in of a user with a second factor', () => {
  test('begins a session after the password and a code, and none after the password alone', async () => {
    const { user, totp, caller } = await addEnrolledUser()
    const first = await scene.call('login', { email: user.email, password })
    expect(first.statusCode).toBe(200)
    const { challenge, ...rest } = first.json()
    expect(rest).toEqual({})
    expect(challenge).toEqual({
      id: expect.stringMatching(/^[\w-]{43}$/),
      kind: 'verification',
      methods: ['totp', 'recovery_code'],
      expires_in: 300,
    })
    expect(await app.db.session.count({ where: { userId: user.id, id: { not: caller.session.id } } })).toBe(0)
    const second = await verify(challenge.id, { totp })
    expect(second.json()).toEqual({ access_token: expect.any(String), refresh_token: expect.any(String), expires_in: 600 })
    expect((await app.me(second.json().access_token)).body.second_factor).toEqual({
      is_enrolled: true,
      required_from: null,
      reset_at: null,
    })
    const events = await app.db.auditEvent.findMany({
      where: { targetId: user.id, action: { not: 'finishTotpEnrolment' } },
      orderBy: { id: 'asc' },
    })
    expect(events.map(({ action, outcome, actorId }) => [action, outcome, actorId])).toEqual([
      ['login', 'succeeded', user.id],
      ['verifySecondFactor', 'succeeded', user.id],
    ])
    expect(JSON.stringify(await app.db.authChallenge.findMany())).not.toContain(challenge.id)
  })

  test('keeps the key of the app encrypted, and recovery codes by a hash', async () => {
    const { user, secret, codes, uri } = await addEnrolledUser()
    expect(uri).toBe(`otpauth://totp/Heddle:${encodeURIComponent(user.email ?? '')}?secret=${secret}&issuer=Heddle`)
    expect(codes).toHaveLength(10)
    const [factor] = await app.db.secondFactor.findMany({ where: { userId: user.id } })
    expect(Buffer.from(factor?.secretCiphertext ?? []).toString('latin1')).not.toContain(secret)
    const kept = await app.db.recoveryCode.findMany({ where: { userId: user.id } })
    for (const code of codes) expect(JSON.stringify(kept)).not.toContain(code.replace('-', ''))
  })
})

describe('a code', () => {
  test('is taken once, and no earlier one after it', async () => {
    const { user, secret, totp } = await addEnrolledUser()
    const before = showTotp(secret, new Date(app.now().getTime() - 30_000))
    expect((await verify(await scene.challenge(user), { totp })).statusCode).toBe(200)
    for (const used of [totp, before])
      expect(readCode(await verify(await scene.challenge(user), { totp: used }))).toBe('AUTH_SECOND_FACTOR_FAILED')
  })

  test('at 20 parallel tries lets one of them in', async () => {
    const { user, totp } = await addEnrolledUser()
    const challenges = await Promise.all(Array.from({ length: 20 }, () => scene.challenge(user)))
    const tries = challenges.map((id, index) => verify(id, { totp }, { process: index % 2 ? other : app.app }))
    const statuses = (await Promise.all(tries)).map(({ statusCode }) => String(statusCode))
    expect(statuses.toSorted()).toEqual(['200', ...Array.from({ length: 19 }, () => '401')])
    expect(await app.db.session.count({ where: { userId: user.id } })).toBe(2)
  })

  test('for recovery is taken once, as it is typed', async () => {
    const { user, codes } = await addEnrolledUser()
    const recovery_code = ` ${(codes[0] ?? '').replace('-', ' ').toUpperCase()} `
    expect((await verify(await scene.challenge(user), { recovery_code })).statusCode).toBe(200)
    expect(readCode(await verify(await scene.challenge(user), { recovery_code }))).toBe('AUTH_SECOND_FACTOR_FAILED')
    expect(await app.db.recoveryCode.count({ where: { userId: user.id } })).toBe(9)
    expect(readCode(await verify(await scene.challenge(await app.addUser()), { recovery_code: codes[1] }))).toBe(
      'AUTH_SECOND_FACTOR_FAILED',
    )
  })
})

describe('a challenge', () => {
  test('is answered alike when it has ended, when it is unknown, and for a wrong code', async () => {
    const { user, secret, totp } = await addEnrolledUser()
    const expired = await scene.challenge(user)
    await app.db.authChallenge.updateMany({ data: { expiresAt: new Date(0) } })
    const used = await scene.challenge(user)
    expect((await verify(used, { totp })).statusCode).toBe(200)
    const wrong = await verify(await scene.challenge(user), { totp: wrongCode(secret) })
    app.later(30_000)
    const next = showTotp(secret, app.now())
    for (const id of [expired, used, 'x'.repeat(43)]) {
      const response = await verify(id, { totp: next })
      expect([response.statusCode, response.body]).toEqual([401, wrong.body])
      const { 'x-request-id': _id, date: _date, ...headers } = response.headers
      expect(wrong.headers).toMatchObject(headers)
    }
  })

  test.each(['another password', 'a disabled account', 'tokens that were ended'])('is worth nothing after %s', async (change) => {
    const { user, totp } = await addEnrolledUser()
    const { id } = (await scene.call('login', { email: user.email, password })).json().challenge
    const data = {
      'another password': { passwordHash: 'another' },
      'a disabled account': { status: 'disabled' as const },
      'tokens that were ended': { tokenVersion: 7 },
    }[change]
    await app.db.user.update({ where: { id: user.id }, data: data ?? {} })
    expect(readCode(await verify(id, { totp }))).toBe('AUTH_SECOND_FACTOR_FAILED')
  })

  test.each(['gets another factor', 'loses another factor', 'has all reset'])(
    'ends when its user %s in a session meanwhile',
    async (change) => {
      const { user, totp } = await addEnrolledUser()
      const second = await scene.enrol(user)
      app.later(30_000)
      const { id } = (await scene.call('login', { email: user.email, password })).json().challenge
      if (change === 'gets another factor') await scene.enrol(user)
      if (change === 'loses another factor') await second.caller.delete(`${ownFactors}/${second.factor.id}`)
      if (change === 'has all reset') {
        const administrator = await app.as(await app.addUser({ tenantId: user.tenantId, role: 'A' }))
        await administrator.delete(`/api/v1/user/${user.id}/second_factor`)
      }
      const sessions = await app.db.session.count({ where: { userId: user.id, revokedAt: null } })
      expect(readCode(await verify(id, { totp }))).toBe('AUTH_SECOND_FACTOR_FAILED')
      expect(await app.db.session.count({ where: { userId: user.id, revokedAt: null } })).toBe(sessions)
    },
  )

  test('that was stolen opens nothing else: no way back to the first step, and no factor of the thief', async () => {
    const { user, totp, secret } = await addEnrolledUser()
    const id = await scene.challenge(user)
    const name = 'Of the thief'
    for (const [path, body] of [
      ['enrolment/totp', {}],
      ['enrolment/totp/confirm', { totp, name }],
      ['enrolment/passkey_options', {}],
    ] as const)
      expect(readCode(await scene.call(path, { challenge_id: id, ...body }))).toBe('AUTH_SECOND_FACTOR_FAILED')
    expect(readCode(await scene.call('refresh_token', { refresh_token: id }))).toBe('AUTH_TOKEN_INVALID')
    // One to set up a factor, that was opened before the owner had one, is no challenge to show one, and sets up none any more.
    const early = await scene.challenge(user, { kind: 'enrolment' })
    expect(readCode(await verify(early, { totp }))).toBe('AUTH_SECOND_FACTOR_FAILED')
    expect(readCode(await scene.call('enrolment/totp', { challenge_id: early }))).toBe('AUTH_SECOND_FACTOR_FAILED')
    await app.db.authChallenge.updateMany({ where: { userId: user.id }, data: { tries: 0 } })
    const [factor] = await app.db.secondFactor.findMany({ where: { userId: user.id } })
    await app.db.authChallenge.updateMany({
      where: { userId: user.id, kind: 'enrolment' },
      data: { secretCiphertext: factor?.secretCiphertext ?? null, secretKeyId: factor?.secretKeyId ?? null },
    })
    const confirmed = await scene.call('enrolment/totp/confirm', { challenge_id: early, totp: showTotp(secret, app.now()), name })
    expect(readCode(confirmed)).toBe('AUTH_SECOND_FACTOR_FAILED')
    expect(await app.db.secondFactor.count({ where: { userId: user.id } })).toBe(1)
  })
})

describe('guessing codes', () => {
  test('has five tries for a challenge over two processes, and slows down where the guesses come from', async () => {
    const { user, secret, totp } = await addEnrolledUser()
    const id = await scene.challenge(user)
    const remoteAddress = scene.nextAddress()
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const process = attempt % 2 ? other : app.app
      expect(readCode(await verify(id, { totp: wrongCode(secret) }, { remoteAddress, process }))).toBe('AUTH_SECOND_FACTOR_FAILED')
    }
    for (const process of [app.app, other]) {
      expect(readCode(await verify(await scene.challenge(user), { totp }, { remoteAddress, process }))).toBe('AUTH_THROTTLED')
      expect(readCode(await verify(id, { totp }, { process }))).toBe('AUTH_SECOND_FACTOR_FAILED')
    }
    expect((await verify(await scene.challenge(user), { totp })).statusCode).toBe(200)
  })

  test('from many networks ends after twenty for the account, in every process', async () => {
    const { user, secret, totp } = await addEnrolledUser()
    const challenges = await Promise.all(Array.from({ length: 20 }, () => scene.challenge(user)))
    const codes = (await Promise.all(challenges.map((id) => verify(id, { totp: wrongCode(secret) })))).map(readCode)
    expect(new Set(codes)).toEqual(new Set(['AUTH_SECOND_FACTOR_FAILED']))
    for (const process of [app.app, other]) {
      const response = await verify(await scene.challenge(user), { totp }, { process })
      expect(response.json().detail).toMatchObject({ code: 'AUTH_THROTTLED', params: { retry_after: expect.any(Number) } })
    }
    await app.db.rateLimit.updateMany({ where: { key: { startsWith: 'second_factor' } }, data: { expire: 1 } })
    expect((await verify(await scene.challenge(user), { totp })).statusCode).toBe(200)
  })

  test('is in the audit log, with whose account it was', async () => {
    const { user, secret } = await addEnrolledUser()
    await verify(await scene.challenge(user), { totp: wrongCode(secret) })
    const events = await app.db.auditEvent.findMany({ where: { targetId: user.id, action: 'verifySecondFactor' } })
    expect(events).toMatchObject([{ outcome: 'failed', errorCode: 'AUTH_SECOND_FACTOR_FAILED', actorId: null, tenantId: user.tenantId }])
  })
})

describe('the factors of a user', () => {
  test('end the other sessions when one is added or removed, and their tokens', async () => {
    const user = await app.addUser()
    const before = await app.as(user)
    const { caller, factor } = await scene.enrol(user)
    expect(readCode(await before.get('/api/v1/auth/me'))).toBe('AUTH_SESSION_ENDED')
    const between = await app.as(user)
    expect((await caller.delete(`${ownFactors}/${factor.id}`)).statusCode).toBe(200)
    expect(readCode(await between.get('/api/v1/auth/me'))).toBe('AUTH_SESSION_ENDED')
    expect((await caller.get(ownFactors)).json()).toEqual({ factors: [], recovery_codes_left: 0, passkey_obstacle: null })
    expect((await scene.call('login', { email: user.email, password })).json()).toHaveProperty('access_token')
  })

  test('are listed, renamed and given new recovery codes by their user alone', async () => {
    const { caller, factor, codes, user, totp } = await addEnrolledUser()
    const stranger = await app.as(await app.addUser())
    for (const [method, body] of [
      ['put', { name: 'Mine' }],
      ['delete', undefined],
    ] as const)
      expect(readCode(await stranger[method](`${ownFactors}/${factor.id}`, body))).toBe('AUTH_SECOND_FACTOR_NOT_FOUND')
    expect((await caller.put(`${ownFactors}/${factor.id}`, { name: 'Old phone' })).json().factor.name).toBe('Old phone')
    const renewed = (await caller.post(`${ownFactors}/recovery_code`)).json().recovery_codes
    expect(new Set([...renewed, ...codes]).size).toBe(20)
    expect(readCode(await verify(await scene.challenge(user), { recovery_code: codes[0] }))).toBe('AUTH_SECOND_FACTOR_FAILED')
    expect((await verify(await scene.challenge(user), { totp })).statusCode).toBe(200)
    const listed = (await caller.get(ownFactors)).json()
    expect(listed.recovery_codes_left).toBe(10)
    expect(listed.factors).toEqual([
      { ...factor, name: 'Old phone', kind: 'totp', last_used_at: expect.any(String), is_backed_up: null, is_of_other_address: false },
    ])
    const events = await app.db.auditEvent.findMany({ where: { targetId: user.id, action: 'renameSecondFactor' } })
    expect(events).toMatchObject([{ before: { second_factor: 'My phone' }, after: { second_factor: 'Old phone' } }])
  })

  test('are set up by a code of the key that was given, in the session that asked, five tries at most', async () => {
    const user = await app.addUser()
    const [caller, another] = [await app.as(user), await app.as(user)]
    const { challenge_id, secret } = (await caller.post(`${ownFactors}/totp`)).json()
    const confirm = (by: typeof caller, totp: string) => by.post(`${ownFactors}/totp/confirm`, { challenge_id, totp, name: 'App' })
    expect(readCode(await confirm(another, showTotp(secret, app.now())))).toBe('AUTH_CONFIRMATION_FAILED')
    for (let attempt = 0; attempt < 5; attempt += 1) await confirm(caller, wrongCode(secret))
    expect(readCode(await confirm(caller, showTotp(secret, app.now())))).toBe('AUTH_CONFIRMATION_FAILED')
    expect(await app.db.secondFactor.count({ where: { userId: user.id } })).toBe(0)
  })

  test('are ten at most, also when they are set up at once', async () => {
    const user = await app.addUser()
    const { caller } = await scene.enrol(user)
    const begun = await Promise.all(Array.from({ length: 12 }, () => caller.post(`${ownFactors}/totp`)))
    const confirmed = await Promise.all(
      begun.map((response) => {
        const { challenge_id, secret } = response.json()
        return caller.post(`${ownFactors}/totp/confirm`, { challenge_id, totp: showTotp(secret, app.now()), name: 'App' })
      }),
    )
    expect(confirmed.filter(({ statusCode }) => statusCode === 200)).toHaveLength(9)
    expect(await app.db.secondFactor.count({ where: { userId: user.id } })).toBe(10)
    expect(readCode(await caller.post(`${ownFactors}/totp`))).toBe('AUTH_SECOND_FACTOR_TOO_MANY')
  })
})

describe('a user who has lost the factors', () => {
  test('is helped by an administrator above, signs in with the password, and is told', async () => {
    const { user, caller } = await addEnrolledUser()
    const peer = await app.as(await app.addUser({ tenantId: user.tenantId }))
    const administrator = await app.as(await app.addUser({ tenantId: user.tenantId, role: 'A' }))
    const url = `/api/v1/user/${user.id}/second_factor`
    expect((await peer.delete(url)).statusCode).toBe(403)
    expect((await administrator.get(`/api/v1/user/${user.id}/profile`)).json().user).toMatchObject({
      has_second_factor: true,
      abilities: { reset_second_factor: true },
    })
    const { user: after } = (await administrator.delete(url)).json()
    expect(after).toMatchObject({ has_second_factor: false, abilities: { reset_second_factor: false } })
    expect(readCode(await administrator.delete(url))).toBe('AUTH_SECOND_FACTOR_NOT_FOUND')
    expect(readCode(await caller.get('/api/v1/auth/me'))).toBe('AUTH_SESSION_ENDED')
    expect(await app.db.recoveryCode.count({ where: { userId: user.id } })).toBe(0)
    const { access_token } = (await scene.call('login', { email: user.email, password })).json()
    expect((await app.me(access_token)).body.second_factor).toMatchObject({ is_enrolled: false, reset_at: expect.any(String) })
    await app.post('me/second_factor/reset_seen', {}, { authorization: `Bearer ${access_token}` })
    expect((await app.me(access_token)).body.second_factor.reset_at).toBeNull()
    expect(
      await app.db.auditEvent.findMany({ where: { targetId: user.id, action: 'resetSecondFactor', outcome: 'succeeded' } }),
    ).toHaveLength(1)
  })

  test('is not helped by an administrator of the own rank', async () => {
    const boss = await app.addUser({ role: 'A' })
    await scene.enrol(boss)
    const equal = await app.as(await app.addUser({ tenantId: boss.tenantId, role: 'A' }))
    expect((await equal.delete(`/api/v1/user/${boss.id}/second_factor`)).statusCode).toBe(403)
  })
})
