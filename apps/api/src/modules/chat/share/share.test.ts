// What an owner does with shares, and what readers find by them, over HTTP.
import type { ChatShare, OwnShare, ShareCandidate, SharedChat, WithheldPassage } from '@heddle/contracts/chat/share'
import { limits } from '@heddle/contracts/limits'
import { createChat, createChatFile, createChatShare, createMessage } from '@heddle/db/factories/chat'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createCollection } from '@heddle/db/factories/knowledge'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser, type UserOverrides } from '@heddle/db/factories/user'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, createTestApp, type TestApp, unknownId } from '../../../../test/application/test-app.ts'
import { citeRows } from '../../../../test/dataset/cite-rows.ts'
import { citeSource, createParsedText } from '../../../../test/knowledge/cite-source.ts'
import { createModules } from '../../modules.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

const day = 24 * 60 * 60 * 1_000
const codeOf = (response: { json: () => { detail: { code: string } } }) => response.json().detail.code

/** A tenant with the owner of a chat of one question and one reply, and others. */
async function arrange() {
  const { db } = api
  const { id: tenantId } = await createTenant(db)
  const person = async (overrides: UserOverrides = {}) => api.as(await createUser(db, { tenantId, ...overrides }))
  const owner = await person()
  const chat = await createChat(db, { ownerId: owner.user.id, title: 'Looms' })
  const { id: questionId } = await createMessage(db, { chatId: chat.id, content: 'Which loom?' })
  const { id: replyId } = await createMessage(db, { chatId: chat.id, role: 'assistant', content: 'A jacquard [1] [2].' })
  return { db, tenantId, person, owner, chat, questionId, replyId, url: `/api/v1/chat/${chat.id}` }
}

const share = async (by: Caller, url: string, body: object): Promise<ChatShare> => {
  const response = await by.post(`${url}/share`, { share: body })
  expect(response.statusCode).toBe(200)
  return response.json().share
}
const listOf = async (by: Caller, url: string): Promise<ChatShare[]> => (await by.post(`${url}/share/query`)).json().shares
const profile = async (by: Caller, url: string) => (await by.get(`${url}/profile`)).json().chat
const canRead = async (by: Caller, url: string) => (await by.get(url)).statusCode === 200
const sharedWith = async (by: Caller, body = {}): Promise<{ chats: SharedChat[]; next_page_token?: string }> =>
  (await by.post('/api/v1/chat/shared_with_me/query', body)).json()

