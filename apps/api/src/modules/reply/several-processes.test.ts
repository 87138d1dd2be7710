// Several processes on one database: what one makes, every other can show and stop; what one leaves behind, another ends.
import { createMessage, createRunningReply } from '@heddle/db/factories/chat'
import { countTokens } from '@heddle/text/count-tokens'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../test/chat/chat-app.ts'
import { startChildProcess } from '../../../test/application/child-process.ts'
import { unknownId } from '../../../test/application/test-app.ts'
import { until } from '../../../test/until.ts'
import { createOrphanSweeper } from './sweep/orphan-sweeper.ts'
import { followRemoteReply } from './stream/follow-remote-reply.ts'
import { createReplyNotifications } from './stream/notifications.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

const usageOf = (chatId: string) => app.db.usageEvent.findMany({ where: { chatId } })
const lastReply = (chatId: string) => app.db.message.findFirstOrThrow({ where: { chatId, role: 'assistant' }, orderBy: { id: 'desc' } })
const sweeper = () => createOrphanSweeper({ store: app.messageStore, countTokens, log: app.dependencies.log })
const expireLease = (chatId: string) =>
  app.db.runningReply.updateMany({ where: { message: { chatId } }, data: { leaseExpiresAt: new Date(Date.now() - 1_000) } })

/** A reply without a process: as a killed process leaves it behind. */
async function createOrphan() {
  const scene = await app.createScene()
  const reader = await app.send(scene.person, scene.chat, { fault: 'tokens=3' })
  const done = await reader.done()
  await app.db.usageEvent.deleteMany({ where: { chatId: scene.chat.id } })
  const { runId } = await app.db.message.update({
    where: { id: done.message.id },
    data: { status: 'generating', finishedAt: null },
  })
  await app.db.usageCall.deleteMany({ where: { runId: runId ?? '' } })
  await createRunningReply(app.db, { runId: runId ?? '', leaseExpiresAt: new Date(Date.now() - 1_000) })
  return { ...scene, version: done.version, done }
}

describe('another process', () => {
  let other: Awaited<ReturnType<ChatApp['startSecondProcess']>>
  beforeAll(async () => {
    other = await app.startSecondProcess()
  })
  afterAll(() => other.close())

  test('shows the reply without losing or repeating a word, and its end', async () => {
    const { person, chat } = await app.createScene()
    const reader = await app.send(person, chat, { fault: 'tokens=150,tps=60' })
    await reader.hasText()
    const there = await app.rejoin(person, chat.id, other.origin)
    const [done, doneThere] = await Promise.all([reader.done(), there.done()])
    expect(there.events[0]?.type).toBe('snapshot')
    expect(there.events.filter(({ type }) => type === 'delta').length).toBeGreaterThan(0)
    expect(there.text()).toBe(done.message.content)
    expect(doneThere).toEqual(done)
  })

  test('stops the reply: the upstream is closed within 2 s', async () => {
    const { person, chat } = await app.createScene()
    const reader = await app.send(person, chat, { fault: 'endless,tps=52' })
    await reader.hasText()
    const response = await fetch(`${other.origin}/api/v1/chat/${chat.id}/stop_generation`, { method: 'POST', headers: person.headers })
    expect(await response.json()).toEqual({ stopping: true })
    await until('the upstream to be closed', () => app.callsOf('endless,tps=52')[0]?.aborted, 2_000)
    expect((await reader.done()).status).toBe('stopped')
    expect(await usageOf(chat.id)).toMatchObject([{ outcome: 'stopped' }])
  })

  test('notices a stop also when its notification was lost', async () => {
    const { person, chat } = await app.createScene()
    const reader = await app.send(person, chat, { fault: 'endless,tps=53' })
    await reader.hasText()
    await app.db.runningReply.updateMany({ where: { message: { chatId: chat.id } }, data: { stopRequestedAt: new Date() } })
    await until('the upstream to be closed', () => app.callsOf('endless,tps=53')[0]?.aborted, 2_000)
    expect((await reader.done()).status).toBe('stopped')
  })

  test('ends the stream of a reader when the chat is deleted elsewhere', async () => {
    const { person, chat } = await app.createScene()
    const reader = await app.send(person, chat, { fault: 'endless,tps=54' })
    await reader.hasText()
    const there = await app.rejoin(person, chat.id, other.origin)
    await until('the snapshot', () => there.events.length > 0)
    await fetch(`${other.origin}/api/v1/chat/${chat.id}`, { method: 'DELETE', headers: person.headers })
    expect((await reader.done()).status).toBe('stopped')
    expect((await there.done()).status).toBe('stopped')
    await until('the usage', async () => (await usageOf(chat.id)).length === 1)
  })

  test('answers a reader who comes as the chat is deleted that there is none', async () => {
    const { person, chat } = await app.createScene()
    const { config, log } = app.dependencies
    const notifications = createReplyNotifications({ databaseUrl: config.databaseUrl, log })
    const reply = { replyId: unknownId(), chatId: chat.id, readerId: person.user.id }
    const events = followRemoteReply({ store: app.messageStore, notifications, sweep: sweeper() }, reply, new AbortController().signal)
    await expect(events.next()).rejects.toMatchObject({ code: 'CHAT_NOT_FOUND' })
  })

  test('ends the stream also when the chat is deleted between the end of the reply and the look at it', async () => {
    const { person, chat } = await app.createScene()
    const question = await createMessage(app.db, { chatId: chat.id })
    const reply = await createMessage(app.db, { chatId: chat.id, parentId: question.id, role: 'assistant', status: 'stopped' })
    const { config, log } = app.dependencies
    const notifications = createReplyNotifications({ databaseUrl: config.databaseUrl, log })
    const reader = { replyId: reply.id, chatId: chat.id, readerId: person.user.id }
    const events = followRemoteReply({ store: app.messageStore, notifications, sweep: sweeper() }, reader, new AbortController().signal)
    expect((await events.next()).value).toMatchObject({ type: 'snapshot', text: reply.content })
    await app.db.chat.delete({ where: { id: chat.id } })
    expect((await events.next()).value).toMatchObject({ type: 'done', status: 'stopped', message: { content: reply.content } })
    expect((await events.next()).done).toBe(true)
  })

  test('goes on listening after its connection was cut', async () => {
    const { person, chat } = await app.createScene()
    const connections = () =>
      app.dependencies.pool.query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'heddle replies'`)
    const { rowCount: before } = await connections()
    await app.asOwner(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'heddle replies'`)
    const reader = await app.send(person, chat, { fault: 'endless,tps=55' })
    await reader.hasText()
    await person.post(`/api/v1/chat/${chat.id}/stop_generation`)
    expect((await reader.done()).status).toBe('stopped')
    await until('new connections', async () => (await connections()).rowCount === before)
  })
})

