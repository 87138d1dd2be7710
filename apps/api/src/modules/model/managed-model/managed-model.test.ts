import { createAssistant } from '@heddle/db/factories/assistant'
import { createGroup } from '@heddle/db/factories/group'
import { createModel, createModelEndpoint, getEnvironmentEndpoint } from '@heddle/db/factories/model'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { createWorkflow } from '@heddle/db/factories/workflow'
import type { ManagedModel } from '@heddle/contracts/model/model'
import type { ModelEndpoint } from '@heddle/contracts/model/model-endpoint'
import { createPlainChatGraph } from '@heddle/workflow/model/graph/starter-graphs'
import { createSecretCipher } from '@heddle/security/secret-cipher'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/application/test-app.ts'
import { createCallableModelService } from '../callable-model.ts'
import { syncConfiguredModels } from '../configured-models.ts'

const canary = 'sk-canary-0123456789abcdefx9Q2'

let api: TestApp
let callable: ReturnType<typeof createCallableModelService>
beforeAll(async () => {
  api = await createTestApp()
  const { pool, keys, config } = api.dependencies
  callable = createCallableModelService({ pool, cipher: createSecretCipher(keys.modelKeys), environment: config.model })
})
afterAll(() => api.close())

async function createAdministrator() {
  const { id: tenantId } = await createTenant(api.db)
  return { ...(await api.as(await createUser(api.db, { tenantId, role: 'A' }))), tenantId }
}
type Administrator = Awaited<ReturnType<typeof createAdministrator>>

async function connect(admin: Administrator, endpoint: object = {}) {
  const given = { name: 'Lab', base_url: 'http://127.0.0.1:9/v1', api_key: canary, ...endpoint }
  const response = await admin.post('/api/v1/model/endpoint', { endpoint: given })
  expect([response.statusCode, response.body]).toEqual([200, response.body])
  return response.json<{ endpoint: ModelEndpoint }>().endpoint
}

async function offer(admin: Administrator, endpointId: string, model: object) {
  const response = await admin.post('/api/v1/model', { model: { endpoint_id: endpointId, upstream_name: 'upstream', ...model } })
  expect([response.statusCode, response.body]).toEqual([200, response.body])
  return response.json<{ model: ManagedModel }>().model
}

