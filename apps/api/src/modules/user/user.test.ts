import { createGroup } from '@heddle/db/factories/group'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword, verifyPassword } from '@heddle/security/password'
import { type Caller, createTestApp, type TestApp, unknownId } from '../../../test/application/test-app.ts'

const password = 'a password for the first day'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

const readCode = (answer: { json: () => { detail: { code: string } } }) => answer.json().detail.code
const readDetail = (answer: { json: () => { detail: { code: string; params?: Record<string, unknown> } } }) => answer.json().detail
const findRow = (id: string) => api.db.user.findUniqueOrThrow({ where: { id } })
/** What succeeded; what was refused is told by a plugin, after the answer. */
const eventsOn = (targetId: string) => api.db.auditEvent.findMany({ where: { targetId, outcome: 'succeeded' }, orderBy: { id: 'asc' } })

/** A tenant with a user of each role, a group, its owner and a member. */
async function createInstitute() {
  const { id: tenantId } = await createTenant(api.db, { defaultLanguage: 'th' })
  const person = async (overrides = {}) => api.as(await createUser(api.db, { tenantId, ...overrides }))
  const [superUser, admin, user, owner, member] = await Promise.all([
    person({ role: 'S' }),
    person({ role: 'A' }),
    person(),
    person(),
    person(),
  ])
  const group = await createGroup(api.db, { tenantId })
  await api.db.membership.createMany({
    data: [
      { groupId: group.id, userId: owner.user.id, role: 'O' },
      { groupId: group.id, userId: member.user.id },
    ],
  })
  return { tenantId, person, superUser, admin, user, owner, member, group }
}

const external = (user: { id: string; tenantId: string }) =>
  api.db.externalIdentity.create({ data: { tenantId: user.tenantId, provider: 'campus', subject: user.id, userId: user.id } })

const create = (caller: Caller, user: object, chosen = password) => caller.post('/api/v1/user', { user, password: chosen })
const profile = (caller: Caller, id: string) => caller.get(`/api/v1/user/${id}/profile`)
const rename = (caller: Caller, id: string, user: object) => caller.put(`/api/v1/user/${id}/profile`, { user })
const setEmail = (caller: Caller, id: string, email: string, current_password?: string) =>
  caller.put(`/api/v1/user/${id}/email`, { email, ...(current_password !== undefined && { current_password }) })

let number = 0
const newEmail = () => `new${(number += 1)}@heddle.test`

