import { createAssistant } from '@heddle/db/factories/assistant'
import { createGroup } from '@heddle/db/factories/group'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { plainChatGraph, createWorkflow } from '@heddle/db/factories/workflow'
import type { Workflow, WorkflowItem } from '@heddle/contracts/workflow/workflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, unknownId } from '../../../test/application/test-app.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

async function arrange() {
  const tenant = await createTenant(api.db)
  const user = await createUser(api.db, { tenantId: tenant.id, role: 'A' })
  return { tenantId: tenant.id, user, caller: await api.as(user) }
}

type Caller = Awaited<ReturnType<typeof arrange>>['caller']
type List = { workflows: WorkflowItem[]; next_page_token?: string; total?: number }

const query = async (caller: Caller, body: object = {}) => (await caller.post('/api/v1/workflow/query', body)).json<List>()
const open = async (caller: Caller, id: string) => (await caller.get(`/api/v1/workflow/${id}`)).json<{ workflow: Workflow }>().workflow
const readRefusal = (response: Awaited<ReturnType<Caller['get']>>) => [response.statusCode, response.json().detail.code]

/** Returns a graph whose `document_extract` is the first node, as a draft may be. */
const createBrokenGraph = () => ({ nodes: plainChatGraph().nodes.slice(1), edges: [] })

const published = plainChatGraph()
const changed = plainChatGraph('Be brief.')

describe('the list of workflows', () => {
  test('tells of each its group, its state, its latest version and how many assistants use it, and reads no graph', async () => {
    const { tenantId, caller } = await arrange()
    const group = await createGroup(api.db, { tenantId, name: { default: 'Dyes' } })
    const draft = await createWorkflow(api.db, { tenantId, versions: {} })
    const same = await createWorkflow(api.db, { tenantId, groupId: group.id })
    const newer = await createWorkflow(api.db, { tenantId, draft: changed, versions: { create: { number: 4, graph: published } } })
    await createAssistant(api.db, { tenantId, workflowId: same.id })
    await createAssistant(api.db, { tenantId, workflowId: same.id })
    await createWorkflow(api.db)
    const { workflows, total } = await query(caller)
    expect(workflows).toMatchObject([
      { id: newer.id, state: 'changed', latest_version: { number: 4 }, group: null, assistant_count: 0 },
      {
        id: same.id,
        state: 'published',
        latest_version: { number: 1 },
        group: { id: group.id, name: { default: 'Dyes' } },
        assistant_count: 2,
        abilities: { edit: true, delete: true },
      },
      { id: draft.id, state: 'draft', latest_version: null },
    ])
    expect(total).toBe(3)
    expect(JSON.stringify(workflows)).not.toContain('helpful assistant')
  })

  test('is filtered by a word of any language, by group and by state, on every page', async () => {
    const { tenantId, caller } = await arrange()
    const group = await createGroup(api.db, { tenantId })
    const name = { default: 'Dyes', ja: '染料の相談' }
    const first = await createWorkflow(api.db, { tenantId, groupId: group.id, name })
    const second = await createWorkflow(api.db, { tenantId, groupId: group.id, description: { default: 'Of DYES and looms' } })
    await createWorkflow(api.db, { tenantId, versions: {}, name })
    expect((await query(caller, { keyword: 'ﾃﾞ' })).workflows).toEqual([])
    expect((await query(caller, { keyword: '染料', group_id: group.id })).workflows).toMatchObject([{ id: first.id }])
    const page = await query(caller, { keyword: 'dyes', state: 'published', page_size: 1 })
    expect(page).toMatchObject({ workflows: [{ id: second.id }], total: 2 })
    const next = await query(caller, { page_token: page.next_page_token })
    expect(next.workflows).toMatchObject([{ id: first.id }])
    expect(next).not.toHaveProperty('next_page_token')
  })
})

