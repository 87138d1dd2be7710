import type { ChatFilters, queryChats as listOfChats } from '@heddle/contracts/chat/history'
import type { ChatFolder } from '@heddle/contracts/chat/folder'
import type { ChatSummary } from '@heddle/contracts/chat/chat'
import type { EndpointResponse } from '@heddle/contracts/endpoint'
import { limits } from '@heddle/contracts/limits'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createChat, createChatFolder, createChatShare, createMessage } from '@heddle/db/factories/chat'
import { createTenant } from '@heddle/db/factories/tenant'
import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unknownId } from '../../../../test/application/test-app.ts'
import { type ChatApp, createChatApp } from '../../../../test/chat/chat-app.ts'
import { execute } from '../../../../../../scripts/testing/execute.ts'
import { indexMessages } from '../../../../test/chat/index-messages.ts'
import { listChats } from '../chat.sql.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

type Person = Awaited<ReturnType<ChatApp['createPerson']>>
type Response = Awaited<ReturnType<Person['post']>>
const codeOf = (response: Response) => response.json<{ detail: { code: string } }>().detail.code
const folderOf = (response: Response) => response.json<{ folder: ChatFolder }>().folder

const url = '/api/v1/chat/folder'
const create = async (person: Person, folder: object) => folderOf(await person.post(url, { folder }))
const change = (person: Person, { id, revision }: ChatFolder, folder: object) => person.put(`${url}/${id}`, { revision, folder })

async function listFolders(person: Person, request: object = {}) {
  const response = await person.post(`${url}/query`, request)
  return response.json<{ folders: ChatFolder[]; next_page_token?: string }>()
}
const namesOf = ({ folders }: { folders: ChatFolder[] }) => folders.map(({ name }) => name)

async function queryChats(person: Person, request: object) {
  const response = await person.post('/api/v1/chat/query', request)
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json<EndpointResponse<typeof listOfChats>>()
}
const titlesOf = ({ chats }: { chats: ChatSummary[] }) => chats.map(({ title }) => title)