describe('creating a user', () => {
  test('returns a user with role U, in the groups named, who has to change the password', async () => {
    const { tenantId, admin, group } = await createInstitute()
    const email = newEmail()
    const answer = await create(admin, {
      role: 'U',
      name: { default: '織女', en: 'Weaver' },
      email: ` ${email} `,
      account: `weaver${number}`,
      parents: [{ id: group.id, role: 'O' }],
      children: [],
    })
    expect(answer.statusCode).toBe(200)
    const { user } = answer.json()
    expect(user).toMatchObject({
      tenant_id: tenantId,
      name: { default: '織女', en: 'Weaver' },
      email,
      role: 'U',
      status: 'active',
      language: 'th',
      parents: [{ id: group.id, role: 'O' }],
      must_change_password: true,
      last_login_at: null,
    })
    const row = await findRow(user.id)
    expect(await verifyPassword(password, row.passwordHash ?? '')).toBe(true)
    const events = await eventsOn(user.id)
    expect(events).toMatchObject([{ action: 'createUser', actorId: admin.user.id, before: null, after: { email, role: 'U' } }])
    expect(JSON.stringify(events)).not.toMatch(/argon2|first day/)
  })

  test('lets the new one sign in and do nothing but choose a password', async () => {
    const { admin } = await createInstitute()
    const email = newEmail()
    await create(admin, { email })
    const { access_token } = (await api.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload: { email, password } })).json()
    const headers = { authorization: `Bearer ${access_token}` }
    const list = await api.app.inject({ method: 'POST', url: '/api/v1/user/query', payload: {}, headers })
    expect([list.statusCode, readCode(list)]).toEqual([403, 'AUTH_PASSWORD_CHANGE_REQUIRED'])
  })

  test.for(['S', 'A', 'G', 'nonsense'])('is AUTH_USER_ROLE_INVALID for role %s', async (role) => {
    const { superUser } = await createInstitute()
    const answer = await create(superUser, { email: newEmail(), role })
    expect([answer.statusCode, readCode(answer)]).toEqual([400, 'AUTH_USER_ROLE_INVALID'])
  })

  test('is AUTH_EMAIL_REQUIRED without one', async () => {
    const { admin } = await createInstitute()
    expect(readCode(await create(admin, {}))).toBe('AUTH_EMAIL_REQUIRED')
    expect(readCode(await create(admin, { email: '' }))).toBe('AUTH_EMAIL_REQUIRED')
    expect(readCode(await create(admin, { email: 'no email' }))).toBe('BAD_REQUEST')
  })

  test('knows an email and an account again in any case, width and tenant', async () => {
    const { admin } = await createInstitute()
    const elsewhere = await createUser(api.db, { email: 'Wärp@Heddle.test', account: 'warp' })
    expect(elsewhere.tenantId).not.toBe(admin.user.tenantId)
    const sameEmail = await create(admin, { email: 'WA\u0308RP@ｈｅｄｄｌｅ.test' })
    expect([sameEmail.statusCode, readCode(sameEmail)]).toEqual([409, 'AUTH_EMAIL_EXISTS'])
    const sameAccount = await create(admin, { email: newEmail(), account: 'ＷＡＲＰ' })
    expect([sameAccount.statusCode, readCode(sameAccount)]).toEqual([409, 'AUTH_ACCOUNT_EXISTS'])
  })

  test.for([
    { email: 'zero\u{200b}width@heddle.test' },
    { email: 'turned\u{202e}round@heddle.test' },
    { email: 'bell\u{7}@heddle.test' },
    { email: 'plain@heddle.test', account: 'zero\u{200d}width' },
  ])('takes no name to sign in with that looks like another one: %j', async (name) => {
    const { admin } = await createInstitute()
    const answer = await admin.post('/api/v1/user', { user: name, password: 'a password for the first day' })
    expect([answer.statusCode, readCode(answer)]).toEqual([400, 'BAD_REQUEST'])
  })

  test('twenty times at once with one email makes one', async () => {
    const { admin, tenantId } = await createInstitute()
    const email = newEmail()
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(admin, { email })))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.statusCode === 409 && readCode(answer) === 'AUTH_EMAIL_EXISTS')).toHaveLength(19)
    expect(await api.db.user.count({ where: { tenantId, email } })).toBe(1)
    expect(await api.db.auditEvent.count({ where: { tenantId, action: 'createUser', outcome: 'succeeded' } })).toBe(1)
  })

  test("is AUTH_USER_FAILED_TO_CREATE in a group that is not there, is another tenant's, or is named twice", async () => {
    const { admin, group } = await createInstitute()
    const foreign = await createGroup(api.db)
    const email = newEmail()
    for (const parents of [[unknownId()], [foreign.id], [group.id, group.id]]) {
      const answer = await create(admin, { email, parents: parents.map((id) => ({ id, role: 'U' })) })
      expect([answer.statusCode, readCode(answer)]).toEqual([409, 'AUTH_USER_FAILED_TO_CREATE'])
    }
    expect(await api.db.user.count({ where: { email } })).toBe(0)
  })

  test.for(['id', 'tenant_id', 'created_at', 'status', 'must_change_password'])('takes no %s', async (field) => {
    const { admin } = await createInstitute()
    const answer = await create(admin, { email: newEmail(), [field]: unknownId() })
    expect([answer.statusCode, readCode(answer)]).toEqual([400, 'BAD_REQUEST'])
  })

  test.for<[string, unknown]>([
    ['an object as the email', { email: { contains: '@' } }],
    ['NUL in a name', { name: { default: 'a\0b' } }],
    ['half a character in a name', { name: { default: 'a\ud800b' } }],
    ['a name of two lines', { name: 'a\nb' }],
    ['a name too long to be sorted by', { name: '織'.repeat(201) }],
    ['an account with an @', { account: 'a@b' }],
  ])('refuses %s', async ([, user]) => {
    const { admin } = await createInstitute()
    const answer = await create(admin, { email: newEmail(), ...(user as object) })
    expect([answer.statusCode, readCode(answer)]).toEqual([400, 'BAD_REQUEST'])
  })

  test('is refused to users who are no administrators', async () => {
    const { user, owner } = await createInstitute()
    for (const caller of [user, owner]) expect(readCode(await create(caller, { email: newEmail() }))).toBe('FORBIDDEN')
  })
})

