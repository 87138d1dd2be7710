// What is counted is what was generated: each run of a reply leaves one row, and it says what the model says (issue 4, must-show 6).
import type { Comparison } from '@heddle/contracts/reply/comparison'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createRunningReply } from '@heddle/db/factories/chat'
import { createUsageLimitRule } from '@heddle/db/factories/usage-limit'
import { countTokens } from '@heddle/text/count-tokens'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../test/chat/chat-app.ts'
import { readReply } from '../../../test/chat/reply-reader.ts'
import { beginTemporary } from '../../../test/chat/temporary-scene.ts'
import { until } from '../../../test/until.ts'
import { createOrphanSweeper } from './sweep/orphan-sweeper.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

const usageOf = (chatId: string) => app.db.usageEvent.findMany({ where: { chatId, flow: 'chat' }, orderBy: { id: 'asc' } })

async function createSceneOf(kind: string) {
  const scene = await app.createScene()
  return kind === 'temporary chat' ? { ...scene, chat: await beginTemporary(scene.person, scene.assistant.id) } : scene
}

/** A question that no other test asks: the model's calls for it are found by it. */
function question(fault: string) {
  const mark = randomUUID()
  return { content: `How long is it? ${mark} [[demo:${fault}]]`, callsOf: () => app.callsOf(mark) }
}

/** What the model reported of each call, as the rows have it. */
const reported = (calls: ReturnType<ChatApp['callsOf']>) =>
  calls.map(({ usage }) => ({
    inputTokens: usage?.prompt_tokens,
    outputTokens: usage?.completion_tokens,
    reasoningTokens: usage?.completion_tokens_details.reasoning_tokens,
    estimated: false,
  }))

/** What we count of what the model has sent, where it reported nothing: the prompt whole, and what has come. */
function counted({ body, sent }: ReturnType<ChatApp['callsOf']>[number], text: string, reasoning: string) {
  expect(sent.text.startsWith(text)).toBe(true)
  expect(sent.reasoning.startsWith(reasoning)).toBe(true)
  const { messages } = body as { messages: { content: string }[] }
  return {
    inputTokens: messages.reduce((sum, { content }) => sum + countTokens(content), 0),
    outputTokens: countTokens(text) + countTokens(reasoning),
    reasoningTokens: countTokens(reasoning),
    estimated: true,
  }
}

/** A reply that is stopped once it has some text. */
async function stopAfter(
  reader: Awaited<ReturnType<ChatApp['send']>>,
  person: { post: (url: string) => Promise<unknown> },
  chatId: string,
  length = 30,
) {
  await reader.hasText(length)
  await person.post(`/api/v1/chat/${chatId}/stop_generation`)
  return reader.done()
}

