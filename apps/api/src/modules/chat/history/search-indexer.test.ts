import type { ChatSummary } from '@heddle/contracts/chat/chat'
import type { ChatMatch } from '@heddle/contracts/chat/history'
import { createChat, createMessage } from '@heddle/db/factories/chat'
import fc from 'fast-check'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { type ChatApp, createChatApp } from '../../../../test/chat/chat-app.ts'
import { indexMessages } from '../../../../test/chat/index-messages.ts'
import { codeCache } from '../../../../../../scripts/processes/code-cache.ts'
import { rounds } from '../../../../../../scripts/testing/rounds.ts'
import { execute } from '../../../../../../scripts/testing/execute.ts'
import { testSecretKey } from '../../../../test/application/test-app.ts'
import { until } from '../../../../test/until.ts'
import { formatSignature } from './search-index.sql.ts'
import { searchChats } from './search.sql.ts'
import { maxSegmentBytes, messageSeparator } from './segments.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
beforeEach(() => app.db.searchPending.deleteMany())
afterAll(() => app.close())

type Person = Awaited<ReturnType<ChatApp['createPerson']>>

const index = (restSeconds?: number) => indexMessages(app.dependencies.pool, restSeconds)

async function search(person: Person, keywords: string) {
  const response = await person.post('/api/v1/chat/query', { keywords })
  return response.json<{ chats: (ChatSummary & { match: ChatMatch })[] }>().chats
}
const findMessageIds = async (person: Person, keywords: string) => (await search(person, keywords)).map(({ match }) => match.message_id)

async function createScene() {
  const person = await app.createPerson()
  const chat = await createChat(app.db, { ownerId: person.user.id, title: null })
  return { person, chat }
}

const readSegments = (chatId: string) =>
  app.db.chatText.findMany({ where: { chatId }, orderBy: { firstMessageId: 'asc' }, omit: { signature: true } })
const readTexts = async (chatId: string) => (await readSegments(chatId)).flatMap(({ text }) => text.split(messageSeparator))
const countPending = () => app.db.searchPending.count()

/** A reply that has ended, continued. */
async function continueReply(id: string, content: string) {
  await app.db.message.update({ where: { id }, data: { status: 'generating' } })
  await app.db.message.update({ where: { id }, data: { status: 'completed', content } })
}

