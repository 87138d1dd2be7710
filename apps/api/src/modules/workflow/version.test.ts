import type { Workflow, WorkflowVersion, WorkflowVersionItem } from '@heddle/contracts/workflow/workflow'
import { createAllowedHost } from '@heddle/db/factories/allowed-host'
import { createDataset } from '@heddle/db/factories/dataset'
import { createCollection } from '@heddle/db/factories/knowledge'
import { createModel, createModelEndpoint } from '@heddle/db/factories/model'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { plainChatGraph, createWorkflow } from '@heddle/db/factories/workflow'
import { createNode } from '@heddle/workflow/model/graph/new-node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/application/test-app.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

const original = plainChatGraph()
const changed = plainChatGraph('Be brief.')

/** A workflow with a first version, and what an administrator does with it. */
async function arrange() {
  const { id: tenantId } = await createTenant(api.db)
  const user = await createUser(api.db, { tenantId, role: 'A' })
  const caller = await api.as(user)
  const { id } = await createWorkflow(api.db, { tenantId, draft: original })
  const url = `/api/v1/workflow/${id}`
  return {
    id,
    user,
    tenantId,
    caller,
    publish: (revision: number, note = '') => caller.post(`${url}/publish`, { revision, note }),
    save: (revision: number, graph: object) => caller.put(`${url}/draft`, { revision, graph, layout: {} }),
    restore: (number: number, revision: number) => caller.post(`${url}/version/${number}/restore`, { revision }),
    open: async () => (await caller.get(url)).json<{ workflow: Workflow }>().workflow,
    listVersions: async (body: object = {}) =>
      (await caller.post(`${url}/version/query`, body)).json<{ versions: WorkflowVersionItem[]; next_page_token?: string }>(),
    getVersion: (number: number) => caller.get(`${url}/version/${number}`),
  }
}

const readRefusal = (response: Awaited<ReturnType<Awaited<ReturnType<typeof arrange>>['getVersion']>>) => [
  response.statusCode,
  response.json().detail.code,
]