describe('the usage', () => {
  test('of a reply, of another one, and of the answer to an edited question is what the model reported of each', async () => {
    const { person, chat } = await app.createScene()
    const first = question('tokens=21')
    const edited = question('tokens=34')
    const one = await (await app.send(person, chat, { content: first.content })).done()
    const two = await (await app.regenerate(person, { id: chat.id, version: one.version }, one.message.id)).done()
    const questionId = (await app.db.message.findUniqueOrThrow({ where: { id: two.message.id } })).parentId ?? ''
    const three = await (await app.edit(person, { id: chat.id, version: two.version }, questionId, { content: edited.content })).done()

    const rows = await usageOf(chat.id)
    expect(rows).toMatchObject(reported([...first.callsOf(), ...edited.callsOf()]))
    expect(rows.map(({ messageId, outcome }) => [messageId, outcome])).toEqual(
      [one, two, three].map(({ message }) => [message.id, 'completed']),
    )
    expect(three.remaining_requests).toBe(one.remaining_requests - 2)
  })

  test.each(['chat', 'temporary chat'])('of a stopped reply in a %s is what has come of it', async (kind) => {
    const { person, chat } = await createSceneOf(kind)
    const { content, callsOf } = question('endless,tps=100')
    const done = await stopAfter(await app.send(person, chat, { content }), person, chat.id)
    const [call] = callsOf()
    if (!call) throw new Error('The model was not asked')
    expect(await usageOf(chat.id)).toMatchObject([{ outcome: 'stopped', ...counted(call, done.message.content, done.message.reasoning) }])
  })

  test('of a reply whose stream broke is what has come of it', async () => {
    const { person, chat } = await app.createScene()
    const { content, callsOf } = question('drop=40')
    const done = await (await app.send(person, chat, { content })).done()
    const [call] = callsOf()
    if (!call) throw new Error('The model was not asked')
    expect(done.status).toBe('failed')
    expect(call.sent.tokens).toBe(40)
    const all = counted(call, call.sent.text, call.sent.reasoning)
    expect(await usageOf(chat.id)).toMatchObject([{ outcome: 'failed', ...all }])
  })

  test('of a call that was refused is nothing', async () => {
    const { person, chat } = await app.createScene()
    await (await app.send(person, chat, { content: question('status=400').content })).done()
    expect(await usageOf(chat.id)).toMatchObject([{ outcome: 'failed', inputTokens: 0, outputTokens: 0, reasoningTokens: 0 }])
  })

  test('of a reply that goes on is a row of its own, without what there was before', async () => {
    const { person, chat } = await app.createScene()
    const { content, callsOf } = question('tokens=120,tps=80,reasoning=none')
    const stopped = await stopAfter(await app.send(person, chat, { content }), person, chat.id)
    const done = await (await app.continue(person, { id: chat.id, version: stopped.version }, stopped.message.id)).done()

    const [before, after] = callsOf()
    if (!before || !after) throw new Error('The model was not asked twice')
    const rows = await usageOf(chat.id)
    expect(rows).toMatchObject([
      { outcome: 'stopped', ...counted(before, stopped.message.content, '') },
      { outcome: 'completed', ...reported([after])[0] },
    ])
    expect(rows.map(({ messageId }) => messageId)).toEqual([done.message.id, done.message.id])
    expect(done.usage).toMatchObject({ output_tokens: after.usage?.completion_tokens, estimated: false })
    expect(stopped.message.content + after.sent.text).toBe(done.message.content)
  })

  test('of a reply that went on and was stopped again is what came since', async () => {
    const { person, chat } = await app.createScene()
    const { content, callsOf } = question('endless,tps=100,reasoning=none')
    const stopped = await stopAfter(await app.send(person, chat, { content }), person, chat.id)
    const reader = await app.continue(person, { id: chat.id, version: stopped.version }, stopped.message.id)
    const done = await stopAfter(reader, person, chat.id)
    const after = callsOf().at(-1)
    if (!after) throw new Error('The model was not asked twice')
    const since = done.message.content.slice(stopped.message.content.length)
    expect((await usageOf(chat.id)).at(-1)).toMatchObject({ outcome: 'stopped', ...counted(after, since, '') })
  })

  type ChatPerson = Awaited<ReturnType<ChatApp['createPerson']>>

  /** Has the sweeper end a reply whose model stalls after 60 tokens, once all of them are saved. Returns the row that it ended. */
  async function orphan(person: ChatPerson, chatId: string, readCall: () => ReturnType<ChatApp['callsOf']>[number] | undefined) {
    const { log } = app.dependencies
    await until('all tokens to be saved', async () => {
      const sent = readCall()?.sent
      const response = await person.get(`/api/v1/chat/${chatId}`)
      const reply = response.json<{ chat: { messages: { content: string; reasoning: string }[] } }>().chat.messages.at(-1)
      return sent?.tokens === 60 && reply?.content.endsWith(sent.text) && reply.reasoning.endsWith(sent.reasoning)
    })
    await until('the sweeper to win against the renewal of the lease', async () => {
      await app.db.runningReply.updateMany({ where: { message: { chatId } }, data: { leaseExpiresAt: new Date(Date.now() - 1_000) } })
      return (await createOrphanSweeper({ store: app.messageStore, countTokens, log })(chatId)) === 1
    })
    return app.db.message.findFirstOrThrow({ where: { chatId, status: 'interrupted' } })
  }

  test.each(['chat', 'temporary chat'])(
    'of a reply in a %s that the sweeper ends is the whole prompt, and what it had saved',
    async (kind) => {
      const { person, chat } = await createSceneOf(kind)
      const { content, callsOf } = question('stall=60')
      await app.send(person, chat, { content })
      await orphan(person, chat.id, () => callsOf()[0])
      const [call] = callsOf()
      if (!call) throw new Error('The model was not asked')
      const counts = counted(call, call.sent.text, call.sent.reasoning)
      expect(await usageOf(chat.id)).toMatchObject([{ outcome: 'interrupted', ...counts }])
    },
  )

  test('of a reply that the sweeper ends as it goes on is the prompt of this run, and what it had saved since', async () => {
    const { person, chat } = await app.createScene()
    const { content, callsOf } = question('stall=60,reasoning=none')
    const stopped = await stopAfter(await app.send(person, chat, { content }), person, chat.id)
    await app.continue(person, { id: chat.id, version: stopped.version }, stopped.message.id)
    const ended = await orphan(person, chat.id, () => callsOf()[1])
    const after = callsOf()[1]
    if (!after) throw new Error('The model was not asked twice')
    const since = ended.content.slice(stopped.message.content.length)
    expect((await usageOf(chat.id)).at(-1)).toMatchObject({ outcome: 'interrupted', ...counted(after, since, '') })
  })

  test('of a reply whose process died as it went on is what it had saved since', async () => {
    const { person, chat } = await app.createScene()
    const stopped = await stopAfter(await app.send(person, chat, { content: question('endless,tps=100').content }), person, chat.id)
    const { content, reasoning } = stopped.message
    const runId = randomUUID()
    // As a killed process leaves it behind: the row says where its run began.
    await app.db.message.update({
      where: { id: stopped.message.id },
      data: {
        status: 'generating',
        runId,
        runContentStart: content.length,
        runReasoningStart: reasoning.length,
        runStartedAt: new Date(Date.now() - 20_000),
      },
    })
    const prompts = ['Answer briefly.', 'How long is it?']
    await createRunningReply(app.db, { runId, text: ' and on', prompts, leaseExpiresAt: new Date(Date.now() - 1_000) })
    await app.db.replyChunk.create({ data: { runId, number: 0, text: ' and so on', reasoning: '' } })
    const { log } = app.dependencies
    await createOrphanSweeper({ store: app.messageStore, countTokens, log })(chat.id)
    const row = (await usageOf(chat.id)).at(-1)
    const inputTokens = prompts.reduce((sum, prompt) => sum + countTokens(prompt), 0)
    const outputTokens = countTokens(' and so on and on')
    expect(row).toMatchObject({ outcome: 'interrupted', inputTokens, outputTokens, reasoningTokens: 0, estimated: true })
    expect(row?.latencyMs).toBeLessThan(60_000)
  })
})