describe('indexing messages', () => {
  test('waits until a message of the chat has rested, and takes the others of the chat with it', async () => {
    const { person, chat } = await createScene()
    await createMessage(app.db, { chatId: chat.id, content: 'warp' })
    expect(await index(60)).toBe(0)
    expect(await readSegments(chat.id)).toEqual([])
    await app.db.searchPending.updateMany({ data: { createdAt: new Date(Date.now() - 61_000) } })
    await createMessage(app.db, { chatId: chat.id, content: 'weft' })
    expect(await index(60)).toBe(2)
    expect(await readTexts(chat.id)).toEqual(['warp', 'weft'])
    expect(await countPending()).toBe(0)
    expect(await search(person, 'weft')).toHaveLength(1)
  })

  test.each([
    { where: 'one chat', chats: 1, messages: 260 },
    { where: 'many chats', chats: 130, messages: 2 },
  ])('does not wait with what one person has said in $where, as each search of the person reads it', async ({ chats, messages }) => {
    const [{ person, chat }, other] = [await createScene(), await createScene()]
    const more = Array.from({ length: chats - 1 }, () => ({ ...chat, id: randomUUID() }))
    await app.db.chat.createMany({ data: more })
    await app.db.message.createMany({
      data: [chat, ...more].flatMap(({ id }) =>
        Array.from({ length: messages }, (_, depth) => ({
          chatId: id,
          depth,
          role: 'user' as const,
          responseLanguage: 'en' as const,
          content: 'warp',
        })),
      ),
    })
    await createMessage(app.db, { chatId: other.chat.id, content: 'weft' })
    await index(60)
    const waiting = await app.db.searchPending.groupBy({ by: ['chatId'], _count: true })
    expect(waiting.filter(({ chatId }) => chatId === other.chat.id)).toHaveLength(1)
    expect(waiting.reduce((sum, { _count }) => sum + _count, 0)).toBeLessThanOrEqual(1 + 50)
    expect(await search(person, 'warp')).toHaveLength(Math.min(chats, 20))
  })

  test('takes a question with its reply, once that has ended', async () => {
    const { person, chat } = await createScene()
    const question = await createMessage(app.db, { chatId: chat.id, content: 'which warp' })
    const reply = await createMessage(app.db, { chatId: chat.id, role: 'assistant', status: 'generating', content: 'half' })
    expect(await index()).toBe(0)
    expect(await findMessageIds(person, 'warp half')).toEqual([question.id])
    await app.db.message.update({ where: { id: reply.id }, data: { status: 'completed', content: 'a whole weft' } })
    expect(await index()).toBe(2)
    expect(await readTexts(chat.id)).toEqual(['which warp', 'a whole weft'])
  })

  test('replaces the text of a reply that was continued, also when both ends come together', async () => {
    const { person, chat } = await createScene()
    const reply = await createMessage(app.db, { chatId: chat.id, role: 'assistant', status: 'stopped', content: 'first' })
    await continueReply(reply.id, 'first second')
    expect(await index()).toBe(2)
    expect(await readTexts(chat.id)).toEqual(['first second'])
    const last = await createMessage(app.db, { chatId: chat.id, content: 'and then' })
    await index()
    await continueReply(reply.id, 'third')
    expect(await findMessageIds(person, 'second')).toEqual([])
    expect(await findMessageIds(person, 'third')).toEqual([reply.id])
    expect(await findMessageIds(person, 'first then')).toEqual([last.id])
    await index()
    expect(await readTexts(chat.id)).toEqual(['third', 'and then'])
    expect(await findMessageIds(person, 'second')).toEqual([])
    expect(await findMessageIds(person, 'third')).toEqual([reply.id])
  })

  test('keeps each segment of a long chat short, and writes no other than the one that it appends to', async () => {
    const { person, chat } = await createScene()
    const count = 400
    await app.db.message.createMany({
      data: Array.from({ length: count }, (_, number) => ({
        chatId: chat.id,
        depth: number,
        role: 'user',
        responseLanguage: 'en',
        content: `warp${number}. ${'weft '.repeat(600)}`,
      })),
    })
    expect(await index()).toBe(count)
    const segments = await readSegments(chat.id)
    for (const { text } of segments) expect(text.length).toBeLessThanOrEqual(maxSegmentBytes)
    expect(segments.flatMap(({ messageIds }) => messageIds)).toHaveLength(count)
    const readVersions = () =>
      app.db.$queryRaw<object[]>`SELECT first_message_id, xmin::text FROM chat_text WHERE chat_id = ${chat.id}::uuid`
    const versions = await readVersions()
    await createMessage(app.db, { chatId: chat.id, content: 'heddle' })
    await index()
    const changed = (await readVersions()).filter((version) => !versions.some((old) => JSON.stringify(old) === JSON.stringify(version)))
    expect(changed).toHaveLength(1)
    expect(await search(person, 'warp399')).toHaveLength(1)
  })

  test('is done by one of several workers at a time, and each message once', async () => {
    const scenes = await Promise.all(Array.from({ length: 30 }, createScene))
    for (const { chat } of scenes) {
      for (let number = 0; number < 10; number++) await createMessage(app.db, { chatId: chat.id, content: `warp ${number}` })
    }
    const counts = await Promise.all([index(), index(), index()])
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(300)
    const expected = Array.from({ length: 10 }, (_, number) => `warp ${number}`)
    for (const { chat } of scenes) expect(await readTexts(chat.id)).toEqual(expected)
  })

  test('forgets the messages of a chat that was deleted, and does not wait for one that is being deleted', async () => {
    const { chat } = await createScene()
    const other = await createScene()
    await createMessage(app.db, { chatId: chat.id, content: 'warp' })
    await createMessage(app.db, { chatId: other.chat.id, content: 'weft' })
    await inTransaction(app.dependencies.pool, async (client) => {
      await client.query('DELETE FROM chat WHERE id = $1', [chat.id])
      expect(await index()).toBe(1)
      expect(await readTexts(other.chat.id)).toEqual(['weft'])
      expect(await countPending()).toBe(1)
    })
    expect(await index()).toBe(1)
    expect(await readSegments(chat.id)).toEqual([])
    expect(await countPending()).toBe(0)
  })

  test('cuts and signs what an earlier release has written as one text a chat, which is found meanwhile', async () => {
    const { person, chat } = await createScene()
    for (let number = 0; number < 30; number++)
      await createMessage(app.db, { chatId: chat.id, content: `warp${number} ${'weft '.repeat(300)}` })
    const messages = await app.db.message.findMany({ where: { chatId: chat.id }, orderBy: { id: 'asc' } })
    const firstMessageId = messages[0]?.id ?? ''
    await app.db.searchPending.deleteMany({ where: { messageId: { not: firstMessageId } } })
    await app.db.$executeRaw`INSERT INTO chat_text (chat_id, first_message_id, message_ids, text, signature)
      VALUES (${chat.id}::uuid, ${firstMessageId}::uuid, ${messages.map(({ id }) => id)}::uuid[],
        ${messages.map(({ content }) => content).join(messageSeparator)}, ~ 0::bit(16384))`
    expect(await findMessageIds(person, 'warp29')).toEqual([messages[29]?.id])
    expect(await index()).toBe(1)
    expect((await readSegments(chat.id)).length).toBeGreaterThan(2)
    const signed = await app.db.chatText.findMany({ where: { chatId: chat.id }, select: { text: true, signature: true } })
    for (const { text, signature } of signed) {
      const [row] = await app.db.$queryRaw<{ bits: string }[]>`SELECT (${formatSignature(text)}::bit(16384))::text AS bits`
      expect(signature).toBe(row?.bits)
    }
    expect(await findMessageIds(person, 'warp29')).toEqual([messages[29]?.id])
  })

  test('is undone when its worker is killed in the middle, and done by the next', async () => {
    const { person, chat } = await createScene()
    await createMessage(app.db, { chatId: chat.id, content: 'warp' })
    await index()
    const { id } = await createMessage(app.db, { chatId: chat.id, content: 'weft' })
    await app.db.searchPending.updateMany({ data: { createdAt: new Date(0) } })
    await inTransaction(app.dependencies.pool, async (client) => {
      await client.query('SELECT FROM chat_text WHERE chat_id = $1 FOR UPDATE', [chat.id])
      const worker = startWorker()
      await until('a worker that waits to write the segment', async () => {
        const waiting = await app.db.$queryRaw<object[]>`
          SELECT pid FROM pg_locks waiting JOIN pg_locks held USING (pid) JOIN pg_database d ON d.oid = held.database
          WHERE NOT waiting.granted AND held.relation = 'chat_text'::regclass AND d.datname = current_database()`
        return waiting.length > 0
      })
      worker.kill('SIGKILL')
      await once(worker, 'exit')
      expect(await findMessageIds(person, 'weft')).toEqual([id])
    })
    await until('an index that has the message', async () => (await index()) > 0)
    expect(await readTexts(chat.id)).toEqual(['warp', 'weft'])
    expect(await findMessageIds(person, 'weft')).toEqual([id])
  })
})

