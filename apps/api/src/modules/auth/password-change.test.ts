import { createSession } from '@heddle/db/factories/session'
import { createUser } from '@heddle/db/factories/user'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { generatePassword, hashGeneratedPassword, hashPassword } from '@heddle/security/password'
import { type Caller, createTestApp, type TestApp, unknownId } from '../../../test/application/test-app.ts'

const password = 'a long enough password'
const better = 'a better password than that'

let api: TestApp
let passwordHash: string

beforeAll(async () => {
  passwordHash = await hashPassword(password)
  api = await createTestApp()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.rateLimit.deleteMany()
})

const addUser = (overrides = {}) => createUser(api.db, { passwordHash, ...overrides })
const change = (caller: Caller, current_password: string, new_password: string) =>
  caller.post('/api/v1/auth/update_password', { current_password, new_password })
const login = (email: string, typed: string) =>
  api.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload: { email, password: typed } })
const me = (caller: Caller) => caller.get('/api/v1/auth/me')
const readDetail = (answer: { json: () => { detail: { code: string; params?: object } } }) => answer.json().detail
/** What succeeded; what was refused is told by a plugin, after the answer. */
const listEvents = (userId: string) =>
  api.db.auditEvent.findMany({ where: { actorId: userId, outcome: 'succeeded' }, orderBy: { id: 'asc' } })

describe('changing the own password', () => {
  test('lets the new one in and not the old one, and ends every session but this one', async () => {
    const user = await addUser({ mustChangePassword: true })
    const [here, there] = [await api.as(user), await api.as(user)]
    expect((await change(here, password, better)).json()).toEqual({ success: true })
    expect((await login(user.email, password)).statusCode).toBe(401)
    expect((await login(user.email, better)).statusCode).toBe(200)
    expect((await me(here)).json()).toMatchObject({ user: { must_change_password: false } })
    expect(readDetail(await me(there)).code).toBe('AUTH_SESSION_ENDED')
  })

  test('is written in the audit log, without either password', async () => {
    const user = await addUser()
    await change(await api.as(user), password, better)
    const events = await listEvents(user.id)
    expect(events).toMatchObject([{ action: 'updatePassword', outcome: 'succeeded', targetId: user.id, address: '127.0.0.1' }])
    expect(JSON.stringify(events)).not.toMatch(/password than|argon2/)
  })

  test('is refused for a wrong current one, for the same again, and for a user who signs in elsewhere', async () => {
    const user = await addUser()
    const elsewhere = await addUser()
    await api.db.externalIdentity.create({
      data: { tenantId: elsewhere.tenantId, provider: 'campus', subject: '1', userId: elsewhere.id },
    })
    const refusals = [
      await change(await api.as(user), 'a wrong password', better),
      await change(await api.as(user), password, password),
      await change(await api.as(elsewhere), password, better),
      await change(await api.as(await addUser({ passwordHash: null })), password, better),
    ]
    expect(refusals.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400])
    expect(refusals.map((answer) => readDetail(answer).code)).toEqual(refusals.map(() => 'AUTH_PASSWORD_FAILED_TO_UPDATE'))
    expect(refusals.map((answer) => readDetail(answer).params)).toEqual(
      ['wrong_current', 'unchanged', 'external', 'external'].map((reason) => ({ reason })),
    )
    expect(await api.db.user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({ passwordHash })
  })

  test('does not tell the same password in another Unicode form from itself', async () => {
    const caller = await api.as(await addUser({ passwordHash: await hashPassword('Kaffee und Caf\u00e9') }))
    const answer = await change(caller, 'Kaffee und Caf\u00e9', 'Kaffee und Cafe\u0301')
    expect(readDetail(answer).params).toEqual({ reason: 'unchanged' })
  })

  test('cannot be used to guess: after five wrong ones it waits, as a sign-in does', async () => {
    const user = await addUser()
    const caller = await api.as(user)
    for (let attempt = 0; attempt < 5; attempt += 1) await change(caller, 'a wrong password', better)
    const refused = await change(caller, password, better)
    expect([refused.statusCode, readDetail(refused).code]).toEqual([429, 'AUTH_THROTTLED'])
    expect(readDetail(await login(user.email, password)).code).toBe('AUTH_THROTTLED')
  })

  test('of two at once is done once', async () => {
    const user = await addUser()
    const caller = await api.as(user)
    const answers = await Promise.all([change(caller, password, better), change(caller, password, `${better}!`)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400])
  })
})

