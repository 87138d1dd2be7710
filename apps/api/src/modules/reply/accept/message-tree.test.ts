// Messages are a tree, of which a chat shows one path: asking again in other words, another reply, going on, and flipping.
import type { Chat } from '@heddle/contracts/chat/chat'
import { randomUUID } from 'node:crypto'
import { createModel } from '@heddle/db/factories/model'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../../test/chat/chat-app.ts'
import { unknownId } from '../../../../test/application/test-app.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

type Scene = Awaited<ReturnType<ChatApp['createScene']>>
type Person = Scene['person']

const readChat = async (person: Person, id: string) => (await person.get(`/api/v1/chat/${id}`)).json<{ chat: Chat }>().chat
const flip = (person: Person, { id, version }: { id: string; version: number }, messageId: string) =>
  person.post(`/api/v1/chat/${id}/branch`, { message_id: messageId, version })

/** A chat with these questions, each answered by three tokens. */
async function createTalk(...questions: string[]) {
  const scene = await app.createScene()
  let { chat } = scene
  for (const question of questions) {
    const done = await (await app.send(scene.person, chat, { content: `${question} [[demo:tokens=3]]` })).done()
    chat = { id: chat.id, version: done.version }
  }
  return { ...scene, chat: await readChat(scene.person, chat.id) }
}

/** A chat whose only reply was stopped in its middle. */
async function createStopped(fault = 'tokens=120,tps=80,reasoning=none') {
  const { person, chat } = await app.createScene()
  const reader = await app.send(person, chat, { content: `How long is it? ${randomUUID()} [[demo:${fault}]]` })
  await reader.hasText(20)
  await person.post(`/api/v1/chat/${chat.id}/stop_generation`)
  const done = await reader.done()
  return { person, done, chat: await readChat(person, chat.id) }
}

