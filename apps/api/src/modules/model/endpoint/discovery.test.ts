import { createModel, createModelEndpoint } from '@heddle/db/factories/model'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/application/test-app.ts'

type Answer = { status?: number; headers?: Record<string, string>; body: unknown }

let api: TestApp
const servers: Server[] = []
beforeAll(async () => {
  api = await createTestApp()
})
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})
afterAll(() => api.close())

/** A server that answers by method and path, and 404 to everything else. */
async function serve(answers: Record<string, Answer>) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    const { status = 200, headers = {}, body } = answers[`${request.method} ${request.url}`] ?? { status: 404, body: {} }
    request.resume()
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests }
}

async function discover(baseUrl: string, offered: readonly string[] = []) {
  const { id: tenantId } = await createTenant(api.db)
  const admin = await api.as(await createUser(api.db, { tenantId, role: 'A' }))
  const endpoint = { name: 'Lab', base_url: baseUrl, api_key: 'sk-canary-0123456789x9Q2' }
  const { id } = (await admin.post('/api/v1/model/endpoint', { endpoint })).json<{ endpoint: { id: string } }>().endpoint
  for (const name of offered) await createModel(api.db, { tenantId, endpointId: id, name: `Our ${name}`, upstreamName: name })
  return admin.get(`/api/v1/model/endpoint/${id}/upstream`)
}

describe('the models that an endpoint lists', () => {
  test('have the context of vLLM and llama.cpp, and are known when they are offered', async () => {
    const data = [
      { id: 'weaver', max_model_len: 32_768 },
      { id: 'dyer', meta: { n_ctx: 4_096 }, architecture: { input_modalities: ['text', 'image'] } },
      { id: 'spinner', max_model_len: 'many' },
      { name: 'without an id' },
    ]
    const { url, requests } = await serve({ 'GET /v1/models': { body: { data } } })
    const response = await discover(url, ['weaver'])
    expect(response.json<{ models: unknown }>().models).toEqual([
      { upstream_name: 'weaver', kind: 'chat', context_tokens: 32_768, images: 'unknown', reasoning: 'unknown', is_offered: true },
      { upstream_name: 'dyer', kind: 'chat', context_tokens: 4_096, images: 'yes', reasoning: 'unknown', is_offered: false },
      { upstream_name: 'spinner', kind: 'chat', context_tokens: null, images: 'unknown', reasoning: 'unknown', is_offered: false },
    ])
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer sk-canary-0123456789x9Q2'])
    expect(response.body).not.toContain('canary')
  })

  test('are for embeddings or reranking where their name says so', async () => {
    const names = ['multilingual-e5-small-q4', 'BAAI/bge-m3', 'Qwen3-Embedding-0.6B', 'bge-reranker-v2-m3', 'gemma3:4b', 'e5000']
    const { url } = await serve({ 'GET /v1/models': { body: { data: names.map((id) => ({ id })) } } })
    const { models } = (await discover(url)).json<{ models: { kind: string }[] }>()
    expect(models.map(({ kind }) => kind)).toEqual(['embedding', 'embedding', 'embedding', 'rerank', 'chat', 'chat'])
  })

  test('have of Ollama the context that is loaded, and its capabilities', async () => {
    const { url } = await serve({
      'GET /v1/models': { body: { data: [{ id: 'llama3.3', owned_by: 'library' }] } },
      'GET /api/ps': { body: { models: [{ model: 'llama3.3', context_length: 8_192 }] } },
      'POST /api/show': { body: { capabilities: ['completion', 'vision', 'thinking'] } },
    })
    expect((await discover(url)).json()).toMatchObject({
      models: [{ context_tokens: 8_192, images: 'yes', reasoning: 'yes', kind: 'chat' }],
    })
  })

  test.each([
    ['that refuses the key', { status: 401, body: 'sk-canary-0123456789x9Q2 is wrong' }, 'CHAT_AUTH_KEY_MISSING'],
    ['that has no list', { status: 404, body: {} }, 'MODEL_REFUSED'],
    ['that is broken', { status: 500, body: 'canary' }, 'MODEL_UNAVAILABLE'],
    ['that answers something else', { body: '<html>canary</html>' }, 'MODEL_NOT_AN_API'],
    ['that answers a list of something else', { body: { canary: [] } }, 'MODEL_NOT_AN_API'],
    ['that does not end its list', { body: `[${'"canary",'.repeat(400_000)}` }, 'MODEL_UNAVAILABLE'],
  ])('are an error of a server %s, without its words', async (_, answer, code) => {
    const { url } = await serve({ 'GET /v1/models': answer })
    const response = await discover(url)
    expect(response.json()).toMatchObject({ detail: { code } })
    expect(response.body).not.toContain('canary')
  })

  test.each([
    ['lists them', { body: { data: [] } }, 'available'],
    ['refuses the key', { status: 401, body: {} }, 'key_refused'],
    ['is broken', { status: 500, body: {} }, 'unreachable'],
    ['has another page at the address', { body: '<html></html>' }, 'unreachable'],
    ['has no list', { status: 404, body: {} }, 'untried'],
  ])('show in the health of a new server that it %s', async (_, answer, state) => {
    const { url } = await serve({ 'GET /v1/models': answer })
    const { id: tenantId } = await createTenant(api.db)
    const { id } = await createModelEndpoint(api.db, { tenantId, baseUrl: url })
    const admin = await api.as(await createUser(api.db, { tenantId, role: 'A' }))
    const readState = async () => {
      const { endpoints } = (await admin.post('/api/v1/model/endpoint/query', {})).json<{
        endpoints: { id: string; health: { state: string } }[]
      }>()
      return endpoints.find((endpoint) => endpoint.id === id)?.health.state
    }
    expect(await readState()).toBe('untried')
    await admin.get(`/api/v1/model/endpoint/${id}/upstream`)
    expect(await readState()).toBe(state)
  })

  test('are not looked for where a redirect leads: the key stays with its host', async () => {
    const other = await serve({ 'GET /v1/models': { body: { data: [] } } })
    const { url } = await serve({ 'GET /v1/models': { status: 302, headers: { location: `${other.url}/models` }, body: {} } })
    expect((await discover(url)).json()).toMatchObject({ detail: { code: 'MODEL_UNAVAILABLE' } })
    expect(other.requests).toEqual([])
  })

  test('are not asked of an endpoint of another tenant', async () => {
    const { url, requests } = await serve({ 'GET /v1/models': { body: { data: [] } } })
    const { id } = await createModelEndpoint(api.db, { baseUrl: url })
    const { id: tenantId } = await createTenant(api.db)
    const admin = await api.as(await createUser(api.db, { tenantId, role: 'A' }))
    const response = await admin.get(`/api/v1/model/endpoint/${id}/upstream`)
    expect([response.statusCode, response.json()]).toMatchObject([404, { detail: { code: 'MODEL_ENDPOINT_NOT_FOUND' } }])
    expect(requests).toEqual([])
  })
})