describe('the sessions of a user', () => {
  const query = (caller: Caller, body = {}) => caller.post('/api/v1/auth/session/query', body)

  test('is told the last used first, a page at a time, with the current one marked and no ended one', async () => {
    const user = await addUser()
    const caller = await api.as(user)
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    const older = await createSession(api.db, { userId: user.id, rotatedAt: at(5), provider: 'campus', userAgent: 'Loom/1' })
    const oldest = await createSession(api.db, { userId: user.id, rotatedAt: at(9) })
    await createSession(api.db, { userId: user.id, revokedAt: new Date() })
    await createSession(api.db, { userId: user.id, expiresAt: at(1) })
    await createSession(api.db)
    const first = (await query(caller, { page_size: 2 })).json()
    expect(first).toMatchObject({
      total: 3,
      sessions: [
        { id: caller.session.id, is_current: true },
        { id: older.id, is_current: false, provider: 'campus', user_agent: 'Loom/1' },
      ],
    })
    const second = (await query(caller, { page_token: first.next_page_token })).json()
    expect(second).toEqual({ sessions: [expect.objectContaining({ id: oldest.id })] })
  })

  test('can be ended, one by one', async () => {
    const user = await addUser()
    const [here, there] = [await api.as(user), await api.as(user)]
    expect((await here.delete(`/api/v1/auth/session/${there.session.id}`)).json()).toEqual({ success: true })
    expect(readDetail(await me(there)).code).toBe('AUTH_SESSION_ENDED')
    expect((await me(here)).statusCode).toBe(200)
    expect(await listEvents(user.id)).toMatchObject([{ action: 'endSession', targetType: 'session', targetId: there.session.id }])
  })

  test("another's session, one that has ended and an unknown one are the same 404, byte for byte", async () => {
    const user = await addUser()
    const caller = await api.as(user)
    const foreign = await createSession(api.db)
    const ended = await createSession(api.db, { userId: user.id, revokedAt: new Date() })
    const answers = await Promise.all([foreign.id, ended.id, unknownId()].map((id) => caller.delete(`/api/v1/auth/session/${id}`)))
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(answers.map((answer) => readDetail(answer).code)).toContain('AUTH_SESSION_NOT_FOUND')
    expect(await api.db.session.findUniqueOrThrow({ where: { id: foreign.id } })).toMatchObject({ revokedAt: null })
  })
})

describe('the audit log of signing in', () => {
  const failures = (where: object) => api.db.auditEvent.findMany({ where: { action: 'login', outcome: 'failed', ...where } })

  test('tells who signed in and out, from where', async () => {
    const user = await addUser()
    const { refresh_token } = (await login(user.email, password)).json()
    const logout = () => api.app.inject({ method: 'POST', url: '/api/v1/auth/logout', payload: { refresh_token } })
    await logout()
    await logout()
    expect(await listEvents(user.id)).toMatchObject([
      { action: 'login', outcome: 'succeeded', tenantId: user.tenantId, targetId: user.id, actorName: user.name, address: '127.0.0.1' },
      { action: 'logout', outcome: 'succeeded', tenantId: user.tenantId, targetType: 'session' },
    ])
  })

  test('tells of a failure whose it was, and in which tenant when the account is unknown, never what was typed', async () => {
    const user = await addUser()
    await api.db.tenant.update({ where: { id: user.tenantId }, data: { hostname: 'loom.heddle.test' } })
    await login(user.email, 'a wrong password')
    await api.app.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      headers: { host: 'loom.heddle.test:8443' },
      payload: { email: 'my secret typed here by mistake', password },
    })
    const events = await failures({ tenantId: user.tenantId })
    expect(events).toMatchObject([
      { errorCode: 'AUTH_LOGIN_FAILED', actorId: null, targetId: user.id },
      { errorCode: 'AUTH_LOGIN_FAILED', actorId: null, targetId: null },
    ])
    expect(JSON.stringify(events)).not.toMatch(/typed|wrong/)
  })

  test('tells of an attempt that came too soon', async () => {
    const user = await addUser()
    for (let attempt = 0; attempt < 6; attempt += 1) await login(user.email, 'a wrong password')
    const codes = (await failures({ targetId: user.id })).map(({ errorCode }) => errorCode)
    expect(codes.filter((code) => code === 'AUTH_LOGIN_FAILED')).toHaveLength(5)
    expect(codes).toContain('AUTH_THROTTLED')
  })
})

describe('the last login', () => {
  test('that cannot be recorded refuses the sign-in', async () => {
    const user = await addUser()
    await api.asOwner(`
      CREATE FUNCTION refuse_login() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused by the test'; END $$;
      CREATE TRIGGER refuse_login BEFORE UPDATE OF last_login_at ON "user" FOR EACH ROW WHEN (OLD.id = '${user.id}') EXECUTE FUNCTION refuse_login()`)
    const answer = await login(user.email, password)
    await api.asOwner('DROP TRIGGER refuse_login ON "user"')
    expect([answer.statusCode, readDetail(answer).code]).toEqual([500, 'AUTH_USER_FAILED_TO_UPDATE_LAST_LOGIN'])
    expect(await api.db.session.count({ where: { userId: user.id } })).toBe(0)
  })
})

describe('a generated password', () => {
  test('signs in, is hashed at full cost then, and costs as much work to get wrong as one that was chosen', async () => {
    const generated = generatePassword()
    expect(generated).toMatch(/^([a-km-np-z2-9]{6}-){2}[a-km-np-z2-9]{6}$/)
    const user = await addUser({ passwordHash: await hashGeneratedPassword(generated) })
    const chosen = await addUser()
    // Processor time, which no other process on the machine adds to.
    const measureWork = async (email: string) => {
      const before = process.cpuUsage()
      await login(email, 'a wrong password')
      return process.cpuUsage(before).user
    }
    const [cheap, dear]: [number[], number[]] = [[], []]
    for (let round = 0; round < 9; round += 1) {
      await api.db.rateLimit.deleteMany()
      cheap.push(await measureWork(user.email))
      dear.push(await measureWork(chosen.email))
    }
    const median = (works: number[]) => works.toSorted((a, b) => a - b)[4] ?? 0
    expect(median(cheap)).toBeGreaterThan(0.6 * median(dear))
    await api.db.rateLimit.deleteMany()
    expect((await login(user.email, generated)).statusCode).toBe(200)
    expect((await api.db.user.findUniqueOrThrow({ where: { id: user.id } })).passwordHash).toMatch(/\$m=19456,/)
  })
})
