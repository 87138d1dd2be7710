import type { ChatSummary } from '@heddle/contracts/chat/chat'
import type { ChatMatch } from '@heddle/contracts/chat/history'
import { createChat, createChatShare, createMessage } from '@heddle/db/factories/chat'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../../test/chat/chat-app.ts'
import { indexMessages } from '../../../../test/chat/index-messages.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

type FoundChat = ChatSummary & { match?: ChatMatch }
type Page = { chats: FoundChat[]; next_page_token?: string }
type Person = Awaited<ReturnType<ChatApp['createPerson']>>

async function searchNow(person: Person, keywords: string, more: object = {}): Promise<Page> {
  const answer = await person.post('/api/v1/chat/query', { keywords, ...more })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json()
}
const titles = ({ chats }: Page) => chats.map(({ title }) => title)
const marked = ({ match }: FoundChat) => match?.marks.map(([from, to]) => match.passage.slice(from, to))

/** A chat with these messages, a question and a reply in turn. */
async function say(person: Person, title: string | null, ...contents: string[]) {
  const chat = await createChat(app.db, { ownerId: person.user.id, title })
  const messages = []
  for (const [index, content] of contents.entries()) {
    messages.push(await createMessage(app.db, { chatId: chat.id, content, role: index % 2 === 0 ? 'user' : 'assistant' }))
  }
  return { chat, messages }
}

