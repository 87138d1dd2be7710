// Replies by the endpoints of an administrator: fallback, queue, and a line of usage for each call (issue 13, must-show 7 and 8).
import { createChat } from '@heddle/db/factories/chat'
import { createModel, createModelEndpoint } from '@heddle/db/factories/model'
import { createDemoModel, type DemoModel } from '@heddle/demo-model/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../test/chat/chat-app.ts'
import { until } from '../../../test/until.ts'
import { rounds } from '../../../../../scripts/testing/rounds.ts'

let app: ChatApp
let other: DemoModel
beforeAll(async () => {
  ;[app, other] = await Promise.all([createChatApp(), createDemoModel({ tps: 0 })])
})
afterAll(() => Promise.all([app.close(), other.close()]))

const callsOf = async (chatId: string) => {
  const runs = await app.db.usageEvent.findMany({ where: { chatId }, orderBy: { id: 'asc' } })
  return app.db.usageCall.findMany({
    where: { runId: { in: runs.map(({ runId }) => runId) } },
    orderBy: [{ createdAt: 'asc' }, { seq: 'asc' }],
  })
}

/** A scene whose model has an endpoint of its own at the address. */
async function createRoutedScene(baseUrl: string, maxConcurrent = 16) {
  const scene = await app.createScene()
  const { tenantId } = scene
  const endpoint = await createModelEndpoint(app.db, { tenantId, baseUrl, maxConcurrent })
  await app.db.model.update({ where: { id: scene.model.id }, data: { endpointId: endpoint.id } })
  return { ...scene, endpoint }
}

describe('a fallback', () => {
  async function createFallbackScene(baseUrl: string) {
    const scene = await createRoutedScene(baseUrl)
    const { tenantId, model } = scene
    const endpoint = await createModelEndpoint(app.db, { tenantId, baseUrl: other.url })
    const fallback = await createModel(app.db, { tenantId, name: 'spare', endpointId: endpoint.id })
    await app.db.model.update({ where: { id: model.id }, data: { fallbackModelId: fallback.id } })
    return { ...scene, fallback, fallbackEndpoint: endpoint }
  }

  test('answers when the endpoint is down, and reply and usage name it', async () => {
    const scene = await createFallbackScene('http://127.0.0.1:9/v1')
    const { person, chat, fallback, fallbackEndpoint } = scene
    const done = await (await app.send(person, chat, { fault: 'tokens=5' })).done()
    const model = { id: fallback.id, name: 'spare' }
    expect(done).toMatchObject({ status: 'completed', message: { model } })
    const message = (await person.get(`/api/v1/chat/${chat.id}`)).json().chat.messages[1]
    expect(message.model).toEqual(model)
    const steps = message.steps.filter((step: { fallback?: object }) => step.fallback)
    expect(steps).toMatchObject([{ type: 'llm', fallback: { asked: scene.model.name, answered: 'spare' } }])
    expect(await app.db.usageEvent.findFirst({ where: { chatId: chat.id } })).toMatchObject({ modelName: 'spare', estimated: false })
    expect(await callsOf(chat.id)).toMatchObject([{ seq: 0, modelId: fallback.id, endpointId: fallbackEndpoint.id, modelName: 'spare' }])
  })

  test('does not answer after the first token', async () => {
    const { person, chat, model } = await createFallbackScene(app.demo.url)
    const done = await (await app.send(person, chat, { fault: 'drop=10' })).done()
    expect(done).toMatchObject({ status: 'failed', error: { code: 'MODEL_STREAM_BROKEN' }, message: { model: { id: model.id } } })
    expect(await callsOf(chat.id)).toMatchObject([{ modelId: model.id }])
  })
})

describe('a call', () => {
  test('has its tokens and the price of its time', async () => {
    const { person, chat, model, endpoint } = await createRoutedScene(other.url)
    const price = { currency: 'TWD', input: '2', cachedInput: '1', output: '10.5' }
    await app.db.modelPrice.createMany({
      data: [
        { ...price, modelId: model.id, validFrom: new Date('2026-01-01') },
        { ...price, input: '900', modelId: model.id, validFrom: new Date('2999-01-01') },
      ],
    })
    await (await app.send(person, chat, { fault: 'tokens=5' })).done()
    const [call] = await callsOf(chat.id)
    expect(call).toMatchObject({ seq: 0, nodeId: 'llm', attempt: 1, endpointId: endpoint.id, currency: 'TWD', estimated: false })
    const { inputTokens, outputTokens } = call!
    expect(inputTokens).toBeGreaterThan(0)
    expect(Number(call?.cost)).toBeCloseTo((inputTokens * 2 + outputTokens * 10.5) / 1_000_000, 8)
  })

  test('without a price has no cost, and a failed one is there too', async () => {
    const { person, chat } = await createRoutedScene(other.url)
    await (await app.send(person, chat, { fault: 'status=400' })).done()
    expect(await callsOf(chat.id)).toMatchObject([{ inputTokens: 0, outputTokens: 0, cost: null, currency: null, modelId: null }])
  })
})