/** The worker as a process of its own, killed at the end of the test. */
function startWorker() {
  const worker = spawn(process.execPath, [fileURLToPath(new URL('../../../programs/worker.ts', import.meta.url))], {
    env: {
      ...codeCache,
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      SECRET_KEY: testSecretKey,
      DATABASE_URL: app.dependencies.config.databaseUrl,
      MODEL_BASE_URL: app.demo.url,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onTestFinished(() => void worker.kill('SIGKILL'))
  return worker
}

describe('a search', () => {
  test('looks up what waits in each chat, also where one chat has all that waits', async () => {
    const { person, chat } = await createScene()
    await app.db.searchPending.createMany({ data: Array.from({ length: 2_000 }, () => ({ chatId: chat.id, messageId: randomUUID() })) })
    await execute(app.dependencies.config.databaseUrl, 'VACUUM ANALYZE search_pending')
    const { pool } = app.dependencies
    const plans: unknown[] = []
    const explain = async (text: string, values: unknown[]) => {
      plans.push(...(await pool.query<object>(`EXPLAIN ${text}`, values)).rows)
      return { rows: [] }
    }
    const { user, tenantId } = person
    await searchChats({ query: explain } as unknown as Pool, ['warp'], {
      ownerId: user.id,
      tenantId,
      filters: {},
      asOf: new Date(),
      after: null,
      take: 21,
    })
    const plan = JSON.stringify(plans, null, 1)
    expect(plan).toContain('search_pending_pkey')
    expect(plan).not.toContain('Seq Scan on search_pending')
  })

  const words = '斜紋 織物 denim ﬁbre ＣＯＴＴＯＮ ผ้าฝ้าย น้ำ vải lụa VẢI 繊維 ﾃﾞﾆﾑ 強度 100% warp_weft 🧵 İPEK'.split(' ')
  const text = fc.array(fc.constantFrom(...words, ' ', '\u0001'), { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''))
  const chats = fc.array(fc.array(fc.record({ text, long: fc.boolean() }), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 })
  const keyword = fc
    .tuple(text, fc.nat(8), fc.integer({ min: 1, max: 6 }))
    .map(([from, begin, length]) => from.slice(begin, begin + length).toWellFormed())
  const filler = '棉花羊毛 wool '.repeat(1_000)

  test('finds the chats that a plain look into every message finds, whatever of them is indexed', async () => {
    await fc.assert(
      fc.asyncProperty(chats, chats, fc.array(keyword, { minLength: 1, maxLength: 3 }), async (before, after, keywords) => {
        const person = await app.createPerson()
        const ids: string[] = []
        for (const [number, messages] of [...before, ...after].entries()) {
          if (number === before.length) await index()
          // What comes after the indexing is said in the chats that are there, and in new ones.
          const chatId = ids[number - before.length] ?? (await createChat(app.db, { ownerId: person.user.id, title: null })).id
          if (!ids.includes(chatId)) ids.push(chatId)
          for (const { text: said, long } of messages) await createMessage(app.db, { chatId, content: long ? said + filler : said })
        }
        const typed = keywords.join(' ')
        const wanted = typed.split(/\s+/u).filter((word) => word.replaceAll('\u0001', '').trim() !== '')
        const expected = await app.db.$queryRaw<{ id: string }[]>`
          SELECT DISTINCT c.id FROM chat c JOIN message m ON m.chat_id = c.id CROSS JOIN unnest(${wanted}::text[]) keyword
          WHERE c.owner_id = ${person.user.id}::uuid AND strpos(replace(fold(m.content), chr(1), ' '), replace(fold(keyword), chr(1), '')) > 0`
        if (wanted.length === 0) return
        const found = (await search(person, typed)).map(({ id }) => id)
        expect(found.toSorted()).toEqual(expected.map(({ id }) => id).toSorted())
        await index()
        expect((await search(person, typed)).map(({ id }) => id)).toEqual(found)
      }),
      { numRuns: rounds(10, 25) },
    )
  })
})
