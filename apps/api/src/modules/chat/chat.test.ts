import type { ChatProfile, ChatSummary } from '@heddle/contracts/chat/chat'
import { createChat, createMessage } from '@heddle/db/factories/chat'
import { createModel } from '@heddle/db/factories/model'
import { createUser } from '@heddle/db/factories/user'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../test/chat/chat-app.ts'
import { until } from '../../../test/until.ts'
import { unknownId } from '../../../test/application/test-app.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

type Response = { json: () => unknown; statusCode: number }
const codeOf = (response: Response) => (response.json() as { detail: { code: string } }).detail.code
const profileOf = (response: Response) => (response.json() as { chat: ChatProfile }).chat

describe('starting a chat', () => {
  test('takes the assistant, the default model and the language of the user', async () => {
    const { chat, assistant, model } = await app.createScene()
    expect(chat).toMatchObject({
      title: null,
      version: 0,
      messages: [],
      assistant: { id: assistant.id },
      model: { id: model.id, name: 'gpt-4o' },
      response_language: 'en',
      request_limit: 50,
      remaining_requests: 50,
      abilities: { write: true, share: true, delete: true, fork: false, unshare: false },
      explicitly_public: false,
      is_generating: false,
    })
  })

  test('takes the model that is named, and the title', async () => {
    const { person, assistant, tenantId } = await app.createScene()
    const model = await createModel(app.db, { tenantId, name: 'other' })
    const chat = { assistant_id: assistant.id, model: { name: 'other' }, title: 'Looms', response_language: 'ja', user_id: person.user.id }
    expect(profileOf(await person.post('/api/v1/chat', { chat }))).toMatchObject({
      model: { id: model.id },
      title: 'Looms',
      response_language: 'ja',
    })
  })

  test('is refused with the code that says why', async () => {
    const { person, assistant } = await app.createScene()
    const start = async (chat: object) => codeOf(await person.post('/api/v1/chat', { chat: { assistant_id: assistant.id, ...chat } }))
    expect(await start({ user_id: unknownId() })).toBe('CHAT_USER_ID_MISMATCH')
    expect(await start({ assistant_id: unknownId() })).toBe('ASSISTANT_NOT_FOUND')
    expect(await start({ model: {} })).toBe('CHAT_INVALID_MODEL_OBJECT')
    expect(await start({ model: { id: unknownId() } })).toBe('CHAT_INVALID_MODEL_OBJECT')
    await app.db.assistant.update({ where: { id: assistant.id }, data: { isPublic: false } })
    expect(await start({})).toBe('ASSISTANT_NOT_FOUND')
  })
})

describe('reading a chat', () => {
  test('that is not there, or not for the reader, is the same answer', async () => {
    const { chat } = await app.createScene()
    const stranger = await app.createPerson()
    const codes = { '': 'CHAT_NOT_FOUND', '/without_source': 'CHAT_WITHOUT_SOURCE_NOT_FOUND', '/profile': 'CHAT_PROFILE_NOT_FOUND' }
    for (const [path, code] of Object.entries(codes)) {
      const [known, unknown] = await Promise.all([chat.id, unknownId()].map((id) => stranger.get(`/api/v1/chat/${id}${path}`)))
      expect(known?.statusCode).toBe(404)
      expect(known?.json().detail.code).toBe(code)
      expect(known?.body).toBe(unknown?.body)
    }
  })

  test('gives the sources, or leaves them out', async () => {
    const { person, chat } = await app.createScene()
    await createMessage(app.db, { chatId: chat.id })
    const reply = await createMessage(app.db, { chatId: chat.id, role: 'assistant', modelName: 'gpt-4o' })
    await app.db.messageSource.create({ data: { messageId: reply.id, number: 1, passage: 'Warp and weft.' } })
    const whole = (await person.get(`/api/v1/chat/${chat.id}`)).json()
    expect(whole.chat.messages).toMatchObject([{ index: 0 }, { index: 1, sources: [{ number: 1, passage: 'Warp and weft.', page: null }] }])
    const bare = (await person.get(`/api/v1/chat/${chat.id}/without_source`)).json()
    expect(bare.chat.messages[1].sources).toEqual([])
    expect((await person.get(`/api/v1/chat/${chat.id}/profile`)).json().chat.messages).toBeUndefined()
  })

  test('shows only the path of the last message, with the place among its siblings', async () => {
    const { person, chat } = await app.createScene()
    const question = await createMessage(app.db, { chatId: chat.id })
    await createMessage(app.db, { chatId: chat.id, role: 'assistant' })
    const again = await createMessage(app.db, { chatId: chat.id, role: 'assistant', parentId: question.id, depth: 1 })
    const { messages } = (await person.get(`/api/v1/chat/${chat.id}`)).json().chat
    expect(messages).toMatchObject([
      { id: question.id, siblings: { index: 0, count: 1 } },
      { id: again.id, siblings: { index: 1, count: 2 } },
    ])
  })
})