describe.each([
  { state: 'that wait to be indexed', settle: async () => {} },
  { state: 'that are indexed', settle: () => indexMessages(app.dependencies.pool) },
])('among messages $state,', ({ settle }) => {
  async function search(...query: Parameters<typeof searchNow>) {
    await settle()
    return searchNow(...query)
  }

  describe('searching the history', () => {
    test('finds chats of five languages by any of the keywords, the newest first', async () => {
      const person = await app.createPerson()
      await say(person, 'zhHant', '什麼是斜紋織物？', '斜紋織物是一種織物。')
      await say(person, 'th', 'แนะนำผ้าไหม')
      await say(person, 'vi', 'Độ bền của VẢI lụa?')
      await say(person, 'ja', '炭素繊維の強度は？')
      await say(person, 'en', 'Which Ｆabric is strong?')
      await say(person, 'none', 'Nothing of it')
      const found = await search(person, '織物　ผ้า vải 繊維 fabric')
      expect(titles(found)).toEqual(['en', 'ja', 'vi', 'th', 'zhHant'])
      expect(found.chats.map(marked)).toEqual([['Ｆabric'], ['繊維'], ['VẢI'], ['ผ้า'], ['織物', '織物']])
      expect(found.next_page_token).toBeUndefined()
    })

    test.each([
      ['fibre', 'The ﬁbre of hemp'],
      ['ＣＯＴＴＯＮ', 'cotton'],
      ['デニム', 'ﾃﾞﾆﾑ'],
      ['น้ำ', 'ระดับน้ำ'],
      ['vải'.normalize('NFD'), 'Vải'],
      ['vải', 'VẢI'.normalize('NFD')],
      ['ipek', 'İPEK'],
      ['λινοσ', 'ΛΙΝΟΣ'],
      ['100%', '100% cotton'],
      ['_', 'warp_weft'],
      ['\\', 'a \\ b'],
      ["'; DROP", "it's '; DROP TABLE chat"],
    ])('finds %j in %j, and marks it', async (keyword, content) => {
      const person = await app.createPerson()
      await say(person, null, content)
      const { chats } = await search(person, keyword)
      expect(chats).toHaveLength(1)
      expect(marked(chats[0] as FoundChat)).not.toEqual([])
    })

    test.each([
      ['vai', 'vải'],
      ['1%0', '100'],
      ['w_rp', 'warp'],
      ['warpweft', 'warp weft'],
    ])('does not find %j in %j', async (keyword, content) => {
      const person = await app.createPerson()
      await say(person, null, content)
      expect((await search(person, keyword)).chats).toEqual([])
    })

    test('does not find what stands in two messages', async () => {
      const person = await app.createPerson()
      await say(person, null, 'war', 'ps')
      expect((await search(person, 'warps')).chats).toEqual([])
      expect((await search(person, 'war')).chats).toHaveLength(1)
    })

    test('shows the message with the most keywords, the newest of them', async () => {
      const person = await app.createPerson()
      const { messages } = await say(person, 'Looms', 'warp', 'warp and weft', 'warp or weft', 'weft')
      const { chats } = await search(person, 'warp weft')
      expect(chats[0]?.match).toEqual({
        message_id: messages[2]?.id,
        passage: 'warp or weft',
        marks: [
          [0, 4],
          [8, 12],
        ],
        title_marks: [],
      })
    })

    test('finds a title, and marks it beside a message', async () => {
      const person = await app.createPerson()
      await say(person, 'About Warp', 'Hello')
      const { messages } = await say(person, 'Warp again', 'a warp')
      const { chats } = await search(person, 'warp')
      expect(chats.map(({ match }) => match)).toEqual([
        { message_id: messages[0]?.id, passage: 'a warp', marks: [[2, 6]], title_marks: [[0, 4]] },
        { message_id: null, passage: 'About Warp', marks: [[6, 10]], title_marks: [[6, 10]] },
      ])
    })

    test('finds messages of branches that are not shown', async () => {
      const person = await app.createPerson()
      const { chat, messages } = await say(person, 'Looms', 'first warp', 'a reply')
      await createMessage(app.db, { chatId: chat.id, parentId: null, depth: 0, content: 'second' })
      expect((await search(person, 'warp')).chats[0]?.match?.message_id).toBe(messages[0]?.id)
    })

    test('finds a question once it is asked, and its reply once that has ended, and a renamed chat', async () => {
      const { person, chat } = await app.createScene()
      const { ended } = await app.send(person, chat, { content: 'What is a heddlefish?' })
      const end = (await ended).at(-1)
      const content = end?.type === 'done' ? end.message.content : ''
      const word = /[A-Za-z]{5,}/.exec(content)?.[0] ?? 'no word'
      expect((await search(person, 'heddlefish')).chats.map(({ id }) => id)).toEqual([chat.id])
      expect((await search(person, word)).chats.map(({ id }) => id)).toEqual([chat.id])
      await person.post(`/api/v1/chat/${chat.id}/title`, { name: 'Zarf' })
      expect((await search(person, 'zarf')).chats[0]?.match?.message_id).toBeNull()
    })

    test('finds a reply only as it ended, at its place among the messages, also when it goes on', async () => {
      const person = await app.createPerson()
      const { chat } = await say(person, null, 'warp')
      const reply = await createMessage(app.db, { chatId: chat.id, role: 'assistant', status: 'generating', content: 'half' })
      expect((await search(person, 'half')).chats).toEqual([])
      await app.db.message.update({ where: { id: reply.id }, data: { status: 'stopped' } })
      expect((await search(person, 'half')).chats[0]?.match?.message_id).toBe(reply.id)
      const last = await createMessage(app.db, { chatId: chat.id, content: 'and then' })
      await app.db.message.update({
        where: { id: reply.id },
        data: { status: 'generating' },
      })
      await app.db.message.update({ where: { id: reply.id }, data: { status: 'completed', content: 'whole' } })
      expect((await search(person, 'half')).chats).toEqual([])
      expect((await search(person, 'whole')).chats[0]?.match?.message_id).toBe(reply.id)
      expect((await search(person, 'then')).chats[0]?.match?.message_id).toBe(last.id)
    })

    test('never shows a chat of another, shared or not', async () => {
      const owner = await app.createPerson()
      const colleague = await app.createPerson({ tenantId: owner.tenantId })
      const { chat } = await say(owner, 'Warp', 'warp')
      await createChatShare(app.db, { chatId: chat.id })
      expect((await search(colleague, 'warp')).chats).toEqual([])
    })

    test('for nothing but spaces is the list', async () => {
      const person = await app.createPerson()
      await say(person, 'One', 'warp')
      const { chats } = await search(person, ' 　 ')
      expect(chats).toHaveLength(1)
      expect(chats[0]?.match).toBeUndefined()
    })

    test('refuses more keywords than eight different ones', async () => {
      const person = await app.createPerson()
      expect((await search(person, 'a b c d e f g h a A Ａ')).chats).toEqual([])
      const refused = await person.post('/api/v1/chat/query', { keywords: 'a b c d e f g h i' })
      expect(refused.statusCode).toBe(400)
      expect(refused.json().detail).toMatchObject({ code: 'BAD_REQUEST', params: { fields: [{ path: 'body/keywords' }] } })
    })

    test('shows the beginning of a message of 32,000 characters', async () => {
      const person = await app.createPerson()
      await say(person, null, `${'纖維 '.repeat(10_666)}x`)
      const { chats } = await search(person, '纖維')
      expect(chats[0]?.match?.passage.length).toBeLessThan(200)
    })
  })

  describe('paging through what was found', () => {
    async function createChats(person: Person, count: number) {
      for (let number = 0; number < count; number++) await say(person, `Chat ${number}`, number % 2 === 0 ? 'warp' : 'weft')
    }

    test('reads every chat once, twenty a page', async () => {
      const person = await app.createPerson()
      await createChats(person, 45)
      const first = await search(person, 'warp weft')
      expect(first.chats).toHaveLength(20)
      const second = await search(person, 'warp weft', { page_token: first.next_page_token })
      const third = await search(person, 'warp weft', { page_token: second.next_page_token })
      const all = [first, second, third].flatMap(titles)
      expect(all).toEqual(Array.from({ length: 45 }, (_, number) => `Chat ${44 - number}`))
      expect(third.next_page_token).toBeUndefined()
    })

    test('keeps the keywords of the first page, and neither repeats nor loses a chat that changes', async () => {
      const person = await app.createPerson()
      await createChats(person, 12)
      const first = await search(person, 'warp', { page_size: 3 })
      expect(titles(first)).toEqual(['Chat 10', 'Chat 8', 'Chat 6'])
      for (const title of ['Chat 8', 'Chat 2']) {
        const { id } = await app.db.chat.findFirstOrThrow({ where: { ownerId: person.user.id, title } })
        await createMessage(app.db, { chatId: id, content: 'more warp' })
        await app.db.chat.update({ where: { id }, data: { updatedAt: new Date() } })
      }
      const second = await search(person, 'ignored', { page_size: 3, page_token: first.next_page_token })
      expect(titles(second)).toEqual(['Chat 4', 'Chat 2', 'Chat 0'])
    })

    test('refuses a token that was made up', async () => {
      const person = await app.createPerson()
      const refused = await person.post('/api/v1/chat/query', { keywords: 'warp', page_token: `${randomUUID()}.x` })
      expect(refused.statusCode).toBe(400)
    })

    test('takes keywords of any 200 characters from page to page', async () => {
      const person = await app.createPerson()
      await createChats(person, 2)
      const keywords = `warp weft ${'ﷺ'.repeat(190)}`
      const first = await search(person, keywords, { page_size: 1 })
      expect(titles(await search(person, keywords, { page_token: first.next_page_token }))).toEqual(['Chat 0'])
    })
  })
})