describe('the profile of a user', () => {
  test('is known to administrators, to owners of a shared group and to oneself; else it is like an unknown one', async () => {
    const { superUser, admin, user, owner, member } = await createInstitute()
    for (const caller of [superUser, admin, owner, member]) expect((await profile(caller, member.user.id)).statusCode).toBe(200)
    const answers = [
      await profile(user, member.user.id),
      await profile(member, owner.user.id),
      await profile(owner, user.user.id),
      await profile(superUser, (await createUser(api.db)).id),
      await profile(superUser, unknownId()),
    ]
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(answers.map(readCode)).toContain('AUTH_USER_NOT_FOUND')
  })

  test('is changed by its owner and by administrators, not by an owner of the group', async () => {
    const { admin, owner, member } = await createInstitute()
    const { id } = member.user
    expect((await rename(member, id, { name: 'First', revision: 0 })).json()).toMatchObject({
      user: { name: { default: 'First' }, revision: 1 },
    })
    expect((await rename(admin, id, { language: 'ja', revision: 1 })).json()).toMatchObject({
      user: { name: { default: 'First' }, language: 'ja', revision: 2 },
    })
    expect(readCode(await rename(owner, id, { name: 'Mine', revision: 2 }))).toBe('FORBIDDEN')
    expect(await eventsOn(id)).toMatchObject([
      { action: 'updateUserProfile', after: { name: { default: 'First' } } },
      { action: 'updateUserProfile', before: { language: 'zhHant' }, after: { language: 'ja' } },
    ])
  })

  test('is refused to an editor who saw another one, and says what it is now', async () => {
    const { admin, user } = await createInstitute()
    const { id } = user.user
    await rename(user, id, { name: 'Theirs', revision: 0 })
    const answer = await rename(admin, id, { name: 'Mine', revision: 0 })
    expect(answer.statusCode).toBe(409)
    expect(readDetail(answer)).toMatchObject({
      code: 'REVISION_MISMATCH',
      params: { current: { id, name: { default: 'Theirs' }, revision: 1, abilities: { edit: true } } },
    })
    expect((await findRow(id)).name).toEqual({ default: 'Theirs' })
  })

  test('of ten writers at once takes one', async () => {
    const { user } = await createInstitute()
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => rename(user, user.user.id, { name: `Name ${n}`, revision: 0 })))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect((await findRow(user.user.id)).revision).toBe(1)
  })

  test('of an administrator is not changed by another administrator', async () => {
    const { admin, person, superUser } = await createInstitute()
    const other = await person({ role: 'A' })
    expect(readCode(await rename(admin, other.user.id, { name: 'No', revision: 0 }))).toBe('FORBIDDEN')
    expect((await rename(superUser, other.user.id, { name: 'Yes', revision: 0 })).statusCode).toBe(200)
  })

  test('keeps the name that an external sign-in brings, and takes a language', async () => {
    const { user } = await createInstitute()
    await external(user.user)
    const answer = await rename(user, user.user.id, { name: 'Chosen', revision: 0 })
    expect([answer.statusCode, readCode(answer)]).toEqual([409, 'AUTH_USER_FAILED_TO_UPDATE'])
    const taken = await rename(user, user.user.id, { name: user.user.name as object, language: 'vi', revision: 0 })
    expect(taken.json()).toMatchObject({ user: { language: 'vi', providers: ['campus'], abilities: { change_email: false } } })
  })

  test.for(['role', 'tenant_id', 'email', 'id'])('takes no %s', async (field) => {
    const { user } = await createInstitute()
    expect(readCode(await rename(user, user.user.id, { revision: 0, [field]: 'S' }))).toBe('BAD_REQUEST')
    expect((await findRow(user.user.id)).role).toBe('U')
  })
})

