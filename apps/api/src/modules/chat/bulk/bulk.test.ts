import type { ChatResult } from '@heddle/contracts/chat/bulk'
import { limits } from '@heddle/contracts/limits'
import { createChat, createChatFolder, createMessage } from '@heddle/db/factories/chat'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unknownId } from '../../../../test/application/test-app.ts'
import { type ChatApp, createChatApp } from '../../../../test/chat/chat-app.ts'
import { unpackZip } from '../../../../test/files/collection-file.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

type Person = Awaited<ReturnType<ChatApp['createPerson']>>

const change = (person: Person, body: object) => person.post('/api/v1/chat/bulk', body)
const statesOf = (response: Awaited<ReturnType<typeof change>>) =>
  response.json<{ results: ChatResult[] }>().results.map((result) => [result.id, result.state === 'done' ? 'done' : result.error.code])
const exportChats = (person: Person, body: object) => person.post('/api/v1/chat/bulk/export', body)

/** Two chats of a person, one that others share with them, and one that is not there. */
async function createChats() {
  const { person, chat, tenantId } = await app.createScene()
  const ownerId = person.user.id
  const other = await createChat(app.db, { ownerId, title: 'a/b: "c"' })
  const shared = await createChat(app.db, {
    ownerId: (await app.createPerson({ tenantId })).user.id,
    explicitlyPublic: true,
    title: 'a/b: "c"',
  })
  const own = [chat.id, other.id]
  const unknown = unknownId()
  const find = () => app.db.chat.findMany({ where: { id: { in: [...own, shared.id] } }, orderBy: { id: 'asc' } })
  return { person, own, chat, other, shared, unknown, ids: [chat.id, shared.id, unknown, other.id], find }
}

describe('changing many chats', () => {
  test('moves, pins and archives those of the user, and tells of each other that it is not there', async () => {
    const { person, own, shared, unknown, ids, find } = await createChats()
    const folder = await createChatFolder(app.db, { ownerId: person.user.id })
    const before = await find()
    const [first, second] = own
    const expected = [
      [first, 'done'],
      [shared.id, 'CHAT_NOT_FOUND'],
      [unknown, 'CHAT_NOT_FOUND'],
      [second, 'done'],
    ]
    const act = async (body: object) => {
      expect(statesOf(await change(person, { ids, ...body }))).toEqual(expected)
      return (await find()).map(({ folderId, pinnedAt, archivedAt }) => [folderId, pinnedAt !== null, archivedAt !== null])
    }
    const others = [null, false, false]
    expect(await act({ action: 'move', folder_id: folder.id })).toEqual([[folder.id, false, false], [folder.id, false, false], others])
    expect(await act({ action: 'pin' })).toEqual([[folder.id, true, false], [folder.id, true, false], others])
    expect(await act({ action: 'archive' })).toEqual([[folder.id, true, true], [folder.id, true, true], others])
    expect(await act({ action: 'restore' })).toEqual([[folder.id, true, false], [folder.id, true, false], others])
    expect(await act({ action: 'unpin' })).toEqual([[folder.id, false, false], [folder.id, false, false], others])
    expect(await act({ action: 'move', folder_id: null })).toEqual([others, others, others])
    expect(await find()).toEqual(before)
  })

  test('moves none into a folder of another', async () => {
    const { person, own, shared, find } = await createChats()
    const folder = await createChatFolder(app.db, { ownerId: shared.ownerId })
    const refused = await change(person, { ids: own, action: 'move', folder_id: folder.id })
    expect(refused.json().detail.code).toBe('CHAT_FOLDER_NOT_FOUND')
    expect((await find()).map(({ folderId }) => folderId)).toEqual([null, null, null])
  })

  test('deletes those of the user, and stops their replies', async () => {
    const { person, chat, shared, ids, find } = await createChats()
    const { ended } = await app.send(person, chat, { fault: 'tokens=1000,tps=20' })
    expect(statesOf(await change(person, { ids, action: 'delete' })).map(([, state]) => state)).toEqual([
      'done',
      'CHAT_NOT_FOUND',
      'CHAT_NOT_FOUND',
      'done',
    ])
    expect((await ended).at(-1)).not.toMatchObject({ message: { status: 'completed' } })
    expect((await find()).map(({ id }) => id)).toEqual([shared.id])
  })

  test('takes so many and no more', async () => {
    const person = await app.createPerson()
    const ids = Array.from({ length: limits.chatsPerCall }, unknownId)
    expect((await change(person, { ids, action: 'pin' })).statusCode).toBe(200)
    expect((await change(person, { ids: [...ids, unknownId()], action: 'pin' })).statusCode).toBe(400)
  })
})

describe('exporting many chats', () => {
  test('is a zip with a file of each that is readable, as the export of one has it', async () => {
    const { person, other, shared, unknown, ids } = await createChats()
    await createMessage(app.db, { chatId: other.id, content: 'What is a heddle?' })
    const response = await exportChats(person, { ids, format: 'json' })
    expect(response.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'private, no-store' })
    const entries = await unpackZip(response.rawPayload)
    expect([...entries.keys()]).toEqual(['001 chat.json', '002 a b c.json', '004 a b c.json', 'not-found.txt'])
    expect(entries.get('not-found.txt')?.toString()).toBe(`${unknown}\n`)
    const texts = ['002 a b c.json', '004 a b c.json'].map((name) => JSON.parse(entries.get(name)?.toString() ?? ''))
    expect(texts).toMatchObject([
      { format: 'heddle-chat', chat: { id: shared.id } },
      { chat: { id: other.id }, messages: [{ content: 'What is a heddle?' }] },
    ])
    const markdown = await unpackZip((await exportChats(person, { ids: [other.id], format: 'md' })).rawPayload)
    expect(markdown.get('001 a b c.md')?.toString()).toContain('> What is a heddle?')
  })

  test('refuses what is no time zone', async () => {
    const { person, own } = await createChats()
    const refused = await exportChats(person, { ids: own, format: 'md', time_zone: 'Loom/Warp' })
    expect(refused.json().detail).toMatchObject({ code: 'BAD_REQUEST', params: { fields: [{ path: 'body/time_zone' }] } })
  })
})
