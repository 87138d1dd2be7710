import { createAssistant } from '@heddle/db/factories/assistant'
import { createChat, createChatFile, createChatFolder, createChatShare, createMessage } from '@heddle/db/factories/chat'
import { createGroup } from '@heddle/db/factories/group'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifyPassword } from '@heddle/security/password'
import { createModules } from '../modules.ts'
import { type ChatApp, createChatApp } from '../../../test/chat/chat-app.ts'
import { type Caller, unknownId } from '../../../test/application/test-app.ts'

const day = 24 * 60 * 60 * 1000

let api: ChatApp
beforeAll(async () => {
  api = await createChatApp()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.rateLimit.deleteMany()
})

const readCode = (answer: { json: () => { detail: { code: string } } }) => answer.json().detail.code
const findRow = (id: string) => api.db.user.findUniqueOrThrow({ where: { id } })
/** What succeeded; what was refused is told by a plugin, after the answer. */
const eventsOn = (targetId: string) => api.db.auditEvent.findMany({ where: { targetId, outcome: 'succeeded' }, orderBy: { id: 'asc' } })

async function createInstitute(tenant = {}) {
  const { id: tenantId } = await createTenant(api.db, tenant)
  const person = async (overrides = {}) => api.as(await createUser(api.db, { tenantId, ...overrides }))
  const [superUser, admin, user] = await Promise.all([person({ role: 'S' }), person({ role: 'A' }), person()])
  return { tenantId, person, superUser, admin, user }
}

type Some = { user: { id: string; tenantId: string } }
const external = ({ user }: Some) =>
  api.db.externalIdentity.create({ data: { tenantId: user.tenantId, provider: 'campus', subject: user.id, userId: user.id } })

const setRole = (caller: Caller, { user }: Some, role: string) => caller.put(`/api/v1/user/${user.id}/role`, { role })
const setStatus = (caller: Caller, { user }: Some, status: string) => caller.put(`/api/v1/user/${user.id}/status`, { status })
const setStatuses = (caller: Caller, people: Some[], status: string) =>
  caller.put('/api/v1/user/status', { user_ids: people.map(({ user }) => user.id), status })
const reset = (caller: Caller, { user }: Some, password = 'a password for the first day') =>
  caller.post(`/api/v1/user/${user.id}/reset_password`, { password })
const remove = (caller: Caller, { user }: Some) => caller.delete(`/api/v1/user/${user.id}`)
const me = (caller: Caller) => caller.get('/api/v1/auth/me')

const unknown = { user: { id: unknownId(), tenantId: unknownId() } }

describe('what is done to a person', () => {
  const acts: [string, (caller: Caller, some: Some) => ReturnType<typeof remove>][] = [
    ['changing the role', (caller, some) => setRole(caller, some, 'A')],
    ['changing the status', (caller, some) => setStatus(caller, some, 'disabled')],
    ['changing statuses', (caller, some) => setStatuses(caller, [some], 'disabled')],
    ['resetting the password', (caller, some) => reset(caller, some)],
    ['deleting', (caller, some) => remove(caller, some)],
  ]

  test.for(acts)('%s is the same 404 for a user of another tenant, a deleted one and an unknown one', async ([, act]) => {
    const { superUser, person } = await createInstitute()
    const gone = await person({ status: 'deleted' })
    const foreign = (await createInstitute()).user
    const answers = [await act(superUser, foreign), await act(superUser, gone), await act(superUser, unknown)]
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(answers.map(readCode)).toContain('AUTH_USER_NOT_FOUND')
    expect(await findRow(foreign.user.id)).toMatchObject({ role: 'U', status: 'active', revision: 0 })
  })

  test.for(acts)('%s is refused to an administrator whose equal it is', async ([, act]) => {
    const { admin, person, superUser } = await createInstitute()
    for (const some of [await person({ role: 'A' }), superUser]) expect(readCode(await act(admin, some))).toBe('FORBIDDEN')
  })

  test.for(acts)('%s is refused to users who are no administrators', async ([, act]) => {
    const { user, person } = await createInstitute()
    expect(readCode(await act(user, await person()))).toBe('FORBIDDEN')
  })
})

