// Replies over the chat's files: what the model is given of them, what it cites, and what it says of what it was not given.
import { createAssistant } from '@heddle/db/factories/assistant'
import { createChatFile, createChatShare, createMessage } from '@heddle/db/factories/chat'
import { createModel } from '@heddle/db/factories/model'
import type { Message } from '@heddle/contracts/message/message'
import { countTokens } from '@heddle/text/count-tokens'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../../test/chat/chat-app.ts'
import { createPng } from '../../../../test/files/png.ts'
import { until } from '../../../../test/until.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

type Scene = Awaited<ReturnType<ChatApp['createScene']>>

const fibres = [
  'Linen is the strongest of the plant fibres.',
  'Wool felts when it is rubbed.',
  'Cotton shrinks by five percent in hot water.',
]

/** A chat that has a question with a file, and its answer. */
async function createChatWithFile(file: Parameters<typeof createChatFile>[1] = {}) {
  const scene = await app.createScene()
  const question = await createMessage(app.db, { chatId: scene.chat.id, content: 'Here is a file.' })
  const chatFile = await createChatFile(app.db, {
    chatId: scene.chat.id,
    messageId: question.id,
    name: 'fibres.pdf',
    texts: fibres,
    ...file,
  })
  await createMessage(app.db, { chatId: scene.chat.id, role: 'assistant', content: 'Thank you.' })
  return { ...scene, question, chatFile }
}

const ask = (scene: Pick<Scene, 'person' | 'chat'>, content: string, body: object = {}) =>
  app.send(scene.person, scene.chat, { content, ...body })

type Prompt = { readonly messages: readonly { readonly role: string; readonly content: unknown }[] }

/** The messages of the last call that had this in it. */
function promptOf(part: string) {
  const call = app.callsOf(part).at(-1)
  if (!call) throw new Error('The model was not called')
  return (call.body as Prompt).messages
}

const plain = (content: unknown) => (typeof content === 'string' ? content : '')

const sourcesOf = async ({ person, chat }: Pick<Scene, 'person' | 'chat'>, message: Message) =>
  (await person.get(`/api/v1/chat/${chat.id}/message/${message.id}/source`)).json<{ sources: Message['sources'] }>().sources