describe('a workflow', () => {
  test('is created with a draft that may be broken, and read with it', async () => {
    const { tenantId, user, caller } = await arrange()
    const group = await createGroup(api.db, { tenantId })
    const graph = createBrokenGraph()
    const layout = { files: { x: 40, y: -3.5 } }
    const response = await caller.post('/api/v1/workflow', {
      workflow: { name: 'Dyes', group_id: group.id, allow_user_prompt: false, allowed_models: ['demo'], graph, layout },
    })
    expect(response.statusCode).toBe(200)
    const { workflow } = response.json<{ workflow: Workflow }>()
    expect(workflow).toMatchObject({
      name: { default: 'Dyes' },
      group: { id: group.id },
      allow_user_prompt: false,
      open_to_all_groups: true,
      allowed_models: ['demo'],
      graph,
      layout,
      revision: 0,
      published_version: null,
      has_changes: true,
      editor: { id: user.id },
    })
    expect(await open(caller, workflow.id)).toEqual(workflow)
  })

  test('is changed at the revision that the caller has seen, and says what is there otherwise', async () => {
    const { tenantId, caller } = await arrange()
    const { id } = await createWorkflow(api.db, { tenantId })
    const change = { workflow: { name: 'Looms', open_to_all_groups: false, allowed_models: ['demo'] }, revision: 0 }
    const response = await caller.put(`/api/v1/workflow/${id}`, change)
    expect(response.json()).toMatchObject({ workflow: { name: { default: 'Looms' }, open_to_all_groups: false, revision: 1 } })
    const stale = await caller.put(`/api/v1/workflow/${id}`, { workflow: { name: 'Silk' }, revision: 0 })
    expect(readRefusal(stale)).toEqual([409, 'REVISION_MISMATCH'])
    expect(stale.json().detail.params.current).toMatchObject({ name: { default: 'Looms' }, revision: 1 })
    expect(await api.db.workflow.findUnique({ where: { id } })).toMatchObject({ name: { default: 'Looms' }, revision: 1 })
  })

  test('is duplicated without its versions', async () => {
    const { tenantId, caller } = await arrange()
    const { id } = await createWorkflow(api.db, { tenantId, draft: changed, allowedModels: ['demo'] })
    const response = await caller.post(`/api/v1/workflow/${id}/duplicate`, { name: { default: 'Another', ja: '別' } })
    const { workflow } = response.json<{ workflow: Workflow }>()
    expect(workflow).toMatchObject({
      name: { default: 'Another', ja: '別' },
      graph: changed,
      allowed_models: ['demo'],
      published_version: null,
    })
    expect(workflow.id).not.toBe(id)
  })

  test('goes with its versions, unless assistants use it, which are then named', async () => {
    const { tenantId, caller } = await arrange()
    const { id } = await createWorkflow(api.db, { tenantId })
    const assistant = await createAssistant(api.db, { tenantId, workflowId: id, name: { default: 'Dyer' } })
    const refused = await caller.delete(`/api/v1/workflow/${id}`)
    expect(readRefusal(refused)).toEqual([409, 'WORKFLOW_FAILED_TO_DELETE'])
    expect(refused.json().detail.params).toEqual({ assistants: { count: 1, items: [{ id: assistant.id, name: { default: 'Dyer' } }] } })
    await api.db.assistant.delete({ where: { id: assistant.id } })
    expect((await caller.delete(`/api/v1/workflow/${id}`)).statusCode).toBe(200)
    expect(await api.db.workflowVersion.count({ where: { workflowId: id } })).toBe(0)
  })
})

describe('the draft', () => {
  test('is saved at its revision; a stale save changes nothing, and is told what is there and who saved it', async () => {
    const { tenantId, user, caller } = await arrange()
    const { id } = await createWorkflow(api.db, { tenantId, draft: published })
    const layout = { llm: { x: 1, y: 2 } }
    const saved = await caller.put(`/api/v1/workflow/${id}/draft`, { revision: 0, graph: changed, layout })
    expect(saved.json()).toMatchObject({ revision: 1, has_changes: true })
    const other = await api.as(await createUser(api.db, { tenantId, role: 'S' }))
    const stale = await other.put(`/api/v1/workflow/${id}/draft`, { revision: 0, graph: published, layout: {} })
    expect(readRefusal(stale)).toEqual([409, 'REVISION_MISMATCH'])
    expect(stale.json().detail.params.current).toMatchObject({ graph: changed, layout, revision: 1, editor: { id: user.id } })
    expect(await open(caller, id)).toMatchObject({ graph: changed, layout, revision: 1 })
  })

  test('is saved once when two save at the same time', async () => {
    const { tenantId, caller } = await arrange()
    const { id } = await createWorkflow(api.db, { tenantId })
    const save = (prompt: string) => caller.put(`/api/v1/workflow/${id}/draft`, { revision: 0, graph: plainChatGraph(prompt), layout: {} })
    const responses = await Promise.all([save('One.'), save('Two.'), save('Three.')])
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  })

  test('has no changes when only nodes were moved', async () => {
    const { tenantId, caller } = await arrange()
    const { id } = await createWorkflow(api.db, { tenantId, draft: published })
    const saved = await caller.put(`/api/v1/workflow/${id}/draft`, { revision: 0, graph: published, layout: { llm: { x: 9, y: 9 } } })
    expect(saved.json()).toMatchObject({ revision: 1, has_changes: false })
  })

  test('of 200 nodes with long prompts is saved', async () => {
    const { tenantId, caller } = await arrange()
    const { id } = await createWorkflow(api.db, { tenantId })
    const [start, , llm] = plainChatGraph().nodes
    const nodes = Array.from({ length: 199 }, (_, index) => ({
      ...llm,
      id: `llm_${index}`,
      config: { ...llm?.config, prompt: '布'.repeat(3_400) },
    }))
    const saved = await caller.put(`/api/v1/workflow/${id}/draft`, {
      revision: 0,
      graph: { nodes: [start, ...nodes], edges: [] },
      layout: {},
    })
    expect([saved.statusCode, saved.json().revision]).toEqual([200, 1])
  })

  test('of another tenant is like one that does not exist', async () => {
    const { caller } = await arrange()
    const { id } = await createWorkflow(api.db)
    const bodies = await Promise.all([id, unknownId()].map((each) => caller.get(`/api/v1/workflow/${each}`)))
    expect(bodies.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [404, bodies[1]?.body],
      [404, bodies[0]?.body],
    ])
  })
})

describe('the types of node', () => {
  test('are listed with the schema of each', async () => {
    const { caller } = await arrange()
    const { node_types: types } = (await caller.get('/api/v1/workflow/node_types')).json<{
      node_types: { type: string; schema: object }[]
    }>()
    expect(types.map(({ type }) => type)).toEqual(expect.arrayContaining(['start', 'llm', 'answer']))
    expect(types.find(({ type }) => type === 'llm')?.schema).toMatchObject({
      properties: { config: { properties: { prompt: { type: 'string' } } } },
    })
  })
})
