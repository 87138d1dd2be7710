import { randomUUID } from 'node:crypto'
import { createCollection } from '@heddle/db/factories/knowledge'
import { createModel } from '@heddle/db/factories/model'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { createDemoModel, type DemoModel } from '@heddle/demo-model/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { indexSourceNow } from '../../../test/knowledge/index-source-now.ts'
import { createTestApp, type TestApp } from '../../../test/application/test-app.ts'

let api: TestApp
let demo: DemoModel
beforeAll(async () => {
  demo = await createDemoModel()
  api = await createTestApp({ modelUrl: demo.url })
})
afterAll(async () => {
  await api.close()
  await demo.close()
})

async function arrange() {
  const { id: tenantId } = await createTenant(api.db)
  const caller = await api.as(await createUser(api.db, { tenantId, role: 'A' }))
  await createModel(api.db, { tenantId, name: 'rerank', kind: 'rerank', upstreamName: 'demo-rerank' })
  const { id } = await createCollection(api.db, { tenantId, access: 'members', rerankModel: 'rerank' })
  const text = ['# Washing\n\nCotton fabrics shrink in the wash.', '# Light\n\nXenon fades indigo.']
  const { source, chunks } = await indexSourceNow(api.dependencies, { collectionId: id, title: 'Handbook', text })
  return {
    tenantId,
    caller,
    source,
    chunk: chunks[0]!,
    search: (body: object) => caller.post(`/api/v1/knowledge/collection/${id}/search`, body),
  }
}

test('a test of a collection shows what a question finds, why, and how it was ranked', async () => {
  const { search, source, chunk } = await arrange()
  const response = await search({ query: 'Does cotton shrink?' })
  expect(response.json()).toEqual({
    results: [
      {
        chunk: {
          id: chunk.id,
          text: chunk.text,
          heading_path: chunk.headingPath,
          page: 1,
          page_to: chunk.pageTo,
          spans: chunk.spans,
        },
        source: { id: source.id, title: 'Handbook', is_expired: false },
        score: expect.any(Number),
        ranks: { lexical: 1, vector: null, rerank: 1 },
        matched_terms: ['Cotton', 'shrink'],
        cosine: null,
        duplicate_count: 0,
      },
    ],
    notices: ['no_vectors'],
    elapsed_ms: expect.any(Number),
  })
})

test('a test is counted by its calls of models', async () => {
  const { search, tenantId, caller } = await arrange()
  await search({ query: 'Does cotton shrink?' })
  await search({ query: 'Does cotton shrink?', rerank: false })
  const events = await api.db.usageEvent.findMany({ where: { tenantId } })
  expect(events).toMatchObject([{ flow: 'search', outcome: 'completed', userId: caller.user.id, modelName: 'rerank', outputTokens: 0 }])
  expect(await api.db.usageCall.findMany({ where: { tenantId } })).toMatchObject([
    { modelName: 'rerank', inputTokens: events[0]!.inputTokens },
  ])
})

test('a test with no word of the collection finds nothing', async () => {
  const { search } = await arrange()
  expect((await search({ query: 'zzzz' })).json()).toMatchObject({ results: [] })
})

test('a test is refused for a collection that is not there, and without a question', async () => {
  const { caller, search } = await arrange()
  const refused = await caller.post(`/api/v1/knowledge/collection/${randomUUID()}/search`, { query: 'Cotton' })
  expect([refused.statusCode, refused.json().detail.code]).toEqual([404, 'COLLECTION_NOT_FOUND'])
  expect((await search({ query: '' })).statusCode).toBe(400)
  expect((await search({ query: 'Cotton', top_k: 51 })).statusCode).toBe(400)
})