const shown = ({ messages }: Chat) => messages.map(({ content }) => content.replace(/ \[\[.*$/s, ''))
const messageOf = (chat: Chat, index: number) => {
  const message = chat.messages[index]
  if (!message) throw new Error(`The chat has no message ${index}`)
  return message
}

describe('another reply', () => {
  test('is a sibling of the one that was there, and what the chat shows', async () => {
    const { person, chat } = await createTalk('Why?')
    const [question, first] = chat.messages
    const reader = await app.regenerate(person, chat, messageOf(chat, 1).id)
    const done = await reader.done()

    expect(reader.events[0]).toMatchObject({
      type: 'accepted',
      version: chat.version + 1,
      user_message: question,
      reply: { index: 1, content: '', status: 'generating', siblings: { index: 1, count: 2, previous_id: first?.id, next_id: null } },
    })
    expect(done.message).toMatchObject({ siblings: { index: 1, count: 2, previous_id: first?.id, next_id: null } })
    const after = await readChat(person, chat.id)
    expect(after.messages).toEqual([question, done.message])
    expect(after.remaining_requests).toBe(chat.remaining_requests - 1)
    expect(after.title).toBe(chat.title)
  })

  test('knows nothing of the one before, nor of what came after it', async () => {
    const { person, chat } = await createTalk('FIRST-R', 'SECOND-R', 'THIRD-R')
    await (await app.regenerate(person, chat, messageOf(chat, 3).id)).done()
    const call = app.callsOf('SECOND-R').at(-1)
    expect(call?.body).toMatchObject({
      messages: [
        { role: 'system' },
        { content: expect.stringContaining('FIRST-R') },
        { role: 'assistant' },
        { content: expect.stringContaining('SECOND-R') },
      ],
    })
    expect((await readChat(person, chat.id)).messages).toHaveLength(4)
  })

  test('may be by another model, in another language', async () => {
    const { person, chat, tenantId } = await createTalk('Why?')
    const model = await createModel(app.db, { tenantId, name: 'llama' })
    const reader = await app.regenerate(person, chat, messageOf(chat, 1).id, { model: { id: model.id }, response_language: 'ja' })
    expect((await reader.done()).message).toMatchObject({ model: { id: model.id, name: 'llama' }, response_language: 'ja' })
  })

  test('asked for twice with the same submit is made once', async () => {
    const { person, chat } = await createTalk('TWICE-R')
    const body = { client_message_id: randomUUID() }
    const ask = () => app.regenerate(person, chat, messageOf(chat, 1).id, body)
    const [one, other] = await Promise.all([ask(), ask()])
    const [first, second] = [await one.done(), await other.done()]
    expect(second).toEqual(first)
    expect(await (await ask()).done()).toEqual(first)
    expect(app.callsOf('TWICE-R')).toHaveLength(2)
  })

  test('leaves the first submit with the reply that it had', async () => {
    const { person, chat } = await app.createScene()
    const body = { content: 'Mine? [[demo:tokens=2]]', client_message_id: randomUUID() }
    const first = await (await app.send(person, chat, body)).done()
    await (await app.regenerate(person, { id: chat.id, version: first.version }, first.message.id)).done()
    const again = await (await app.send(person, chat, body)).done()
    expect(again.message.id).toBe(first.message.id)
  })
})

describe('a question in other words', () => {
  test('is a sibling of the one before, and begins a path of its own', async () => {
    const { person, chat } = await createTalk('First?', 'Secnd?', 'Third?')
    const question = messageOf(chat, 2)
    const reader = await app.edit(person, chat, question.id, { content: 'Second? [[demo:tokens=3]]' })
    const done = await reader.done()
    expect(reader.events[0]).toMatchObject({
      user_message: { index: 2, siblings: { index: 1, count: 2, previous_id: question.id, next_id: null } },
      reply: { index: 3, siblings: { index: 0, count: 1 } },
    })
    const after = await readChat(person, chat.id)
    expect(shown(after)).toEqual([...shown(chat).slice(0, 2), 'Second?', done.message.content])
    expect(after.title).toBe(chat.title)
  })

  test('is told of the path before it, and of nothing else', async () => {
    const { person, chat } = await createTalk('FIRST-E', 'OLD-E')
    await (await app.edit(person, chat, messageOf(chat, 2).id, { content: 'NEW-E' })).done()
    const [call] = app.callsOf('NEW-E')
    expect(JSON.stringify(call?.body)).toContain('FIRST-E')
    expect(JSON.stringify(call?.body)).not.toContain('OLD-E')
  })

  test('may be the very first one', async () => {
    const { person, chat } = await createTalk('Wy?')
    await (await app.edit(person, chat, messageOf(chat, 0).id, { content: 'Why? [[demo:tokens=3]]' })).done()
    const after = await readChat(person, chat.id)
    expect(shown(after)[0]).toBe('Why?')
    expect(messageOf(after, 0).siblings).toMatchObject({ index: 1, count: 2, previous_id: messageOf(chat, 0).id })
  })
})

describe('going on', () => {
  test('takes a stopped reply to the end that it would have had', async () => {
    const { person, chat, done: stopped } = await createStopped()
    const reader = await app.continue(person, chat, stopped.message.id)
    const done = await reader.done()
    expect(reader.events[0]).toMatchObject({
      type: 'accepted',
      user_message: { id: messageOf(chat, 0).id },
      reply: { id: stopped.message.id, content: stopped.message.content, status: 'generating' },
    })
    expect(done).toMatchObject({ status: 'completed', message: { id: stopped.message.id, siblings: { index: 0, count: 1 } } })
    expect(done.message.content).toBe(stopped.message.content + reader.text())
    expect((await readChat(person, chat.id)).messages[1]).toEqual(done.message)
    const uncut = await (await app.regenerate(person, { id: chat.id, version: done.version }, done.message.id)).done()
    expect(done.message.content).toBe(uncut.message.content)
  })

  test('gives the model what it has said, and asks for the rest only', async () => {
    const { person, chat, done: stopped } = await createStopped()
    await (await app.continue(person, chat, stopped.message.id)).done()
    const [, call] = app.callsOf(messageOf(chat, 0).content)
    expect(call?.body).toMatchObject({
      messages: [
        { role: 'system' },
        { role: 'user' },
        { role: 'assistant', content: stopped.message.content },
        { role: 'user', content: expect.stringContaining('Go on exactly where it stops') },
      ],
    })
  })

  test('can be stopped, rejoined and gone on with again', async () => {
    const { person, chat, done: stopped } = await createStopped('endless,tps=150')
    const reader = await app.continue(person, chat, stopped.message.id)
    await reader.hasText(20)
    const tab = await app.rejoin(person, chat.id)
    await tab.hasText(stopped.message.content.length + 20)
    await person.post(`/api/v1/chat/${chat.id}/stop_generation`)
    const [again] = await Promise.all([reader.done(), tab.done()])
    expect(again.status).toBe('stopped')
    expect(tab.text()).toBe(again.message.content)
    expect(again.message.content.length).toBeGreaterThan(stopped.message.content.length + 20)

    const third = await app.continue(person, { id: chat.id, version: again.version }, stopped.message.id)
    await third.hasText(10)
    await person.post(`/api/v1/chat/${chat.id}/stop_generation`)
    expect((await third.done()).message.content.startsWith(again.message.content)).toBe(true)
  })

  test('twice with the same submit is done once', async () => {
    const { person, chat, done: stopped } = await createStopped()
    const body = { client_message_id: randomUUID() }
    const [one, other] = await Promise.all([
      app.continue(person, chat, stopped.message.id, body),
      app.continue(person, chat, stopped.message.id, body),
    ])
    expect(await one.done()).toEqual(await other.done())
    expect(app.callsOf(messageOf(chat, 0).content)).toHaveLength(2)
  })

  test('is for the last reply only, and for one that was cut off', async () => {
    const { person, chat } = await createTalk('Why?')
    expect((await app.continue(person, chat, messageOf(chat, 1).id)).error).toMatchObject({ code: 'CHAT_REPLY_NOT_CONTINUABLE' })
    const stopped = await createStopped()
    const next = await (await app.send(stopped.person, stopped.chat, { fault: 'tokens=2' })).done()
    const late = await app.continue(stopped.person, { id: stopped.chat.id, version: next.version }, stopped.done.message.id)
    expect(late.error).toMatchObject({ code: 'CHAT_REPLY_NOT_CONTINUABLE' })
  })
})

describe('flipping between branches', () => {
  test('shows the path through a message, down to its latest end, on three levels', async () => {
    const { person, chat } = await createTalk('One', 'Two')
    const again = await (await app.regenerate(person, chat, messageOf(chat, 1).id)).done()
    const stopped = await (await app.send(person, { id: chat.id, version: again.version }, { content: 'Left [[demo:tokens=3]]' })).done()
    const afterStop = await readChat(person, chat.id)
    const right = await (await app.edit(person, afterStop, messageOf(afterStop, 2).id, { content: 'Right [[demo:tokens=3]]' })).done()
    expect(shown(await readChat(person, chat.id))[2]).toBe('Right')

    const back = await flip(person, { id: chat.id, version: right.version }, messageOf(chat, 1).id)
    expect(back.statusCode).toBe(200)
    const { chat: first } = back.json<{ chat: Chat }>()
    expect(shown(first)).toEqual(shown(chat))
    expect(first).toMatchObject({ version: right.version + 1, updated_at: (await readChat(person, chat.id)).updated_at })

    const { next_id } = messageOf(first, 1).siblings
    const { chat: second } = (await flip(person, first, next_id ?? '')).json<{ chat: Chat }>()
    expect(messageOf(second, 1).id).toBe(again.message.id)
    expect(shown(second)[2]).toBe('Right')
    const { chat: third } = (await flip(person, second, messageOf(second, 2).siblings.previous_id ?? '')).json<{ chat: Chat }>()
    expect(messageOf(third, 3).id).toBe(stopped.message.id)
    expect(await readChat(person, chat.id)).toEqual(third)
  })

  test('changes what the next question is told', async () => {
    const { person, chat } = await createTalk('OLD-F')
    const edited = await (await app.edit(person, chat, messageOf(chat, 0).id, { content: 'NEW-F [[demo:tokens=2]]' })).done()
    const { chat: back } = (await flip(person, { id: chat.id, version: edited.version }, messageOf(chat, 0).id)).json<{ chat: Chat }>()
    await (await app.send(person, back, { content: 'AFTER-F [[demo:tokens=2]]' })).done()
    const [call] = app.callsOf('AFTER-F')
    expect(JSON.stringify(call?.body)).toContain('OLD-F')
    expect(JSON.stringify(call?.body)).not.toContain('NEW-F')
  })

  test('is refused to who saw another version', async () => {
    const { person, chat } = await createTalk('Why?')
    const response = await flip(person, { id: chat.id, version: chat.version - 1 }, messageOf(chat, 0).id)
    expect([response.statusCode, response.json().detail.code]).toEqual([409, 'CHAT_PUSH_MESSAGE_FAILED'])
    expect((await readChat(person, chat.id)).version).toBe(chat.version)
  })
})

const ways = ['edit', 'regenerate', 'continue', 'flip'] as const
const ask = async (way: (typeof ways)[number], person: Person, chat: { id: string; version: number }, messageId: string) => {
  if (way === 'flip') {
    const response = await flip(person, chat, messageId)
    return { status: response.statusCode, code: response.json().detail?.code as string | undefined }
  }
  const reader = way === 'edit' ? await app.edit(person, chat, messageId, { content: 'Again?' }) : await app[way](person, chat, messageId)
  return { status: reader.status, code: reader.error?.code }
}

describe('to edit, regenerate, continue or flip', () => {
  const indexOf = (way: (typeof ways)[number]) => (way === 'edit' ? 0 : 1)

  test('a message that is none of the chat is not found, a message of another chat too', async () => {
    const { person, chat } = await createTalk('Why?')
    const other = await createTalk('Why not?')
    for (const way of ways)
      for (const id of [unknownId(), messageOf(other.chat, indexOf(way)).id])
        expect([way, await ask(way, person, chat, id)]).toEqual([way, { status: 404, code: 'CHAT_MESSAGE_NOT_FOUND' }])
  })

  test('is for the owner of the chat only', async () => {
    const { person, chat, tenantId } = await createTalk('Why?')
    const reader = await app.createPerson({ tenantId })
    const stranger = await app.createPerson()
    const askAs = async (caller: Person) => {
      const refusals = []
      for (const way of ways) refusals.push(await ask(way, caller, chat, messageOf(chat, indexOf(way)).id))
      return refusals
    }
    expect(await askAs(reader)).toEqual(ways.map(() => ({ status: 404, code: 'CHAT_NOT_FOUND' })))
    await person.put(`/api/v1/chat/${chat.id}/access_control`, { explicitly_public: true })
    expect(await askAs(reader)).toEqual(ways.map(() => ({ status: 403, code: 'FORBIDDEN' })))
    expect(await askAs(stranger)).toEqual(ways.map(() => ({ status: 404, code: 'CHAT_NOT_FOUND' })))
  })

  test('is refused while a reply is being made, and to who saw an older chat', async () => {
    const { person, chat } = await createTalk('Why?')
    const refusal = { status: 409, code: 'CHAT_PUSH_MESSAGE_FAILED' }
    for (const way of ways) {
      const refused = await ask(way, person, { ...chat, version: chat.version - 1 }, messageOf(chat, indexOf(way)).id)
      expect([way, refused]).toEqual([way, refusal])
    }
    const running = await app.send(person, chat, { fault: 'endless,tps=20' })
    await running.hasText()
    for (const way of ways)
      for (const version of [chat.version, chat.version + 1]) {
        // A message that is no longer the last one cannot be continued.
        const code = way === 'continue' && version > chat.version ? 'CHAT_REPLY_NOT_CONTINUABLE' : refusal.code
        const refused = await ask(way, person, { id: chat.id, version }, messageOf(chat, indexOf(way)).id)
        expect([way, version, refused]).toEqual([way, version, { ...refusal, code }])
      }
    await person.post(`/api/v1/chat/${chat.id}/stop_generation`)
    await running.done()
  })
})

test('a question is not regenerated, and a reply not edited', async () => {
  const { person, chat } = await createTalk('Why?')
  expect(await ask('regenerate', person, chat, messageOf(chat, 0).id)).toMatchObject({ code: 'CHAT_MESSAGE_NOT_FOUND' })
  expect(await ask('continue', person, chat, messageOf(chat, 0).id)).toMatchObject({ code: 'CHAT_MESSAGE_NOT_FOUND' })
  expect(await ask('edit', person, chat, messageOf(chat, 1).id)).toMatchObject({ code: 'CHAT_MESSAGE_NOT_FOUND' })
})