describe('an endpoint', () => {
  test('keeps its key: no answer, no audit event and no row has it, and a call gets it', async () => {
    const admin = await createAdministrator()
    const endpoint = await connect(admin)
    expect(endpoint).toMatchObject({ has_key: true, key_hint: '…x9Q2', is_from_environment: false, max_concurrent: 16 })
    const model = await offer(admin, endpoint.id, { name: 'loom' })
    const update = { endpoint: { api_key: `${canary}-2` }, revision: endpoint.revision }
    const answers = [
      await admin.put(`/api/v1/model/endpoint/${endpoint.id}`, update),
      await admin.put(`/api/v1/model/endpoint/${endpoint.id}`, update),
      await admin.post('/api/v1/model/endpoint/query'),
      await admin.post('/api/v1/model/query'),
      await admin.get('/api/v1/model'),
      await admin.post('/api/v1/audit/query'),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 409, 200, 200, 200, 200])
    expect(answers.map(({ body }) => body).join()).not.toContain('canary')
    const row = await api.db.modelEndpoint.findUniqueOrThrow({ where: { id: endpoint.id } })
    expect(Buffer.from(row.keyCiphertext ?? []).toString('latin1')).not.toContain('canary')
    const [called] = (await callable.findCallable(admin.tenantId, model.name)) ?? []
    expect(called).toMatchObject({ upstreamName: 'upstream', endpoint: { id: endpoint.id, apiKey: `${canary}-2`, maxConcurrent: 16 } })
  })

  test('needs its key again when its address changes', async () => {
    const admin = await createAdministrator()
    const endpoint = await connect(admin)
    const move = (given: object) =>
      admin.put(`/api/v1/model/endpoint/${endpoint.id}`, {
        endpoint: { base_url: 'http://127.0.0.1:10/v1', ...given },
        revision: endpoint.revision,
      })
    const refused = await move({})
    expect([refused.statusCode, refused.json()]).toMatchObject([400, { detail: { code: 'MODEL_KEY_REQUIRED' } }])
    expect((await move({ api_key: canary })).json()).toMatchObject({ endpoint: { base_url: 'http://127.0.0.1:10/v1', has_key: true } })
  })

  test('is no metadata service', async () => {
    const admin = await createAdministrator()
    const endpoint = { name: 'Cloud', base_url: 'http://2852039166/latest/meta-data' }
    const response = await admin.post('/api/v1/model/endpoint', { endpoint })
    expect([response.statusCode, response.json()]).toMatchObject([400, { detail: { code: 'MODEL_ADDRESS_REFUSED' } }])
    expect(await api.db.modelEndpoint.count({ where: { tenantId: admin.tenantId } })).toBe(0)
  })

  test('of the environment is read, and changed by no one', async () => {
    const admin = await createAdministrator()
    const { id } = await getEnvironmentEndpoint(api.db, admin.tenantId)
    const own = await createModel(api.db, { tenantId: admin.tenantId })
    await connect(admin)
    const listed = (await admin.post('/api/v1/model/endpoint/query')).json<{ endpoints: ModelEndpoint[] }>().endpoints
    expect(listed.map(({ is_from_environment }) => is_from_environment)).toEqual([true, false])
    const answers = [
      await admin.put(`/api/v1/model/endpoint/${id}`, { endpoint: { name: 'Mine' }, revision: 0 }),
      await admin.delete(`/api/v1/model/endpoint/${id}`),
      await admin.post('/api/v1/model', { model: { endpoint_id: id, name: 'more', upstream_name: 'more' } }),
      await admin.delete(`/api/v1/model/${own.id}`),
    ]
    const codes = answers.map((answer) => answer.json<{ detail: { code: string } }>().detail.code)
    expect(codes).toEqual(Array.from({ length: 4 }, () => 'MODEL_FROM_ENVIRONMENT'))
    expect(await api.db.model.findMany({ where: { tenantId: admin.tenantId } })).toMatchObject([{ id: own.id }])
  })

  test('of the environment takes a thousand calls at once, another one its own number', async () => {
    const admin = await createAdministrator()
    const own = await createModel(api.db, { tenantId: admin.tenantId })
    await connect(admin)
    const listed = (await admin.post('/api/v1/model/endpoint/query')).json<{ endpoints: ModelEndpoint[] }>().endpoints
    expect(listed.map((endpoint) => endpoint.max_concurrent)).toEqual([1_000, 16])
    expect(await callable.findCallable(admin.tenantId, own.name)).toMatchObject([{ endpoint: { maxConcurrent: 1_000 } }])
  })

  test('takes its models with it', async () => {
    const admin = await createAdministrator()
    const endpoint = await connect(admin)
    const model = await offer(admin, endpoint.id, { name: 'gone' })
    expect((await admin.delete(`/api/v1/model/endpoint/${endpoint.id}`)).statusCode).toBe(200)
    expect(await api.db.model.findUnique({ where: { id: model.id } })).toBeNull()
  })
})

describe('an embedding model', () => {
  test('begins with the prefixes of its family, and keeps those that are given', async () => {
    const admin = await createAdministrator()
    const endpoint = await connect(admin)
    const create = (name: string, model: object) => offer(admin, endpoint.id, { name, kind: 'embedding', ...model })
    const known = await create('known', { upstream_name: 'intfloat/multilingual-e5-small' })
    expect(known.embedding).toMatchObject({ query_prefix: 'query: ', passage_prefix: 'passage: ', query_upstream_name: null })
    const given = { query_prefix: '', passage_prefix: '', query_upstream_name: 'e5-query', passage_upstream_name: 'e5-passage' }
    const own = await create('own', { upstream_name: 'multilingual-e5-small', embedding: given })
    expect(own.embedding).toMatchObject(given)
    expect(await callable.findCallable(admin.tenantId, 'own')).toMatchObject([
      { embedding: { queryPrefix: '', upstreamNames: { query: 'e5-query', passage: 'e5-passage' } } },
    ])
  })
})