describe('a share', () => {
  test('goes on for thirty days unless it is said, is changed and ended, and all of it is in the audit log', async () => {
    const { db, tenantId, person, owner, chat, replyId, url } = await arrange()
    const [reader, other] = [await person(), await person()]
    const { id: groupId, name } = await createGroup(db, { tenantId })
    await createMembership(db, { groupId, userId: reader.user.id })
    const before = Date.now()
    const begun = await share(owner, url, { audience: 'people', user_ids: [other.user.id, other.user.id] })
    expect(begun).toMatchObject({
      audience: 'people',
      people: [{ id: other.user.id }],
      groups: [],
      until_message_id: null,
      opened_count: 0,
    })
    expect(Math.abs(Date.parse(begun.expires_at ?? '') - before - 30 * day)).toBeLessThan(day)
    expect([await canRead(reader, url), await canRead(other, url)]).toEqual([false, true])
    expect(await profile(owner, url)).toMatchObject({ is_shared: true, explicitly_public: false, shared: null })

    const address = `${url}/share/${begun.id}`
    const changed = await owner.put(address, { share: { audience: 'groups', group_ids: [groupId], until_message_id: replyId } })
    expect(changed.json().share).toEqual({
      ...begun,
      audience: 'groups',
      people: [],
      groups: [{ id: groupId, name }],
      until_message_id: replyId,
      opened_count: 1,
    })
    expect([await canRead(reader, url), await canRead(other, url)]).toEqual([true, false])
    expect(await listOf(owner, url)).toEqual([{ ...changed.json().share, opened_count: 2 }])

    expect((await owner.delete(address)).json()).toEqual({ success: true })
    expect(await canRead(reader, url)).toBe(false)
    expect([codeOf(await owner.delete(address)), await listOf(owner, url)]).toEqual(['CHAT_SHARE_NOT_FOUND', []])
    const end = { shared_chat: chat.id, share_until: replyId, share_end: begun.expires_at }
    expect(await db.auditEvent.findMany({ where: { tenantId, outcome: 'succeeded' }, orderBy: { id: 'asc' } })).toMatchObject([
      { action: 'createChatShare', actorId: owner.user.id, after: { share_targets: [{ id: other.user.id, name: other.user.name }] } },
      { action: 'updateChatShare', after: { shared_chat: chat.id, share_audience: 'groups', share_until: replyId } },
      { action: 'endChatShare', targetId: owner.user.id, before: end, after: null },
    ])
  })

  test.each([
    ['a user of another tenant', 'AUTH_USER_NOT_FOUND', async () => ({ audience: 'people', user_ids: [(await createUser(api.db)).id] })],
    [
      'a group of another tenant',
      'AUTH_GROUP_NOT_FOUND',
      async () => ({ audience: 'groups', group_ids: [(await createGroup(api.db)).id] }),
    ],
    ['a message of another chat', 'CHAT_MESSAGE_NOT_FOUND', async () => ({ audience: 'tenant', until_message_id: unknownId() })],
    ['an end that has passed', 'BAD_REQUEST', async () => ({ audience: 'tenant', expires_at: '2026-01-01T00:00:00Z' })],
    ['no user', 'BAD_REQUEST', async () => ({ audience: 'people', user_ids: [] })],
  ])('with %s is refused, as is its preview', async (_, code, createBody) => {
    const { owner, url } = await arrange()
    const body = { share: await createBody() }
    expect([codeOf(await owner.post(`${url}/share`, body)), codeOf(await owner.post(`${url}/share/preview`, body))]).toEqual([code, code])
    expect(await listOf(owner, url)).toEqual([])
  })

  test('is not with its owner, nor with one who is disabled, nor up to a reply that is being made', async () => {
    const { db, person, owner, chat, url } = await arrange()
    const running = await createMessage(db, { chatId: chat.id, role: 'assistant', status: 'generating' })
    for (const { user } of [owner, await person({ status: 'disabled' })])
      expect(codeOf(await owner.post(`${url}/share`, { share: { audience: 'people', user_ids: [user.id] } }))).toBe('AUTH_USER_NOT_FOUND')
    const upTo = { share: { audience: 'tenant', until_message_id: running.id } }
    expect(codeOf(await owner.post(`${url}/share`, upTo))).toBe('BAD_REQUEST')
  })

  test('is one of so many of a chat, however many begin at once', async () => {
    const { db, owner, chat, url } = await arrange()
    for (let count = 2; count < limits.sharesPerChat; count += 1) await createChatShare(db, { chatId: chat.id })
    const begun = await Promise.all(Array.from({ length: 4 }, () => owner.post(`${url}/share`, { share: { audience: 'tenant' } })))
    expect(begun.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 200, 409, 409])
  })

  test('ends with the membership, the group and the user that it names', async () => {
    const { db, tenantId, person, owner, url } = await arrange()
    const [reader, other, admin] = [await person(), await person(), await person({ role: 'A' })]
    const { id: groupId } = await createGroup(db, { tenantId })
    const membership = await createMembership(db, { groupId, userId: reader.user.id })
    await share(owner, url, { audience: 'groups', group_ids: [groupId] })
    await share(owner, url, { audience: 'people', user_ids: [other.user.id] })
    const where = { groupId_userId: { groupId, userId: reader.user.id } }
    await db.membership.delete({ where })
    expect(await canRead(reader, url)).toBe(false)
    await db.membership.create({ data: membership })
    expect(await canRead(reader, url)).toBe(true)
    expect((await admin.delete(`/api/v1/group/${groupId}`)).statusCode).toBe(200)
    expect([await canRead(reader, url), (await listOf(owner, url)).length]).toEqual([false, 1])
    expect((await admin.delete(`/api/v1/user/${other.user.id}`)).statusCode).toBe(200)
    expect([await listOf(owner, url), (await profile(owner, url)).is_shared]).toEqual([[], false])
  })

  test('keeps the chat of a deleted owner until it ends', async () => {
    const { db, tenantId, person, owner, chat, url } = await arrange()
    const [reader, admin] = [await person(), await person({ role: 'A' })]
    await db.tenant.update({ where: { id: tenantId }, data: { retentionDays: 0 } })
    const { id } = await share(owner, url, { audience: 'people', user_ids: [reader.user.id] })
    await admin.delete(`/api/v1/user/${owner.user.id}`)
    expect((await profile(reader, url)).owner).toMatchObject({ is_deleted: true })
    await db.chatShare.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } })
    const now = () => new Date(Date.now() + day)
    await createModules({ ...api.dependencies, now }).services.userStanding.purgeDeletedUsers(api.dependencies.stopping)
    expect(await db.chat.count({ where: { id: chat.id } })).toBe(0)
  })
})

