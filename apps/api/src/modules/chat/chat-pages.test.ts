// A chat opens with the last messages of its shown path; the ones before are read page by page.
import type { Chat } from '@heddle/contracts/chat/chat'
import { limits } from '@heddle/contracts/limits'
import type { Message } from '@heddle/contracts/message/message'
import { createMessage } from '@heddle/db/factories/chat'
import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../test/chat/chat-app.ts'
import { unknownId } from '../../../test/application/test-app.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

type Person = Awaited<ReturnType<ChatApp['createPerson']>>
type Node = { readonly id: string; readonly parentId: string | null; readonly depth: number }

/** Inserts a tree: each message answers the one with that index, or none. The last message is shown. */
async function insertTree(chatId: string, parents: readonly (number | null)[]): Promise<Node[]> {
  const nodes: Node[] = []
  for (const index of parents) {
    const parent = index === null ? null : (nodes[index] ?? null)
    nodes.push({ id: randomUUID(), parentId: parent?.id ?? null, depth: parent ? parent.depth + 1 : 0 })
  }
  await app.db.message.createMany({
    data: nodes.map((node) => ({
      ...node,
      chatId,
      content: `Message ${node.depth}`,
      responseLanguage: 'en' as const,
      ...(node.depth % 2 === 0 ? { role: 'user' as const } : { role: 'assistant' as const, runId: randomUUID() }),
    })),
  })
  await show(chatId, nodes.at(-1)?.id ?? '')
  return nodes
}

const show = (chatId: string, lastMessageId: string) => app.db.chat.update({ where: { id: chatId }, data: { lastMessageId } })

/** A chat without branches. */
async function createLongChat(count: number) {
  const scene = await app.createScene()
  const parents = Array.from({ length: count }, (_, index) => (index === 0 ? null : index - 1))
  return { ...scene, nodes: await insertTree(scene.chat.id, parents) }
}

function listPathIds(nodes: readonly Node[], leaf: Node | undefined): string[] {
  const ids: string[] = []
  for (let node = leaf; node; node = nodes.find(({ id }) => id === node?.parentId)) ids.unshift(node.id)
  return ids
}

const open = async (person: Person, id: string) => (await person.get(`/api/v1/chat/${id}`)).json<{ chat: Chat }>().chat

const request = (person: Person, id: string, query: Record<string, string | number>) => {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString()
  return person.get(`/api/v1/chat/${id}/message?${search}`)
}

const readPage = async (person: Person, id: string, query: Record<string, string | number>) =>
  (await request(person, id, query)).json<{ messages: Message[] }>().messages

/** Opens the chat, and reads the pages before until there is none. */
async function readPageByPage(person: Person, chatId: string, pageSize: number): Promise<Message[]> {
  const pages = [(await open(person, chatId)).messages]
  for (;;) {
    const first = pages[0]?.[0]
    if (!first || first.index === 0) return pages.flat()
    const page = await readPage(person, chatId, { before: first.id, page_size: pageSize })
    expect(page).toHaveLength(Math.min(pageSize, first.index))
    pages.unshift(page)
  }
}

const listIds = (messages: readonly Message[]) => messages.map(({ id }) => id)
const listIndexes = (messages: readonly Message[]) => messages.map(({ index }) => index)
const range = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index)

test('a chat of 2,000 messages opens with the last page of them', async () => {
  const { person, chat } = await createLongChat(2_000)
  const { messages } = await open(person, chat.id)
  expect(listIndexes(messages)).toEqual(range(2_000 - limits.messagesPerPage, limits.messagesPerPage))
})