describe('sharing a chat', () => {
  test.each([
    ['who is there without a name', 'active' as const, false],
    ['who was deleted', 'deleted' as const, true],
  ])('tells its readers of an owner %s', async (_, status, isDeleted) => {
    const { person, tenantId } = await app.createScene()
    const owner = await createUser(app.db, { tenantId, status, name: { default: '' } })
    const chat = await createChat(app.db, { ownerId: owner.id, explicitlyPublic: true })
    const read = profileOf(await person.get(`/api/v1/chat/${chat.id}/profile`))
    expect(read.owner).toEqual({ id: owner.id, name: { default: '' }, is_deleted: isDeleted })
  })

  test('lets every signed-in user of the tenant read it, and no other', async () => {
    const { person, chat, tenantId } = await app.createScene()
    const [colleague, stranger] = [await app.createPerson({ tenantId }), await app.createPerson()]
    const shared = profileOf(await person.put(`/api/v1/chat/${chat.id}/access_control`, { explicitly_public: true }))
    expect(shared.explicitly_public).toBe(true)
    const seen = await colleague.get(`/api/v1/chat/${chat.id}`)
    expect(profileOf(seen).abilities).toEqual({ write: false, share: false, delete: false, fork: true, unshare: false })
    expect((await stranger.get(`/api/v1/chat/${chat.id}`)).statusCode).toBe(404)
    expect(codeOf(await colleague.delete(`/api/v1/chat/${chat.id}`))).toBe('FORBIDDEN')
    expect(codeOf(await colleague.post(`/api/v1/chat/${chat.id}/title`, { name: 'Mine' }))).toBe('FORBIDDEN')
  })

  test('is for the owner; an administrator may only end it', async () => {
    const { person, chat, tenantId } = await app.createScene()
    const administrator = await app.createPerson({ tenantId, role: 'A' })
    const url = `/api/v1/chat/${chat.id}/access_control`
    expect(codeOf(await administrator.put(url, { explicitly_public: true }))).toBe('CHAT_ACCESS_NOT_FOUND')
    await person.put(url, { explicitly_public: true })
    expect(codeOf(await administrator.put(url, { explicitly_public: true }))).toBe('FORBIDDEN')
    expect(profileOf(await administrator.put(url, { explicitly_public: false })).explicitly_public).toBe(false)
    expect(codeOf(await administrator.put(url, { explicitly_public: false }))).toBe('CHAT_ACCESS_NOT_FOUND')
  })

  test('is in the audit log, as is whether an administrator ended it', async () => {
    const { person, chat, tenantId } = await app.createScene()
    const administrator = await app.createPerson({ tenantId, role: 'A' })
    const share = (by: typeof person, isShared: boolean) =>
      by.put(`/api/v1/chat/${chat.id}/access_control`, { explicitly_public: isShared })
    await share(person, true)
    await share(person, false)
    await share(person, true)
    await Promise.all([share(administrator, false), share(administrator, false)])
    const withTenant = { shared_chat: chat.id, share_audience: 'tenant' }
    expect(await app.db.auditEvent.findMany({ where: { tenantId }, orderBy: { id: 'asc' } })).toMatchObject([
      { action: 'createChatShare', actorId: person.user.id, before: null, after: withTenant },
      { action: 'endChatShare', actorId: person.user.id, before: withTenant, after: null },
      { action: 'createChatShare' },
      {
        action: 'shareChat',
        outcome: 'succeeded',
        actorId: administrator.user.id,
        targetType: 'user',
        targetId: person.user.id,
        targetName: person.user.name,
        before: { shared_chat: chat.id },
        after: null,
      },
    ])
  })
})

