// Temporary chats over HTTP, and what is left of them: in the tables, in the files of the database and in its write-ahead log.
import type { Chat, ChatProfile } from '@heddle/contracts/chat/chat'
import type { UploadResult } from '@heddle/contracts/chat/chat-file'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../../test/chat/chat-app.ts'
import { indexMessages } from '../../../../test/chat/index-messages.ts'
import { createForm } from '../../../../test/files/form.ts'
import { until } from '../../../../test/until.ts'

const lines: string[] = []
const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp({ log })
})
afterAll(() => app.close())

type Person = Awaited<ReturnType<ChatApp['createPerson']>>
type Profile = { readonly chat: ChatProfile }

const url = (chat: { id: string }, path = '') => `/api/v1/chat/${chat.id}${path}`

async function begin(person: Person, assistantId: string) {
  const response = await person.post('/api/v1/chat', { chat: { assistant_id: assistantId, temporary: true } })
  expect(response.statusCode).toBe(200)
  return response.json<{ chat: Chat }>().chat
}

async function createTemporary() {
  const scene = await app.createScene()
  return { ...scene, chat: await begin(scene.person, scene.assistant.id) }
}

const codeOf = ({ json }: { json: () => { detail: { code: string } } }) => json().detail.code
const readChat = async (person: Person, chat: { id: string }) => (await person.get(url(chat))).json<{ chat: Chat }>().chat
const textsOf = (chat: Chat) => chat.messages.map(({ content }) => content)
const end = (chat: { id: string }) => app.db.chat.update({ where: { id: chat.id }, data: { temporaryUntil: new Date(Date.now() - 1) } })

/** Asks the model to say the text again; returns how the chat stands then. */
async function say(person: Person, chat: { id: string; version: number }, text: string, fault = 'tps=0') {
  const reader = await app.send(person, chat, { content: `${text} [[demo:echo,${fault}]]` })
  const { version, message, status } = await reader.done()
  return { id: chat.id, version, message, status, events: reader.events }
}

async function upload(person: Person, chat: { id: string }, name: string, content: string) {
  const { headers, payload } = createForm([{ name, content }])
  const response = await app.app.inject({ method: 'POST', url: url(chat, '/file'), headers: { ...person.headers, ...headers }, payload })
  const [file] = response.json<{ results: UploadResult[] }>().results
  if (file?.state !== 'ready') throw new Error(`Not taken: ${response.body}`)
  return file
}

/** Every row of every table that has the text. */
async function findRows(text: string): Promise<string[]> {
  const tables = await app.db.$queryRaw<{ name: string }[]>`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
    WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE'`
  const found: string[] = []
  for (const { name } of tables) {
    const { rowCount } = await app.dependencies.pool.query(`SELECT FROM ${name} t WHERE strpos(t::text, $1) > 0`, [text])
    if (rowCount) found.push(name)
  }
  return found
}

type DataDirectory = { readonly path: string; readonly database: string }

/** The data directory of the server, where this machine has it: the server of TEST_DATABASE_URL may be elsewhere. */
async function findDataDirectory(): Promise<DataDirectory | null> {
  const [row] = await app.db.$queryRaw<DataDirectory[]>`
    SELECT setting AS path, (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS database
    FROM pg_settings WHERE name = 'data_directory'`
  return row && existsSync(join(row.path, 'pg_wal')) ? row : null
}

/** Every file of a folder that has the text, also in one below it. */
async function searchFolder(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const found: string[] = []
  for (const path of paths) if ((await readFile(path)).includes(text)) found.push(path)
  return found
}

/** Every file with the text: tables of the database with what was deleted, the write-ahead log, the file store. */
async function findFiles({ path, database }: DataDirectory, text: string): Promise<string[]> {
  await app.asOwner('CHECKPOINT')
  const folders = [join(path, 'base', database), join(path, 'pg_wal'), join(path, 'global'), app.dependencies.config.files.dir ?? '']
  return (await Promise.all(folders.map((folder) => searchFolder(folder, text)))).flat()
}

