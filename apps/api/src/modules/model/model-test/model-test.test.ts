// Tests of models over HTTP, against the demonstration model and its faults.
import type { ManagedModel } from '@heddle/contracts/model/model'
import type { ModelEndpoint } from '@heddle/contracts/model/model-endpoint'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { createDemoModel, type DemoModel } from '@heddle/demo-model/server'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/application/test-app.ts'
import {
  type ScriptedResponse,
  type ScriptedServer,
  startScriptedServer,
  toChunk,
  toEvents,
} from '../../../../test/servers/scripted-server.ts'

const canary = 'sk-canary-0123456789x9Q2'

let api: TestApp
let origin: string
let demo: DemoModel
const servers: Server[] = []
const scripted: ScriptedServer[] = []
beforeAll(async () => {
  ;[api, demo] = await Promise.all([createTestApp(), createDemoModel({ tps: 0 })])
  origin = await api.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  await Promise.all(scripted.splice(0).map((server) => server.close()))
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})
afterAll(() => Promise.all([api.close(), demo.close()]))

async function offer(model: object, { url = demo.url, ...endpoint }: { url?: string; enabled?: boolean } = {}) {
  const { id: tenantId } = await createTenant(api.db)
  const admin = await api.as(await createUser(api.db, { tenantId, role: 'A' }))
  const given = { name: 'Lab', base_url: url, api_key: canary, ...endpoint }
  const created = (await admin.post('/api/v1/model/endpoint', { endpoint: given })).json<{ endpoint: ModelEndpoint }>().endpoint
  const response = await admin.post('/api/v1/model', { model: { endpoint_id: created.id, name: 'Weaver', ...model } })
  expect([response.statusCode, response.body]).toEqual([200, response.body])
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

/** A server whose responses are scripts; returns its address. */
async function script(respond: () => ScriptedResponse) {
  const server = await startScriptedServer(respond)
  scripted.push(server)
  return server.url
}

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
        text: expect.stringContaining('demonstration model'),
        ended_by: 'stop',
        refused_parameters: [],
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
    ['refuse_max_tokens,tokens=34', { refused_parameters: ['max_tokens'] }],
    ['refuse_max_tokens,refuse_max_completion_tokens,tokens=35', { refused_parameters: ['max_tokens', 'max_completion_tokens'] }],
    ['refuse_temperature,tokens=36', { refused_parameters: ['temperature'] }],
    ['max_output=4096,tokens=46', { max_output_tokens: 4_096 }],
    ['endless,reasoning=none', { ended_by: 'cut', usage: null }],
  ])('finds out with %s', async (switches, chat) => {
    const { testModel } = await offer({ upstream_name: `demo:${switches}` })
    expect(readModel(await testModel()).last_test).toMatchObject({ error: null, chat })
  })

  test('replaces what the model refuses, and finds it again after a change of the server', async () => {
    const { admin, id, revision, testModel } = await offer({ upstream_name: 'demo:refuse_max_tokens,refuse_temperature,tokens=37' })
    for (const _test of [1, 2]) expect(readModel(await testModel()).refused_parameters).toEqual(['max_tokens', 'temperature'])
    await admin.put(`/api/v1/model/${id}`, { model: { upstream_name: 'demo:tokens=47' }, revision })
    expect(readModel(await testModel()).refused_parameters).toEqual([])
  })

  test('fills its settings with what it found, when and from what', async () => {
    const { id, revision, testModel } = await offer({ upstream_name: 'demo:refuse_temperature,max_output=2048,reasoning=think,tokens=48' })
    const { findings, last_test } = readModel(await testModel())
    const found = { found_at: last_test?.tested_at, source: 'test' }
    expect(findings).toEqual({
      context_tokens: null,
      max_output_tokens: { value: 2_048, ...found },
      reasoning_format: { value: 'tags', ...found },
      refused_parameters: { value: ['temperature'], ...found },
    })
    expect(await api.db.model.findUniqueOrThrow({ where: { id } })).toMatchObject({
      revision,
      maxOutputTokens: 2_048,
      maxOutputTokensSource: 'probed',
      reasoningFormat: 'tags',
      reasoningFormatSource: 'probed',
      refusedParameters: ['temperature'],
      refusedParametersSource: 'probed',
      contextTokens: 16_384,
      contextTokensSource: null,
    })
  })

  test('sends the limit that chats send', async () => {
    const upstreamName = 'demo:tokens=49'
    const { testModel } = await offer({ upstream_name: upstreamName, context_tokens: 32_768 })
    await testModel()
    const [call] = listCalls(upstreamName)
    expect(call?.body).toMatchObject({ max_tokens: expect.toSatisfy((limit: number) => limit > 32_000) })
  })

  test('overwrites no setting that an administrator has set, and shows what it found beside it', async () => {
    const own = { reasoning_format: 'tags', refused_parameters: ['stream_options'], max_output_tokens: 8_192 }
    const { id, testModel } = await offer({ upstream_name: 'demo:refuse_temperature,max_output=4096,tokens=50', ...own })
    expect(readModel(await testModel())).toMatchObject({
      ...own,
      findings: {
        reasoning_format: { value: 'field' },
        refused_parameters: { value: ['temperature'] },
        max_output_tokens: { value: 4_096 },
      },
    })
    expect(await api.db.model.findUniqueOrThrow({ where: { id } })).toMatchObject({
      reasoningFormatSource: 'set',
      refusedParametersSource: 'set',
      maxOutputTokensSource: 'set',
    })
  })

  test('forgets a limit below an own value that the server has no more', async () => {
    const { admin, id, revision, testModel } = await offer({ upstream_name: 'demo:max_output=4096,tokens=51', max_output_tokens: 8_192 })
    expect(readModel(await testModel()).findings.max_output_tokens).toMatchObject({ value: 4_096 })
    await admin.put(`/api/v1/model/${id}`, { model: { upstream_name: 'demo:tokens=52' }, revision })
    expect(readModel(await testModel())).toMatchObject({ max_output_tokens: 8_192, findings: { max_output_tokens: null } })
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
    expect((await listEndpoints())?.health).toEqual({ state: 'untried', paused_until: null })
    for (const _test of [1, 2, 3]) await testModel()
    expect((await listEndpoints())?.health).toEqual({ state: 'key_refused', paused_until: null })
    await admin.put(`/api/v1/model/${id}`, { model: { upstream_name: 'demo:tokens=43' }, revision })
    await testModel()
    expect((await listEndpoints())?.health.state).toBe('available')
  })

  test('ends with the connection of the caller: its usage is kept, and no result', async () => {
    const { admin, id } = await offer({ upstream_name: 'demo:latency=30000,tokens=44' })
    const calls = () => listCalls('demo:latency=30000,tokens=44')
    const disconnected = new AbortController()
    const headers = { ...admin.headers, 'content-type': 'application/json' }
    const url = `${origin}/api/v1/model/${id}/test`
    const calling = fetch(url, { method: 'POST', headers, body: '{}', signal: disconnected.signal }).catch(() => undefined)
    await expect.poll(() => calls().length).toBe(1)
    disconnected.abort()
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

describe('a test whose model says no word', () => {
  const blanks = (finish: string) => toEvents(toChunk({ content: ' \n\n' }), toChunk({}, finish), '[DONE]')
  const thoughts = (finish: string) => toEvents(toChunk({ reasoning_content: 'The user wants numbers.' }), toChunk({}, finish), '[DONE]')

  test.each([
    ['of blanks', blanks('stop'), 'MODEL_EMPTY', 'none'],
    ['of blanks, to its limit', blanks('length'), 'MODEL_EMPTY', 'none'],
    ['of thoughts in a field', thoughts('stop'), 'MODEL_ONLY_THOUGHT', 'field'],
    ['of thoughts to its limit', thoughts('length'), 'MODEL_THOUGHT_TO_LIMIT', 'field'],
    [
      'of thoughts between tags',
      toEvents(toChunk({ content: '<think>One, two' }), toChunk({ content: ' …</think>\n' }, 'stop'), '[DONE]'),
      'MODEL_ONLY_THOUGHT',
      'tags',
    ],
  ])('is no success: a reply %s', async (_name, body, code, reasoning) => {
    const url = await script(() => ({ body }))
    const { testModel } = await offer({ upstream_name: 'weaver' }, { url })
    const model = readModel(await testModel())
    expect(model.last_test).toMatchObject({ error: { code, status: null, message: null }, chat: { text: null, reasoning } })
    expect(model.reasoning_format).toBe(reasoning === 'none' ? 'auto' : reasoning)
  })
})

describe('a test of a server that answers as recorded', () => {
  const readTest = async (id: string) => readModel(await (await offer({ upstream_name: `demo:respond=${id}` })).testModel()).last_test

  test.each([
    ['empty-stop', 'MODEL_EMPTY'],
    ['empty-thoughts-stopped', 'MODEL_ONLY_THOUGHT'],
    ['empty-thoughts-to-limit', 'MODEL_THOUGHT_TO_LIMIT'],
    ['empty-filtered', 'MODEL_CONTENT_FILTERED'],
    ['finish-tool-calls-not-offered', 'MODEL_TOOL_CALL'],
    ['document-nextchat-page', 'MODEL_NOT_AN_API'],
  ])('is no success: %s', async (id, code) => {
    expect(await readTest(id)).toMatchObject({ error: { code } })
  })

  test.each([
    ['content-mistral-thinking-and-text', { text: '42', reasoning: 'field' }],
    ['content-text-beside-delta', { text: 'Of course, I', ended_by: 'length' }],
    ['thoughts-begin-inside-cut', { text: 'Yes: it relaxes.', reasoning: 'begins_inside' }],
  ])('shows the words that were read: %s', async (id, chat) => {
    expect(await readTest(id)).toMatchObject({ error: null, chat })
  })
})

describe('a test shows what it has read', () => {
  test('as one line of at most two hundred characters, well-formed', async () => {
    const content = `One,\n\ntwo\u0000,\u001b[31m three\ud800 ${'four '.repeat(80)}`
    const url = await script(() => ({ body: toEvents(toChunk({ content }), toChunk({}, 'stop'), '[DONE]') }))
    const { testModel } = await offer({ upstream_name: 'weaver' }, { url })
    const text = readModel(await testModel()).last_test?.chat?.text ?? ''
    expect(text).toMatch(/^One, two ?, \[31m three\ufffd four four .*…$/)
    expect(text).toHaveLength(200)
  })

  test('and that the server ended it at its limit', async () => {
    const url = await script(() => ({ body: toEvents(toChunk({ content: 'One, two' }), toChunk({}, 'length'), '[DONE]') }))
    const { testModel } = await offer({ upstream_name: 'weaver' }, { url })
    expect(readModel(await testModel()).last_test).toMatchObject({ error: null, chat: { text: 'One, two', ended_by: 'length' } })
  })

  test('and the thoughts that began inside as thoughts', async () => {
    const { id, testModel } = await offer({ upstream_name: 'demo:reasoning=inside,tokens=53' })
    const { last_test, reasoning_format } = readModel(await testModel())
    expect(last_test).toMatchObject({ error: null, chat: { reasoning: 'begins_inside', text: expect.stringContaining('demonstration') } })
    expect(last_test?.chat?.text).not.toContain('</think>')
    expect(reasoning_format).toBe('begins_inside')
    expect(await api.db.model.findUniqueOrThrow({ where: { id } })).toMatchObject({ reasoningFormatSource: 'probed' })
  })

  test('and how many calls of the server it took', async () => {
    const { testModel } = await offer({ upstream_name: 'demo:refuse_temperature,refuse_max_tokens,tokens=54' })
    expect(readModel(await testModel()).last_test).toMatchObject({ chat: { server_calls: 3 } })
  })

  test('of a test of before, without what that did not find', async () => {
    const { admin, id, testModel } = await offer({ upstream_name: 'demo:tokens=55' })
    await testModel()
    const chat = { first_token_ms: 1, tokens_per_second: null, usage: 'stream', reasoning: 'field', images: null, json_schema: null }
    await api.db.modelTest.update({
      where: { modelId: id },
      data: { result: { error: null, chat, embedding: null, elapsed_ms: 9 } },
    })
    const [listed] = (await admin.post('/api/v1/model/query')).json<{ models: ManagedModel[] }>().models
    expect(listed?.last_test?.chat).toEqual({
      ...chat,
      text: null,
      ended_by: 'stop',
      refused_parameters: [],
      context_tokens: null,
      max_output_tokens: null,
      server_calls: null,
    })
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

  test.each([
    [
      'Jina and vLLM',
      {
        results: [
          { index: 1, relevance_score: 0.9 },
          { index: 0, relevance_score: 0.2 },
        ],
        usage: { total_tokens: 31 },
      },
    ],
    [
      'TEI',
      [
        { index: 0, score: 0.99 },
        { index: 1, score: 0.01 },
      ],
    ],
    ['Cohere', { id: 'a', results: [{ index: 0, relevance_score: 0.99 }], meta: { billed_units: { search_units: 1 } } }],
    [
      'Infinity',
      {
        object: 'rerank',
        data: [
          { index: 0, relevance_score: 0.7 },
          { index: 1, relevance_score: 0.1 },
        ],
      },
    ],
  ])('reads the order as %s send it', async (_name, body) => {
    const { testModel } = await offer({ upstream_name: 'sorter', kind: 'rerank' }, { url: await serve(200, JSON.stringify(body)) })
    expect(readModel(await testModel()).last_test).toMatchObject({ error: null })
  })

  test('asks a rerank model as TEI wants it when it refuses the other shape', async () => {
    const { testModel } = await offer({ upstream_name: 'demo:rerank=texts', kind: 'rerank' })
    expect(readModel(await testModel()).last_test).toMatchObject({ error: null })
  })

  test('is an error when its response is something else', async () => {
    const { testModel } = await offer({ upstream_name: 'embedder', kind: 'embedding' }, { url: await serve(200, '{"data":[]}') })
    expect(readModel(await testModel()).last_test).toMatchObject({ error: { code: 'MODEL_STREAM_BROKEN' }, embedding: null })
  })
})
