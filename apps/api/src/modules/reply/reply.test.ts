// The life of a reply over real HTTP, with a real model endpoint and a real database (design, section 6).
import { randomUUID } from 'node:crypto'
import type { Chat } from '@heddle/contracts/chat/chat'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../test/chat/chat-app.ts'
import { textOf } from '../../../test/chat/reply-reader.ts'
import { until } from '../../../test/until.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

const usageOf = (chatId: string) => app.db.usageEvent.findMany({ where: { chatId } })
const lastReply = (chatId: string) => app.db.message.findFirstOrThrow({ where: { chatId, role: 'assistant' }, orderBy: { id: 'desc' } })
const versionOf = async (id: string) => (await app.db.chat.findUniqueOrThrow({ where: { id } })).version

describe('a reply', () => {
  test('streams from accepted to done, and is what is stored', async () => {
    const { person, chat, model } = await app.createScene()
    const reader = await app.send(person, chat, { fault: 'tokens=40' })
    const done = await reader.done()

    expect(reader.events.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1])).toEqual([
      'accepted',
      'title',
      'step',
      'reasoning',
      'delta',
      'step',
      'done',
    ])
    expect(reader.ids).toEqual(reader.ids.map((_, index) => index + 1))
    expect(done).toMatchObject({ status: 'completed', remaining_requests: 49, version: await versionOf(chat.id) })
    expect(done.message).toMatchObject({ index: 1, role: 'assistant', status: 'completed', siblings: { index: 0, count: 1 } })
    expect(done.message.content).toBe(reader.text())
    const row = await lastReply(chat.id)
    expect(row).toMatchObject({ content: reader.text(), status: 'completed', modelId: model.id })
    expect(row.reasoning).toBe(reader.events.map((event) => (event.type === 'reasoning' ? event.text : '')).join(''))
    const usage = await usageOf(chat.id)
    expect(usage).toMatchObject([{ flow: 'chat', outcome: 'completed', runId: row.runId, estimated: false, modelName: 'gpt-4o' }])
    expect(done.usage).toMatchObject({ output_tokens: usage[0]?.outputTokens, input_tokens: usage[0]?.inputTokens, estimated: false })
    const { chat: stored } = (await person.get(`/api/v1/chat/${chat.id}`)).json()
    expect(stored.messages).toHaveLength(2)
    expect(stored.messages[1]).toEqual(done.message)
    expect(stored).toMatchObject({ version: done.version, is_generating: false, title: 'What is a loom? [[demo:tokens=40]]' })
  })

  test('is given the conversation so far', async () => {
    const { person, chat } = await app.createScene()
    const first = await (await app.send(person, chat, { content: 'FIRST question [[demo:tokens=3]]' })).done()
    await (await app.send(person, { id: chat.id, version: first.version }, { content: 'SECOND question [[demo:tokens=3]]' })).done()
    const [call] = app.callsOf('SECOND question')
    expect(call?.body).toMatchObject({
      messages: [{ role: 'system' }, { role: 'user' }, { role: 'assistant', content: first.message.content }, { role: 'user' }],
    })
  })

  test('goes on when its reader leaves, and can be joined again without losing or repeating a word', async () => {
    const { person, chat } = await app.createScene()
    const reader = await app.send(person, chat, { fault: 'tokens=200,tps=80' })
    await reader.hasText()
    reader.leave()
    const again = await app.rejoin(person, chat.id)
    const tab = await app.rejoin(person, chat.id)
    const done = await again.done()
    expect(again.events[0]).toMatchObject({ type: 'snapshot', reply_id: done.message.id })
    expect(again.text()).toBe(done.message.content)
    await tab.done()
    expect(tab.text()).toBe(done.message.content)
    expect(app.callsOf('tokens=200,tps=80')).toHaveLength(1)
  })

  test('that has ended is a single done', async () => {
    const { person, chat } = await app.createScene()
    const done = await (await app.send(person, chat, { fault: 'tokens=5' })).done()
    const again = await app.rejoin(person, chat.id)
    await again.ended
    expect(again.events).toEqual([done])
  })

  test('saves what it has before it is shown', async () => {
    const { person, chat } = await app.createScene()
    const reader = await app.send(person, chat, { fault: 'endless,tps=50' })
    await reader.hasText(50)
    const shown = reader.text()
    const { runId, content } = await lastReply(chat.id)
    expect(content).toBe('')
    const [saved] = await app.db.$queryRaw<{ text: string }[]>`SELECT saved_text(${runId}::uuid) AS text`
    expect(saved?.text.startsWith(shown)).toBe(true)
    await person.post(`/api/v1/chat/${chat.id}/stop_generation`)
    await reader.done()
  })

  test('is saved in chunks as it grows, of which nothing is left when it has ended', async () => {
    const { person, chat } = await app.createScene()
    const reader = await app.send(person, chat, { fault: 'endless,tps=1000,reasoning=none' })
    await reader.hasText(9_000)
    const { runId } = await lastReply(chat.id)
    const findChunks = () => app.db.replyChunk.findMany({ where: { runId: runId ?? '' }, orderBy: { number: 'asc' } })
    const chunks = await findChunks()
    expect(chunks.map(({ number }) => number)).toEqual(chunks.map((_, index) => index))
    expect(chunks.length).toBeGreaterThan(2)
    expect(reader.text().startsWith(chunks.map(({ text }) => text).join(''))).toBe(true)
    await person.post(`/api/v1/chat/${chat.id}/stop_generation`)
    const done = await reader.done()
    expect(done.message.content).toBe(reader.text())
    expect(await findChunks()).toEqual([])
    expect(await app.db.runningReply.count({ where: { runId: runId ?? '' } })).toBe(0)
  })

  test('is named by its question when the chat has no name, and only then', async () => {
    const { person, chat } = await app.createScene()
    const first = await app.send(person, chat, { content: 'A loom?\nPlease explain. [[demo:tokens=2]]' })
    const { version } = await first.done()
    expect(first.events).toContainEqual({ type: 'title', title: 'A loom?' })
    const second = await app.send(person, { id: chat.id, version }, { fault: 'tokens=2' })
    await second.done()
    expect(second.events.some(({ type }) => type === 'title')).toBe(false)
  })

  test('may hold what PostgreSQL cannot, in the question', async () => {
    const { person, chat } = await app.createScene()
    const done = await (await app.send(person, chat, { content: 'nul \u0000 and half \ud83d [[demo:tokens=2]]' })).done()
    expect(done.status).toBe('completed')
  })
})

