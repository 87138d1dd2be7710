// The router before several demonstration models, over real HTTP.
import { createDemoModel, type DemoModel } from '@heddle/demo-model/server'
import type { ModelEvent, ModelRequest } from '@heddle/workflow/model/ports'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultTimeouts } from './call/deadlines.ts'
import { createModelRouter } from './model-router.ts'
import type { RoutedEndpoint, RoutedModel } from './routed-model.ts'

let a: DemoModel
let b: DemoModel
beforeAll(async () => {
  ;[a, b] = await Promise.all([createDemoModel({ tps: 0 }), createDemoModel({ tps: 0 })])
})
afterAll(() => Promise.all([a.close(), b.close()]))

const caller = { tenantId: 'tenant', userId: 'user' }
const never = new AbortController().signal
const listCalls = ({ requests }: DemoModel, model: string) => requests.filter(({ body }) => (body as { model?: string }).model === model)

function createEndpoint({ url }: DemoModel, changes: Partial<RoutedEndpoint> = {}): RoutedEndpoint {
  const { id = url, revision = 0 } = changes
  return { id, revision, baseUrl: url, apiKey: 'key', timeouts: defaultTimeouts, maxConcurrent: 16, ...changes }
}

/** A model whose faults are its switches. */
const createModel = (switches: string, endpoint: RoutedEndpoint, changes: Partial<RoutedModel> = {}): RoutedModel => ({
  id: `id of ${switches}`,
  revision: 0,
  name: switches,
  upstreamName: `demo:${switches}`,
  contextTokens: 16_384,
  maxOutputTokens: null,
  capabilities: { images: 'no', jsonSchema: 'unknown' },
  reasoningFormat: 'auto',
  refusedParameters: [],
  endpoint,
  ...changes,
})

/** A model and its fallbacks. */
type Found = readonly [RoutedModel, ...RoutedModel[]]

function createRouter(models: readonly Found[], { maxWaitMs = 5_000 } = {}) {
  const router = createModelRouter({
    find: async (_tenantId, name) => models.find(([model]) => model.name === name) ?? null,
    retry: { retries: 0 },
    maxWaitMs,
  })

  async function ask(
    name: string,
    { userId = 'user', stop = never, ...changes }: Partial<ModelRequest> & { userId?: string; stop?: AbortSignal } = {},
  ) {
    const request = { model: name, messages: [{ role: 'user', content: 'Why does cotton shrink?' }], ...changes } as const
    const events: ModelEvent[] = []
    let error: unknown
    try {
      for await (const event of router.open({ ...caller, userId }).generate(request, stop)) events.push(event)
    } catch (thrown) {
      error = thrown
    }
    return {
      events,
      error,
      text: events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join(''),
      answering: events.flatMap((event) => (event.type === 'answering' ? [event.model] : [])),
    }
  }

  return { router, ask }
}

