import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { startMemberService } from '@heddle/demo-identity/member-service'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ExternalLogins } from '@heddle/config/external-logins'
import { createTestApp, type TestApp } from '../../../../test/application/test-app.ts'
import { until } from '../../../../test/until.ts'

const password = 'a-Password-that-must-not-be-kept'
const logged: string[] = []
let api: TestApp
let tenantId: string
let service: Awaited<ReturnType<typeof startMemberService>>

beforeAll(async () => {
  service = await startMemberService({})
  const fields = { subject: 'user.id', name: 'user.name', email: 'user.mail', success: { field: 'ok', value: true } }
  const member = { type: 'member', label: { default: 'Members' }, url: service.url, fields, timeout_seconds: 3 }
  const externalLogins = ExternalLogins.parse([
    { ...member, key: 'club' },
    { ...member, key: 'other', tenant: 'other.example.org' },
  ])
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  api = await createTestApp({ config: { externalLogins }, log })
  tenantId = (await createTenant(api.db)).id
})
afterAll(async () => {
  await api.close()
  await service.close()
})
beforeEach(async () => {
  service.state.mode = 'well'
  await api.db.rateLimit.deleteMany()
})

let number = 0
function addMember(more: object = {}) {
  number += 1
  const id = `member-${number}`
  service.members[id] = { password, subject: `s-${id}`, name: `Member ${number}`, email: `${id}@heddle.test`, ...more }
  return id
}
const signIn = (mem_id: string, { typed = password, product = 'club' } = {}) =>
  api.app.inject({ method: 'POST', url: `/api/v1/auth/${product}/login`, payload: { mem_id, mem_password: typed } })
const readFailure = (answer: { statusCode: number; json: () => { detail: { code: string } } }) => [
  answer.statusCode,
  answer.json().detail.code,
]
const findUsers = (id: string) =>
  api.db.user.findMany({ where: { identities: { some: { tenantId, provider: 'club', subject: `s-${id}` } } }, include: { sessions: true } })