describe('changing a role', () => {
  test('holds from the next call on', async () => {
    const { superUser, user } = await createInstitute()
    expect((await setRole(superUser, user, 'A')).json()).toMatchObject({ user: { role: 'A', revision: 1 } })
    expect((await me(user)).json()).toMatchObject({ user: { role: 'A' } })
    expect(await eventsOn(user.user.id)).toMatchObject([{ action: 'updateUserRole', before: { role: 'U' }, after: { role: 'A' } }])
  })

  test.for(['G', 'X', ''])('is AUTH_USER_ROLE_INVALID for %s', async (role) => {
    const { superUser, user } = await createInstitute()
    const answer = await setRole(superUser, user, role)
    expect([answer.statusCode, readCode(answer)]).toEqual([400, 'AUTH_USER_ROLE_INVALID'])
  })

  test('is never done to oneself', async () => {
    const { superUser, person } = await createInstitute()
    await person({ role: 'S' })
    const answer = await setRole(superUser, superUser, 'U')
    expect([answer.statusCode, readCode(answer)]).toEqual([409, 'AUTH_USER_ROLE_FAILED_TO_UPDATE'])
  })

  test('of two super users who demote each other at once leaves one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { tenantId, superUser, person } = await createInstitute()
      const other = await person({ role: 'S' })
      await person({ role: 'S', status: 'disabled' })
      const answers = await Promise.all([setRole(superUser, other, 'U'), setRole(other, superUser, 'A')])
      expect(await api.db.user.count({ where: { tenantId, role: 'S', status: 'active' } })).toBe(1)
      const refused = answers.filter(({ statusCode }) => statusCode !== 200)
      expect(refused.map(readCode)).toEqual([expect.stringMatching(/^(AUTH_USER_ROLE_FAILED_TO_UPDATE|FORBIDDEN)$/)])
    }
  })
})

describe('two super users against each other, of three', () => {
  test.for<[string, (caller: Caller, some: Some) => ReturnType<typeof remove>]>([
    ['disabling', (caller, some) => setStatus(caller, some, 'disabled')],
    ['demoting', (caller, some) => setRole(caller, some, 'U')],
    ['deleting', (caller, some) => remove(caller, some)],
  ])('%s at once: who has lost it does no more', async ([, act]) => {
    const { tenantId, superUser, person } = await createInstitute()
    const [other] = await Promise.all([person({ role: 'S' }), person({ role: 'S' })])
    const answers = await Promise.all([act(superUser, other), act(other, superUser)])
    expect(answers.map(({ statusCode }) => statusCode)).toContain(200)
    expect(await api.db.user.count({ where: { tenantId, role: 'S', status: 'active' } })).toBe(2)
  })
})

describe('disabling and deleting the last super user', () => {
  test.for<[string, string, (caller: Caller, some: Some) => ReturnType<typeof remove>]>([
    ['disabling', 'AUTH_USER_STATUS_FAILED_TO_UPDATE', (caller, some) => setStatus(caller, some, 'disabled')],
    ['deleting', 'AUTH_USER_FAILED_TO_DELETE', (caller, some) => remove(caller, some)],
  ])('%s is refused for oneself, and of two at once leaves one', async ([, code, act]) => {
    const { tenantId, superUser, person } = await createInstitute()
    const answer = await act(superUser, superUser)
    expect([answer.statusCode, readCode(answer)]).toEqual([409, code])
    const other = await person({ role: 'S' })
    await Promise.all([act(superUser, other), act(other, superUser)])
    expect(await api.db.user.count({ where: { tenantId, role: 'S', status: 'active' } })).toBe(1)
  })
})

describe('disabling a user', () => {
  test('ends every session, also when the user is let in again, and lets in by a new sign-in only', async () => {
    const { admin, user } = await createInstitute()
    expect((await setStatus(admin, user, 'disabled')).json()).toMatchObject({ user: { status: 'disabled' } })
    expect(readCode(await me(user))).toBe('AUTH_SESSION_ENDED')
    await setStatus(admin, user, 'active')
    expect(readCode(await me(user))).toBe('AUTH_SESSION_ENDED')
    expect(await findRow(user.user.id)).toMatchObject({ status: 'active', tokenVersion: 1 })
    expect(await api.db.session.count({ where: { userId: user.user.id, revokedAt: null } })).toBe(0)
    expect((await eventsOn(user.user.id)).map(({ after }) => after)).toEqual([{ status: 'disabled' }, { status: 'active' }])
  })

  test('stops the reply that is being made', async () => {
    const { person, chat, tenantId } = await api.createScene()
    const admin = await api.createPerson({ tenantId, role: 'A' })
    const reply = await api.send(person, chat, { fault: 'tps=20' })
    await reply.hasText()
    await setStatus(admin, person, 'disabled')
    await expect
      .poll(async () => (await api.db.message.findFirst({ where: { chatId: chat.id, role: 'assistant' } }))?.status, { timeout: 5_000 })
      .toBe('stopped')
  })

  test('is done to all of several or to none', async () => {
    const { admin, superUser, person } = await createInstitute()
    const [one, two] = [await person(), await person()]
    const answer = await setStatuses(admin, [two, one, one], 'disabled')
    expect(answer.json()).toMatchObject({
      users: [
        { id: two.user.id, status: 'disabled' },
        { id: one.user.id, status: 'disabled' },
      ],
    })
    const refusals = [
      await setStatuses(admin, [one, superUser], 'active'),
      await setStatuses(admin, [one, unknown], 'active'),
      await setStatuses(admin, [one, admin], 'active'),
    ]
    expect(refusals.map(readCode)).toEqual(['FORBIDDEN', 'AUTH_USER_NOT_FOUND', 'AUTH_USER_STATUS_FAILED_TO_UPDATE'])
    expect(await findRow(one.user.id)).toMatchObject({ status: 'disabled' })
    expect(await eventsOn(one.user.id)).toHaveLength(1)
  })
})