describe('a temporary chat', () => {
  test('is its owner’s to read and to go on with, from any process, as any other', async () => {
    const { person, chat } = await createTemporary()
    const elsewhere = await app.startSecondProcess()
    const first = await say(person, chat, 'One of Linen.')
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
    await person.post(url(chat, '/stop_generation'))
    const stopped = await there.done()
    const going = await app.continue(person, { id: chat.id, version: stopped.version }, stopped.message.id)
    await going.hasText(stopped.message.content.length + 20)
    await person.post(url(chat, '/stop_generation'))
    const whole = await going.done()
    expect(whole.message.content.startsWith(stopped.message.content)).toBe(true)
    const edited = await app.edit(person, { id: chat.id, version: whole.version }, first.message.id, { content: 'x' })
    expect(edited.error?.code).toBe('CHAT_MESSAGE_NOT_FOUND')
    const told = app.callsOf('Two of wool').at(-1)
    expect(JSON.stringify(told?.body)).toContain('One of Linen.')
    const found = await person.post(url(chat, '/search'), { text: 'one of linen' })
    expect(found.json()).toMatchObject({ matches: [{ index: 0 }, { index: 1 }] })
    expect(await readChat(person, chat)).toMatchObject({ title: null, temporary_until: expect.any(String) as string })
    await elsewhere.close()
  })

  test('is in no list, search, export, report or debug view, and is not kept in order', async () => {
    const { person, assistant, chat } = await createTemporary()
    const text = `canary-${randomUUID()}`
    const { message } = await say(person, chat, text)
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
      person.put(url(chat, '/access_control'), { explicitly_public: true }),
      person.post(url(chat, '/share'), { share: { audience: 'tenant' } }),
      person.post(url(chat, '/share/preview'), { share: { audience: 'tenant' } }),
      person.put(url(chat, '/settings'), { is_pinned: true }),
      person.post(url(chat, '/title'), { name: 'A title' }),
      person.get(url(chat, '/export?format=json')),
      person.post(url(chat, `/message/${message.id}/feedback`), { message_index: 1, rating: 'good' }),
    ])
    expect(refused.map(codeOf)).toEqual(refused.map(() => 'CHAT_IS_TEMPORARY'))
    const bulk = await person.post('/api/v1/chat/bulk', { ids: [chat.id], action: 'pin' })
    expect(bulk.json()).toMatchObject({ results: [{ state: 'failed', error: { code: 'CHAT_NOT_FOUND' } }] })
    const other = await app.createPerson({ tenantId: person.tenantId, role: 'S' })
    expect((await other.get(url(chat))).body).toBe((await other.get(url({ id: randomUUID() }))).body)
    expect(await app.db.usageEvent.findMany({ where: { chatId: chat.id } })).toMatchObject([
      { messageId: message.id, outcome: 'completed' },
    ])
  })

  test('ends an hour after the last use and a day after its beginning at the latest, and is gone before it is deleted', async () => {
    const { person, chat } = await createTemporary()
    const readMinutes = async () => {
      const { temporaryUntil } = await app.db.chat.findUniqueOrThrow({ where: { id: chat.id } })
      return Math.round(((temporaryUntil?.getTime() ?? 0) - Date.now()) / 60_000)
    }
    expect(await readMinutes()).toBe(60)
    await app.db.chat.update({ where: { id: chat.id }, data: { temporaryUntil: new Date(Date.now() + 60_000) } })
    const said = await say(person, chat, 'Still here.')
    expect(await readMinutes()).toBe(60)
    await app.db.chat.update({ where: { id: chat.id }, data: { createdAt: new Date(Date.now() - 23.5 * 3_600_000) } })
    const again = await say(person, said, 'Still here, too.')
    expect(await readMinutes()).toBe(30)
    await end(chat)
    const gone = await Promise.all([person.get(url(chat)), person.get(url(chat, '/profile')), person.post(url(chat, '/keep'))])
    expect(gone.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
    expect((await app.send(person, again, { content: 'And now?' })).error?.code).toBe('CHAT_NOT_FOUND')
  })

  test('is over when its key is gone, as after a crash of the database', async () => {
    const { person, chat } = await createTemporary()
    const said = await say(person, chat, 'Before the crash.')
    await app.asOwner('TRUNCATE temporary_chat_key')
    expect((await person.get(url(chat))).statusCode).toBe(404)
    expect((await app.send(person, said, { content: 'And now?' })).error?.code).toBe('CHAT_NOT_FOUND')
  })

  test('that is kept is an ordinary chat with all that was said, which a search finds', async () => {
    const { person, chat } = await createTemporary()
    const word = `warp${randomUUID()}`
    const first = await say(person, chat, `Which ${word}?`)
    const { version } = await say(person, first, 'And which weft?')
    const before = await readChat(person, chat)
    const text = `Hemp ${'is strong, '.repeat(20)}and does not stretch.`
    const file = await upload(person, chat, 'hemp.txt', text)
    const readFileOf = (range: string) =>
      app.app.inject({ method: 'GET', url: url(chat, `/file/${file.id}`), headers: { ...person.headers, range } })
    expect((await readFileOf('bytes=37-59')).body).toBe(text.slice(37, 60))
    const running = await app.send(person, { id: chat.id, version }, { fault: 'endless,tps=40', file_ids: [file.id] })
    await running.hasText()
    expect(codeOf(await person.post(url(chat, '/keep')))).toBe('CHAT_PUSH_MESSAGE_FAILED')
    await person.post(url(chat, '/stop_generation'))
    await running.done()
    const kept = await person.post(url(chat, '/keep'))
    expect(kept.json<Profile>().chat).toMatchObject({ id: chat.id, temporary_until: null, title: expect.stringContaining(word) as string })
    const after = await readChat(person, chat)
    expect(textsOf(after).slice(0, 4)).toEqual(textsOf(before))
    expect(after.messages.map(({ reasoning }) => reasoning).slice(0, 4)).toEqual(before.messages.map(({ reasoning }) => reasoning))
    const found = await person.post('/api/v1/chat/query', { keywords: word })
    expect(found.json<{ chats: { id: string }[] }>().chats.map(({ id }) => id)).toEqual([chat.id])
    await indexMessages(app.dependencies.pool)
    expect(await findRows(word)).toEqual(expect.arrayContaining(['public.message', 'public.chat']))
    expect(await app.db.temporaryChatKey.count({ where: { chatId: chat.id } })).toBe(0)
    expect((await readFileOf('bytes=0-')).body).toBe(text)
    expect((await person.post(url(chat, `/file/${file.id}/page/query`))).json()).toMatchObject({ pages: [{ text }] })
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

describe('fifty canaries of temporary chats', () => {
  const mark = `canary${randomUUID().replaceAll('-', '')}`
  const canaries = Array.from({ length: 50 }, (_, index) => `${mark}${String(index).padStart(2, '0')}`)

  test('are in the stream of their owner, and in no table, file of the database, write-ahead log or line of a log', async () => {
    const { person, assistant, chat } = await createTemporary()
    // That the search finds what is there.
    const control = `control${randomUUID().replaceAll('-', '')}`
    await say(person, await app.startChat(person, assistant.id), control)
    let last: { id: string; version: number } = chat
    for (let index = 0; index < canaries.length; index += 5) {
      const text = canaries.slice(index, index + 5).join(' ')
      const said = await say(person, last, text)
      expect(said.message.content).toBe(text)
      last = said
    }
    const [, , ofName, ofText] = canaries
    const file = await upload(person, chat, `${ofName}.txt`, `${ofText} shrinks by three percent.`)
    expect(file.name).toBe(`${ofName}.txt`)
    const asked = await app.send(person, last, { content: 'By how much does it shrink?', file_ids: [file.id] })
    const cited = (await asked.done()).message
    expect(cited.sources).toMatchObject([{ number: 1, title: `${ofName}.txt`, passage: expect.stringContaining(ofText ?? '') as string }])
    expect((await person.get(url(chat, `/message/${cited.id}/source`))).json()).toEqual({ sources: cited.sources })
    last = await readChat(person, chat)
    const stopped = await app.send(person, last, { content: `${`${mark} `.repeat(80)} [[demo:echo,tps=60]]` })
    await until('a chunk', async () => (await app.db.replyChunk.count({ where: { message: { chatId: chat.id } } })) > 0)
    const directory = await findDataDirectory()
    const searchEverywhere = async (text: string) => [...(await findRows(text)), ...(directory ? await findFiles(directory, text) : [])]
    expect(await searchEverywhere(mark)).toEqual([])
    await person.post(url(chat, '/stop_generation'))
    const { status } = await stopped.done()
    expect(status).toBe('stopped')
    expect(JSON.stringify(await readChat(person, chat))).toContain(mark)
    expect(await searchEverywhere(mark)).toEqual([])
    const kept = await searchEverywhere(control)
    expect(kept).toContain('public.message')
    expect(kept.some((name) => name.includes('/pg_wal/'))).toBe(directory !== null)

    expect((await person.delete(url(chat))).statusCode).toBe(200)
    expect((await person.get(url(chat))).statusCode).toBe(404)
    expect(await app.db.message.count({ where: { chatId: chat.id } })).toBe(0)
    expect(await searchEverywhere(mark)).toEqual([])
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.filter((line) => line.includes(mark))).toEqual([])
  })
})