describe('folders of chats', () => {
  test('are listed in the order of the drawer, each with those in it behind it', async () => {
    const person = await app.createPerson()
    const [looms, yarns] = [await create(person, { name: 'Looms' }), await create(person, { name: 'Yarns', color: 'teal' })]
    await create(person, { name: 'Hemp', parent_id: yarns.id })
    await create(person, { name: 'Shuttles', parent_id: looms.id, instructions: 'In short.' })
    await create(person, { name: 'Jacquard', parent_id: looms.id })
    const listed = await listFolders(person)
    expect(listed.folders).toMatchObject([
      { name: 'Looms', position: 0, parent_id: null, color: null, assistant_id: null, chat_count: 0, revision: 0 },
      { name: 'Shuttles', position: 0, parent_id: looms.id, instructions: 'In short.' },
      { name: 'Jacquard', position: 1, parent_id: looms.id },
      { name: 'Yarns', position: 1, color: 'teal' },
      { name: 'Hemp', position: 0, parent_id: yarns.id },
    ])
    const first = await listFolders(person, { page_size: 2 })
    const second = await listFolders(person, { page_token: first.next_page_token })
    const third = await listFolders(person, { page_token: second.next_page_token })
    expect([first, second, third].flatMap(namesOf)).toEqual(namesOf(listed))
    expect(third.next_page_token).toBeUndefined()
  })

  test('move among those of their parent, into another and out of it', async () => {
    const person = await app.createPerson()
    const [a, b, c] = [await create(person, { name: 'A' }), await create(person, { name: 'B' }), await create(person, { name: 'C' })]
    expect(folderOf(await change(person, c, { position: 0 }))).toMatchObject({ position: 0, revision: 1 })
    expect(namesOf(await listFolders(person))).toEqual(['C', 'A', 'B'])
    expect(folderOf(await change(person, b, { parent_id: a.id }))).toMatchObject({ parent_id: a.id, position: 0 })
    await create(person, { name: 'D', parent_id: a.id })
    const out = await change(person, { ...b, revision: 1 }, { parent_id: null, position: 99, name: 'b', color: 'red' })
    expect(folderOf(out)).toMatchObject({ name: 'b', color: 'red', parent_id: null, position: 2 })
    expect(namesOf(await listFolders(person))).toEqual(['C', 'A', 'D', 'b'])
  })

  test('lie in one that lies in none', async () => {
    const person = await app.createPerson()
    const top = await create(person, { name: 'Top' })
    const nested = await create(person, { name: 'Nested', parent_id: top.id })
    const other = await create(person, { name: 'Other' })
    const refused = [
      await person.post(url, { folder: { name: 'Deep', parent_id: nested.id } }),
      await change(person, other, { parent_id: nested.id }),
      await change(person, top, { parent_id: other.id }),
      await change(person, other, { parent_id: other.id }),
    ]
    expect(refused.map(codeOf)).toEqual(Array(4).fill('CHAT_FOLDER_TOO_DEEP'))
    expect(codeOf(await change(person, other, { parent_id: unknownId() }))).toBe('CHAT_FOLDER_NOT_FOUND')
  })

  test('are refused beyond their number, with an expert of others, and as they no longer are', async () => {
    const person = await app.createPerson()
    const folder = await create(person, { name: 'Looms' })
    const { id: hidden } = await createAssistant(app.db, { tenantId: person.tenantId })
    expect(codeOf(await change(person, folder, { assistant_id: hidden }))).toBe('ASSISTANT_NOT_FOUND')
    expect(codeOf(await change(person, { ...folder, revision: 7 }, { name: 'X' }))).toBe('REVISION_MISMATCH')
    const data = Array.from({ length: limits.foldersPerUser - 1 }, (_, position) => ({
      ownerId: person.user.id,
      tenantId: person.tenantId,
      name: 'One of many',
      position,
    }))
    await app.db.chatFolder.createMany({ data })
    expect(codeOf(await person.post(url, { folder: { name: 'One more' } }))).toBe('CHAT_FOLDER_TOO_MANY')
  })

  test('name their expert as long as the user may use it', async () => {
    const { person, assistant } = await app.createScene()
    const { id, assistant_id } = await create(person, { name: 'Looms', assistant_id: assistant.id })
    expect(assistant_id).toBe(assistant.id)
    await app.db.assistant.update({ where: { id: assistant.id }, data: { isPublic: false } })
    expect((await listFolders(person)).folders).toMatchObject([{ id, assistant_id: null }])
  })

  test("are their owner's alone, in the tenant of which they are", async () => {
    const person = await app.createPerson()
    const folder = await create(person, { name: 'Looms' })
    const administrator = await app.createPerson({ tenantId: person.tenantId, role: 'S' })
    const answers = [
      await change(administrator, folder, { name: 'Mine' }),
      await administrator.delete(`${url}/${folder.id}`),
      await administrator.post(url, { folder: { name: 'In it', parent_id: folder.id } }),
    ]
    expect(answers.map(codeOf)).toEqual(Array(3).fill('CHAT_FOLDER_NOT_FOUND'))
    expect((await listFolders(administrator)).folders).toEqual([])
    const { id: tenantId } = await createTenant(app.db)
    await app.db.chatFolder.update({ where: { id: folder.id }, data: { tenantId } })
    expect((await listFolders(person)).folders).toEqual([])
  })
})

describe('deleting a folder', () => {
  async function createFull() {
    const { person, chat: running } = await app.createScene()
    const ownerId = person.user.id
    const top = await createChatFolder(app.db, { ownerId })
    const nested = await createChatFolder(app.db, { ownerId, parentId: top.id })
    const outside = await createChat(app.db, { ownerId })
    const inside = await createChat(app.db, { ownerId, folderId: nested.id })
    await app.db.chat.update({ where: { id: running.id }, data: { folderId: top.id } })
    const remaining = async () =>
      (await app.db.chat.findMany({ where: { ownerId }, orderBy: { id: 'asc' } })).map(({ id, folderId }) => ({ id, folderId }))
    return { person, top, running, outside, inside, remaining }
  }

  test('leaves its chats, in no folder', async () => {
    const { person, top, running, outside, inside, remaining } = await createFull()
    expect((await person.delete(`${url}/${top.id}`)).json()).toEqual({ success: true })
    expect(await remaining()).toEqual([running, outside, inside].map(({ id }) => ({ id, folderId: null })))
    expect((await listFolders(person)).folders).toEqual([])
  })

  test('deletes its chats where that is wished, and stops their replies', async () => {
    const { person, top, running, outside, remaining } = await createFull()
    const { ended } = await app.send(person, running, { fault: 'tokens=1000,tps=20' })
    expect((await person.delete(`${url}/${top.id}?with_chats=true`)).statusCode).toBe(200)
    expect((await ended).at(-1)).not.toMatchObject({ message: { status: 'completed' } })
    expect(await remaining()).toEqual([{ id: outside.id, folderId: null }])
  })
})