describe('resetting a password', () => {
  test('ends the sessions, and the new one has to be changed at the next sign-in', async () => {
    const { admin, user } = await createInstitute()
    expect((await reset(admin, user)).json()).toEqual({ success: true })
    expect(readCode(await me(user))).toBe('AUTH_SESSION_ENDED')
    const row = await findRow(user.user.id)
    expect(row).toMatchObject({ mustChangePassword: true })
    expect(await verifyPassword('a password for the first day', row.passwordHash ?? '')).toBe(true)
    const events = await eventsOn(user.user.id)
    expect(events).toMatchObject([{ action: 'resetPassword', before: null, after: null }])
  })

  test('is AUTH_PASSWORD_FAILED_TO_UPDATE for a user who signs in elsewhere', async () => {
    const { admin, user } = await createInstitute()
    await external(user)
    const answer = await reset(admin, user)
    expect([answer.statusCode, readCode(answer)]).toEqual([400, 'AUTH_PASSWORD_FAILED_TO_UPDATE'])
    expect((await me(user)).statusCode).toBe(200)
  })

  test('takes none that is too short', async () => {
    const { admin, user } = await createInstitute()
    expect(readCode(await reset(admin, user, 'short'))).toBe('BAD_REQUEST')
  })
})

describe('deleting a user', () => {
  /** A user with a private and a shared chat, an assistant, a group and recorded usage. */
  async function createLife(tenant = {}) {
    const institute = await createInstitute(tenant)
    const { tenantId, person } = institute
    const leaver = await person({ account: `leaver-${tenantId}` })
    const ownerId = leaver.user.id
    const group = await createGroup(api.db, { tenantId })
    await api.db.membership.create({ data: { groupId: group.id, userId: ownerId } })
    const assistant = await createAssistant(api.db, { tenantId, groupId: group.id, createdById: ownerId })
    await api.db.favoriteAssistant.create({ data: { userId: ownerId, assistantId: assistant.id, position: 0 } })
    await api.db.userSetting.create({ data: { userId: ownerId, aboutMe: 'Weaver' } })
    const folder = await createChatFolder(api.db, { ownerId })
    const inFolder = { ownerId, assistantId: assistant.id, folderId: folder.id }
    const secret = await createChat(api.db, inFolder)
    const shared = await createChat(api.db, { ...inFolder, explicitlyPublic: true })
    const question = await createMessage(api.db, { chatId: secret.id })
    await createMessage(api.db, { chatId: shared.id, told: { person: { about_me: 'Weaver' } } })
    await createChatFile(api.db, { chatId: secret.id, messageId: question.id })
    await api.db.usageEvent.create({
      data: {
        tenantId,
        userId: ownerId,
        runId: randomUUID(),
        modelName: 'gpt-4o',
        flow: 'chat',
        outcome: 'completed',
        inputTokens: 1,
        outputTokens: 1,
        latencyMs: 1,
      },
    })
    return { ...institute, leaver, assistant, secret, shared }
  }

  const listChats = async (ownerId: string) => (await api.db.chat.findMany({ where: { ownerId } })).map(({ id }) => id)
  const purgeAt = (time: number) =>
    createModules({ ...api.dependencies, now: () => new Date(time) }).services.userStanding.purgeDeletedUsers(api.dependencies.stopping)

  test('leaves a row without a name, no way in, and what others were given', async () => {
    const { admin, user, leaver, assistant, secret, shared } = await createLife()
    const { id } = leaver.user
    expect((await remove(admin, leaver)).json()).toEqual({ success: true })
    expect(await findRow(id)).toMatchObject({
      status: 'deleted',
      name: { default: '' },
      email: null,
      emailKey: null,
      account: null,
      accountKey: null,
      passwordHash: null,
      purgedAt: null,
      deletedAt: expect.any(Date),
    })
    const remaining = await Promise.all([
      api.db.session.count({ where: { userId: id } }),
      api.db.membership.count({ where: { userId: id } }),
      api.db.favoriteAssistant.count({ where: { userId: id } }),
      api.db.userSetting.count({ where: { userId: id } }),
    ])
    expect(remaining).toEqual([0, 0, 0, 0])
    expect(readCode(await me(leaver))).toBe('AUTH_SESSION_ENDED')
    expect(readCode(await admin.get(`/api/v1/user/${id}/profile`))).toBe('AUTH_USER_NOT_FOUND')
    expect(await listChats(id)).toEqual(expect.arrayContaining([secret.id, shared.id]))
    expect(await api.db.assistant.findUniqueOrThrow({ where: { id: assistant.id } })).toMatchObject({ createdById: id })
    expect(await api.db.usageEvent.count({ where: { userId: id } })).toBe(1)
    expect((await user.get(`/api/v1/chat/${shared.id}`)).json()).toMatchObject({ chat: { owner: { id, name: { default: '' } } } })
  })

  test('is told with who it was, and leaves the email to others', async () => {
    const { admin, leaver } = await createLife()
    await remove(admin, leaver)
    expect(await eventsOn(leaver.user.id)).toMatchObject([
      { action: 'deleteUser', targetName: leaver.user.name, before: { email: leaver.user.email }, after: null },
    ])
    const answer = await admin.post('/api/v1/user', { user: { email: leaver.user.email }, password: 'a password for the first day' })
    expect(answer.statusCode).toBe(200)
  })

  test('leaves no membership that is being given meanwhile', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { tenantId, superUser, admin, user } = await createInstitute()
      const { id: groupId } = await createGroup(api.db, { tenantId })
      const address = `/api/v1/group/${groupId}/user/${user.user.id}`
      await admin.put(address, { role: 'U' })
      const [, deleted] = await Promise.all([admin.put(address, { role: 'O' }), remove(superUser, user), admin.delete(address)])
      expect(deleted.statusCode).toBe(200)
      expect(await api.db.membership.count({ where: { userId: user.user.id } })).toBe(0)
    }
  })

  test('deletes the private chats, their files and the folders at once where nothing is retained', async () => {
    const { admin, leaver, shared, secret } = await createLife({ retentionDays: 0 })
    await remove(admin, leaver)
    expect(await api.db.chatFolder.count({ where: { ownerId: leaver.user.id } })).toBe(0)
    expect(await listChats(leaver.user.id)).toEqual([shared.id])
    expect(await api.db.chatFile.count({ where: { chatId: secret.id } })).toBe(0)
    expect(await api.db.message.findMany({ where: { chatId: shared.id }, select: { told: true } })).toEqual([{ told: null }])
  })

  test('else the worker deletes them after the retention time, once', async () => {
    const { admin, leaver, shared, secret } = await createLife({ retentionDays: 30 })
    await remove(admin, leaver)
    const { id } = leaver.user
    const deletedAt = Date.now()
    await purgeAt(deletedAt + 29 * day)
    expect(await listChats(id)).toContain(secret.id)
    await Promise.all([purgeAt(deletedAt + 31 * day), purgeAt(deletedAt + 31 * day)])
    expect(await listChats(id)).toEqual([shared.id])
    expect(await findRow(id)).toMatchObject({ purgedAt: new Date(deletedAt + 31 * day) })
    expect(await purgeAt(deletedAt + 32 * day)).toBe(0)
  })

  test('does not forget a chat that was taken back after it', async () => {
    const { admin, leaver, shared } = await createLife({ retentionDays: 0 })
    await remove(admin, leaver)
    const later = Date.now() + day
    await purgeAt(later)
    await api.db.chatShare.updateMany({ where: { chatId: shared.id }, data: { revokedAt: new Date() } })
    expect(await purgeAt(later + day)).toBe(1)
    expect(await listChats(leaver.user.id)).toEqual([])
  })

  test('stops the reply that is being made in a chat that others still read', async () => {
    const { person, chat, tenantId } = await api.createScene()
    const admin = await api.createPerson({ tenantId, role: 'A' })
    await createChatShare(api.db, { chatId: chat.id })
    const reply = await api.send(person, chat, { fault: 'tps=20' })
    await reply.hasText()
    await remove(admin, person)
    await expect
      .poll(async () => (await api.db.message.findFirst({ where: { chatId: chat.id, role: 'assistant' } }))?.status, { timeout: 5_000 })
      .toBe('stopped')
  })
})
