// Tests of models over HTTP, against the demonstration model and its faults.
import type { ManagedModel } from '@heddle/contracts/model/model'
import type { ModelEndpoint } from '@heddle/contracts/model/model-endpoint'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { createDemoModel, type DemoModel } from '@heddle/demo-model/server'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing/application/test-app.ts'

const canary = 'sk-canary-0123456789x9Q2'

let api: TestApp
let origin: string
let demo: DemoModel
const servers: Server[] = []
beforeAll(async () => {
  ;[api, demo] = await Promise.all([createTestApp(), createDemoModel({ tps: 0 })])
  origin = await api.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})
afterAll(() => Promise.all([api.close(), demo.close()]))

async function offer(model: object, { url = demo.url, ...endpoint }: { url?: string; enabled?: boolean } = {}) {
  const { id: tenantId } = await createTenant(api.db)
  const admin = await api.as(await createUser(api.db, { tenantId, role: 'A' }))
  const given = { name: 'Lab', base_url: url, api_key: canary, ...endpoint }
  const created = (await admin.post('/api/v1/model/endpoint', { endpoint: given })).json<{ endpoint: ModelEndpoint }>().endpoint
  const response = await admin.post('/api/v1/model', { model: { endpoint_id: created.id, name: 'Weaver', ...model } })
  const { id, revision } = response.json<{ model: ManagedModel }>().model
  const listEndpoints = async () =>
    (await admin.post('/api/v1/model/endpoint/query'))
      .json<{ endpoints: ModelEndpoint[] }>()
      .endpoints.find((each) => each.id === created.id)
  return { admin, id, revision, listEndpoints, testModel: (body: object = {}) => admin.post(`/api/v1/model/${id}/test`, body) }
}