describe('a call', () => {
  test('goes to the endpoint of the model that is named, by the name that it has there', async () => {
    const { ask } = createRouter([[createModel('tokens=11', createEndpoint(a))], [createModel('tokens=12', createEndpoint(b))]])
    const { text, answering } = await ask('tokens=12')
    expect(text).not.toBe('')
    expect(answering).toEqual([{ id: 'id of tokens=12', name: 'tokens=12', endpointId: b.url }])
    expect(listCalls(a, 'demo:tokens=12')).toHaveLength(0)
    expect(listCalls(b, 'demo:tokens=12')).toHaveLength(1)
  })

  test('of a model that is not there is MODEL_NOT_FOUND', async () => {
    expect(await createRouter([]).ask('gone')).toMatchObject({ error: { code: 'MODEL_NOT_FOUND' } })
  })

  test('goes to the new address when the endpoint has changed', async () => {
    const models: Found[] = [[createModel('tokens=13', createEndpoint(a, { id: 'moved' }))]]
    const { ask } = createRouter(models)
    await ask('tokens=13')
    models[0] = [createModel('tokens=13', createEndpoint(b, { id: 'moved', revision: 1 }))]
    await ask('tokens=13')
    expect([listCalls(a, 'demo:tokens=13').length, listCalls(b, 'demo:tokens=13').length]).toEqual([1, 1])
  })

  test.each(['yes', 'no', 'unknown'] as const)(
    'has the JSON Schema of its answer for a model whose capability is %s',
    async (jsonSchema) => {
      const name = `latency=1,language=en,tokens=15,echo=${jsonSchema === 'yes'},split=${jsonSchema === 'no'}`
      const { ask } = createRouter([[createModel(name, createEndpoint(a), { capabilities: { images: 'no', jsonSchema } })]])
      await ask(name, { answerSchema: { name: 'answer', schema: { type: 'object', properties: {} } } })
      const [call] = listCalls(a, `demo:${name}`)
      expect('response_format' in (call!.body as object)).toBe(jsonSchema === 'yes')
    },
  )

  test('counts for the health of the endpoint when that gives the reply up', async () => {
    const endpoint = createEndpoint(a, { id: 'gives up' })
    const { router, ask } = createRouter([[createModel('finish=abort,tokens=5', endpoint)], [createModel('tokens=5', endpoint)]])
    const giveUp = async () => {
      const { text, error } = await ask('finish=abort,tokens=5')
      expect(text).not.toBe('')
      expect(error).toMatchObject({ code: 'MODEL_STREAM_BROKEN' })
    }
    await giveUp()
    await giveUp()
    await ask('tokens=5')
    await giveUp()
    await giveUp()
    expect(router.describeHealth(endpoint).state).toBe('available')
    await giveUp()
    expect(router.describeHealth(endpoint).state).toBe('paused')
  })

  test('reads a reply by the format of its model', async () => {
    const model = createModel('reasoning=inside,latency=1', createEndpoint(a), { reasoningFormat: 'begins_inside' })
    const { events, text } = await createRouter([[model]]).ask('reasoning=inside,latency=1')
    expect(events.map(({ type }) => type)).not.toContain('text_was_reasoning')
    expect(text).toMatch(/^## /)
  })

  test('has a parameter again that an administrator has cleared since it was refused', async () => {
    const name = 'refuse_temperature=true,tokens=5'
    const models: Found[] = [[createModel(name, createEndpoint(a))]]
    const { ask } = createRouter(models)
    const askTwice = async () => [await ask(name, { temperature: 0.3 }), await ask(name, { temperature: 0.3 })]
    await askTwice()
    models[0] = [createModel(name, createEndpoint(a), { revision: 1 })]
    await askTwice()
    const has = listCalls(a, `demo:${name}`).map(({ body }) => 'temperature' in (body as object))
    expect(has).toEqual([true, false, false, true, false, false])
  })

  test('has a limit of what the context of its model leaves', async () => {
    const { ask } = createRouter([[createModel('tokens=14', createEndpoint(a), { contextTokens: 1_000 })]])
    await ask('tokens=14')
    const [call] = listCalls(a, 'demo:tokens=14')
    expect((call!.body as { max_tokens: number }).max_tokens).toBeLessThan(1_000)
  })
})

describe('a fallback', () => {
  const good = (changes: Partial<RoutedModel> = {}) => createModel('tokens=21', createEndpoint(b), changes)

  test.each(['status=500', 'status=401', 'status=402', 'status=429,retry_after=60', 'drop=0', 'empty'])(
    'takes a call that fails with %s',
    async (fault) => {
      const { ask } = createRouter([[createModel(fault, createEndpoint(a)), good()]])
      const { text, answering, error } = await ask(fault)
      expect(error).toBeUndefined()
      expect(text).not.toBe('')
      expect(answering).toEqual([{ id: 'id of tokens=21', name: 'tokens=21', endpointId: b.url }])
    },
  )

  test('takes the place of a fallback that fails too', async () => {
    const broken = createModel('status=502', createEndpoint(a))
    const { ask } = createRouter([[createModel('status=503', createEndpoint(a)), broken, good()]])
    expect(await ask('status=503')).toMatchObject({ error: undefined, answering: [{ name: 'tokens=21' }] })
  })

  test.each(['status=400', 'context=1', 'drop=90'])('does not take a call that fails with %s', async (fault) => {
    const { ask } = createRouter([[createModel(fault, createEndpoint(a)), good()]])
    const { error, answering } = await ask(fault)
    expect(error).toMatchObject({ code: expect.stringMatching(/^MODEL_/) })
    expect(answering.map(({ name }) => name)).not.toContain('tokens=21')
  })

  test('is not one that cannot read the images of the question, or has too small a context', async () => {
    const image = { mediaType: 'image/png', base64: 'aaaa' }
    const messages = [{ role: 'user', content: 'What is this?', images: [image] }] as const
    const long = [{ role: 'user', content: 'word '.repeat(2_000) }] as const
    const { ask } = createRouter([[createModel('status=504', createEndpoint(a)), good({ contextTokens: 2_000 })]])
    expect((await ask('status=504', { messages })).error).toMatchObject({ code: 'MODEL_UNAVAILABLE' })
    expect((await ask('status=504', { messages: long })).error).toMatchObject({ code: 'MODEL_UNAVAILABLE' })
    expect((await ask('status=504')).answering).toMatchObject([{ name: 'tokens=21' }])
  })

  test('is not called after a stop', async () => {
    const stop = new AbortController()
    const { ask } = createRouter([[createModel('stall=0,latency=21', createEndpoint(a)), good()]])
    const asked = ask('stall=0,latency=21', { stop: stop.signal })
    await expect.poll(() => listCalls(a, 'demo:stall=0,latency=21').length).toBe(1)
    stop.abort(new Error('stopped'))
    expect(await asked).toMatchObject({ error: { message: 'stopped' }, answering: [] })
  })

  test('takes all calls while the endpoint is paused or limited', async () => {
    const { ask } = createRouter([
      [createModel('status=500,latency=22', createEndpoint(a, { id: 'ill' })), good()],
      [createModel('status=429,retry_after=60,latency=22', createEndpoint(a, { id: 'limited' })), good()],
    ])
    for (const _ of [1, 2, 3, 4, 5]) expect((await ask('status=500,latency=22')).error).toBeUndefined()
    expect(listCalls(a, 'demo:status=500,latency=22')).toHaveLength(3)
    for (const _ of [1, 2]) expect((await ask('status=429,retry_after=60,latency=22')).error).toBeUndefined()
    expect(listCalls(a, 'demo:status=429,retry_after=60,latency=22')).toHaveLength(1)
  })
})

describe('the calls above the limit of an endpoint', () => {
  test('wait, end in turn between two users, and tell how many are before them', async () => {
    const { ask } = createRouter([[createModel('tokens=30,tps=400', createEndpoint(a, { id: 'narrow', maxConcurrent: 4 }))]])
    const order: string[] = []
    const calls = Array.from({ length: 30 }, async (_, index) => {
      const userId = index < 15 ? 'first' : 'second'
      const asked = await ask('tokens=30,tps=400', { userId })
      order.push(userId)
      return asked
    })
    const asked = await Promise.all(calls)
    expect(asked.every(({ error, text }) => error === undefined && text !== '')).toBe(true)
    expect(asked.filter(({ events }) => events[0]?.type === 'waiting')).toHaveLength(26)
    expect(asked[29]?.events[0]).toMatchObject({ type: 'waiting', ahead: 25 })
    // The second user, who came last, is not behind the first one.
    const turns = order.slice(4, 20)
    expect(turns.filter((userId) => userId === 'second').length).toBeGreaterThanOrEqual(6)
    expect(turns.filter((userId) => userId === 'first').length).toBeGreaterThanOrEqual(6)
  })

  test('leave at once when they are stopped, and their place to others', async () => {
    const { ask } = createRouter([[createModel('endless,tps=100', createEndpoint(a, { id: 'one', maxConcurrent: 1 }))]])
    const [first, second] = [new AbortController(), new AbortController()]
    const running = ask('endless,tps=100', { stop: first.signal })
    const waiting = ask('endless,tps=100', { stop: second.signal })
    await expect.poll(() => listCalls(a, 'demo:endless,tps=100').length).toBe(1)
    second.abort(new Error('stopped'))
    expect(await waiting).toMatchObject({ error: { message: 'stopped' }, events: [{ type: 'waiting', ahead: 0 }] })
    first.abort(new Error('stopped'))
    expect((await running).error).toMatchObject({ message: 'stopped' })
    expect(listCalls(a, 'demo:endless,tps=100')).toHaveLength(1)
  })

  test('get the slot of a call that was abandoned', async () => {
    const narrow = createEndpoint(a, { id: 'abandoned', maxConcurrent: 1 })
    const { router, ask } = createRouter([[createModel('endless,tps=101', narrow)], [createModel('tokens=31', narrow)]])
    const stop = new AbortController()
    const abandoned = router.open(caller).generate({ model: 'endless,tps=101', messages: [{ role: 'user', content: 'x' }] }, stop.signal)
    await abandoned[Symbol.asyncIterator]().next()
    stop.abort(new Error('stopped'))
    expect((await ask('tokens=31')).error).toBeUndefined()
  })

  test('are MODEL_BUSY after the maximum wait', async () => {
    const stop = new AbortController()
    const { ask } = createRouter([[createModel('endless,tps=102', createEndpoint(a, { id: 'busy', maxConcurrent: 1 }))]], { maxWaitMs: 20 })
    const running = ask('endless,tps=102', { stop: stop.signal })
    await expect.poll(() => listCalls(a, 'demo:endless,tps=102').length).toBe(1)
    expect((await ask('endless,tps=102')).error).toMatchObject({ code: 'MODEL_BUSY' })
    stop.abort(new Error('stopped'))
    await running
  })
})