describe('a busy endpoint', () => {
  test('answers many replies with four at once: users in turn, and a waiting one ends at once when it is stopped', async () => {
    const { person, tenantId, assistant } = await createRoutedScene(other.url, 4)
    const others: (typeof person)[] = []
    const userCount = rounds(10, 15)
    while (others.length < userCount - 1) others.push(await app.createPerson({ tenantId }))
    const ask = async (asker: typeof person, fault: string) => {
      // With a title, which no model is asked for then.
      const chat = await createChat(app.db, { ownerId: asker.user.id, assistantId: assistant.id })
      const content = `${asker.user.id} [[demo:${fault}]]`
      return { chat, asker, reply: await app.send(asker, chat, { content }) }
    }
    const stop = ({ chat, asker }: Awaited<ReturnType<typeof ask>>) => asker.post(`/api/v1/chat/${chat.id}/stop_generation`)
    const running: Awaited<ReturnType<typeof ask>>[] = []
    for (const asker of [person, others[0]!]) running.push(await ask(asker, 'endless,tps=20'), await ask(asker, 'endless,tps=20'))
    await Promise.all(running.map(({ reply }) => reply.hasText()))
    const begun = other.requests.length

    const waiting: typeof running = []
    for (const asker of others.slice(1)) waiting.push(await ask(asker, 'tokens=2,tps=50'), await ask(asker, 'tokens=2,tps=50'))
    expect(running.length + waiting.length).toBe(2 * userCount)
    const isWaiting = ({ reply }: (typeof waiting)[number]) =>
      reply.events.some((event) => event.type === 'step' && event.step.ahead !== undefined)
    await until('the others to wait', () => waiting.every(isWaiting))
    expect(other.requests).toHaveLength(begun)

    const stopped = waiting.pop()!
    // The others still run, and have no end of their own: it does not wait for them.
    await stop(stopped)
    expect(await stopped.reply.done()).toMatchObject({ status: 'stopped', message: { content: '' } })

    await Promise.all(running.map(stop))
    const ends = await Promise.all([...running, ...waiting].map(({ reply }) => reply.done()))
    expect(ends.map(({ status }) => status)).toEqual([...running.map(() => 'stopped'), ...waiting.map(() => 'completed')])
    const askers = other.requests.slice(begun).map(({ body }) => others.find(({ user }) => JSON.stringify(body).includes(user.id))?.user.id)
    expect(askers).toHaveLength(waiting.length)
    // The second call of a user may overtake, on its way, only those that began with it.
    const firstCalls = userCount - 2 - 3
    expect(new Set(askers.slice(0, firstCalls)).size).toBe(firstCalls)
  })

  test('lets a reply wait, which says so, and ends at once when it is stopped', async () => {
    const { person, chat, assistant } = await createRoutedScene(other.url, 1)
    const running = await app.send(person, chat, { fault: 'endless,tps=50' })
    await running.hasText()
    const second = await app.startChat(person, assistant.id)
    const waiting = await app.send(person, second, { fault: 'tokens=3' })
    const isWaiting = () => waiting.events.some((event) => event.type === 'step' && event.step.ahead === 0)
    await until('the reply to wait', isWaiting)
    await person.post(`/api/v1/chat/${second.id}/stop_generation`)
    const done = await waiting.done()
    expect(done).toMatchObject({ status: 'stopped', message: { content: '' } })
    expect(done.message.steps.every(({ ahead }) => ahead === undefined)).toBe(true)
    await person.post(`/api/v1/chat/${chat.id}/stop_generation`)
    await running.done()
    const next = await app.send(person, { id: second.id, version: done.version }, { fault: 'tokens=3' })
    expect((await next.done()).status).toBe('completed')
  })
})
