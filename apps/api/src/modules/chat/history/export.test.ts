import { ChatExport } from '@heddle/contracts/chat/history'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createChat, createMessage } from '@heddle/db/factories/chat'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../../test/chat/chat-app.ts'
import { unknownId } from '../../../../test/application/test-app.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

const at = (time: string) => ({ createdAt: new Date(time) })

async function createScene(title: string | null = '織物 / Looms') {
  const person = await app.createPerson()
  const { tenantId } = person
  const assistant = await createAssistant(app.db, { tenantId, isPublic: true, name: { default: 'Weaver', ja: '織り手' } })
  const chat = await createChat(app.db, { ownerId: person.user.id, assistantId: assistant.id, title, ...at('2026-11-20T20:00:00Z') })
  return { person, tenantId, chat }
}

const exportUrl = (id: string, query = 'format=md') => `/api/v1/chat/${id}/export?${query}`

describe('a chat as Markdown', () => {
  test('has the shown path: who wrote when, the model, the files and the sources', async () => {
    const { person, chat } = await createScene()
    const question = await createMessage(app.db, { chatId: chat.id, content: 'What is **this**?', ...at('2026-11-20T20:00:00Z') })
    const file = await app.db.chatFile.create({
      data: { chatId: chat.id, name: 'loom [1].pdf', mediaType: 'application/pdf', sizeBytes: 9, storageKey: `chat/${chat.id}` },
    })
    await app.db.chatFileMessage.create({ data: { messageId: question.id, fileId: file.id, position: 0 } })
    await createMessage(app.db, { chatId: chat.id, role: 'assistant', content: 'Hidden' })
    const reply = await createMessage(app.db, {
      chatId: chat.id,
      parentId: question.id,
      depth: 1,
      role: 'assistant',
      status: 'stopped',
      modelName: 'gpt-4o',
      content: 'Gone [3], a loom [1] and [3], `a[3]`.',
      ...at('2026-11-20T20:01:00Z'),
    })
    await app.db.messageSource.createMany({
      data: [
        { messageId: reply.id, number: 1, title: 'loom [1].pdf', passage: 'Warp\nand *weft*.', page: 3, fileId: file.id },
        { messageId: reply.id, number: 3, title: null, passage: 'Gone.' },
      ],
    })
    const answer = await person.get(exportUrl(chat.id, 'format=md&time_zone=Asia/Taipei'))
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/markdown; charset=utf-8',
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="__ Looms.md"; filename*=UTF-8''${encodeURIComponent('織物 Looms')}.md`,
    })
    const [body, exported] = [answer.body.replace(/^- Exported: .*$/m, '- Exported: now'), /^- Exported: (.*)$/m.exec(answer.body)?.[1]]
    expect(exported).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d \(Asia\/Taipei\)$/)
    expect(body).toBe(`# 織物 / Looms

- Expert: Weaver
- Started: 2026-11-21 04:00 (Asia/Taipei)
- Exported: now

## Question · 2026-11-21 04:00 (Asia/Taipei)

Files: loom \\[1\\].pdf

> What is **this**?

## Reply · gpt-4o · 2026-11-21 04:01 (Asia/Taipei) · stopped

> Gone [1], a loom [2] and [1], \`a[3]\`.

Data sources:

- \\[1\\] **Unnamed source**: Gone.
- \\[2\\] **loom \\[1\\].pdf**, page 3: Warp and \\*weft\\*.
`)
  })

  test('says how a model has ended a reply early', async () => {
    const { person, chat } = await createScene()
    const error = { code: 'MODEL_REPLY_CUT', message: '' }
    await createMessage(app.db, {
      chatId: chat.id,
      role: 'assistant',
      status: 'interrupted',
      modelName: 'gpt-4o',
      content: 'Half a',
      error,
    })
    const { body } = await person.get(exportUrl(chat.id))
    expect(body).toMatch(/ · interrupted\n\n> Half a\n\nThe reply was cut off at the model’s limit\.\n$/)
  })

  test('keeps what people wrote from breaking out of its quotation', async () => {
    const { person, chat } = await createScene('# A\n## title <b>')
    await createMessage(app.db, { chatId: chat.id, content: '# Heading\r\n```js\nnever closed\r\rafter\n\n## Reply · gpt-4o' })
    const { body } = await person.get(exportUrl(chat.id))
    expect(body.split('\n').filter((line) => line.startsWith('#'))).toEqual([
      String.raw`# \# A \#\# title \<b\>`,
      expect.stringMatching(/^## Question · /),
    ])
    expect(body).toContain('> # Heading\n> ```js\n> never closed\n>\n> after\n>\n> ## Reply · gpt-4o\n')
  })

  test('keeps the footnotes of each message apart, and what is no footnote', async () => {
    const { person, chat } = await createScene()
    const content = 'A[^1] and `[^1]`.\n\n[^1]: The note of it.'
    const question = await createMessage(app.db, { chatId: chat.id, content })
    await createMessage(app.db, { chatId: chat.id, role: 'assistant', parentId: question.id, depth: 1, content })
    const { body } = await person.get(exportUrl(chat.id))
    expect(body).toContain('> A[^1-1] and `[^1]`.\n>\n> [^1-1]: The note of it.')
    expect(body).toContain('> A[^2-1] and `[^1]`.\n>\n> [^2-1]: The note of it.')
  })

  test('is in the language of the reader, with its punctuation', async () => {
    const { person, chat } = await createScene(null)
    await app.db.user.update({ where: { id: person.user.id }, data: { language: 'ja' } })
    const reply = await createMessage(app.db, { chatId: chat.id, role: 'assistant', status: 'stopped', content: '緯糸' })
    await app.db.messageSource.create({ data: { messageId: reply.id, number: 1, title: '織物', passage: '綜絖', page: 3 } })
    const { body, headers } = await person.get(exportUrl(chat.id))
    expect(body).toMatch(/^# 無題のチャット\n\n- エキスパート：織り手\n- 開始日時：[-0-9]+ [:0-9]+（UTC）\n/)
    expect(body).toContain('\n出典：\n\n- \\[1\\] **織物**、3 ページ：綜絖\n')
    expect(headers['content-disposition']).toContain('filename="chat.md"')
  })

  test('refuses a time zone that does not exist', async () => {
    const { person, chat } = await createScene()
    for (const zone of ['Mars/Olympus', '', '../etc']) {
      const refused = await person.get(exportUrl(chat.id, `format=md&time_zone=${encodeURIComponent(zone)}`))
      expect([refused.statusCode, refused.json().detail.code]).toEqual([400, 'BAD_REQUEST'])
    }
    expect((await person.get(exportUrl(chat.id, 'format=pdf'))).statusCode).toBe(400)
  })
})

describe('a chat as JSON', () => {
  test('has the whole tree, in the shape of the contract', async () => {
    const { person, chat } = await createScene()
    const question = await createMessage(app.db, { chatId: chat.id, content: 'What?' })
    const first = await createMessage(app.db, { chatId: chat.id, role: 'assistant', content: 'One' })
    const second = await createMessage(app.db, { chatId: chat.id, role: 'assistant', content: 'Two', parentId: question.id, depth: 1 })
    await app.db.messageSource.create({ data: { messageId: first.id, number: 1, passage: 'Warp' } })
    const answer = await person.get(exportUrl(chat.id, 'format=json'))
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="__ Looms.json"/)
    const exported = ChatExport.parse(answer.json())
    expect(exported).toEqual(answer.json())
    expect(exported).toMatchObject({
      format: 'heddle-chat',
      version: 1,
      chat: { id: chat.id, title: '織物 / Looms' },
      last_message_id: second.id,
      messages: [
        { id: question.id, parent_id: null, index: 0, siblings: { index: 0, count: 1 } },
        {
          id: first.id,
          parent_id: question.id,
          index: 1,
          content: 'One',
          sources: [{ passage: 'Warp' }],
          siblings: { index: 0, count: 2 },
        },
        { id: second.id, parent_id: question.id, index: 1, content: 'Two', siblings: { index: 1, count: 2 } },
      ],
    })
  })
})