describe('explicitly_public', () => {
  test('begins and ends a share with the tenant, and leaves the others', async () => {
    const { person, owner, url } = await arrange()
    const [reader, named] = [await person(), await person()]
    const own = await share(owner, url, { audience: 'people', user_ids: [named.user.id] })
    for (let count = 0; count < 2; count += 1)
      expect((await owner.put(`${url}/access_control`, { explicitly_public: true })).json().chat).toMatchObject({ explicitly_public: true })
    const listed = await listOf(owner, url)
    expect(listed).toMatchObject([{ audience: 'tenant', expires_at: null, until_message_id: null }, { id: own.id }])
    expect(await canRead(reader, url)).toBe(true)
    await owner.put(`${url}/access_control`, { explicitly_public: false })
    expect([await canRead(reader, url), await canRead(named, url)]).toEqual([false, true])
    expect(await profile(owner, url)).toMatchObject({ explicitly_public: false, is_shared: true })
  })

  test('is no share up to a message; an administrator ends that too', async () => {
    const { person, owner, replyId, url } = await arrange()
    const admin = await person({ role: 'A' })
    await share(owner, url, { audience: 'tenant', until_message_id: replyId })
    expect(await profile(admin, url)).toMatchObject({
      explicitly_public: false,
      shared: { until_message_id: replyId },
      abilities: { unshare: true },
    })
    expect(await profile(await person(), url)).toMatchObject({ abilities: { unshare: false } })
    expect((await admin.put(`${url}/access_control`, { explicitly_public: false })).statusCode).toBe(200)
    expect(await canRead(admin, url)).toBe(false)
    await share(owner, url, { audience: 'people', user_ids: [admin.user.id] })
    expect(await profile(admin, url)).toMatchObject({ abilities: { unshare: false } })
    expect(codeOf(await admin.put(`${url}/access_control`, { explicitly_public: false }))).toBe('FORBIDDEN')
  })
})

describe('what a user has shared', () => {
  test('is listed by pages, of all chats and of no one else, and ends at once', async () => {
    const { db, owner, chat, url, person } = await arrange()
    const other = await createChat(db, { ownerId: owner.user.id })
    const stranger = await createChat(db, { ownerId: (await person()).user.id, explicitlyPublic: true })
    await share(owner, url, { audience: 'tenant' })
    await share(owner, `/api/v1/chat/${other.id}`, { audience: 'tenant', expires_at: null })
    const list = async (body: object): Promise<{ shares: OwnShare[]; next_page_token?: string }> =>
      (await owner.post('/api/v1/chat/share/query', body)).json()
    const first = await list({ page_size: 1 })
    const second = await list({ page_token: first.next_page_token })
    expect([...first.shares, ...second.shares]).toMatchObject([
      { chat: { id: other.id, title: other.title }, expires_at: null },
      { chat: { id: chat.id, title: 'Looms' } },
    ])
    expect(second.next_page_token).toBeUndefined()
    expect((await owner.delete('/api/v1/chat/share')).json()).toEqual({ ended_count: 2 })
    expect((await owner.delete('/api/v1/chat/share')).json()).toEqual({ ended_count: 0 })
    expect((await list({})).shares).toEqual([])
    expect(await db.chatShare.count({ where: { chatId: stranger.id, revokedAt: null } })).toBe(1)
    expect(await db.auditEvent.findMany({ where: { actorId: owner.user.id, action: 'endOwnShares' } })).toMatchObject([
      { before: { shares: 2 } },
    ])
  })
})