describe('publishing', () => {
  test('adds a version with its author and note, and leaves the draft as it is', async () => {
    const { user, publish, save, open, listVersions, getVersion } = await arrange()
    await save(0, changed)
    const response = await publish(1, ' Shorter replies ')
    expect(response.json()).toMatchObject({
      version: { number: 2, note: 'Shorter replies', author: { id: user.id }, restored_from: null },
    })
    expect(await open()).toMatchObject({ published_version: { number: 2 }, has_changes: false, revision: 1, graph: changed })
    expect((await listVersions()).versions).toMatchObject([{ number: 2 }, { number: 1, author: null, note: '' }])
    expect((await getVersion(1)).json<{ version: WorkflowVersion }>().version.graph).toEqual(original)
    expect((await getVersion(2)).json<{ version: WorkflowVersion }>().version.graph).toEqual(changed)
  })

  test('answers what the author should look at, and is not refused for it', async () => {
    const { tenantId, caller, publish, save } = await arrange()
    await createAllowedHost(api.db, { tenantId, host: '*.example.org' })
    await createModel(api.db, { tenantId, name: 'Small', isDefault: true, contextTokens: 512 })
    await createModel(api.db, { tenantId, name: 'Off', enabled: false })
    const request = (id: string, host: string) => ({
      id,
      title: id,
      type: 'http_request',
      config: { method: 'GET', url: `https://${host}/`, headers: [], body: null, body_type: 'json' },
    })
    const chat = plainChatGraph('Weave. '.repeat(500))
    const nodes = [...chat.nodes, request('allowed', 'api.example.org'), request('foreign', 'api.example.com')]
    const edges = [
      ...chat.edges,
      ...['allowed', 'foreign'].flatMap((id) => [
        { source: 'start', target: id },
        { source: id, target: 'answer' },
      ]),
    ]
    await save(0, { nodes, edges })
    const { version, warnings } = (await publish(1)).json()
    expect(version).toMatchObject({ number: 2 })
    expect(warnings).toMatchObject([
      { node_id: 'llm', field: 'config.prompt', code: 'prompt_too_long' },
      { node_id: 'foreign', field: 'config.url', code: 'host_not_allowed' },
    ])
    const off = {
      ...chat,
      nodes: chat.nodes.map((node) => (node.type === 'llm' ? { ...node, config: { ...node.config, model: 'Off' } } : node)),
    }
    await save(1, off)
    expect((await publish(2)).json().warnings).toMatchObject([{ node_id: 'llm', code: 'model_unknown' }])

    const secret = await createModelEndpoint(api.db, { tenantId, baseUrl: 'http://canary.example.org/v1' })
    await createModel(api.db, { tenantId, endpointId: secret.id, name: 'Large', jsonSchema: 'no' })
    const site = await caller.get('/api/v1/workflow/site')
    expect(site.json()).toEqual({
      site: {
        models: [
          { name: 'Small', context_tokens: 512, json_schema: 'unknown', is_default: true },
          { name: 'Large', context_tokens: 16_384, json_schema: 'no', is_default: false },
        ],
        allowed_hosts: ['*.example.org'],
        collections: [],
        datasets: [],
      },
    })
  })

  test('is refused while it searches a collection that the tenant does not have', async () => {
    const { tenantId, caller, publish, save } = await arrange()
    const [own, foreign] = [await createCollection(api.db, { tenantId }), await createCollection(api.db)]
    const found = createNode('knowledge_retrieval', 'found', 'Found')
    const searching = (collections: readonly string[]) => ({
      nodes: [...changed.nodes, { ...found, config: { ...('config' in found && found.config), collections } }],
      edges: [...changed.edges, { source: 'start', target: 'found' }, { source: 'found', target: 'answer' }],
    })
    await save(0, searching([own.id, foreign.id]))
    const refused = await publish(1)
    expect(refused.json().detail).toMatchObject({
      code: 'WORKFLOW_GRAPH_INVALID',
      params: { problems: [{ node_id: 'found', field: 'config.collections', code: 'collection_unknown' }] },
    })
    await save(1, searching([own.id]))
    expect((await publish(2)).statusCode).toBe(200)
    const { site } = (await caller.get('/api/v1/workflow/site')).json()
    expect(site.collections).toEqual([{ id: own.id, name: own.name }])
  })

  test('is refused while it queries a dataset that the tenant does not have, or that is not published', async () => {
    const { tenantId, caller, publish, save } = await arrange()
    const published = await createDataset(api.db, { tenantId, publishedVersion: 1 })
    const [draft, foreign] = [await createDataset(api.db, { tenantId }), await createDataset(api.db, { publishedVersion: 1 })]
    const querying = (id: string) => {
      const figures = createNode('dataset_query', 'figures', 'Figures')
      return {
        nodes: [...changed.nodes, { ...figures, config: { ...('config' in figures && figures.config), datasets: [id] } }],
        edges: [...changed.edges, { source: 'start', target: 'figures' }, { source: 'figures', target: 'answer' }],
      }
    }
    for (const [revision, { id }] of [draft, foreign].entries()) {
      await save(revision, querying(id))
      expect((await publish(revision + 1)).json().detail).toMatchObject({
        code: 'WORKFLOW_GRAPH_INVALID',
        params: { problems: [{ node_id: 'figures', field: 'config.datasets', code: 'dataset_unknown', subject: id }] },
      })
    }
    await save(2, querying(published.id))
    expect((await publish(3)).statusCode).toBe(200)
    const { site } = (await caller.get('/api/v1/workflow/site')).json()
    expect(site.datasets).toEqual([{ id: published.id, kind: 'table', name: published.name }])
  })

  test('is of the revision that the caller has seen', async () => {
    const { publish, save, listVersions } = await arrange()
    await save(0, changed)
    const refused = await publish(0)
    expect(readRefusal(refused)).toEqual([409, 'REVISION_MISMATCH'])
    expect(refused.json().detail.params.current).toMatchObject({ revision: 1, graph: changed })
    expect((await listVersions()).versions).toHaveLength(1)
  })

  test('refuses a graph that is the published one', async () => {
    const { publish } = await arrange()
    expect(readRefusal(await publish(0))).toEqual([409, 'WORKFLOW_UNCHANGED'])
  })

  test('refuses a graph that cannot run, and says what is wrong where', async () => {
    const { publish, save, listVersions } = await arrange()
    await save(0, { ...changed, edges: changed.edges.slice(0, 2) })
    const refused = await publish(1)
    expect(readRefusal(refused)).toEqual([422, 'WORKFLOW_GRAPH_INVALID'])
    expect(refused.json().detail.params.problems).toEqual(
      expect.arrayContaining([expect.objectContaining({ node_id: 'answer', code: 'unreachable' })]),
    )
    expect((await listVersions()).versions).toHaveLength(1)
  })

  test('twice at once adds one version', async () => {
    const { publish, save, listVersions } = await arrange()
    await save(0, changed)
    const responses = await Promise.all([publish(1), publish(1)])
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await listVersions()).versions).toHaveLength(2)
  })
})

describe('restoring a version', () => {
  test('writes its graph into the draft, which is published again as a new version that names the old one', async () => {
    const { publish, save, restore, open, listVersions } = await arrange()
    await save(0, changed)
    await publish(1)
    const restored = await restore(1, 1)
    expect(restored.json()).toMatchObject({
      workflow: { graph: original, revision: 2, published_version: { number: 2 }, has_changes: true },
    })
    expect((await publish(2, 'As before')).json()).toMatchObject({ version: { number: 3, restored_from: 1 } })
    expect(await open()).toMatchObject({ published_version: { number: 3 }, has_changes: false })
    expect((await listVersions()).versions.map(({ number }) => number)).toEqual([3, 2, 1])
  })

  test('is refused at another revision, and of a version that does not exist', async () => {
    const { save, restore, open, getVersion } = await arrange()
    await save(0, changed)
    expect(readRefusal(await restore(1, 0))).toEqual([409, 'REVISION_MISMATCH'])
    expect(readRefusal(await restore(7, 1))).toEqual([404, 'WORKFLOW_VERSION_NOT_FOUND'])
    expect(readRefusal(await getVersion(7))).toEqual([404, 'WORKFLOW_VERSION_NOT_FOUND'])
    expect(await open()).toMatchObject({ graph: changed, revision: 1 })
  })
})

describe('the list of versions', () => {
  test('is read by pages, and refuses the token of another workflow', async () => {
    const { publish, save, listVersions } = await arrange()
    await save(0, changed)
    await publish(1)
    const page = await listVersions({ page_size: 1 })
    expect(page.versions).toMatchObject([{ number: 2 }])
    expect((await listVersions({ page_token: page.next_page_token })).versions).toMatchObject([{ number: 1 }])
    const other = await arrange()
    expect(await other.listVersions({ page_token: page.next_page_token })).toMatchObject({ detail: { code: 'BAD_REQUEST' } })
  })
})