describe('a process that stops', () => {
  test('ends its replies as interrupted, with their text and usage, and tells their readers', async () => {
    const { person, chat } = await app.createScene()
    const other = await app.startSecondProcess()
    const reader = await app.send(person, chat, { fault: 'endless,tps=56', at: other.origin })
    await reader.hasText()
    await other.close()
    const done = await reader.done()
    expect(done).toMatchObject({ status: 'interrupted', error: { code: 'CHAT_REPLY_INTERRUPTED' } })
    expect(done.message.content).toBe(reader.text())
    expect((await lastReply(chat.id)).content).toBe(reader.text())
    expect(await usageOf(chat.id)).toMatchObject([{ outcome: 'interrupted' }])
    const next = await app.send(person, { id: chat.id, version: done.version }, { fault: 'tokens=2' })
    expect((await next.done()).status).toBe('completed')
  })
})

describe('a process that is given time to stop', () => {
  test('lets its replies end, shows them to who comes back for them, and begins no others', async () => {
    const { person, chat, assistant } = await app.createScene()
    const other = await app.startSecondProcess({ drainMs: 15_000 })
    const reader = await app.send(person, chat, { fault: 'tokens=60,tps=30', at: other.origin })
    await reader.hasText()
    other.beginStopping()
    const next = await app.startChat(person, assistant.id)
    const refused = await app.send(person, next, { fault: 'tokens=2', at: other.origin })
    expect([refused.status, refused.error]).toMatchObject([503, { code: 'SERVICE_UNAVAILABLE', params: { retry_after: 1 } }])
    const back = await app.rejoin(person, chat.id, other.origin)
    const [done, doneOfBack] = await Promise.all([reader.done(), back.done()])
    expect([done.status, doneOfBack.status]).toEqual(['completed', 'completed'])
    expect(done.message.content).toBe(reader.text())
    await other.close()
    expect(await usageOf(chat.id)).toMatchObject([{ outcome: 'completed', estimated: false }])
  })
})