/** A server that answers every request with one status and body. */
async function serve(status: number, body: string, type = 'application/json') {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

/** A server that sends a text as the stream of a reply. */
const serveText = (content: string) =>
  serve(
    200,
    `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`,
    'text/event-stream',
  )

/** The calls that the demonstration model has had under a name. */
const listCalls = (model: string) => demo.requests.filter(({ body }) => (body as { model?: string }).model === model)

const readModel = (response: { json: () => unknown }) => (response.json() as { model: ManagedModel }).model

describe('a test of a chat model', () => {
  test('shows its times, its usage and its thought process, and is kept with who made it', async () => {
    const { admin, id, revision, testModel } = await offer({ upstream_name: 'demo:tokens=30,latency=20' })
    const response = await testModel()
    expect(response.statusCode).toBe(200)
    const model = readModel(response)
    expect(model.last_test).toMatchObject({
      error: null,
      chat: {
        first_token_ms: expect.any(Number),
        usage: 'stream',
        reasoning: 'field',
        token_limit_field: 'max_tokens',
        accepts_temperature: true,
        images: null,
        json_schema: null,
      },
      embedding: null,
      tested_by: { id: admin.user.id, name: admin.user.name },
    })
    expect(model).toMatchObject({ revision, capabilities: { reasoning: { value: 'yes', source: 'probed' } } })
    const listed = (await admin.post('/api/v1/model/query')).json<{ models: ManagedModel[] }>().models
    expect(listed.find((each) => each.id === id)?.last_test).toEqual(model.last_test)
  })

  test.each([
    ['reasoning=think,tokens=31', { reasoning: 'tags' }],
    ['reasoning=none,tokens=32', { reasoning: 'none' }],
    ['no_usage,tokens=33', { usage: 'none' }],
    ['refuse_max_tokens,tokens=34', { token_limit_field: 'max_completion_tokens' }],
    ['refuse_max_tokens,refuse_max_completion_tokens,tokens=35', { token_limit_field: null }],
    ['refuse_temperature,tokens=36', { accepts_temperature: false }],
  ])('finds out with %s', async (switches, chat) => {
    const { testModel } = await offer({ upstream_name: `demo:${switches}` })
    expect(readModel(await testModel()).last_test).toMatchObject({ error: null, chat })
  })

  test('replaces what the model refuses, and finds it again after a change of the server', async () => {
    const { testModel } = await offer({ upstream_name: 'demo:refuse_max_tokens,refuse_temperature,tokens=37' })
    for (const _test of [1, 2])
      expect(readModel(await testModel())).toMatchObject({ token_limit_field: 'max_completion_tokens', accepts_temperature: false })
  })

  test('overwrites no capability that an administrator has set', async () => {
    const { testModel } = await offer({ upstream_name: 'demo:tokens=38', capabilities: { reasoning: 'no' } })
    expect(readModel(await testModel())).toMatchObject({
      last_test: { chat: { reasoning: 'field' } },
      capabilities: { reasoning: { value: 'no', source: 'set' } },
    })
  })

  test('is possible while the model or its server is switched off', async () => {
    const { testModel } = await offer({ upstream_name: 'demo:tokens=39', enabled: false }, { enabled: false })
    expect(readModel(await testModel())).toMatchObject({ enabled: false, last_test: { error: null } })
  })

  test('tries images when it is asked to: a model that does not see the color may not see at all', async () => {
    const blind = await offer({ upstream_name: 'demo:tokens=40' })
    expect(readModel(await blind.testModel({ checks: ['images'] }))).toMatchObject({
      last_test: { chat: { images: 'unknown' } },
      capabilities: { images: { value: 'unknown', source: null } },
    })
    const seeing = await offer({ upstream_name: 'seer' }, { url: await serveText('It is red.') })
    expect(readModel(await seeing.testModel({ checks: ['images'] }))).toMatchObject({
      capabilities: { images: { value: 'yes', source: 'probed' } },
    })
    const refusing = await offer({ upstream_name: 'demo:refuse_images' })
    expect(readModel(await refusing.testModel({ checks: ['images'] }))).toMatchObject({
      last_test: { error: null, chat: { images: 'no' } },
      capabilities: { images: { value: 'no', source: 'probed' } },
    })
  })

  test.each([
    ['split', 'yes'],
    ['refuse_response_format', 'no'],
    ['ignore_response_format', 'no'],
  ])('tries a JSON Schema when it is asked to: %s', async (switches, value) => {
    const { testModel } = await offer({ upstream_name: `demo:${switches}` })
    expect(readModel(await testModel({ checks: ['json_schema'] }))).toMatchObject({
      last_test: { chat: { json_schema: value } },
      capabilities: { json_schema: { value, source: 'probed' } },
    })
  })

  test('is one usage event with a line a call', async () => {
    const { admin, id, testModel } = await offer({ upstream_name: 'demo:tokens=42' })
    await testModel({ checks: ['json_schema'] })
    const events = await api.db.usageEvent.findMany({ where: { userId: admin.user.id } })
    expect(events).toMatchObject([{ flow: 'test', outcome: 'completed', chatId: null, modelName: 'Weaver' }])
    expect(await api.db.usageCall.findMany({ where: { runId: events[0]!.runId }, orderBy: { seq: 'asc' } })).toMatchObject([
      { seq: 0, modelId: id },
      { seq: 1, modelId: id },
    ])
  })
})

describe('a test that fails', () => {
  test.each([
    [400, `{"error":{"message":"The model weaver is not here","code":"x"}}`, 'MODEL_REFUSED', 'The model weaver is not here'],
    // vLLM before 0.10.
    [404, `{"object":"error","message":"The model weaver is unknown","code":404}`, 'MODEL_REFUSED', 'The model weaver is unknown'],
    [422, `{"detail":"No such model"}`, 'MODEL_REFUSED', 'No such model'],
    [404, `{"error":"model not found, try pulling it first"}`, 'MODEL_REFUSED', 'model not found, try pulling it first'],
    [
      401,
      `{"error":{"message":"Incorrect key ${canary} at https://lab.example/v1 or 10.1.2.3:8000 (Bearer abc.def)"}}`,
      'CHAT_AUTH_KEY_MISSING',
      'Incorrect key … at … or … (…)',
    ],
    [503, 'upstream is starting', 'MODEL_UNAVAILABLE', 'upstream is starting'],
  ])('shows status %i and the words of the server, without keys and addresses', async (status, body, code, message) => {
    const { testModel, admin } = await offer({ upstream_name: 'weaver' }, { url: await serve(status, body) })
    const response = await testModel({ checks: ['images', 'json_schema'] })
    expect(response.statusCode).toBe(200)
    expect(readModel(response).last_test).toMatchObject({ error: { code, status, message }, chat: null })
    expect(response.body).not.toContain('canary')
    expect(await api.db.usageEvent.findMany({ where: { userId: admin.user.id } })).toMatchObject([{ flow: 'test', outcome: 'failed' }])
  })

  test('shows the words of an error in the stream, and the name of an error of the connection', async () => {
    const broken = await offer({ upstream_name: 'demo:error_event=0' })
    expect(readModel(await broken.testModel()).last_test?.error).toMatchObject({
      code: 'MODEL_STREAM_BROKEN',
      status: null,
      message: expect.any(String),
    })
    const url = await serve(200, '')
    for (const server of servers.splice(0)) server.close().closeAllConnections()
    const closed = await offer({ upstream_name: 'weaver' }, { url })
    expect(readModel(await closed.testModel()).last_test?.error).toEqual({
      code: 'MODEL_UNAVAILABLE',
      status: null,
      message: 'ECONNREFUSED',
    })
  })

  test('asks once, and fills in nothing', async () => {
    const { testModel } = await offer({ upstream_name: 'demo:status=500' })
    expect(readModel(await testModel())).toMatchObject({
      last_test: { error: { status: 500 } },
      capabilities: { reasoning: { value: 'unknown' } },
    })
    expect(listCalls('demo:status=500')).toHaveLength(1)
  })

  test('three times puts the server aside, and one that succeeds brings it back', async () => {
    const { testModel, listEndpoints, admin, id, revision } = await offer({ upstream_name: 'demo:status=401' })
    expect((await listEndpoints())?.health).toEqual({ state: 'available', paused_until: null })
    for (const _test of [1, 2, 3]) await testModel()
    expect((await listEndpoints())?.health).toEqual({ state: 'key_refused', paused_until: null })
    await admin.put(`/api/v1/model/${id}`, { model: { upstream_name: 'demo:tokens=43' }, revision })
    await testModel()
    expect((await listEndpoints())?.health.state).toBe('available')
  })

  test('ends with the connection of the caller: its usage is kept, and no result', async () => {
    const { admin, id } = await offer({ upstream_name: 'demo:latency=30000,tokens=44' })
    const calls = () => listCalls('demo:latency=30000,tokens=44')
    const left = new AbortController()
    const headers = { ...admin.headers, 'content-type': 'application/json' }
    const url = `${origin}/api/v1/model/${id}/test`
    const calling = fetch(url, { method: 'POST', headers, body: '{}', signal: left.signal }).catch(() => undefined)
    await expect.poll(() => calls().length).toBe(1)
    left.abort()
    await calling
    await expect.poll(() => calls()[0]?.aborted).toBe(true)
    await expect.poll(() => api.db.usageEvent.count({ where: { userId: admin.user.id } })).toBe(1)
    expect(await api.db.modelTest.count({ where: { modelId: id } })).toBe(0)
  })

  test('finds no model when that is deleted meanwhile', async () => {
    const { admin, id, testModel } = await offer({ upstream_name: 'demo:latency=1000,tokens=45' })
    const testing = testModel()
    await expect.poll(() => listCalls('demo:latency=1000,tokens=45').length).toBe(1)
    expect((await admin.delete(`/api/v1/model/${id}`)).statusCode).toBe(200)
    const response = await testing
    expect([response.statusCode, response.json()]).toMatchObject([404, { detail: { code: 'MODEL_NOT_FOUND' } }])
    expect(await api.db.usageEvent.count({ where: { userId: admin.user.id } })).toBe(1)
  })
})

describe('a test of a model of another kind', () => {
  test('shows the dimension of an embedding, and fills it in', async () => {
    const { testModel, admin } = await offer({ upstream_name: 'embedder', kind: 'embedding' })
    expect(readModel(await testModel())).toMatchObject({
      last_test: { error: null, chat: null, embedding: { dimension: 256 } },
      embedding: { dimension: 256 },
    })
    expect(await api.db.usageEvent.findMany({ where: { userId: admin.user.id } })).toMatchObject([{ flow: 'test', outputTokens: 0 }])
  })

  test('calls a model that reranks', async () => {
    const url = await serve(200, JSON.stringify({ results: [{ index: 0, relevance_score: 0.9 }] }))
    const { testModel } = await offer({ upstream_name: 'sorter', kind: 'rerank' }, { url })
    expect(readModel(await testModel()).last_test).toMatchObject({ error: null, chat: null, embedding: null })
  })

  test('is an error when its response is something else', async () => {
    const { testModel } = await offer({ upstream_name: 'embedder', kind: 'embedding' }, { url: await serve(200, '{"data":[]}') })
    expect(readModel(await testModel()).last_test).toMatchObject({ error: { code: 'MODEL_STREAM_BROKEN' }, embedding: null })
  })
})