describe('what is shared with a user', () => {
  test('is listed by pages; what the tenant reads, once it was opened', async () => {
    const { db, tenantId, person, owner, chat, url } = await arrange()
    const [reader, { id: groupId }] = [await person(), await createGroup(db, { tenantId })]
    await createMembership(db, { groupId, userId: reader.user.id })
    const ownerId = owner.user.id
    const [byGroup, byTenant] = [await createChat(db, { ownerId }), await createChat(db, { ownerId, explicitlyPublic: true })]
    await share(owner, url, { audience: 'people', user_ids: [reader.user.id] })
    await share(owner, `/api/v1/chat/${byGroup.id}`, { audience: 'groups', group_ids: [groupId], expires_at: null })
    await createChatShare(db, { chatId: (await createChat(db, { ownerId })).id, userIds: [reader.user.id], revokedAt: new Date() })
    const first = await sharedWith(reader, { page_size: 1 })
    expect(first.chats).toMatchObject([{ id: byGroup.id, is_opened: false, expires_at: null, owner: { id: ownerId, is_deleted: false } }])
    expect((await sharedWith(reader, { page_token: first.next_page_token })).chats).toMatchObject([{ id: chat.id, title: 'Looms' }])
    await reader.get(`/api/v1/chat/${byTenant.id}`)
    await reader.get(`/api/v1/chat/${byGroup.id}`)
    const listed = (await sharedWith(reader)).chats
    expect(new Map(listed.map(({ id, is_opened }) => [id, is_opened]))).toEqual(
      new Map([
        [byTenant.id, true],
        [byGroup.id, true],
        [chat.id, false],
      ]),
    )
    expect((await sharedWith(owner)).chats).toEqual([])
    expect((await sharedWith(await person())).chats).toEqual([])
    await db.membership.deleteMany({ where: { groupId } })
    expect((await sharedWith(reader)).chats.map(({ id }) => id)).not.toContain(byGroup.id)
  })
})

describe('whom to share with', () => {
  test('is found by a part of the name or the whole email, in the tenant, groups first', async () => {
    const { db, tenantId, person, owner } = await arrange()
    const admin = await person({ role: 'A' })
    const name = { default: 'Yara Weaver', zhHant: '織女' }
    const [found, twin] = [await person({ name, email: 'yw@looms.test' }), await person({ name })]
    await person({ name, status: 'disabled' })
    await createUser(db, { name })
    const group = await createGroup(db, { tenantId, name: { default: 'Weavers of Yara' } })
    await createGroup(db, { name: { default: 'Weavers of Yara' } })
    const find = async (keyword: string, by = owner, body = {}): Promise<ShareCandidate[]> =>
      (await by.post('/api/v1/chat/share/candidate/query', { keyword, ...body })).json().candidates
    const pair = [found.user.id, twin.user.id].toSorted()
    expect(await find('yara w')).toMatchObject(pair.map((id) => ({ kind: 'user', id, email: null })))
    expect((await find('weaver')).map(({ kind, id }) => [kind, id])).toEqual([['group', group.id], ...pair.map((id) => ['user', id])])
    expect((await find('織')).length).toBe(2)
    expect(await find('YW@looms.test')).toMatchObject([{ id: found.user.id, email: 'yw@looms.test' }])
    expect([await find('looms.test'), await find('%'), await find(found.user.email.slice(0, 4), twin)]).toEqual([[], [], []])
    expect((await find('yara w', admin)).map(({ email }) => email)).toContain('yw@looms.test')
    const first = (await owner.post('/api/v1/chat/share/candidate/query', { keyword: 'weaver', page_size: 2 })).json()
    const second = await find('weaver', owner, { page_token: first.next_page_token })
    expect([...first.candidates, ...second].map(({ id }: ShareCandidate) => id)).toEqual([group.id, ...pair])
  })
})

/** The chat with a file, a passage and rows for members of a group, a passage for all, and rows that the owner may read. */
async function arrangeCited() {
  const scene = await arrange()
  const { db, tenantId, questionId, replyId, owner } = scene
  const { id: groupId } = await createGroup(db, { tenantId })
  await createMembership(db, { groupId, userId: owner.user.id })
  const file = await createChatFile(db, { chatId: scene.chat.id, messageId: questionId, name: 'Secret.pdf' })
  const cite = async (number: number, access: 'members' | 'workflow', passage: string) => {
    const { id: collectionId } = await createCollection(db, { tenantId, groupId, access })
    const original = { content: passage, document: createParsedText(passage) }
    const { cited } = await citeSource(api.dependencies, { messageId: replyId, collectionId, passage, original })
    await db.messageSource.update({ where: { id: cited.id }, data: { number, title: `About ${passage}` } })
  }
  await cite(1, 'members', 'HIDDEN passage')
  await cite(2, 'workflow', 'open passage')
  await citeRows(db, { messageId: replyId, text: 'HIDDEN rows', dataset: { tenantId, groupId, access: 'members' } })
  await db.messageSource.create({ data: { messageId: replyId, number: 4, title: 'Secret.pdf', passage: 'of the file', fileId: file.id } })
  return { ...scene, groupId, file }
}