describe('a model', () => {
  test('is what was given, and is called by its name', async () => {
    const admin = await createAdministrator()
    const endpoint = await connect(admin, { timeouts: { first_token: 5, between_tokens: 6, total: 7 } })
    const price = { currency: 'TWD', input: '10', cached_input: '1.5', output: '30.000001' }
    const model = await offer(admin, endpoint.id, {
      name: 'priced',
      capabilities: { images: 'yes' },
      prices: [
        { ...price, valid_from: '2020-01-01T00:00:00.000Z' },
        { ...price, valid_from: '2999-01-01T00:00:00.000Z', input: '99' },
      ],
    })
    expect(model).toMatchObject({
      capabilities: { images: { value: 'yes', source: 'set' }, reasoning: { value: 'unknown', source: null } },
      prices: [{ input: '99' }, { ...price, valid_from: '2020-01-01T00:00:00.000Z' }],
      is_default: true,
      embedding: null,
    })
    expect(await callable.findCallable(admin.tenantId, 'priced')).toMatchObject([
      {
        id: model.id,
        capabilities: { images: 'yes' },
        endpoint: { timeouts: { firstTokenMs: 5_000, betweenTokensMs: 6_000, replyMs: 7_000 } },
      },
    ])
  })

  test('is called with its fallbacks, without those that are switched off', async () => {
    const admin = await createAdministrator()
    const { id } = await connect(admin)
    const last = await offer(admin, id, { name: 'last' })
    const off = await offer(admin, id, { name: 'off', fallback_model_id: last.id, enabled: false })
    const first = await offer(admin, id, { name: 'first', fallback_model_id: off.id })
    expect((await callable.findCallable(admin.tenantId, 'first'))?.map(({ name }) => name)).toEqual(['first', 'last'])
    expect(await callable.findCallable((await createTenant(api.db)).id, 'first')).toBeNull()
    const cycle = await admin.put(`/api/v1/model/${last.id}`, { model: { fallback_model_id: first.id }, revision: last.revision })
    expect([cycle.statusCode, cycle.json()]).toMatchObject([400, { detail: { code: 'MODEL_FALLBACK_INVALID' } }])
    expect(await api.db.model.findUniqueOrThrow({ where: { id: last.id } })).toMatchObject({ fallbackModelId: null })
  })

  test('of another tenant is no fallback, and its endpoint no endpoint', async () => {
    const [admin, other] = [await createAdministrator(), await createAdministrator()]
    const foreign = await offer(other, (await connect(other)).id, { name: 'foreign' })
    const own = await connect(admin)
    const create = (model: object) => admin.post('/api/v1/model', { model: { name: 'mine', upstream_name: 'mine', ...model } })
    const answers = [
      await create({ endpoint_id: own.id, fallback_model_id: foreign.id }),
      await create({ endpoint_id: foreign.endpoint_id }),
    ]
    expect(answers.map((answer) => answer.json<{ detail: { code: string } }>().detail.code)).toEqual([
      'MODEL_FALLBACK_INVALID',
      'MODEL_ENDPOINT_NOT_FOUND',
    ])
  })

  test.each(['draft', 'published version', 'choice'])('that a workflow names in its %s is neither deleted nor renamed', async (where) => {
    const admin = await createAdministrator()
    const { tenantId } = admin
    const endpoint = await connect(admin)
    const model = await offer(admin, endpoint.id, { name: 'woven' })
    const plain = createPlainChatGraph()
    const naming = {
      ...plain,
      nodes: plain.nodes.map((node) => (node.type === 'llm' ? { ...node, config: { ...node.config, model: 'woven' } } : node)),
    }
    const workflow = await createWorkflow(api.db, {
      tenantId,
      draft: where === 'published version' ? naming : plain,
      allowedModels: where === 'choice' ? ['woven'] : [],
    })
    await api.db.workflow.update({ where: { id: workflow.id }, data: { draft: where === 'draft' ? naming : plain } })
    const group = await createGroup(api.db, { tenantId })
    const assistant = await createAssistant(api.db, { tenantId, groupId: group.id, workflowId: workflow.id })
    const answers = [
      await admin.delete(`/api/v1/model/${model.id}`),
      await admin.put(`/api/v1/model/${model.id}`, { model: { name: 'other' }, revision: model.revision }),
      await admin.delete(`/api/v1/model/endpoint/${endpoint.id}`),
    ]
    for (const answer of answers) {
      expect([answer.statusCode, answer.json()]).toMatchObject([
        409,
        { detail: { code: 'MODEL_IN_USE', params: { workflows: [{ id: workflow.id }], assistants: [{ id: assistant.id }] } } },
      ])
    }
    expect(await api.db.model.findUnique({ where: { id: model.id } })).toMatchObject({ name: 'woven' })
  })

  test('that two change at once is changed by the first', async () => {
    const admin = await createAdministrator()
    const model = await offer(admin, (await connect(admin)).id, { name: 'shared' })
    const change = (context_tokens: number) =>
      admin.put(`/api/v1/model/${model.id}`, { model: { context_tokens }, revision: model.revision })
    expect((await change(4_096)).statusCode).toBe(200)
    const second = await change(2_048)
    expect([second.statusCode, second.json()]).toMatchObject([
      409,
      { detail: { code: 'REVISION_MISMATCH', params: { current: { context_tokens: 4_096 } } } },
    ])
  })

  test('is offered in the order that is set, the default first, as long as its endpoint is on', async () => {
    const admin = await createAdministrator()
    const endpoint = await connect(admin)
    const [a, b, c] = [
      await offer(admin, endpoint.id, { name: 'a' }),
      await offer(admin, endpoint.id, { name: 'b' }),
      await offer(admin, endpoint.id, { name: 'c' }),
    ]
    await offer(admin, endpoint.id, { name: 'vectors', kind: 'embedding' })
    expect((await admin.put('/api/v1/model/order', { model_ids: [c.id, a.id] })).statusCode).toBe(200)
    expect((await admin.put(`/api/v1/model/${b.id}/default`)).json()).toMatchObject({ model: { is_default: true } })
    const listOffered = async () => (await admin.get('/api/v1/model')).json<{ models: { name: string }[] }>().models.map(({ name }) => name)
    expect(await listOffered()).toEqual(['b', 'c', 'a'])
    await admin.put(`/api/v1/model/endpoint/${endpoint.id}`, { endpoint: { enabled: false }, revision: endpoint.revision })
    expect(await listOffered()).toEqual([])
    expect(await callable.findCallable(admin.tenantId, 'a')).toBeNull()
  })

  test('is listed page by page without loss', async () => {
    const admin = await createAdministrator()
    const { id } = await createModelEndpoint(api.db, { tenantId: admin.tenantId })
    for (const name of ['p', 'q', 'r']) await createModel(api.db, { tenantId: admin.tenantId, endpointId: id, name })
    const first = (await admin.post('/api/v1/model/query', { page_size: 2 })).json<{ models: ManagedModel[]; next_page_token: string }>()
    const second = (await admin.post('/api/v1/model/query', { page_token: first.next_page_token })).json<{ models: ManagedModel[] }>()
    expect([...first.models, ...second.models].map(({ name }) => name)).toEqual(['p', 'q', 'r'])
  })
})