describe('a database that is away for a moment', () => {
  test('costs a running reply nothing: its end is saved when it is back', async () => {
    const { person, chat } = await app.createScene()
    const reader = await app.send(person, chat, { fault: 'tokens=60,tps=60' })
    await reader.hasText()
    const server = new pg.Client({ connectionString: inject('testServerUrl') })
    await server.connect()
    const database = new URL(app.dependencies.config.databaseUrl).pathname.slice(1)
    try {
      await server.query(`ALTER DATABASE "${database}" ALLOW_CONNECTIONS false`)
      await server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [database])
      await until('the model to have ended', () => app.callsOf('tokens=60,tps=60')[0]?.closedAt)
    } finally {
      await server.query(`ALTER DATABASE "${database}" ALLOW_CONNECTIONS true`)
      await server.end()
    }
    const done = await reader.done()
    expect(done.status).toBe('completed')
    expect(done.message.content).toBe(reader.text())
    expect(await usageOf(chat.id)).toMatchObject([{ outcome: 'completed', estimated: false }])
  })
})

describe('a crash of the database, which empties the table of running replies,', () => {
  const crash = () => app.asOwner('TRUNCATE running_reply')

  test('costs a reply nothing whose process lives: it saves what it has once more', async () => {
    const { person, chat } = await app.createScene()
    const reader = await app.send(person, chat, { fault: 'tokens=400,tps=200' })
    await reader.hasText(300)
    const { runId } = await lastReply(chat.id)
    const countRows = () => app.db.runningReply.count({ where: { runId: runId ?? '' } })
    await crash()
    await until('the row to be there again', async () => (await countRows()) === 1)
    const shown = reader.text()
    const [saved] = await app.db.$queryRaw<{ text: string }[]>`SELECT saved_text(${runId}::uuid) AS text`
    expect(saved?.text.startsWith(shown)).toBe(true)
    const done = await reader.done()
    expect(done).toMatchObject({ status: 'completed', message: { content: reader.text() } })
    expect(await lastReply(chat.id)).toMatchObject({ status: 'completed', content: reader.text() })
  })

  test('leaves the chunks of a reply whose process died too, which is ended when it has not come back for the time of a lease', async () => {
    const { chat, done } = await createOrphan()
    const { runId, content } = await lastReply(chat.id)
    await app.db.replyChunk.create({ data: { runId: runId ?? '', number: 0, text: ' and more', reasoning: '' } })
    await crash()
    let now = 0
    const { log } = app.dependencies
    const sweep = createOrphanSweeper({ store: app.messageStore, countTokens, log, now: () => now })
    expect(await sweep()).toBe(0)
    now += 14_000
    expect(await sweep()).toBe(0)
    now += 1_000
    expect(await sweep()).toBe(1)
    expect(content).toBe(done.message.content)
    expect(await lastReply(chat.id)).toMatchObject({ status: 'interrupted', content: `${content} and more` })
  })
})

describe('an orphaned reply', () => {
  test('is ended by the sweeper with its text, once, and counted by estimate', async () => {
    const { chat, done } = await createOrphan()
    const swept = await Promise.all([sweeper()(), sweeper()()])
    expect(swept.toSorted((one, other) => one - other)).toEqual([0, 1])
    expect(await lastReply(chat.id)).toMatchObject({
      status: 'interrupted',
      content: done.message.content,
      error: { code: 'CHAT_REPLY_INTERRUPTED' },
    })
    expect(await usageOf(chat.id)).toMatchObject([{ outcome: 'interrupted', estimated: true }])
  })

  test('is ended when the chat is read', async () => {
    const { chat, person } = await createOrphan()
    const response = await person.get(`/api/v1/chat/${chat.id}`)
    expect(response.json()).toMatchObject({ chat: { is_generating: false, messages: [{}, { status: 'interrupted' }] } })
  })

  test('is ended when it is joined', async () => {
    const { chat, person } = await createOrphan()
    const reader = await app.rejoin(person, chat.id)
    expect(await reader.done()).toMatchObject({ status: 'interrupted', error: { code: 'CHAT_REPLY_INTERRUPTED' } })
    expect(reader.events).toHaveLength(1)
  })

  test('does not hold up the next message, sent with the version before', async () => {
    const { chat, person, version } = await createOrphan()
    const reader = await app.send(person, { id: chat.id, version }, { fault: 'tokens=2' })
    expect((await reader.done()).status).toBe('completed')
  })

  test('is ended however long ago it was left', async () => {
    const { chat } = await createOrphan()
    await app.db.message.updateMany({ where: { chatId: chat.id }, data: { runStartedAt: new Date(Date.now() - 40 * 24 * 60 * 60 * 1000) } })
    expect(await sweeper()()).toBe(1)
    expect(await usageOf(chat.id)).toMatchObject([{ outcome: 'interrupted', latencyMs: 2 ** 31 - 1 }])
  })

  test('that cannot be ended does not keep the others from it', async () => {
    const [first, second] = [await createOrphan(), await createOrphan()]
    const constraint = 'usage_event_refused_by_a_test'
    await app.asOwner(`ALTER TABLE usage_event ADD CONSTRAINT ${constraint} CHECK (chat_id <> '${first.chat.id}') NOT VALID`)
    expect(await sweeper()()).toBe(1)
    expect(await lastReply(second.chat.id)).toMatchObject({ status: 'interrupted' })
    await app.asOwner(`ALTER TABLE usage_event DROP CONSTRAINT ${constraint}`)
    expect(await sweeper()()).toBe(1)
    expect(await lastReply(first.chat.id)).toMatchObject({ status: 'interrupted' })
  })

  test('whose process comes back is not counted twice', async () => {
    const { person, chat } = await app.createScene()
    const reader = await app.send(person, chat, { fault: 'endless,tps=57' })
    await reader.hasText()
    await until('the sweeper to win against the renewal of the lease', async () => {
      await expireLease(chat.id)
      return (await sweeper()(chat.id)) === 1
    })
    const done = await reader.done()
    expect(done.status).toBe('interrupted')
    expect(reader.text()).toBe(done.message.content)
    await until('the upstream to be closed', () => app.callsOf('endless,tps=57')[0]?.aborted)
    expect(await usageOf(chat.id)).toMatchObject([{ outcome: 'interrupted' }])
  })
})