describe('a preview', () => {
  test('counts the readers, and names what some of them would not see', async () => {
    const { db, person, owner, groupId, replyId, questionId, file, url } = await arrangeCited()
    const [member, other] = [await person(), await person()]
    await createMembership(db, { groupId, userId: member.user.id })
    const preview = async (body: object, page = {}) => (await owner.post(`${url}/share/preview`, { share: body, ...page })).json()
    const passage = (number: number, title: string): WithheldPassage => ({ message_id: replyId, number, title, reader_count: 1 })
    const hidden = [passage(1, 'About HIDDEN passage'), passage(3, 'HIDDEN rows')]
    const shared = { audience: 'people', user_ids: [member.user.id, other.user.id] }
    const files = [{ id: file.id, name: 'Secret.pdf' }]
    expect(await preview(shared)).toEqual({ reader_count: 2, message_count: 2, files, passages: hidden, total: 2 })
    const first = await preview(shared, { page_size: 1 })
    expect((await preview(shared, { page_token: first.next_page_token })).passages).toEqual(hidden.slice(1))
    expect(await preview({ audience: 'groups', group_ids: [groupId] })).toMatchObject({ reader_count: 1, passages: [], total: 0 })
    expect(await preview({ audience: 'tenant', until_message_id: questionId })).toMatchObject({
      reader_count: 2,
      message_count: 1,
      total: 0,
    })
    await db.membership.deleteMany({ where: { groupId, userId: owner.user.id } })
    expect((await preview({ audience: 'tenant' })).passages).toMatchObject([{ title: 'About HIDDEN passage' }, { number: 3, title: null }])
  })
})

describe('a copy', () => {
  test('is a chat of the reader with what the reader sees, without files and what is withheld', async () => {
    const { db, person, owner, replyId, chat, url } = await arrangeCited()
    const reader = await person()
    await createMessage(db, { chatId: chat.id, content: 'LATER question' })
    await createMessage(db, { chatId: chat.id, role: 'assistant', content: 'LATER reply' })
    await share(owner, url, { audience: 'people', user_ids: [reader.user.id], until_message_id: replyId })
    const copy = (await reader.post(`${url}/fork`)).json().chat
    expect(copy).toMatchObject({
      title: 'Looms',
      owner: { id: reader.user.id },
      abilities: { write: true, fork: false },
      assistant: { id: chat.assistantId },
      is_shared: false,
      version: 0,
      messages: [
        { role: 'user', content: 'Which loom?', files: [], index: 0 },
        { role: 'assistant', content: 'A jacquard [1] [2].', status: 'completed', index: 1 },
      ],
    })
    expect(copy.messages[1].sources).toMatchObject([
      { number: 2, passage: 'open passage', knowledge: {} },
      { number: 4, passage: 'of the file', title: 'Secret.pdf', file: null },
    ])
    const kept = JSON.stringify([
      await db.message.findMany({ where: { chatId: copy.id }, include: { sources: true, files: true } }),
      await db.chatFile.findMany({ where: { chatId: copy.id } }),
    ])
    expect(kept).not.toMatch(/HIDDEN|LATER/)
    expect(copy.messages.map(({ id }: { id: string }) => id)).not.toContain(replyId)
    expect(await canRead(owner, `/api/v1/chat/${copy.id}`)).toBe(false)
    await owner.delete(url)
    expect(await canRead(reader, `/api/v1/chat/${copy.id}`)).toBe(true)
  })

  test('ends with the last reply that has ended, has no expert that the reader may not use, and is no owner’s', async () => {
    const { db, person, owner, chat, url } = await arrange()
    const reader = await person()
    await db.assistant.update({ where: { id: chat.assistantId ?? '' }, data: { isPublic: false } })
    await createMessage(db, { chatId: chat.id, content: 'And then?' })
    await createMessage(db, { chatId: chat.id, role: 'assistant', status: 'generating', content: '' })
    await share(owner, url, { audience: 'tenant' })
    const copy = (await reader.post(`${url}/fork`)).json().chat
    expect(copy).toMatchObject({ assistant: null, is_generating: false })
    expect(copy.messages).toHaveLength(2)
    expect(codeOf(await owner.post(`${url}/fork`))).toBe('FORBIDDEN')
  })
})