describe('a setting of a model', () => {
  const at = '2026-11-20T08:30:00.000Z'
  const found = {
    context_tokens: { value: 8_192, found_at: at, source: 'reply' },
    max_output_tokens: { value: 2_048, found_at: at, source: 'reply' },
    reasoning_format: { value: 'begins_inside', found_at: at, source: 'test' },
    refused_parameters: { value: ['temperature', 'stream_options'], found_at: at, source: 'reply' },
  } as const

  /** A model whose own values are beside what was found of them. */
  async function offerFound(given: object = {}) {
    const admin = await createAdministrator()
    const own = {
      context_tokens: 32_768,
      max_output_tokens: 4_096,
      reasoning_format: 'field',
      refused_parameters: ['max_tokens'],
      ...given,
    }
    const model = await offer(admin, (await connect(admin)).id, { name: 'found', ...own })
    await api.db.model.update({ where: { id: model.id }, data: { findings: found } })
    const update = async (change: object) => {
      const response = await admin.put(`/api/v1/model/${model.id}`, { model: change, revision: model.revision })
      expect([response.statusCode, response.body]).toEqual([200, response.body])
      return response.json<{ model: ManagedModel }>().model
    }
    const readRow = () => api.db.model.findUniqueOrThrow({ where: { id: model.id } })
    return { admin, model, update, readRow }
  }

  test('is an administrator’s own when it is given, and left open when it is what a new model has', async () => {
    const { readRow, admin } = await offerFound()
    expect(await readRow()).toMatchObject({
      contextTokensSource: 'set',
      maxOutputTokensSource: 'set',
      reasoningFormatSource: 'set',
      refusedParametersSource: 'set',
    })
    const open = { context_tokens: 16_384, max_output_tokens: null, reasoning_format: 'auto', refused_parameters: [] }
    const { id } = await offer(admin, (await connect(admin, { name: 'Other' })).id, { name: 'open', ...open })
    expect(await api.db.model.findUniqueOrThrow({ where: { id } })).toMatchObject({
      contextTokensSource: null,
      maxOutputTokensSource: null,
      reasoningFormatSource: null,
      refusedParametersSource: null,
    })
  })

  test('stays beside what was found; calls go by the smaller limit and leave out what either names', async () => {
    const { admin, model } = await offerFound()
    const [listed] = (await admin.post('/api/v1/model/query')).json<{ models: ManagedModel[] }>().models
    expect(listed).toMatchObject({ context_tokens: 32_768, refused_parameters: ['max_tokens'], findings: found })
    expect(await callable.findCallable(admin.tenantId, model.name)).toMatchObject([
      {
        contextTokens: 8_192,
        maxOutputTokens: 2_048,
        reasoningFormat: 'field',
        refusedParameters: ['max_tokens', 'temperature', 'stream_options'],
      },
    ])
  })

  test.each([
    ['context_tokens', 8_192, { contextTokens: 8_192, contextTokensSource: 'probed' }],
    ['max_output_tokens', 2_048, { maxOutputTokens: 2_048, maxOutputTokensSource: 'probed' }],
    ['reasoning_format', 'begins_inside', { reasoningFormat: 'begins_inside', reasoningFormatSource: 'probed' }],
    ['refused_parameters', ['stream_options', 'temperature'], { refusedParametersSource: 'probed' }],
  ])('takes over what was found: %s', async (setting, value, columns) => {
    const { update, readRow } = await offerFound()
    const updated = await update({ [setting]: value })
    expect(updated.findings).toEqual(found)
    expect(await readRow()).toMatchObject(columns)
  })

  test.each([
    ['context_tokens', 16_000, 'set'],
    ['max_output_tokens', null, null],
    ['reasoning_format', 'auto', null],
    ['refused_parameters', [], null],
  ])('replaces what was found with a later value: %s', async (setting, value, source) => {
    const { admin, model, update, readRow } = await offerFound()
    expect((await update({ [setting]: value })).findings).toEqual({ ...found, [setting]: null })
    const column = setting.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    expect(await readRow()).toMatchObject({ [`${column}Source`]: source })
    const [called] = (await callable.findCallable(admin.tenantId, model.name)) ?? []
    expect(called).toMatchObject({ [column]: value })
  })

  test('keeps its source and what was found when it is given as it is', async () => {
    const { update, readRow } = await offerFound()
    await api.db.model.updateMany({ where: { name: 'found' }, data: { contextTokens: 8_192, contextTokensSource: 'probed' } })
    expect((await update({ context_tokens: 8_192, refused_parameters: ['max_tokens'] })).findings).toEqual(found)
    expect(await readRow()).toMatchObject({ contextTokensSource: 'probed', refusedParametersSource: 'set' })
  })

  test('of calls is no part of the audit log', async () => {
    const { admin, update } = await offerFound()
    await update({ context_tokens: 16_000 })
    expect((await admin.post('/api/v1/audit/query')).body).not.toContain('findings')
  })
})