describe('too much', () => {
  test('of a reply: a model that never ends is ended, and what it said is kept', async () => {
    const { person, chat } = await app.createScene()
    const done = await (await app.send(person, chat, { fault: 'endless,piece=500' })).done()
    expect(done).toMatchObject({ status: 'failed', error: { code: 'CHAT_REPLY_TOO_LONG' } })
    expect(done.message.content.length).toBeGreaterThan(190_000)
    expect(done.message.content.length).toBeLessThan(300_000)
    expect(await usageOf(chat.id)).toHaveLength(1)
  })

  test('of open tabs: one more than 20 is refused, while they are open', async () => {
    const { person, chat } = await app.createScene()
    const reader = await app.send(person, chat, { fault: 'endless,tps=20' })
    await reader.hasText()
    const tabs: Awaited<ReturnType<ChatApp['rejoin']>>[] = []
    while (tabs.length < 19) tabs.push(await app.rejoin(person, chat.id))
    expect((await app.rejoin(person, chat.id)).error).toMatchObject({ code: 'RATE_LIMITED' })
    await person.post(`/api/v1/chat/${chat.id}/stop_generation`)
    await Promise.all([reader, ...tabs].map((tab) => tab.done()))
    expect((await app.rejoin(person, chat.id)).error).toBeNull()
  })
})

