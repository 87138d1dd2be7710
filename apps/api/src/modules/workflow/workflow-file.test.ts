import { WorkflowFile, type Workflow } from '@heddle/contracts/workflow/workflow'
import { createAllowedHost } from '@heddle/db/factories/allowed-host'
import { createModel } from '@heddle/db/factories/model'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { plainChatGraph, createWorkflow } from '@heddle/db/factories/workflow'
import { createNode } from '@heddle/workflow/model/graph/new-node'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/application/test-app.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

async function arrange() {
  const { id: tenantId } = await createTenant(api.db)
  return { tenantId, caller: await api.as(await createUser(api.db, { tenantId, role: 'A' })) }
}

/** Returns the plain chat with a model of its own. */
function createGraphWithModel(model: string) {
  const { nodes, edges } = plainChatGraph()
  return { nodes: nodes.map((node) => (node.type === 'llm' ? { ...node, config: { ...node.config, model } } : node)), edges }
}

const readModel = ({ graph }: Workflow) => graph.nodes.flatMap((node) => (node.type === 'llm' ? [node.config.model] : []))[0]

async function exportFile(model = 'atlas') {
  const { tenantId, caller } = await arrange()
  const { id } = await createWorkflow(api.db, {
    tenantId,
    draft: createGraphWithModel(model),
    layout: { llm: { x: 3, y: 4 } },
    allowedModels: ['borea'],
    allowUserPrompt: false,
    allowFiles: false,
  })
  const response = await caller.get(`/api/v1/workflow/${id}/export`)
  expect(response.statusCode).toBe(200)
  return { tenantId, id, file: WorkflowFile.parse(response.json()) }
}

describe('a workflow as a file', () => {
  test('is its draft and settings, and names nothing of its tenant', async () => {
    const { tenantId, id, file } = await exportFile()
    expect(file).toMatchObject({
      format: 'heddle.workflow/1',
      allow_user_prompt: false,
      allow_files: false,
      allowed_models: ['borea'],
      layout: { llm: { x: 3, y: 4 } },
    })
    expect(file.graph).toEqual(createGraphWithModel('atlas'))
    for (const own of [tenantId, id]) expect(JSON.stringify(file)).not.toContain(own)
  })

  test('is imported at once by a site that has its models', async () => {
    const { file } = await exportFile()
    const { tenantId, caller } = await arrange()
    for (const name of ['atlas', 'borea']) await createModel(api.db, { tenantId, name })
    const { workflow, questions } = (await caller.post('/api/v1/workflow/import', { file })).json<{ workflow: Workflow; questions: [] }>()
    expect(questions).toEqual([])
    expect(workflow).toMatchObject({
      graph: file.graph,
      layout: file.layout,
      name: file.name,
      allow_files: false,
      allowed_models: ['borea'],
      published_version: null,
    })
  })

  test('asks for the models that the site does not have, and creates nothing until they are chosen', async () => {
    const { file } = await exportFile()
    const { tenantId, caller } = await arrange()
    await createModel(api.db, { tenantId, name: 'ceres' })
    const importFile = (models?: object) => caller.post('/api/v1/workflow/import', { file, ...(models && { models }) })
    const questions = [
      { kind: 'model', name: 'atlas' },
      { kind: 'model', name: 'borea' },
    ]
    expect((await importFile()).json()).toEqual({ workflow: null, questions })
    expect((await importFile({ atlas: 'unknown' })).json()).toEqual({ workflow: null, questions })
    expect(await api.db.workflow.count({ where: { tenantId } })).toBe(0)
    const { workflow } = (await importFile({ atlas: 'ceres', borea: 'ceres' })).json<{ workflow: Workflow }>()
    expect([readModel(workflow), workflow.allowed_models]).toEqual(['ceres', ['ceres']])
  })

  test('takes the model of the chat in place of one that is not there', async () => {
    const { file } = await exportFile()
    const { caller } = await arrange()
    const response = await caller.post('/api/v1/workflow/import', { file, models: { atlas: null, borea: null } })
    const { workflow } = response.json<{ workflow: Workflow }>()
    expect([readModel(workflow), workflow.allowed_models]).toEqual([null, []])
  })

  test('asks for the servers that the site does not allow, in place of which another one or the same may be called', async () => {
    const { tenantId, caller } = await arrange()
    const call = (id: string, url: string) => ({
      id,
      title: id,
      type: 'http_request',
      config: { method: 'GET', url, headers: [], body: null, body_type: 'json' },
    })
    const { nodes, edges } = plainChatGraph()
    const requests = [
      call('stock', 'https://stock.example.org:8443/v1?q={{start.question}}'),
      call('news', 'https://news.example.org/latest'),
      call('own', 'https://own.example.org/a'),
    ]
    const graph = { nodes: [...nodes, ...requests], edges: [...edges, ...requests.map(({ id }) => ({ source: 'start', target: id }))] }
    const { id } = await createWorkflow(api.db, { tenantId, draft: graph })
    const file = WorkflowFile.parse((await caller.get(`/api/v1/workflow/${id}/export`)).json())
    await createAllowedHost(api.db, { tenantId, host: 'own.example.org' })
    await createAllowedHost(api.db, { host: 'news.example.org' })
    const importFile = (hosts?: object) => caller.post('/api/v1/workflow/import', { file, ...(hosts && { hosts }) })
    const [stock, news] = [
      { kind: 'host', name: 'stock.example.org:8443' },
      { kind: 'host', name: 'news.example.org' },
    ]
    expect((await importFile()).json()).toEqual({ workflow: null, questions: [stock, news] })
    const stillForeign = { 'stock.example.org:8443': 'elsewhere.example.org', 'news.example.org': null }
    expect((await importFile(stillForeign)).json()).toEqual({ workflow: null, questions: [stock] })
    const { workflow } = (await importFile({ ...stillForeign, 'stock.example.org:8443': 'own.example.org' })).json<{ workflow: Workflow }>()
    expect(workflow.graph.nodes.flatMap((node) => (node.type === 'http_request' ? [node.config.url] : []))).toEqual([
      'https://own.example.org/v1?q={{start.question}}',
      'https://news.example.org/latest',
      'https://own.example.org/a',
    ])
  })

  test('has none of the collections that the workflow searches', async () => {
    const { tenantId, caller } = await arrange()
    const { nodes, edges } = plainChatGraph()
    const found = createNode('knowledge_retrieval', 'found', 'Found')
    const searching = { ...found, config: { ...('config' in found && found.config), collections: [randomUUID()] } }
    const { id } = await createWorkflow(api.db, { tenantId, draft: { nodes: [...nodes, searching], edges } })
    const { graph } = WorkflowFile.parse((await caller.get(`/api/v1/workflow/${id}/export`)).json())
    expect(graph.nodes.at(-1)).toEqual(found)
  })

  test('of another format is refused', async () => {
    const { file } = await exportFile()
    const { caller } = await arrange()
    const response = await caller.post('/api/v1/workflow/import', { file: { ...file, format: 'heddle.workflow/2' } })
    expect([response.statusCode, response.json().detail.code]).toEqual([400, 'BAD_REQUEST'])
  })
})