describe('what the environment names', () => {
  test('is a default for the context: what was found below it stays, and a smaller default counts', async () => {
    const { tenantId } = await createAdministrator()
    const sync = (contextTokens: number) =>
      syncConfiguredModels(api.db, { baseUrl: 'http://127.0.0.1:9/v1', names: ['first'], contextTokens, readsImages: [] })
    const readContext = async () => {
      const { contextTokens, contextTokensSource } = await api.db.model.findFirstOrThrow({ where: { tenantId } })
      return [contextTokens, contextTokensSource]
    }
    await sync(32_768)
    expect(await readContext()).toEqual([32_768, null])
    await api.db.model.updateMany({ where: { tenantId }, data: { contextTokens: 8_192, contextTokensSource: 'probed' } })
    await sync(32_768)
    expect(await readContext()).toEqual([8_192, 'probed'])
    await sync(4_096)
    expect(await readContext()).toEqual([4_096, null])
  })

  test('leaves what an administrator has changed, and the models of other endpoints', async () => {
    const admin = await createAdministrator()
    const { tenantId } = admin
    const configured = { baseUrl: 'http://127.0.0.1:9/v1', names: ['first', 'second'], contextTokens: 8_192, readsImages: ['second'] }
    await syncConfiguredModels(api.db, configured)
    const own = await offer(admin, (await connect(admin)).id, { name: 'own' })
    const { models } = (await admin.post('/api/v1/model/query')).json<{ models: ManagedModel[] }>()
    expect(models.map(({ name, is_default, capabilities }) => [name, is_default, capabilities.images.value])).toEqual([
      ['first', true, 'unknown'],
      ['second', false, 'yes'],
      ['own', false, 'unknown'],
    ])
    const second = models.find(({ name }) => name === 'second')
    const change = { name: 'renamed', enabled: false, context_tokens: 2_048, capabilities: { images: 'no' } }
    await admin.put(`/api/v1/model/${second?.id}`, { model: change, revision: second?.revision })
    await admin.put(`/api/v1/model/${own.id}/default`)
    await syncConfiguredModels(api.db, { ...configured, names: ['second', 'third'], contextTokens: 4_096 })
    const rows = await api.db.model.findMany({ where: { tenantId }, orderBy: { name: 'asc' } })
    expect(rows.map(({ name, enabled, isDefault, contextTokens, images }) => [name, enabled, isDefault, contextTokens, images])).toEqual([
      ['first', false, false, 8_192, 'unknown'],
      ['own', true, true, 16_384, 'unknown'],
      ['renamed', false, false, 2_048, 'no'],
      ['third', true, false, 4_096, 'unknown'],
    ])
  })
})