test('the pages join to the path that is shown, in every branch of any tree', async () => {
  const tree = fc
    .array(fc.nat(), { minLength: 1, maxLength: 90 })
    // Most messages answer the last one, so that there are long branches.
    .map((picks) => picks.map((pick, index) => (index === 0 || pick % 23 === 0 ? null : pick % 5 === 0 ? pick % index : index - 1)))
  await fc.assert(
    fc.asyncProperty(tree, fc.nat(), fc.integer({ min: 1, max: 50 }), async (parents, pick, pageSize) => {
      const { person, chat } = await app.createScene()
      const nodes = await insertTree(chat.id, parents)
      const leaf = nodes[pick % nodes.length]
      await show(chat.id, leaf?.id ?? '')
      const messages = await readPageByPage(person, chat.id, pageSize)
      expect(listIds(messages)).toEqual(listPathIds(nodes, leaf))
      for (const { id, siblings } of messages) {
        const node = nodes.find((one) => one.id === id)
        const alternatives = nodes.filter(({ parentId, depth }) => parentId === node?.parentId && depth === node.depth).map((one) => one.id)
        expect(siblings.count).toBe(alternatives.length)
        expect(siblings.index).toBe(alternatives.toSorted().indexOf(id))
      }
    }),
    { numRuns: 15 },
  )
})

describe('a page', () => {
  test('ends before the message that is named, and begins where the caller says', async () => {
    const { person, chat, nodes } = await createLongChat(120)
    const before = nodes[100]?.id ?? ''
    expect(listIndexes(await readPage(person, chat.id, { before }))).toEqual(range(60, 40))
    expect(listIndexes(await readPage(person, chat.id, { before, page_size: 3 }))).toEqual([97, 98, 99])
    expect(listIndexes(await readPage(person, chat.id, { before, from: 0 }))).toEqual(range(0, 40))
    expect(listIndexes(await readPage(person, chat.id, { before, from: 95 }))).toEqual(range(95, 5))
    expect(await readPage(person, chat.id, { before, from: 100 })).toEqual([])
    expect(await readPage(person, chat.id, { before: nodes[0]?.id ?? '' })).toEqual([])
    expect(listIndexes(await readPage(person, chat.id, { before, page_size: limits.maxMessagesPerPage }))).toEqual(range(0, 100))
  })

  test('has the message that it is read around in its middle', async () => {
    const { person, chat, nodes } = await createLongChat(120)
    const around = async (index: number) =>
      listIndexes(await readPage(person, chat.id, { before: nodes[100]?.id ?? '', around: nodes[index]?.id ?? '' }))
    expect(await around(50)).toEqual(range(30, 40))
    expect(await around(3)).toEqual(range(0, 40))
    expect(await around(99)).toEqual(range(79, 21))
    // Not before the named message.
    expect(await around(110)).toEqual([])
  })

  test('has the sources, the files and the feedback of its messages, as the opened chat has', async () => {
    const { person, chat, nodes } = await createLongChat(4)
    const [question, reply] = [nodes[0]?.id ?? '', nodes[1]?.id ?? '']
    const file = await app.db.chatFile.create({
      data: {
        chatId: chat.id,
        name: 'weft.txt',
        mediaType: 'text/plain',
        sizeBytes: 3,
        storageKey: randomUUID(),
        messages: { create: { messageId: question, position: 0 } },
      },
    })
    await app.db.messageSource.create({ data: { messageId: reply, number: 1, passage: 'Warp and weft.', fileId: file.id } })
    await person.post(`/api/v1/chat/${chat.id}/message/${reply}/feedback`, { message_index: 1, rating: 'good' })
    const { messages } = await open(person, chat.id)
    const page = await readPage(person, chat.id, { before: nodes[2]?.id ?? '' })
    expect(page).toEqual(messages.slice(0, 2))
    expect(page).toMatchObject([
      { files: [{ name: 'weft.txt' }] },
      { sources: [{ passage: 'Warp and weft.' }], feedback: { rating: 'good' } },
    ])
  })

  test('stays what it was while the chat grows and other branches are shown', async () => {
    const { person, chat, nodes } = await createLongChat(60)
    const query = { before: nodes[50]?.id ?? '', page_size: 30 }
    const first = await readPage(person, chat.id, query)
    const [pages] = await Promise.all([
      Promise.all(range(0, 10).map(() => readPage(person, chat.id, query))),
      (async () => {
        for (let turn = 0; turn < 5; turn++) await createMessage(app.db, { chatId: chat.id })
        await createMessage(app.db, { chatId: chat.id, parentId: nodes[52]?.id ?? '', depth: 53 })
      })(),
    ])
    for (const page of [...pages, await readPage(person, chat.id, query)]) expect(page).toEqual(first)
  })
})