describe('20 sends at once with one request left in the conversation', () => {
  test.each(['one process', 'two processes'])('from %s: exactly one is accepted and counted', async (where) => {
    const { person, chat, tenantId } = await app.createScene()
    const { content, callsOf } = question('tokens=5')
    await app.db.tenant.update({ where: { id: tenantId }, data: { requestsPerChat: 1 } })
    const other = where === 'two processes' ? await app.startSecondProcess() : null
    const readers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => app.send(person, chat, { content, ...(other && index % 2 === 1 && { at: other.origin }) })),
    )
    const accepted = readers.filter(({ error }) => !error)
    expect(accepted).toHaveLength(1)
    const refusals = new Set(readers.flatMap(({ error }) => error?.code ?? []))
    expect([...refusals].filter((code) => code !== 'CHAT_PUSH_MESSAGE_FAILED' && code !== 'CHAT_REQUEST_LIMIT_REACHED')).toEqual([])
    await accepted[0]?.done()
    expect(await app.db.chat.findUniqueOrThrow({ where: { id: chat.id } })).toMatchObject({ requestCount: 1, version: 2 })
    expect(await app.db.message.count({ where: { chatId: chat.id } })).toBe(2)
    expect(callsOf()).toHaveLength(1)
    await until('the one row of usage', async () => (await usageOf(chat.id)).length === 1)
    await other?.close()
  })
})