describe('a question over a file', () => {
  test('is answered with a citation of the right page; event, row and route agree', async () => {
    const scene = await createChatWithFile()
    const reader = await ask(scene, 'How much does cotton shrink in hot water?')
    const done = await reader.done()
    expect(done.message.content).toContain('Cotton shrinks by five percent in hot water. [3]')
    expect(done.message.sources).toEqual([
      {
        id: expect.any(String) as string,
        number: 3,
        title: 'fibres.pdf',
        passage: fibres[2],
        page: 3,
        score: null,
        file: { id: scene.chatFile.id, name: 'fibres.pdf', media_type: 'application/pdf' },
      },
    ])
    expect(done.message.notices).toEqual([])
    const told = reader.events.filter((event) => event.type === 'sources')
    expect(told).toEqual([{ type: 'sources', sources: done.message.sources }])
    // The number leads somewhere as soon as it is read.
    const firstCited = reader.events.findIndex((event) => event.type === 'delta' && event.text.includes('[3]'))
    expect(reader.events.findIndex((event) => event.type === 'sources')).toBeLessThan(firstCited)
    expect(await app.db.messageSource.findMany({ where: { messageId: done.message.id } })).toMatchObject([
      {
        id: done.message.sources[0]?.id,
        number: 3,
        fileId: scene.chatFile.id,
        title: 'fibres.pdf',
        page: 3,
        passage: fibres[2],
        score: null,
      },
    ])
    expect(await sourcesOf(scene, done.message)).toEqual(done.message.sources)
    const { chat } = (await scene.person.get(`/api/v1/chat/${scene.chat.id}`)).json()
    expect(chat.messages.at(-1)).toEqual(done.message)
  })

  test('shows its steps, and has no page where the file has none', async () => {
    const scene = await createChatWithFile({
      name: 'notes.md',
      mediaType: 'text/markdown',
      isPaged: false,
      texts: ['Hemp needs little water.'],
    })
    const { message } = await (await ask(scene, 'How much water does hemp need?')).done()
    expect(message.steps.map(({ type }) => type)).toEqual(['start', 'document_extract', 'llm', 'answer'])
    expect(message.sources).toMatchObject([{ number: 1, title: 'notes.md', page: null }])
  })

  test.each(['piece=1', 'piece=2', 'split'])('drops numbers that do not exist, wherever the stream is split: %s', async (fault) => {
    const scene = await createChatWithFile()
    const said = 'Wool felts [2], [9] and 棉布【3】縮水［77］ [1, 12]. Code `x[9]` stays [8].'
    const reader = await ask(scene, `${said} [[demo:echo,${fault},tps=2000]]`)
    const { message } = await reader.done()
    expect(message.content).toBe('Wool felts [2], and 棉布[3]縮水 [1]. Code `x[9]` stays.')
    expect(reader.text()).toBe(message.content)
    expect(message.sources.map(({ number }) => number)).toEqual([2, 3, 1])
    expect(await sourcesOf(scene, message)).toEqual(message.sources)
  })

  test('says what was written up to the stop, and what that cites', async () => {
    const scene = await createChatWithFile()
    const reader = await ask(scene, `Wool felts [2] and ${'on '.repeat(400)} [[demo:echo,piece=3,tps=200,reasoning=none]]`)
    await reader.hasText()
    await until('sources', () => reader.events.some((event) => event.type === 'sources'))
    await scene.person.post(`/api/v1/chat/${scene.chat.id}/stop_generation`)
    const { message } = await reader.done()
    expect(message).toMatchObject({ status: 'stopped', sources: [{ number: 2 }] })
    expect(await sourcesOf(scene, message)).toEqual(message.sources)
  })

  test('that goes on over other files cites no passage under the number of another', async () => {
    const scene = await createChatWithFile()
    const reader = await ask(scene, `Wool felts [2] and ${'on '.repeat(150)}, so [2] and [1]. [[demo:echo,piece=3,tps=200,reasoning=none]]`)
    await until('sources', () => reader.events.some((event) => event.type === 'sources'))
    await scene.person.post(`/api/v1/chat/${scene.chat.id}/stop_generation`)
    const { message, version } = await reader.done()
    await app.db.chatFile.delete({ where: { id: scene.chatFile.id } })
    await createChatFile(app.db, { chatId: scene.chat.id, messageId: scene.question.id, texts: ['Silk shines.', 'Jute is coarse.'] })
    const { message: whole } = await (await app.continue(scene.person, { id: scene.chat.id, version }, message.id)).done()
    expect(whole.content).toMatch(/^Wool felts \[2\] and on .* on , so and \[1\]\.$/)
    expect((await sourcesOf(scene, whole)).map(({ number, passage }) => [number, passage])).toEqual([
      [2, fibres[1]],
      [1, 'Silk shines.'],
    ])
  })

  test('that is made once more in the right language cites what its last text does, and nothing of the first', async () => {
    const scene = await createChatWithFile()
    const elsewhere = await app.startSecondProcess()
    const english = `Linen [1] is strong, wool felts [2] and cotton shrinks [3]${' when it is in water'.repeat(20)}.`
    const directive = '[[demo:echo,piece=4,tps=60,reasoning=none]]'
    const reader = await ask(scene, `${english} ${directive}`, { response_language: 'th' })
    await until('the sources of the first text', () => reader.events.some((event) => event.type === 'sources'))
    const there = await app.rejoin(scene.person, scene.chat.id, elsewhere.origin)
    const { message } = await reader.done()

    expect(message.notices).toEqual([{ code: 'language_repaired' }])
    // The second call is not told to echo: the demonstration model answers from the first passage.
    expect(message.content).toMatch(/\p{Script=Thai}[^]*\[1\]/u)
    expect(message.sources).toMatchObject([{ number: 1, passage: fibres[0] }])
    expect(await sourcesOf(scene, message)).toEqual(message.sources)
    expect(await app.db.messageSource.count({ where: { messageId: message.id } })).toBe(1)
    const told = reader.events.flatMap((event) => (event.type === 'snapshot' || event.type === 'sources' ? [event.sources.length] : []))
    expect(told.slice(0, told.indexOf(0))).toContain(3)
    expect(told.slice(told.indexOf(0))).toEqual([0, 1])
    expect((await there.done()).message).toEqual(message)
    const toldThere = there.events.flatMap((event) => (event.type === 'snapshot' || event.type === 'sources' ? [event.sources] : []))
    expect(toldThere.at(-1)).toEqual(message.sources)
  })

  test('that is made once more, and cites nothing then, has no sources', async () => {
    const scene = await createChatWithFile()
    await app.db.model.update({ where: { id: scene.model.id }, data: { upstreamName: 'demo:simplified' } })
    const { message } = await (
      await ask(scene, `${'It felts [2] and shrinks [3] in hot water. '.repeat(8)} [[demo:echo,piece=4,tps=100,simplified=false]]`, {
        response_language: 'ja',
      })
    ).done()
    expect(message).toMatchObject({ status: 'completed', sources: [], notices: [{ code: 'language_repaired' }] })
    expect(await sourcesOf(scene, message)).toEqual([])
  })

  test('leaves brackets alone where there are no files', async () => {
    const scene = await app.createScene()
    const { message } = await (await ask(scene, 'As in [1] and [99]. [[demo:echo]]')).done()
    expect(message).toMatchObject({ content: 'As in [1] and [99].', sources: [] })
  })
})