describe('the order of a chat', () => {
  test('is set without a change of its time, and what is not named stays', async () => {
    const { person, chat } = await app.createScene()
    const folder = await create(person, { name: 'Looms' })
    const { updatedAt } = await app.db.chat.findUniqueOrThrow({ where: { id: chat.id } })
    const set = async (body: object) => (await person.put(`/api/v1/chat/${chat.id}/settings`, body)).json<{ chat: ChatSummary }>().chat
    expect(await set({ folder_id: folder.id })).toMatchObject({ folder_id: folder.id, is_pinned: false, is_archived: false })
    expect(await set({ is_pinned: true })).toMatchObject({ folder_id: folder.id, is_pinned: true, is_archived: false })
    expect((await listFolders(person)).folders).toMatchObject([{ chat_count: 1 }])
    expect(await set({ is_archived: true, is_pinned: false })).toMatchObject({ folder_id: folder.id, is_pinned: false, is_archived: true })
    expect((await listFolders(person)).folders).toMatchObject([{ chat_count: 0 }])
    expect(await set({ folder_id: null, is_archived: false })).toMatchObject({ folder_id: null, is_archived: false })
    expect(await app.db.chat.findUniqueOrThrow({ where: { id: chat.id } })).toMatchObject({ updatedAt })
  })

  test("is refused with another's folder, and where a reader sets it", async () => {
    const { person, chat } = await app.createScene()
    const colleague = await app.createPerson({ tenantId: person.tenantId, role: 'A' })
    const folder = await create(colleague, { name: 'Looms' })
    const settings = `/api/v1/chat/${chat.id}/settings`
    expect(codeOf(await person.put(settings, { folder_id: folder.id, is_pinned: true }))).toBe('CHAT_FOLDER_NOT_FOUND')
    await createChatShare(app.db, { chatId: chat.id })
    await app.db.chat.update({ where: { id: chat.id }, data: { pinnedAt: new Date() } })
    expect(codeOf(await colleague.put(settings, { is_archived: true }))).toBe('FORBIDDEN')
    expect((await colleague.get(`/api/v1/chat/${chat.id}/profile`)).json().chat).toMatchObject({ is_pinned: false })
  })

  test('begins with the folder that a new chat is put into', async () => {
    const { person, assistant } = await app.createScene()
    const folder = await create(person, { name: 'Looms' })
    const start = (folderId: string) => person.post('/api/v1/chat', { chat: { assistant_id: assistant.id, folder_id: folderId } })
    expect((await start(folder.id)).json().chat).toMatchObject({ folder_id: folder.id })
    expect(codeOf(await start(unknownId()))).toBe('CHAT_FOLDER_NOT_FOUND')
  })

  test('has an archived chat wake when a message is sent', async () => {
    const { person, chat } = await app.createScene()
    await person.put(`/api/v1/chat/${chat.id}/settings`, { is_archived: true, is_pinned: true })
    await (await app.send(person, chat, { fault: 'tokens=1' })).done()
    expect((await person.get(`/api/v1/chat/${chat.id}/profile`)).json().chat).toMatchObject({ is_archived: false, is_pinned: true })
  })
})