describe('searching in one chat', () => {
  const find = async (person: Person, chatId: string, text: string) => (await person.post(`/api/v1/chat/${chatId}/search`, { text })).json()

  test('counts a text in the shown path, in questions as typed and in replies as read', async () => {
    const person = await app.createPerson()
    const { chat, messages } = await say(
      person,
      null,
      '**Warp** or ＷＡＲＰ knit?',
      'Use **warp** knit, [warp](https://warp.test).',
      'weft',
    )
    const [question, reply] = messages
    if (!question || !reply) throw new Error('Not said')
    const branch = await createMessage(app.db, { chatId: chat.id, content: 'warp', parentId: question.id, depth: 1, role: 'assistant' })
    expect(await find(person, chat.id, 'warp')).toEqual({
      matches: [
        { message_id: question.id, index: 0, count: 2 },
        { message_id: branch.id, index: 1, count: 1 },
      ],
      total: 3,
    })
    await app.db.chat.update({ where: { id: chat.id }, data: { lastMessageId: messages.at(-1)?.id ?? null } })
    expect(await find(person, chat.id, 'warp')).toMatchObject({ matches: [{ count: 2 }, { message_id: reply.id, index: 1, count: 2 }] })
    expect(await find(person, chat.id, 'WARP KNIT')).toMatchObject({ matches: [{ count: 1 }, { count: 1 }], total: 2 })
    expect(await find(person, chat.id, 'warp.test')).toEqual({ matches: [], total: 0 })
  })

  test('finds nothing after the message up to which a chat is shared', async () => {
    const person = await app.createPerson()
    const { chat, messages } = await say(person, null, 'warp', 'warp', 'warp', 'weft')
    await createChatShare(app.db, { chatId: chat.id, untilMessageId: messages[1]?.id ?? null })
    const reader = await app.createPerson({ tenantId: person.user.tenantId })
    expect(await find(reader, chat.id, 'warp')).toMatchObject({ matches: [{ index: 0 }, { index: 1 }], total: 2 })
    expect(await find(reader, chat.id, 'weft')).toEqual({ matches: [], total: 0 })
  })
})