describe('what the model is given', () => {
  test('has the files of earlier questions on the path, and not those of another branch', async () => {
    const scene = await createChatWithFile()
    const other = await app.db.message.create({
      data: { chatId: scene.chat.id, depth: 0, role: 'user', content: 'Another beginning', responseLanguage: 'en' },
    })
    await createChatFile(app.db, { chatId: scene.chat.id, messageId: other.id, name: 'other.pdf', texts: ['Silk is spun by worms.'] })
    const { message } = await (await ask(scene, 'FOLLOW-UP about silk and wool')).done()
    const [system] = promptOf('FOLLOW-UP about silk')
    expect(system?.content).toContain('file="fibres.pdf"')
    expect(system?.content).not.toContain('Silk')
    expect(message.sources[0]?.title).toBe('fibres.pdf')
  })

  test('fits its context, however long the files and the conversation are, and the reply says what was left out', async () => {
    const pages = Array.from({ length: 60 }, (_, page) => `Page ${page} is about warp and weft, and little else. `.repeat(60))
    const scene = await createChatWithFile({ texts: pages, tokenCount: pages.reduce((sum, text) => sum + countTokens(text), 0) })
    await app.db.model.update({ where: { id: scene.model.id }, data: { contextTokens: 8_192 } })
    for (let turn = 0; turn < 5; turn += 1) {
      await createMessage(app.db, { chatId: scene.chat.id, content: `Earlier ${turn}: ${'why and how '.repeat(300)}` })
      await createMessage(app.db, {
        chatId: scene.chat.id,
        role: 'assistant',
        content: `Because ${turn}: ${'of this and that '.repeat(200)}`,
      })
    }
    const { message } = await (await ask(scene, 'LONG: what is it about?')).done()
    const messages = promptOf('LONG: what is it about?')
    const tokens = messages.reduce((sum, { content }) => sum + countTokens(plain(content)), 0)
    expect(tokens).toBeLessThan(8_192 - 2_048)
    expect(tokens).toBeGreaterThan(5_000)
    expect(plain(messages.at(-2)?.content ?? '')).toMatch(/^Because 4/)
    expect(message.notices).toEqual([
      { code: 'files_cut', used_tokens: expect.any(Number) as number, total_tokens: expect.any(Number) as number },
    ])
    const [notice] = message.notices
    if (notice?.code !== 'files_cut') throw new Error('It was not cut')
    expect(notice.used_tokens).toBeGreaterThan(3_000)
    expect(notice.used_tokens).toBeLessThan(4_200)
    expect(notice.total_tokens).toBeGreaterThan(40_000)
    expect(await app.db.message.findUniqueOrThrow({ where: { id: message.id } })).toMatchObject({ notices: message.notices })
  })

  test.each([
    ['en', 'How strong is hemp?', 'Hemp is stronger when it is wet.', 'Wool is dense and keeps warm on this page. '],
    ['zhHant', '大麻纖維的強度是多少？', '大麻的強度在濕的時候更高。', '羊毛是密度較高而且保暖的纖維。'],
    ['ja', '麻の強度はどれくらいですか', '麻の強度は濡れると高くなります。', '羊毛は密度が高くて暖かいです。'],
    ['th', 'ใยกัญชงแข็งแรงแค่ไหน', 'กัญชงแข็งแรงขึ้นเมื่อเปียก', 'ขนแกะหนาแน่นและอุ่นมาก '],
    ['vi', 'Sợi gai dầu bền đến mức nào?', 'Gai dầu bền hơn khi ướt.', 'Len là chất liệu dày và ấm. '],
  ] as const)(
    'has of a file that is too long what the question is about, under the number of its page: %s',
    async (language, question, said, other) => {
      const texts = Array.from({ length: 40 }, (_, index) => (index === 30 ? said : other.repeat(12)))
      const scene = await createChatWithFile({ texts, tokenCount: texts.reduce((sum, text) => sum + countTokens(text), 0) })
      await app.db.model.update({ where: { id: scene.model.id }, data: { contextTokens: 4_096 } })
      const { message } = await (await ask(scene, question, { response_language: language })).done()
      expect(message.notices).toMatchObject([{ code: 'files_cut' }])
      expect(message.content).toContain(said)
      expect(message.sources).toMatchObject([{ page: 31, passage: said }])
      const [system] = promptOf(question)
      const pages = [...plain(system?.content).matchAll(/<passage number="(\d+)" file="fibres.pdf" page="(\d+)">/g)].map((match) =>
        match.slice(1).map(Number),
      )
      expect(pages.map(([number]) => number)).toEqual(pages.map((_, index) => index + 1))
      expect(pages[0]).toEqual([1, 1])
      expect(pages.at(-1)?.[1]).toBe(31)
    },
  )
})