describe('exporting a chat', () => {
  test('is for users who may read it', async () => {
    const { person, chat, tenantId } = await createScene()
    const [colleague, stranger] = [await app.createPerson({ tenantId }), await app.createPerson()]
    const refused = await colleague.get(exportUrl(chat.id))
    expect(refused.statusCode).toBe(404)
    expect(refused.body).toBe((await colleague.get(exportUrl(unknownId()))).body)
    await person.put(`/api/v1/chat/${chat.id}/access_control`, { explicitly_public: true })
    expect((await colleague.get(exportUrl(chat.id))).statusCode).toBe(200)
    expect((await stranger.get(exportUrl(chat.id))).statusCode).toBe(404)
  })

  test('has of the branches that are not shown nothing for a reader, and all for the owner', async () => {
    const { person, chat, tenantId } = await createScene()
    const colleague = await app.createPerson({ tenantId })
    await person.put(`/api/v1/chat/${chat.id}/access_control`, { explicitly_public: true })
    const hidden = await createMessage(app.db, { chatId: chat.id, content: 'Asked by mistake' })
    await createMessage(app.db, { chatId: chat.id, role: 'assistant', parentId: hidden.id, depth: 1, content: 'Private' })
    const question = await createMessage(app.db, { chatId: chat.id, parentId: null, depth: 0, content: 'What?' })
    const reply = await createMessage(app.db, { chatId: chat.id, role: 'assistant', parentId: question.id, depth: 1, content: 'One' })
    const exportFor = async (reader: Pick<typeof person, 'get'>) =>
      ChatExport.parse((await reader.get(exportUrl(chat.id, 'format=json'))).json()).messages
    expect((await exportFor(colleague)).map(({ id, parent_id }) => [id, parent_id])).toEqual([
      [question.id, null],
      [reply.id, question.id],
    ])
    expect(await exportFor(person)).toHaveLength(4)
  })
})