describe('signing in at a member service', () => {
  test('makes a user of role U at the first time, and brings it up to date at the second', async () => {
    const id = addMember()
    const answer = await signIn(id)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ access_token: expect.any(String), refresh_token: expect.any(String) })
    const [user] = await findUsers(id)
    expect(user).toMatchObject({ tenantId, role: 'U', email: `${id}@heddle.test`, passwordHash: null, sessions: [{ provider: 'club' }] })
    service.members[id] = { password, subject: `s-${id}`, name: 'Renamed', email: `new-${id}@heddle.test` }
    expect((await signIn(id)).statusCode).toBe(200)
    const after = await findUsers(id)
    expect(after).toMatchObject([{ id: user?.id, name: { default: 'Renamed' }, email: `new-${id}@heddle.test` }])
  })

  test('twenty times at once makes one user', async () => {
    const id = addMember()
    // By as many ids of the same person, since one id is slowed down.
    const names = Array.from({ length: 20 }, () => addMember({ subject: `s-${id}` }))
    const answers = await Promise.all(names.map((name) => signIn(name)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(names.map(() => 200))
    expect(await findUsers(id)).toHaveLength(1)
  })

  test('never links by email: who has one that is taken comes in without it', async () => {
    const owner = await createUser(api.db, { tenantId })
    const id = addMember({ email: owner.email })
    expect((await signIn(id)).statusCode).toBe(200)
    const [user] = await findUsers(id)
    expect([user?.id === owner.id, user?.email]).toEqual([false, null])
  })

  test.each(['down', 'slow', 'html', 'error', 'broken', 'huge', 'redirect', 'no-person'] as const)(
    'says so when it is %s',
    async (mode) => {
      const id = addMember()
      service.state.mode = mode
      expect(readFailure(await signIn(id))).toEqual([503, 'AUTH_EXTERNAL_LOGIN_UNAVAILABLE'])
      expect(await findUsers(id)).toEqual([])
    },
  )

  test('does not slow an address down for what the service could not be asked', async () => {
    service.state.mode = 'down'
    for (let attempt = 0; attempt < 21; attempt += 1) expect(readFailure(await signIn(addMember()))[0]).toBe(503)
    service.state.mode = 'well'
    expect((await signIn(addMember())).statusCode).toBe(200)
    expect(await api.db.rateLimit.count({ where: { key: { startsWith: 'login_address' } } })).toBe(0)
  })

  test('is refused to a wrong password, and slowed down after some', async () => {
    const id = addMember()
    for (let guess = 0; guess < 4; guess += 1) {
      expect(readFailure(await signIn(id, { typed: 'wrong' }))).toEqual([401, 'AUTH_LOGIN_FAILED'])
    }
    await signIn(id, { typed: 'wrong' })
    expect(readFailure(await signIn(id))).toEqual([429, 'AUTH_THROTTLED'])
  })

  test('is slowed down the same for ids that a service may take for one', async () => {
    for (const guess of ['Éva K', 'eva k', 'e\u{200b}va  k', 'ＥＶＡＫ', 'e\u{301}vak']) await signIn(guess, { typed: 'wrong' })
    expect(readFailure(await signIn('evak', { typed: 'wrong' }))).toEqual([429, 'AUTH_THROTTLED'])
  })

  test('brings nothing back to a user who is deleted meanwhile', async () => {
    const id = addMember()
    await signIn(id)
    const [user] = await findUsers(id)
    service.members[id] = { password, subject: `s-${id}`, name: 'Back again', email: `back-${id}@heddle.test` }
    const signingIn = await api.db.$transaction(async (tx) => {
      await tx.user.update({
        where: { id: user?.id ?? '' },
        data: { status: 'deleted', name: { default: '' }, email: null, emailKey: null },
      })
      const answer = signIn(id)
      await until('the sign-in to wait', async () => {
        const [{ waiting } = { waiting: 0 }] = await api.db.$queryRaw<{ waiting: number }[]>`
          SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted AND pid IN (SELECT pid FROM pg_locks WHERE database = (
            SELECT oid FROM pg_database WHERE datname = current_database()))`
        return waiting > 0
      })
      return { answer }
    })
    expect(readFailure(await signingIn.answer)).toEqual([401, 'AUTH_LOGIN_FAILED'])
    const row = await api.db.user.findUniqueOrThrow({ where: { id: user?.id ?? '' } })
    expect(row).toMatchObject({ name: { default: '' }, email: null, emailKey: null })
  })

  test('is refused to a disabled user as a wrong password is', async () => {
    const id = addMember()
    await signIn(id)
    const [user] = await findUsers(id)
    await api.db.user.update({ where: { id: user?.id ?? '' }, data: { status: 'disabled' } })
    expect(readFailure(await signIn(id))).toEqual([401, 'AUTH_LOGIN_FAILED'])
  })

  test('does not exist when it is unknown, hidden, or of another tenant', async () => {
    const id = addMember()
    expect(readFailure(await signIn(id, { product: 'unknown' }))).toEqual([404, 'AUTH_EXTERNAL_LOGIN_NOT_FOUND'])
    expect(readFailure(await signIn(id, { product: 'other' }))).toEqual([404, 'AUTH_EXTERNAL_LOGIN_NOT_FOUND'])
    await api.db.tenant.update({ where: { id: tenantId }, data: { hiddenLogins: ['club'] } })
    expect(readFailure(await signIn(id))).toEqual([404, 'AUTH_EXTERNAL_LOGIN_NOT_FOUND'])
    await api.db.tenant.update({ where: { id: tenantId }, data: { hiddenLogins: [] } })
  })

  test('shows of the external ones those that the tenant of the host has and does not hide', async () => {
    await createTenant(api.db, { hostname: 'other.example.org' })
    const shownAt = async (host: string) => {
      const answer = await api.app.inject({ url: '/api/v1/config', headers: { host } })
      return answer.json<{ login_methods: { key: string }[] }>().login_methods.map(({ key }) => key)
    }
    await api.db.tenant.update({ where: { id: tenantId }, data: { hostname: 'first.example.org' } })
    expect(await shownAt('first.example.org')).toEqual(['email', 'account', 'club'])
    expect(await shownAt('other.example.org')).toEqual(['email', 'account', 'other'])
    await api.db.tenant.update({ where: { id: tenantId }, data: { hiddenLogins: ['club', 'account'] } })
    expect(await shownAt('first.example.org')).toEqual(['email'])
    await api.db.tenant.update({ where: { id: tenantId }, data: { hiddenLogins: [], hostname: null } })
  })

  test('may be hidden or the only one left in a tenant that is made with its host name', async () => {
    const caller = await api.as(await createUser(api.db, { tenantId, role: 'S' }))
    const create = (hostname: string, hidden_logins: string[]) =>
      caller.post('/api/v1/tenant', {
        tenant: { name: { default: hostname }, hostname, hidden_logins },
        administrator: { email: `${hostname}@heddle.test`, password: 'a long enough password' },
      })
    await api.db.tenant.updateMany({ where: { hostname: 'other.example.org' }, data: { hostname: null } })
    expect((await create('unnamed.example.org', ['other'])).json()).toMatchObject({ detail: { code: 'AUTH_TENANT_FAILED_TO_CREATE' } })
    expect((await create('unnamed.example.org', ['email', 'account'])).json()).toMatchObject({
      detail: { code: 'AUTH_TENANT_FAILED_TO_CREATE' },
    })
    expect((await create('other.example.org', ['email', 'account'])).statusCode).toBe(200)
  })

  test('creates a new user for a person who was deleted here', async () => {
    const id = addMember()
    await signIn(id)
    const [before] = await findUsers(id)
    const caller = await api.as(await createUser(api.db, { tenantId, role: 'S' }))
    expect((await caller.delete(`/api/v1/user/${before?.id}`)).statusCode).toBe(200)
    expect((await signIn(id)).statusCode).toBe(200)
    const [after] = await findUsers(id)
    expect(after).toMatchObject({ status: 'active', role: 'U', email: `${id}@heddle.test` })
    expect(after?.id).not.toBe(before?.id)
    expect(await api.db.user.findUniqueOrThrow({ where: { id: before?.id ?? '' } })).toMatchObject({ status: 'deleted', email: null })
  })

  const long = 'x'.repeat(10_000)
  test.each<[string, object, { name: string; email?: string | null }]>([
    ['lists', { name: ['Ada', 'Bea'], email: [] }, { name: 'Ada', email: null }],
    ['numbers', { name: 42, email: 7 }, { name: '42', email: null }],
    ['objects', { name: { first: 'Ada' }, email: { at: 1 } }, { name: '', email: null }],
    ['10 kB', { name: long, email: `${long}@heddle.test` }, { name: '', email: null }],
    ['NUL', { name: 'A\0da', email: 'a\0@heddle.test' }, { name: 'A da', email: null }],
    ['half surrogates', { name: 'A\ud800', email: '\udfff@heddle.test' }, { name: 'A', email: null }],
    ['no email', { name: 'Ada', email: 'Ada <ada@heddle.test>' }, { name: 'Ada', email: null }],
    ['an email between spaces', { name: 'Ada', email: '  Odd+Form@Heddle.Test ' }, { name: 'Ada', email: 'Odd+Form@Heddle.Test' }],
  ])('makes the user of what is usable when the service says %s', async (_name, said, { name, email }) => {
    const id = addMember(said)
    expect((await signIn(id)).statusCode).toBe(200)
    expect(await findUsers(id)).toMatchObject([{ name: { default: name }, email }])
  })

  test.each<[string, unknown]>([
    ['NUL', 'a\0b'],
    ['half a surrogate', 'a\ud800'],
    ['10 kB', long],
    ['an object', {}],
    ['a fraction', 1.5],
    ['nothing', ''],
  ])('cannot be done with a subject of %s', async (_name, subject) => {
    expect(readFailure(await signIn(addMember({ subject })))).toEqual([503, 'AUTH_EXTERNAL_LOGIN_UNAVAILABLE'])
  })

  test('keeps the password nowhere: not in the log, not in the audit log', async () => {
    const id = addMember()
    await signIn(id)
    await signIn(id, { typed: `${password}-wrong` })
    const tables = await api.db.$queryRaw<{ name: string }[]>`
      SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`
    for (const { name } of tables) {
      const found = await api.db.$queryRawUnsafe<object[]>(`SELECT 1 FROM "${name}" t WHERE t::text LIKE '%${password}%' LIMIT 1`)
      expect([name, found.length]).toEqual([name, 0])
    }
    expect(logged.length).toBeGreaterThan(0)
    expect(logged.join('')).not.toContain(password)
    expect(await api.db.auditEvent.count({ where: { action: 'externalLogin', outcome: 'failed' } })).toBeGreaterThan(0)
  })
})