describe('lists and searches of chats', () => {
  test('take filters, which their pages keep', async () => {
    const person = await app.createPerson()
    const ownerId = person.user.id
    const folder = await createChatFolder(app.db, { ownerId })
    const { id: assistantId } = await createAssistant(app.db, { tenantId: person.tenantId })
    const shown = await createAssistant(app.db, { tenantId: person.tenantId, isPublic: true })
    const day = (number: number) => new Date(Date.UTC(2026, 0, number))
    const kinds = {
      plain: { assistantId: shown.id, requestCount: 2 },
      filed: { folderId: folder.id },
      pinned: { pinnedAt: new Date() },
      archived: { archivedAt: new Date() },
      shared: { explicitlyPublic: true, folderId: folder.id },
      long: { requestCount: 9, assistantId },
    }
    for (const [index, [title, order]] of Object.entries(kinds).entries()) {
      const chat = await createChat(app.db, { ownerId, title, assistantId: null, updatedAt: day(index + 1), ...order })
      await createMessage(app.db, { chatId: chat.id, content: 'warp' })
    }
    await indexMessages(app.dependencies.pool)
    const cases: [object, string[]][] = [
      [{}, ['long', 'shared', 'archived', 'pinned', 'filed', 'plain']],
      [{ folder_id: null, is_pinned: false, is_archived: false }, ['long', 'plain']],
      [{ folder_id: folder.id }, ['shared', 'filed']],
      [{ folder_id: folder.id, explicitly_public: false }, ['filed']],
      [{ is_shared: true }, ['shared']],
      [{ is_pinned: true }, ['pinned']],
      [{ is_archived: true }, ['archived']],
      [{ assistant_id: assistantId }, ['long']],
      [{ min_requests: 9 }, ['long']],
      [{ updated_from: day(3).toISOString(), updated_before: day(5).toISOString() }, ['archived', 'pinned']],
    ]
    for (const [filters, titles] of cases) {
      expect(titlesOf(await queryChats(person, filters))).toEqual(titles)
      expect(titlesOf(await queryChats(person, { keywords: 'warp', ...filters }))).toEqual(titles)
    }
    // The expert of the first is no longer the user's to use.
    const listed = await queryChats(person, { folder_id: null, is_pinned: false, is_archived: false })
    expect(listed.chats.map(({ assistant, request_count }) => [assistant, request_count])).toEqual([
      [null, 9],
      [{ id: shown.id, name: shown.name }, 2],
    ])
    for (const keywords of [undefined, 'warp']) {
      const first = await queryChats(person, { keywords, is_archived: false, page_size: 3 })
      const second = await queryChats(person, { page_token: first.next_page_token })
      expect([first, second].flatMap(titlesOf)).toEqual(['long', 'shared', 'pinned', 'filed', 'plain'])
    }
  })

  test('read one index each, among 10,000 chats in 100 folders', async () => {
    const person = await app.createPerson()
    const { tenantId, user } = person
    const ids = Array.from({ length: 100 }, () => randomUUID())
    await app.db.chatFolder.createMany({ data: ids.map((id, position) => ({ id, ownerId: user.id, tenantId, name: 'Looms', position })) })
    await app.db.$executeRaw`
      INSERT INTO chat (id, owner_id, tenant_id, conversation_id, folder_id, updated_at, pinned_at, archived_at)
      SELECT uuidv7(), ${user.id}::uuid, ${tenantId}::uuid, uuidv7(), (${ids}::uuid[])[n % 101], now() - n * interval '1 minute',
        CASE WHEN n % 1000 = 0 THEN now() END, CASE WHEN n % 500 = 7 THEN now() END
      FROM generate_series(1, 10000) n`
    await execute(app.dependencies.config.databaseUrl, 'VACUUM ANALYZE chat')
    const { pool } = app.dependencies
    const explain = async ({ text, values }: { text: string; values: unknown[] }) =>
      pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values)
    const planOf = async (filters: ChatFilters) => {
      const query = { ownerId: user.id, tenantId, filters, asOf: new Date(), after: null, take: 21 }
      const rows = await listChats({ query: explain } as unknown as Pool, query)
      return (rows as unknown as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n')
    }
    const unmoved = (plan: string) => plan.split('CTE moved')[0]
    for (const [filters, index] of [
      [{ folder_id: null, is_pinned: false, is_archived: false }, 'chat_unfiled_idx'],
      [{ folder_id: ids[7] as string, is_archived: false }, 'chat_folder_id_updated_at_id_idx'],
      [{ is_pinned: true, is_archived: false }, 'chat_pinned_idx'],
      [{ is_archived: false }, 'chat_owner_id_updated_at_id_idx'],
      [{}, 'chat_owner_id_updated_at_id_idx'],
    ] as const) {
      const plan = unmoved(await planOf(filters))
      expect(plan).toContain(`using ${index}`)
      expect(plan).not.toContain('Sort Key: c.')
    }
  })

  test("show no chat of another's folder", async () => {
    const person = await app.createPerson()
    const colleague = await app.createPerson({ tenantId: person.tenantId })
    const folder = await createChatFolder(app.db, { ownerId: person.user.id })
    await createChat(app.db, { ownerId: person.user.id, folderId: folder.id, explicitlyPublic: true })
    expect((await queryChats(colleague, { folder_id: folder.id })).chats).toEqual([])
  })
})
