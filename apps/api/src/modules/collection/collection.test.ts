import type { Collection, CollectionItem } from '@heddle/contracts/collection/collection'
import { limits } from '@heddle/contracts/limits'
import { createWorkflow } from '@heddle/db/factories/workflow'
import { createGroup } from '@heddle/db/factories/group'
import { createCollection } from '@heddle/db/factories/knowledge'
import { createModel } from '@heddle/db/factories/model'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
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
  const user = await createUser(api.db, { tenantId, role: 'A' })
  const group = await createGroup(api.db, { tenantId, name: { default: 'Test laboratory' } })
  return { tenantId, group, caller: await api.as(user) }
}

type Caller = Awaited<ReturnType<typeof arrange>>['caller']
type Response = Awaited<ReturnType<Caller['get']>>

const address = '/api/v1/knowledge/collection'
const read = (response: Response) => response.json<{ collection: Collection }>().collection
const query = async (caller: Caller, body: object = {}) =>
  (await caller.post(`${address}/query`, body)).json<{ collections: CollectionItem[]; next_page_token?: string }>()
const readRefusal = (response: Response) => [response.statusCode, response.json().detail.code]

describe('a new collection', () => {
  test('is empty, searches words, and is found through any assistant', async () => {
    const { tenantId, group, caller } = await arrange()
    const response = await caller.post(address, { collection: { name: { default: 'Standards', th: 'มาตรฐาน' }, group_id: group.id } })
    const created = read(response)
    expect(created).toMatchObject({
      name: { default: 'Standards', th: 'มาตรฐาน' },
      group: { id: group.id, name: { default: 'Test laboratory' } },
      access: 'workflow',
      allows_preview: true,
      ocr: false,
      state: 'empty',
      sources: {},
      chunk_count: 0,
      size: 0,
      rerank_model: null,
      index: { chunk_strategy: 'structure', chunk_tokens: 400, overlap_tokens: 0, embedding_model: null },
      revision: 0,
    })
    const row = await api.db.collection.findUniqueOrThrow({ where: { id: created.id }, include: { activeIndex: true } })
    expect(row).toMatchObject({ tenantId, activeIndex: { collectionId: created.id, state: 'active', termVersion: 'lex-5' } })
  })

  test('may have an embedding model of the tenant, and no other model', async () => {
    const { tenantId, group, caller } = await arrange()
    await createModel(api.db, { tenantId, name: 'e5', kind: 'embedding' })
    await createModel(api.db, { tenantId, name: 'gpt-4o' })
    const create = (embedding_model: string) =>
      caller.post(address, { collection: { name: 'Standards', group_id: group.id, embedding_model } })
    expect(read(await create('e5')).index.embedding_model).toBe('e5')
    expect(readRefusal(await create('gpt-4o'))).toEqual([404, 'MODEL_NOT_FOUND'])
    expect(readRefusal(await create('bge'))).toEqual([404, 'MODEL_NOT_FOUND'])
    expect(await api.db.collection.count({ where: { tenantId } })).toBe(1)
  })

  test('is refused without a name, with a group of another tenant, and beyond the maximum', async () => {
    const { tenantId, group, caller } = await arrange()
    const elsewhere = await createGroup(api.db)
    const create = (collection: object) => caller.post(address, { collection })
    expect(readRefusal(await create({ name: ' ', group_id: group.id }))).toEqual([400, 'BAD_REQUEST'])
    expect(readRefusal(await create({ name: 'Standards', group_id: elsewhere.id }))).toEqual([404, 'AUTH_GROUP_NOT_FOUND'])
    const rows = Array.from({ length: limits.collectionsPerTenant }, () => ({ tenantId, groupId: group.id, name: { default: 'x' } }))
    await api.db.collection.createMany({ data: rows })
    expect(readRefusal(await create({ name: 'Standards', group_id: group.id }))).toEqual([409, 'COLLECTION_TOO_MANY'])
  })
})