describe('images', () => {
  async function createPicture(scene: Scene, messageId: string) {
    const bytes = createPng({ width: 8, height: 8 })
    const storageKey = `chat/${randomUUID()}`
    const path = join(tmpdir(), `heddle-${randomUUID()}.png`)
    await writeFile(path, bytes)
    await app.dependencies.files.put(storageKey, path)
    const picture = { name: 'weave.png', mediaType: 'image/png', isPaged: false, texts: [], sizeBytes: bytes.length, storageKey }
    await createChatFile(app.db, { chatId: scene.chat.id, messageId, ...picture })
    return `data:image/png;base64,${bytes.toString('base64')}`
  }

  test('go to a model that reads them, also those of earlier questions', async () => {
    const scene = await app.createScene()
    const question = await createMessage(app.db, { chatId: scene.chat.id, content: 'Here is a weave.' })
    await createMessage(app.db, { chatId: scene.chat.id, role: 'assistant', content: 'Thank you.' })
    const url = await createPicture(scene, question.id)
    const model = await createModel(app.db, { tenantId: scene.tenantId, name: 'sees', images: 'yes' })
    const { message } = await (await ask(scene, 'PICTURE: what is it?', { model: { id: model.id } })).done()
    expect(promptOf('PICTURE: what is it?').at(-1)?.content).toEqual([
      { type: 'image_url', image_url: { url } },
      { type: 'text', text: 'PICTURE: what is it?' },
    ])
    expect(message.content).toContain('| Images | 1 |')
    expect(message.notices).toEqual([])
  })

  test('do not go to another, and the reply says how many it did not see', async () => {
    const scene = await app.createScene()
    const content = 'BLIND: what is it?'
    const file = await createChatFile(app.db, {
      chatId: scene.chat.id,
      name: 'weave.png',
      mediaType: 'image/png',
      isPaged: false,
      texts: [],
    })
    const { message } = await (await ask(scene, content, { file_ids: [file.id] })).done()
    expect(promptOf(content).at(-1)?.content).toBe(content)
    expect(message.notices).toEqual([{ code: 'images_not_seen', count: 1 }])
  })
})

describe('what was cited', () => {
  test('stays as it was when the file is deleted', async () => {
    const scene = await createChatWithFile()
    const { message } = await (await ask(scene, 'Does wool felt?')).done()
    await app.db.chatFile.delete({ where: { id: scene.chatFile.id } })
    const [source] = await sourcesOf(scene, message)
    expect(source).toEqual({ ...message.sources[0], file: null })
    expect(source).toMatchObject({ title: 'fibres.pdf', passage: fibres[1], page: 2 })
  })

  test('is for everybody who may read the chat, and of a message of that chat', async () => {
    const scene = await createChatWithFile()
    const { message } = await (await ask(scene, 'Does wool felt?')).done()
    const reader = await app.createPerson({ tenantId: scene.tenantId })
    const url = `/api/v1/chat/${scene.chat.id}/message/${message.id}/source`
    expect((await reader.get(url)).statusCode).toBe(404)
    await createChatShare(app.db, { chatId: scene.chat.id })
    expect((await reader.get(url)).json()).toEqual({ sources: message.sources })
    const assistant = await createAssistant(app.db, { tenantId: scene.tenantId, isPublic: true })
    const otherChat = await app.startChat(scene.person, assistant.id)
    for (const [chatId, messageId] of [
      [scene.chat.id, randomUUID()],
      [otherChat.id, message.id],
    ]) {
      const response = await scene.person.get(`/api/v1/chat/${chatId}/message/${messageId}/source`)
      expect(response.statusCode).toBe(404)
      expect(response.json()).toMatchObject({ detail: { code: 'CHAT_MESSAGE_NOT_FOUND' } })
    }
  })

  test('is sent to every reader who joins, here and in another process', async () => {
    const scene = await createChatWithFile()
    const elsewhere = await app.startSecondProcess()
    const reader = await ask(scene, `Wool felts [2] and ${'on '.repeat(150)} [[demo:echo,piece=3,tps=100,reasoning=none]]`)
    await until('sources', () => reader.events.some((event) => event.type === 'sources'))
    const here = await app.rejoin(scene.person, scene.chat.id)
    const there = await app.rejoin(scene.person, scene.chat.id, elsewhere.origin)
    const done = await reader.done()
    for (const joined of [here, there]) {
      expect(await joined.done()).toEqual(done)
      const told = joined.events.flatMap((event) => (event.type === 'snapshot' || event.type === 'sources' ? event.sources : []))
      expect(told[0]).toEqual(done.message.sources[0])
    }
  })
})