describe('the title', () => {
  test('is what the owner gives', async () => {
    const { person, chat } = await app.createScene()
    expect(profileOf(await person.post(`/api/v1/chat/${chat.id}/title`, { name: ' Looms ' })).title).toBe('Looms')
  })

  test('is written by the model from the content, and counted', async () => {
    const { person, chat } = await app.createScene()
    const { title } = profileOf(
      await person.post(`/api/v1/chat/${chat.id}/title`, { content: 'How do I measure the shrinkage of cotton?' }),
    )
    expect(title).toMatch(/^[^"*\n]{3,200}$/)
    expect(await app.db.usageEvent.findMany({ where: { chatId: chat.id } })).toMatchObject([{ flow: 'title', outcome: 'completed' }])
  })

  test('stays as it was when the model fails', async () => {
    const { person, chat } = await app.createScene()
    await person.post(`/api/v1/chat/${chat.id}/title`, { name: 'Before' })
    const failed = await person.post(`/api/v1/chat/${chat.id}/title`, { content: 'Cotton? [[demo:status=400]]' })
    expect(codeOf(failed)).toBe('CHAT_TITLE_FAILED')
    expect(profileOf(await person.get(`/api/v1/chat/${chat.id}/profile`)).title).toBe('Before')
    expect(await app.db.usageEvent.findMany({ where: { chatId: chat.id } })).toMatchObject([{ flow: 'title', outcome: 'failed' }])
  })

  test('that the user gives while the model generates one stays', async () => {
    const { person, chat } = await app.createScene()
    const url = `/api/v1/chat/${chat.id}/title`
    const thinking = person.post(url, { content: 'Which loom? [[demo:latency=400]]' })
    await until('the model to be asked', () => app.callsOf('Which loom?').length > 0)
    await person.post(url, { name: 'Mine' })
    expect(profileOf(await thinking).title).toBe('Mine')
  })
})

describe('the list of chats', () => {
  async function createHistory(count: number) {
    const { person, assistant, chat: first } = await app.createScene()
    await app.db.chat.delete({ where: { id: first.id } })
    const chats = []
    for (let index = 0; index < count; index += 1) {
      const chat = await app.startChat(person, assistant.id)
      const { version } = await (await app.send(person, chat, { fault: 'tokens=1' })).done()
      chats.push({ id: chat.id, version })
    }
    return { person, chats: chats.toReversed() }
  }

  type List = { chats: ChatSummary[]; next_page_token?: string }

  test('is that of the actor alone, the last changed first', async () => {
    const { person, chats } = await createHistory(3)
    await createChat(app.db)
    const list: List = (await person.post('/api/v1/chat/query')).json()
    expect(list.chats.map(({ id }) => id)).toEqual(chats.map(({ id }) => id))
    expect(list.next_page_token).toBeUndefined()
  })

  test('shows every chat once, also one that changes while it is paged through', async () => {
    const { person, chats } = await createHistory(7)
    const shown: string[] = []
    let list: List = (await person.post('/api/v1/chat/query', { page_size: 2 })).json()
    shown.push(...list.chats.map(({ id }) => id))
    for (const index of [0, 4]) {
      const chat = chats[index] ?? { id: '', version: 0 }
      await (await app.send(person, chat, { fault: 'tokens=1', client_message_id: randomUUID() })).done()
    }
    while (list.next_page_token) {
      list = (await person.post('/api/v1/chat/query', { page_size: 2, page_token: list.next_page_token })).json()
      shown.push(...list.chats.map(({ id }) => id))
    }
    expect(shown).toEqual(chats.map(({ id }) => id))
    const fresh: List = (await person.post('/api/v1/chat/query', { page_size: 2 })).json()
    expect(fresh.chats.map(({ id }) => id)).toEqual([chats[4]?.id, chats[0]?.id])
  })

  test('does not show a chat again whose stopped reply goes on meanwhile', async () => {
    const { person, chats } = await createHistory(3)
    const [newest, ...others] = chats
    if (!newest) throw new Error('No chat')
    const reply = await app.db.message.findFirstOrThrow({ where: { chatId: newest.id, role: 'assistant' } })
    await app.db.message.update({ where: { id: reply.id }, data: { status: 'stopped' } })
    const first: List = (await person.post('/api/v1/chat/query', { page_size: 1 })).json()
    await (await app.continue(person, newest, reply.id)).done()
    const second: List = (await person.post('/api/v1/chat/query', { page_size: 3, page_token: first.next_page_token })).json()
    expect([...first.chats, ...second.chats].map(({ id }) => id)).toEqual([newest.id, ...others.map(({ id }) => id)])
  })

  test('refuses a token that is not its own', async () => {
    const { person } = await app.createScene()
    expect(codeOf(await person.post('/api/v1/chat/query', { page_token: 'made.up' }))).toBe('BAD_REQUEST')
  })
})