describe('a reply that goes on while its last run is not over', () => {
  test('has that run ended, and can be stopped itself', async () => {
    const { person, chat } = await app.createScene()
    const before = await app.send(person, chat, { fault: 'stall=5,reasoning=none' })
    await before.hasText()
    const { id: replyId } = await lastReply(chat.id)
    await until('the sweeper to win against the renewal of the lease', async () => {
      await expireLease(chat.id)
      return (await sweeper()(chat.id)) === 1
    })
    const after = await app.continue(person, { id: chat.id, version: chat.version + 2 }, replyId)
    await until('the end of the run before', () => app.callsOf('stall=5,reasoning=none')[0]?.aborted)
    expect((await before.done()).status).toBe('stopped')
    await after.hasText(before.text().length + 1)
    expect((await lastReply(chat.id)).status).toBe('generating')
    await person.post(`/api/v1/chat/${chat.id}/stop_generation`)
    expect(await after.done()).toMatchObject({ status: 'stopped', message: { id: replyId } })
    await until('the end of this run', () => app.callsOf('stall=5,reasoning=none')[1]?.aborted)
    expect(await usageOf(chat.id)).toHaveLength(2)
  })

  test('is not stopped by the word to stop that run', async () => {
    const { person, chat } = await app.createScene()
    const other = await app.startSecondProcess()
    const before = await app.send(person, chat, { fault: 'endless,tps=59,reasoning=none', at: other.origin })
    await before.hasText()
    const { id: replyId, runId } = await lastReply(chat.id)
    const told: unknown[] = []
    const listener = await app.dependencies.pool.connect()
    listener.on('notification', ({ payload }) => told.push(payload))
    await listener.query('LISTEN heddle_reply_stop')
    await person.post(`/api/v1/chat/${chat.id}/stop_generation`)
    const { version } = await before.done()
    await until('the word to stop', () => told.length > 0)
    listener.release(true)
    expect(told).toEqual([runId])
    const after = await app.continue(person, { id: chat.id, version }, replyId)
    // As it comes over a connection that was slow.
    await app.dependencies.pool.query(`SELECT pg_notify('heddle_reply_stop', $1)`, [told[0]])
    await after.hasText(before.text().length + 40)
    expect((await lastReply(chat.id)).status).toBe('generating')
    await person.post(`/api/v1/chat/${chat.id}/stop_generation`)
    expect((await after.done()).status).toBe('stopped')
    await other.close()
  })
})

describe('a process that is killed', () => {
  test('leaves a reply that has every word it showed, and a chat that goes on', async () => {
    const { person, chat } = await app.createScene()
    const { child, origin } = await startChildProcess(app)
    const reader = await app.send(person, chat, { fault: 'endless,tps=200', at: origin })
    await reader.hasText(200)
    child.kill('SIGKILL')
    await reader.ended.catch(() => {})
    const shown = reader.text()
    await expireLease(chat.id)
    const again = await app.rejoin(person, chat.id)
    const done = await again.done()
    expect(done.status).toBe('interrupted')
    expect(done.message.content.startsWith(shown)).toBe(true)
    const next = await app.send(person, { id: chat.id, version: done.version }, { fault: 'tokens=2' })
    expect((await next.done()).status).toBe('completed')
  })
})