describe('a message that is not there', () => {
  test('before which the page would be is 404, also one of another chat', async () => {
    const [{ person, chat }, other] = [await createLongChat(3), await createLongChat(3)]
    for (const before of [unknownId(), other.nodes[1]?.id ?? '']) {
      const response = await request(person, chat.id, { before })
      expect(response.statusCode).toBe(404)
      expect(response.json()).toMatchObject({ detail: { code: 'CHAT_MESSAGE_NOT_FOUND' } })
    }
  })

  test('around which the page would be has no page, nor has one of another branch', async () => {
    const { person, chat } = await app.createScene()
    const nodes = await insertTree(chat.id, [null, 0, 0, 1, 3])
    const before = nodes.at(-1)?.id ?? ''
    for (const around of [unknownId(), nodes[2]?.id ?? '']) expect(await readPage(person, chat.id, { before, around })).toEqual([])
  })
})

describe('a shared chat', () => {
  /** The shown path is 0, 1, 3, 4; message 2 is in a branch that is not shown. */
  async function createSharedChat() {
    const { person, chat, tenantId } = await app.createScene()
    const nodes = await insertTree(chat.id, [null, 0, 0, 1, 3])
    await person.put(`/api/v1/chat/${chat.id}/access_control`, { explicitly_public: true })
    return { owner: person, reader: await app.createPerson({ tenantId }), chat, ids: nodes.map(({ id }) => id) }
  }

  test('is read page by page by its readers', async () => {
    const { reader, chat, ids } = await createSharedChat()
    expect(listIds(await readPage(reader, chat.id, { before: ids[4] ?? '', page_size: 2 }))).toEqual([ids[1], ids[3]])
    expect(listIds(await readPage(reader, chat.id, { before: ids[1] ?? '' }))).toEqual([ids[0]])
  })

  test('shows its readers one path, and its owner what was on the screen when another was chosen', async () => {
    const { owner, reader, chat, ids } = await createSharedChat()
    const hidden = { before: ids[2] ?? '' }
    expect(listIds(await readPage(owner, chat.id, hidden))).toEqual([ids[0]])
    const [refused, unknown] = [await request(reader, chat.id, hidden), await request(reader, chat.id, { before: unknownId() })]
    expect(refused.statusCode).toBe(404)
    expect(refused.body).toBe(unknown.body)
  })

  test('has no page once it is private again', async () => {
    const { owner, reader, chat, ids } = await createSharedChat()
    await owner.put(`/api/v1/chat/${chat.id}/access_control`, { explicitly_public: false })
    const response = await request(reader, chat.id, { before: ids[4] ?? '' })
    expect(response.json()).toMatchObject({ detail: { code: 'CHAT_NOT_FOUND' } })
  })
})

test.each([
  ['no message', ''],
  ['no id', 'before=1'],
  ['a message twice', 'before=$&before=$'],
  ['an index and a message around', 'before=$&from=0&around=$'],
  ['a negative index', 'before=$&from=-1'],
  ['an index that is no number', 'before=$&from=1%20OR%201'],
  ['an index beyond the numbers of the database', 'before=$&from=9999999999'],
  ['a part of an index', 'before=$&from=0.5'],
  ['two indexes', 'before=$&from=1&from=2'],
  ['an empty page', 'before=$&page_size=0'],
  ['a page too large', `before=$&page_size=${limits.maxMessagesPerPage + 1}`],
  ['an endless page', 'before=$&page_size=Infinity'],
  ['what is not asked for', 'before=$&leaf=$'],
  ['NUL', 'before=$&around=%00'],
])('a page of %s is refused', async (_, query) => {
  const { person, chat, nodes } = await createLongChat(2)
  const response = await person.get(`/api/v1/chat/${chat.id}/message?${query.replaceAll('$', nodes[1]?.id ?? '')}`)
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ detail: { code: 'BAD_REQUEST' } })
})

test('an export has the whole path', async () => {
  const { person, chat } = await createLongChat(90)
  const markdown = (await person.get(`/api/v1/chat/${chat.id}/export?format=md`)).body
  for (const index of [0, 45, 89]) expect(markdown).toContain(`Message ${index}\n`)
})