describe('the list of collections', () => {
  test('has those of the tenant, by a word of any language and by group, on every page', async () => {
    const { tenantId, group, caller } = await arrange()
    const first = await createCollection(api.db, { tenantId, groupId: group.id, name: { default: 'Standards', zhHant: '檢測標準' } })
    const second = await createCollection(api.db, { tenantId, description: { default: 'Of the ＬＯＯＭＳ' } })
    await createCollection(api.db)
    expect((await query(caller)).collections.map(({ id }) => id)).toEqual([second.id, first.id])
    expect((await query(caller, { keyword: '標準' })).collections).toMatchObject([{ id: first.id }])
    expect((await query(caller, { keyword: 'looms' })).collections).toMatchObject([{ id: second.id }])
    expect((await query(caller, { group_id: group.id })).collections).toMatchObject([{ id: first.id }])
    const page = await query(caller, { page_size: 1 })
    expect(page.collections).toMatchObject([{ id: second.id }])
    expect((await query(caller, { page_token: page.next_page_token })).collections).toMatchObject([{ id: first.id }])
  })
})

describe('changing a collection', () => {
  test('keeps what is not named, and refuses a stale revision with what is there', async () => {
    const { tenantId, group, caller } = await arrange()
    const { id } = await createCollection(api.db, { tenantId, groupId: group.id, name: { default: 'Standards' } })
    const change = (revision: number, collection: object) => caller.put(`${address}/${id}`, { revision, collection })
    const changed = read(await change(0, { access: 'members', copyright: '© the institute', allows_preview: false, ocr: true }))
    expect(changed).toMatchObject({
      name: { default: 'Standards' },
      access: 'members',
      copyright: { default: '© the institute' },
      allows_preview: false,
      ocr: true,
      revision: 1,
    })
    const stale = await change(0, { access: 'workflow' })
    expect(readRefusal(stale)).toEqual([409, 'REVISION_MISMATCH'])
    expect(stale.json().detail.params.current).toEqual(changed)
    expect(await api.db.collection.findUniqueOrThrow({ where: { id } })).toMatchObject({ access: 'members', revision: 1 })
  })

  test('moves it to a group of the tenant only', async () => {
    const { tenantId, caller } = await arrange()
    const { id, groupId } = await createCollection(api.db, { tenantId })
    const elsewhere = await createGroup(api.db)
    const refused = await caller.put(`${address}/${id}`, { revision: 0, collection: { group_id: elsewhere.id } })
    expect(readRefusal(refused)).toEqual([404, 'AUTH_GROUP_NOT_FOUND'])
    expect(await api.db.collection.findUniqueOrThrow({ where: { id } })).toMatchObject({ groupId, revision: 0 })
  })
})

describe('a collection that workflows search', () => {
  const createGraph = (collections: readonly string[]) => ({
    nodes: [{ id: 'found', type: 'knowledge_retrieval', title: 'Found', config: { collections } }],
    edges: [],
  })
  const plain = { nodes: [], edges: [] }

  async function arrangeUse(draft: object, versions: readonly object[]) {
    const scene = await arrange()
    const { id } = await createCollection(api.db, { tenantId: scene.tenantId })
    const toGraph = (graph: object) => JSON.parse(JSON.stringify(graph).replaceAll('"it"', `"${id}"`)) as object
    const workflow = await createWorkflow(api.db, {
      tenantId: scene.tenantId,
      name: { default: 'Standards' },
      draft: toGraph(draft),
      versions: { create: versions.map((graph, index) => ({ number: index + 1, graph: toGraph(graph) })) },
    })
    return { ...scene, id, workflow }
  }

  test.each([
    ['the draft', createGraph(['it']), []],
    ['the latest version', plain, [plain, createGraph([randomUUID(), 'it'])]],
  ])('in %s names them, and is not deleted', async (_where, draft, versions) => {
    const { caller, id, workflow } = await arrangeUse(draft, versions)
    const workflows = [{ id: workflow.id, name: { default: 'Standards' } }]
    expect((await caller.get(`${address}/${id}`)).json()).toMatchObject({ workflows })
    const refused = await caller.delete(`${address}/${id}`)
    expect(readRefusal(refused)).toEqual([409, 'COLLECTION_IN_USE'])
    expect(refused.json().detail.params).toEqual({ workflows })
    expect(await api.db.collection.count({ where: { id } })).toBe(1)
  })

  test('in an older version only is deleted', async () => {
    const { caller, id } = await arrangeUse(plain, [createGraph(['it']), plain])
    expect((await caller.get(`${address}/${id}`)).json()).toMatchObject({ workflows: [] })
    expect((await caller.delete(`${address}/${id}`)).statusCode).toBe(200)
  })
})