describe('sending', () => {
  test('twice with the same submit makes one call and one usage record', async () => {
    const { person, chat } = await app.createScene()
    const body = { content: 'Twice? [[demo:tokens=20,tps=100]]', client_message_id: randomUUID() }
    const [one, other] = await Promise.all([app.send(person, chat, body), app.send(person, chat, body)])
    const [first, second] = await Promise.all([one.done(), other.done()])
    const late = await app.send(person, chat, body)
    expect(await late.done()).toEqual(first)
    expect(second).toEqual(first)
    expect(one.text()).toBe(first.message.content)
    expect(other.text()).toBe(first.message.content)
    expect([one, other, late].map(({ events }) => events[0])).toEqual(
      Array.from({ length: 3 }, () =>
        expect.objectContaining({ type: 'accepted', reply: expect.objectContaining({ id: first.message.id }) }),
      ),
    )
    expect(app.callsOf('Twice?')).toHaveLength(1)
    expect(await usageOf(chat.id)).toHaveLength(1)
  })

  test('from two tabs at once accepts one and refuses the other', async () => {
    const { person, chat } = await app.createScene()
    const readers = await Promise.all([0, 1].map(() => app.send(person, chat, { fault: 'tokens=10' })))
    expect(readers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    expect(readers.find(({ error }) => error)?.error?.code).toBe('CHAT_PUSH_MESSAGE_FAILED')
    await readers.find(({ error }) => !error)?.done()
    expect(await app.db.message.count({ where: { chatId: chat.id } })).toBe(2)
  })

  test('is refused as out of date when the chat changes in the very moment', async () => {
    const { person, chat } = await app.createScene()
    const client = await app.dependencies.pool.connect()
    await client.query('BEGIN')
    await client.query('UPDATE chat SET version = version + 1 WHERE id = $1', [chat.id])
    const sending = app.send(person, chat)
    await until('the send to wait for the change', async () => {
      const { rows } = await client.query(
        'SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND a.datname = current_database()',
      )
      return rows.length > 0
    })
    await client.query('COMMIT')
    client.release()
    expect((await sending).error?.code).toBe('CHAT_PUSH_MESSAGE_FAILED')
  })

  test('is refused while the chat is answering, also with its newest version', async () => {
    const { person, chat } = await app.createScene()
    const reader = await app.send(person, chat, { fault: 'endless,tps=50' })
    await reader.hasText()
    const refused = await app.send(person, { id: chat.id, version: await versionOf(chat.id) })
    expect(refused.error?.code).toBe('CHAT_PUSH_MESSAGE_FAILED')
    await person.post(`/api/v1/chat/${chat.id}/stop_generation`)
    await reader.done()
  })

  test('takes exactly one of twenty when one request is left', async () => {
    const { person, chat, tenantId } = await app.createScene()
    await app.db.tenant.update({ where: { id: tenantId }, data: { requestsPerChat: 1 } })
    const readers = await Promise.all(Array.from({ length: 20 }, () => app.send(person, chat, { fault: 'tokens=2' })))
    const accepted = readers.filter(({ status }) => status === 200)
    expect(accepted).toHaveLength(1)
    const done = await accepted[0]?.done()
    expect(done?.remaining_requests).toBe(0)
    const refused = await app.send(person, { id: chat.id, version: await versionOf(chat.id) })
    expect(refused.error?.code).toBe('CHAT_REQUEST_LIMIT_REACHED')
    expect(await usageOf(chat.id)).toHaveLength(1)
  })

  test('lets a user have two replies running, however many are sent at once', async () => {
    const { person, assistant } = await app.createScene()
    const chats = await Promise.all(Array.from({ length: 6 }, () => app.startChat(person, assistant.id)))
    const readers = await Promise.all(chats.map((chat) => app.send(person, chat, { fault: 'endless,tps=20' })))
    expect(readers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(readers.flatMap(({ error }) => error?.code ?? [])).toEqual(Array.from({ length: 4 }, () => 'CHAT_TOO_MANY_REPLIES'))
    await Promise.all(chats.map((chat) => person.post(`/api/v1/chat/${chat.id}/stop_generation`)))
    const dones = await Promise.all(readers.filter(({ error }) => !error).map((reader) => reader.done()))
    expect(dones.map(({ status }) => status)).toEqual(['stopped', 'stopped'])
  })

  test('names the version of the workflow that made it, whichever is published later', async () => {
    const { person, chat, assistant } = await app.createScene()
    const first = await (await app.send(person, chat, { fault: 'tokens=3' })).done()
    const { workflowId } = assistant
    const { graph } = await app.db.workflowVersion.findFirstOrThrow({ where: { workflowId } })
    await app.db.workflowVersion.create({ data: { workflowId, number: 2, graph: graph as object } })
    const { version } = first
    const second = await (await app.send(person, { ...chat, version }, { fault: 'tokens=3' })).done()
    expect([first, second].map(({ message }) => message.workflow_version)).toEqual([1, 2])
    const { chat: stored } = (await person.get(`/api/v1/chat/${chat.id}`)).json<{ chat: Chat }>()
    expect(stored.messages.map((message) => message.workflow_version)).toEqual([null, 1, null, 2])
  })

  test('reads the graph of a version once, and that of the next one when it is published', async () => {
    const { person, chat, assistant } = await app.createScene()
    const { workflowId } = assistant
    const first = await (await app.send(person, chat, { fault: 'tokens=3' })).done()
    // Only to show that it is not read again: the product never changes a version.
    await app.db.workflowVersion.updateMany({ where: { workflowId }, data: { graph: {} } })
    const second = await (await app.send(person, { ...chat, version: first.version }, { fault: 'tokens=3' })).done()
    expect(second).toMatchObject({ status: 'completed', message: { workflow_version: 1 } })
    await app.db.workflowVersion.create({ data: { workflowId, number: 2, graph: {} } })
    expect((await app.send(person, { ...chat, version: second.version })).error?.code).toBe('CHAT_CONFIG_MISSING')
  })

  test('is refused without a usable assistant or model', async () => {
    const { person, chat, assistant } = await app.createScene()
    expect((await app.send(person, chat, { model: {} })).error?.code).toBe('CHAT_INVALID_MODEL_OBJECT')
    expect((await app.send(person, chat, { model: { name: 'unknown' } })).error?.code).toBe('CHAT_INVALID_MODEL_OBJECT')
    await app.db.assistant.update({ where: { id: assistant.id }, data: { isPublic: false } })
    expect((await app.send(person, chat)).error?.code).toBe('CHAT_CONFIG_MISSING')
    await app.db.assistant.delete({ where: { id: assistant.id } })
    expect((await app.send(person, chat)).error?.code).toBe('CHAT_CONFIG_MISSING')
    expect(await app.db.message.count({ where: { chatId: chat.id } })).toBe(0)
  })

  test('is for the owner: a reader of a shared chat may only read', async () => {
    const { person, chat, tenantId } = await app.createScene()
    const reader = await app.createPerson({ tenantId })
    expect((await app.send(reader, chat)).error?.code).toBe('CHAT_NOT_FOUND')
    await person.put(`/api/v1/chat/${chat.id}/access_control`, { explicitly_public: true })
    expect((await app.send(reader, chat)).error?.code).toBe('FORBIDDEN')
    expect((await app.rejoin(reader, chat.id)).error?.code).toBe('CHAT_MESSAGE_NOT_FOUND')
    const running = await app.send(person, chat, { fault: 'tokens=30,tps=60' })
    await running.hasText()
    expect((await reader.post(`/api/v1/chat/${chat.id}/stop_generation`)).statusCode).toBe(403)
    const followed = await app.rejoin(reader, chat.id)
    expect((await followed.done()).message.content).toBe((await running.done()).message.content)
  })
})

describe('stopping', () => {
  test('keeps the text, says stopped, counts what was used, and closes the upstream', async () => {
    const { person, chat } = await app.createScene()
    const reader = await app.send(person, chat, { fault: 'endless,tps=50,no_usage' })
    await reader.hasText()
    expect((await person.post(`/api/v1/chat/${chat.id}/stop_generation`)).json()).toEqual({ stopping: true })
    await until('the upstream to be closed', () => app.callsOf('endless,tps=50,no_usage')[0]?.aborted, 2_000)
    const done = await reader.done()
    expect(done).toMatchObject({ status: 'stopped', usage: { estimated: true } })
    expect(done.message.content).toBe(reader.text())
    expect(await usageOf(chat.id)).toMatchObject([{ outcome: 'stopped', estimated: true }])
    expect((await person.post(`/api/v1/chat/${chat.id}/stop_generation`)).json()).toEqual({ stopping: false })
    const next = await app.send(person, { id: chat.id, version: done.version }, { fault: 'tokens=2' })
    expect((await next.done()).status).toBe('completed')
  })

  test('before the model has said anything closes the upstream all the same', async () => {
    const { person, chat } = await app.createScene()
    const reader = await app.send(person, chat, { fault: 'latency=30000' })
    await until('the model to be asked', () => app.callsOf('latency=30000')[0])
    await person.post(`/api/v1/chat/${chat.id}/stop_generation`)
    await until('the upstream to be closed', () => app.callsOf('latency=30000')[0]?.aborted, 2_000)
    const done = await reader.done()
    expect(done).toMatchObject({ status: 'stopped', message: { content: '', status: 'stopped' }, usage: { output_tokens: 0 } })
    expect(await usageOf(chat.id)).toMatchObject([{ outcome: 'stopped', firstTokenMs: null }])
  })

  test('that came before the reply began to run is not forgotten', async () => {
    const { person, chat } = await app.createScene()
    // As a request that falls between the commit of the message and the start of its run: no process receives its notification.
    await app.asOwner(`CREATE FUNCTION stop_at_once() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN NEW.stop_requested_at := now(); RETURN NEW; END'`)
    await app.asOwner(`CREATE TRIGGER stop_at_once BEFORE INSERT ON running_reply FOR EACH ROW
      WHEN (NEW.owner_id = '${person.user.id}') EXECUTE FUNCTION stop_at_once()`)
    const reader = await app.send(person, chat, { fault: 'latency=30001' })
    await app.asOwner('DROP FUNCTION stop_at_once CASCADE')
    expect((await reader.done()).status).toBe('stopped')
  })

  test('happens when the chat is deleted, and the usage is kept', async () => {
    const { person, chat } = await app.createScene()
    const reader = await app.send(person, chat, { fault: 'endless,tps=51' })
    await reader.hasText()
    expect((await person.delete(`/api/v1/chat/${chat.id}`)).json()).toEqual({ success: true })
    expect((await reader.done()).status).toBe('stopped')
    await until('the upstream to be closed', () => app.callsOf('endless,tps=51')[0]?.aborted, 2_000)
    expect(await usageOf(chat.id)).toMatchObject([{ outcome: 'stopped' }])
    expect((await person.get(`/api/v1/chat/${chat.id}`)).json().detail.code).toBe('CHAT_NOT_FOUND')
  })
})

// Each fault before the first token, and each that costs the reply nothing: modules/run/workflow-faults.test.ts.
describe('a fault of the model', () => {
  test.each([
    ['drop=10', 'failed', 'MODEL_STREAM_BROKEN'],
    ['malformed=5', 'failed', 'MODEL_STREAM_BROKEN'],
    ['malformed=40,reasoning=none', 'interrupted', 'MODEL_STREAM_BROKEN'],
    ['error_event=5', 'failed', 'MODEL_STREAM_BROKEN'],
    ['status=500', 'failed', 'MODEL_UNAVAILABLE'],
    ['refuse_max_tokens,refuse_temperature,tokens=20', 'completed', undefined],
  ])('%s ends in one done, %s, and the chat goes on', async (fault, status, code) => {
    const { person, chat } = await app.createScene()
    const reader = await app.send(person, chat, { fault })
    const done = await reader.done()
    expect({ status: done.status, code: done.error?.code }).toEqual({ status, code })
    expect(done.message.content).toBe(textOf(reader.events))
    expect(done.message.content).not.toMatch(/think>|\uFFFD/)
    expect(done.message.error?.code).toBe(code)
    expect(await usageOf(chat.id)).toMatchObject([{ outcome: status }])
    const next = await app.send(person, { id: chat.id, version: done.version }, { fault: 'tokens=2' })
    expect((await next.done()).status).toBe('completed')
  })
})