describe('changing an email', () => {
  let passwordHash: string
  beforeAll(async () => {
    passwordHash = await hashPassword(password)
  })
  beforeEach(() => api.db.rateLimit.deleteMany())

  async function createPerson() {
    const { person, admin } = await createInstitute()
    return { user: await person({ passwordHash }), admin }
  }

  test('signs in by the new one, and is told with both', async () => {
    const { user } = await createPerson()
    const email = newEmail()
    expect((await setEmail(user, user.user.id, email, password)).json()).toMatchObject({ user: { email, revision: 1 } })
    expect(await findRow(user.user.id)).toMatchObject({ email, emailKey: email })
    expect(await eventsOn(user.user.id)).toMatchObject([
      { action: 'updateUserEmail', before: { email: user.user.email }, after: { email } },
    ])
  })

  test('that is the own one needs the current password, which cannot be guessed', async () => {
    const { user } = await createPerson()
    const { id, email } = user.user
    const missing = await setEmail(user, id, newEmail())
    expect([missing.statusCode, readDetail(missing)]).toMatchObject([
      400,
      { code: 'BAD_REQUEST', params: { fields: [{ path: 'body/current_password' }] } },
    ])
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const wrong = await setEmail(user, id, newEmail(), 'a wrong password')
      expect([wrong.statusCode, readDetail(wrong)]).toMatchObject([
        400,
        { code: 'AUTH_PASSWORD_FAILED_TO_UPDATE', params: { reason: 'wrong_current' } },
      ])
    }
    expect(readCode(await setEmail(user, id, newEmail(), password))).toBe('AUTH_THROTTLED')
    expect(await findRow(id)).toMatchObject({ email })
  })

  test("that is another's needs no password", async () => {
    const { user, admin } = await createPerson()
    const email = newEmail()
    expect((await setEmail(admin, user.user.id, email)).json()).toMatchObject({ user: { email } })
  })

  test('keeps its own in another case', async () => {
    const { user } = await createPerson()
    const email = user.user.email.toUpperCase()
    expect((await setEmail(user, user.user.id, email, password)).json()).toMatchObject({ user: { email } })
  })

  test('is refused for none, for one that is taken, and for a user of an external sign-in', async () => {
    const { admin, member, person } = await createInstitute()
    const user = await person({ passwordHash })
    const { id } = user.user
    expect(readCode(await setEmail(user, id, ''))).toBe('AUTH_EMAIL_REQUIRED')
    expect(readCode(await setEmail(user, id, admin.user.email.toUpperCase(), password))).toBe('AUTH_EMAIL_EXISTS')
    await external(member.user)
    for (const caller of [admin, member]) {
      const answer = await setEmail(caller, member.user.id, newEmail(), password)
      expect([answer.statusCode, readCode(answer)]).toEqual([409, 'AUTH_EMAIL_FAILED_TO_UPDATE'])
    }
  })

  test('is refused to an actor who may only see the user', async () => {
    const { owner, member, user } = await createInstitute()
    expect(readCode(await setEmail(owner, member.user.id, newEmail()))).toBe('FORBIDDEN')
    expect(readCode(await setEmail(user, member.user.id, newEmail()))).toBe('AUTH_USER_NOT_FOUND')
  })
})