describe.each(['in a temporary chat', 'of an expert that the question names', 'of two beside each other'])('what is asked %s', (way) => {
  type Chat = { readonly id: string; readonly version: number }

  async function arrange() {
    const { person, tenantId, assistant } = await app.createScene()
    const { id: namedId } = await createAssistant(app.db, { tenantId, groupId: assistant.groupId, isPublic: true })
    const begin = (): Promise<Chat> =>
      way === 'in a temporary chat' ? beginTemporary(person, assistant.id) : app.startChat(person, assistant.id)

    async function compare({ id, version }: Chat, content: string, at: string) {
      const url = `${at}/api/v1/chat/${id}`
      const body = { content, candidates: [{}, { assistant_id: namedId }], is_blind: false, client_message_id: randomUUID(), version }
      const headers = { ...person.headers, 'content-type': 'application/json' }
      const response = await fetch(`${url}/comparison`, { method: 'POST', headers, body: JSON.stringify(body) })
      const { comparison } = (await response.json()) as { comparison?: Comparison }
      const replies = comparison?.candidates.flatMap(({ reply }) => reply ?? []) ?? []
      return Promise.all(replies.map((reply) => readReply(`${url}/message/${reply.id}/message_stream`, person.headers)))
    }

    /** Returns the ends of the replies that were begun. */
    async function ask(chat: Chat, content: string, at = app.origin) {
      const named = way === 'of an expert that the question names' && { assistant_id: namedId }
      const readers =
        way === 'of two beside each other' ? await compare(chat, content, at) : [await app.send(person, chat, { content, at, ...named })]
      return Promise.all(readers.filter(({ error }) => error === null).map((reader) => reader.done()))
    }
    return { tenantId, begin, ask }
  }

  test('is counted as what the model reported', async () => {
    const { begin, ask } = await arrange()
    const chat = await begin()
    const { content, callsOf } = question('tokens=21')
    const ends = await ask(chat, content)
    expect(ends.map(({ status }) => status)).toEqual(way === 'of two beside each other' ? ['completed', 'completed'] : ['completed'])
    const rows = await usageOf(chat.id)
    expect(new Set(rows.map(({ messageId }) => messageId))).toEqual(new Set(ends.map(({ message }) => message.id)))
    expect(rows).toHaveLength(callsOf().length)
    for (const report of reported(callsOf())) expect(rows).toContainEqual(expect.objectContaining(report))
  })

  test.each(['a chat', 'a user'])(
    'twice at once with one request left of %s is accepted once, by one process or the other',
    async (limit) => {
      const { tenantId, begin, ask } = await arrange()
      const first = await begin()
      if (limit === 'a chat') await app.db.tenant.update({ where: { id: tenantId }, data: { requestsPerChat: 1 } })
      else await createUsageLimitRule(app.db, { tenantId, amount: 1 })
      const chats = [first, limit === 'a chat' ? first : await begin()]
      const { content, callsOf } = question('tokens=5')
      const other = await app.startSecondProcess()
      const ends = await Promise.all(chats.map((chat, index) => ask(chat, content, index === 0 ? app.origin : other.origin)))
      expect(ends.flat().map(({ status }) => status)).toEqual(['completed'])
      expect(callsOf()).toHaveLength(1)
      expect(await app.db.usageEvent.count({ where: { chatId: { in: chats.map(({ id }) => id) } } })).toBe(1)
      await other.close()
    },
  )
})
