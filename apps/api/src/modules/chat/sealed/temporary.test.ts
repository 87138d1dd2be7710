// Temporary chats over HTTP.
import type { Chat, ChatProfile } from '@heddle/contracts/chat/chat'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../../test/chat/chat-app.ts'
import { findInTables } from '../../../../test/chat/find-text.ts'
import { indexMessages } from '../../../../test/chat/index-messages.ts'
import { chatUrl, createTemporary, readChat, say, upload } from '../../../../test/chat/temporary-scene.ts'
import { until } from '../../../../test/until.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

type Profile = { readonly chat: ChatProfile }

const codeOf = ({ json }: { json: () => { detail: { code: string } } }) => json().detail.code
const textsOf = (chat: Chat) => chat.messages.map(({ content }) => content)
const end = (chat: { id: string }) => app.db.chat.update({ where: { id: chat.id }, data: { temporaryUntil: new Date(Date.now() - 1) } })

describe('a temporary chat', () => {
  test('is its owner’s to read and to go on with, from any process, as any other', async () => {
    const { person, chat } = await createTemporary(app)
    const elsewhere = await app.startSecondProcess()
    const first = await say(app, person, chat, 'One of Linen.')
    expect(first.events.filter(({ type }) => type === 'title')).toEqual([])
    const running = await app.send(person, first, {
      content: `Two of ${'wool '.repeat(1_000)} [[demo:echo,tps=100]]`,
      at: elsewhere.origin,
    })
    await running.hasText(100)
    await until('a chunk', async () => (await app.db.replyChunk.count({ where: { message: { chatId: chat.id } } })) > 0)
    const there = await app.rejoin(person, chat.id)
    await there.hasText(100)
    expect(there.text()).toMatch(/^Two of wool/)
    expect(textsOf(await readChat(person, chat)).at(-1)).toMatch(/^Two of wool/)
    await person.post(chatUrl(chat, '/stop_generation'))
    const stopped = await there.done()
    const going = await app.continue(person, { id: chat.id, version: stopped.version }, stopped.message.id)
    await going.hasText(stopped.message.content.length + 20)
    await person.post(chatUrl(chat, '/stop_generation'))
    const whole = await going.done()
    expect(whole.message.content.startsWith(stopped.message.content)).toBe(true)
    const edited = await app.edit(person, { id: chat.id, version: whole.version }, first.message.id, { content: 'x' })
    expect(edited.error?.code).toBe('CHAT_MESSAGE_NOT_FOUND')
    const told = app.callsOf('Two of wool').at(-1)
    expect(JSON.stringify(told?.body)).toContain('One of Linen.')
    const found = await person.post(chatUrl(chat, '/search'), { text: 'one of linen' })
    expect(found.json()).toMatchObject({ matches: [{ index: 0 }, { index: 1 }] })
    expect(await readChat(person, chat)).toMatchObject({ title: null, temporary_until: expect.any(String) as string })
    await elsewhere.close()
  })

  test('is in no list, search, export, report or debug view, and is not kept in order', async () => {
    const { person, assistant, chat } = await createTemporary(app)
    const text = `canary-${randomUUID()}`
    const { message } = await say(app, person, chat, text)
    await app.db.user.update({ where: { id: person.user.id }, data: { role: 'S' } })
    await indexMessages(app.dependencies.pool)
    const lists = [
      person.post('/api/v1/chat/query', {}),
      person.post('/api/v1/chat/query', { keywords: text }),
      person.post('/api/v1/chat/query', { assistant_id: assistant.id }),
      person.post('/api/v1/chat/bulk/export', { ids: [chat.id], format: 'md' }),
      person.post('/api/v1/debug/run/query', {}),
      person.post('/api/v1/feedback/query', {}),
    ]
    const responses = await Promise.all(lists)
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200])
    expect(responses.slice(0, 3).map((response) => response.json<{ chats: unknown[] }>().chats.map((each) => (each as Chat).id))).toEqual(
      responses.slice(0, 3).map(() => expect.not.arrayContaining([chat.id]) as string[]),
    )
    expect(responses.filter(({ rawPayload }) => rawPayload.includes(text))).toEqual([])
    const refused = await Promise.all([
      person.put(chatUrl(chat, '/access_control'), { explicitly_public: true }),
      person.post(chatUrl(chat, '/share'), { share: { audience: 'tenant' } }),
      person.post(chatUrl(chat, '/share/preview'), { share: { audience: 'tenant' } }),
      person.put(chatUrl(chat, '/settings'), { is_pinned: true }),
      person.post(chatUrl(chat, '/title'), { name: 'A title' }),
      person.get(chatUrl(chat, '/export?format=json')),
      person.post(chatUrl(chat, `/message/${message.id}/feedback`), { message_index: 1, rating: 'good' }),
    ])
    expect(refused.map(codeOf)).toEqual(refused.map(() => 'CHAT_IS_TEMPORARY'))
    const bulk = await person.post('/api/v1/chat/bulk', { ids: [chat.id], action: 'pin' })
    expect(bulk.json()).toMatchObject({ results: [{ state: 'failed', error: { code: 'CHAT_NOT_FOUND' } }] })
    const other = await app.createPerson({ tenantId: person.tenantId, role: 'S' })
    expect((await other.get(chatUrl(chat))).body).toBe((await other.get(chatUrl({ id: randomUUID() }))).body)
    expect(await app.db.usageEvent.findMany({ where: { chatId: chat.id } })).toMatchObject([
      { messageId: message.id, outcome: 'completed' },
    ])
  })

  test('ends an hour after the last use and a day after its beginning at the latest, and is gone before it is deleted', async () => {
    const { person, chat } = await createTemporary(app)
    const readMinutes = async () => {
      const { temporaryUntil } = await app.db.chat.findUniqueOrThrow({ where: { id: chat.id } })
      return Math.round(((temporaryUntil?.getTime() ?? 0) - Date.now()) / 60_000)
    }
    expect(await readMinutes()).toBe(60)
    await app.db.chat.update({ where: { id: chat.id }, data: { temporaryUntil: new Date(Date.now() + 60_000) } })
    const said = await say(app, person, chat, 'Still here.')
    expect(await readMinutes()).toBe(60)
    await app.db.chat.update({ where: { id: chat.id }, data: { createdAt: new Date(Date.now() - 23.5 * 3_600_000) } })
    const again = await say(app, person, said, 'Still here, too.')
    expect(await readMinutes()).toBe(30)
    await end(chat)
    const gone = await Promise.all([person.get(chatUrl(chat)), person.get(chatUrl(chat, '/profile')), person.post(chatUrl(chat, '/keep'))])
    expect(gone.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
    expect((await app.send(person, again, { content: 'And now?' })).error?.code).toBe('CHAT_NOT_FOUND')
  })

  test('is over when its key is gone, as after a crash of the database', async () => {
    const { person, chat } = await createTemporary(app)
    const said = await say(app, person, chat, 'Before the crash.')
    await app.asOwner('TRUNCATE temporary_chat_key')
    expect((await person.get(chatUrl(chat))).statusCode).toBe(404)
    expect((await app.send(person, said, { content: 'And now?' })).error?.code).toBe('CHAT_NOT_FOUND')
  })

  test('that is kept is an ordinary chat with all that was said, which a search finds', async () => {
    const { person, chat } = await createTemporary(app)
    const word = `warp${randomUUID()}`
    const first = await say(app, person, chat, `Which ${word}?`)
    const { version } = await say(app, person, first, 'And which weft?')
    const before = await readChat(person, chat)
    const text = `Hemp ${'is strong, '.repeat(20)}and does not stretch.`
    const file = await upload(app, person, chat, 'hemp.txt', text)
    const readFileOf = (range: string) =>
      app.app.inject({ method: 'GET', url: chatUrl(chat, `/file/${file.id}`), headers: { ...person.headers, range } })
    expect((await readFileOf('bytes=37-59')).body).toBe(text.slice(37, 60))
    const running = await app.send(person, { id: chat.id, version }, { fault: 'endless,tps=40', file_ids: [file.id] })
    await running.hasText()
    expect(codeOf(await person.post(chatUrl(chat, '/keep')))).toBe('CHAT_PUSH_MESSAGE_FAILED')
    await person.post(chatUrl(chat, '/stop_generation'))
    await running.done()
    const kept = await person.post(chatUrl(chat, '/keep'))
    expect(kept.json<Profile>().chat).toMatchObject({ id: chat.id, temporary_until: null, title: expect.stringContaining(word) as string })
    const after = await readChat(person, chat)
    expect(textsOf(after).slice(0, 4)).toEqual(textsOf(before))
    expect(after.messages.map(({ reasoning }) => reasoning).slice(0, 4)).toEqual(before.messages.map(({ reasoning }) => reasoning))
    const found = await person.post('/api/v1/chat/query', { keywords: word })
    expect(found.json<{ chats: { id: string }[] }>().chats.map(({ id }) => id)).toEqual([chat.id])
    await indexMessages(app.dependencies.pool)
    expect(await findInTables(app.dependencies.pool, word)).toEqual(expect.arrayContaining(['public.message', 'public.chat']))
    expect(await app.db.temporaryChatKey.count({ where: { chatId: chat.id } })).toBe(0)
    expect((await readFileOf('bytes=0-')).body).toBe(text)
    expect((await person.post(chatUrl(chat, `/file/${file.id}/page/query`))).json()).toMatchObject({ pages: [{ text }] })
    const asked = await app.send(person, after, { content: 'Does hemp stretch?' })
    expect((await asked.done()).message.sources).toMatchObject([{ title: 'hemp.txt' }])
  })

  test('is begun by those whom the tenant lets', async () => {
    const { person, tenantId, assistant } = await app.createScene()
    const body = { chat: { assistant_id: assistant.id, temporary: true } }
    const group = await createGroup(app.db, { tenantId })
    const ask = async () => {
      const { may_have_temporary_chats: may } = (await person.get('/api/v1/auth/me')).json<{ may_have_temporary_chats: boolean }>()
      return [may, (await person.post('/api/v1/chat', body)).statusCode]
    }
    const admin = await app.createPerson({ tenantId, role: 'A' })
    const set = async (tenant: object) => {
      const { revision } = await app.db.tenant.findUniqueOrThrow({ where: { id: tenantId } })
      return admin.put(`/api/v1/tenant/${tenantId}`, { tenant: { revision, ...tenant } })
    }
    expect(await ask()).toEqual([true, 200])
    expect((await set({ temporary_chats: 'forbidden' })).statusCode).toBe(200)
    expect(await ask()).toEqual([false, 403])
    expect((await set({ temporary_chats: 'groups', temporary_chat_group_ids: [randomUUID()] })).statusCode).toBe(409)
    const response = await set({ temporary_chats: 'groups', temporary_chat_group_ids: [group.id] })
    expect(response.json()).toMatchObject({ tenant: { temporary_chats: 'groups', temporary_chat_group_ids: [group.id] } })
    expect(await ask()).toEqual([false, 403])
    await createMembership(app.db, { groupId: group.id, userId: person.user.id })
    expect(await ask()).toEqual([true, 200])
    expect((await person.post('/api/v1/chat', { chat: { ...body.chat, title: 'A title' } })).statusCode).toBe(400)
  })
})
