// Another index beside the one that is searched: built by the real worker, switched to when it is whole, or abandoned.
import type { Collection } from '@heddle/contracts/collection/collection'
import { createCollection } from '@heddle/db/factories/knowledge'
import { createModel } from '@heddle/db/factories/model'
import { createUser } from '@heddle/db/factories/user'
import { reindexQueue } from '@heddle/db/job-queues'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lexicalVersion } from '@heddle/retrieval/terms/lexical-terms'
import { startIngestApp } from '../../../../test/knowledge/ingest-scene.ts'
import type { Caller } from '../../../../test/application/test-app.ts'
import { until } from '../../../../test/until.ts'
import { rounds } from '../../../../../../scripts/testing/rounds.ts'
import { lockCollection } from '../../collection/source/source.sql.ts'
import { createCollectionRepository } from '../../collection/collection.repository.ts'
import { createOutdatedIndexSweep } from './outdated-index.ts'

let app: Awaited<ReturnType<typeof startIngestApp>>
let demo: typeof app.demo
let api: typeof app.api
let scene: typeof app.scene
beforeAll(async () => {
  app = await startIngestApp(reindexQueue)
  ;({ demo, api, scene } = app)
})
afterAll(() => app.close())

let caller: Caller
let collectionId: string
let tenantId: string
let firstIndexId: number | null
let address: string
beforeEach(async () => {
  ;({ id: collectionId, tenantId, activeIndexId: firstIndexId } = await createCollection(api.db))
  caller = await api.as(await createUser(api.db, { tenantId, role: 'A' }))
  address = `/api/v1/knowledge/collection/${collectionId}`
})

/** So that each has a name of its own, by which its requests are found. */
let upstreamModels = 0
const fast = () => `demo:latency=${upstreamModels++}`
const slow = () => `demo:latency=60000,tokens=${upstreamModels++}`
/** Long enough for what happens before it answers. */
const unhurried = () => `demo:latency=1500,tokens=${upstreamModels++}`
const addModel = (name: string, upstreamName: string) => createModel(api.db, { tenantId, kind: 'embedding', name, upstreamName })
const read = async () => (await caller.get(address)).json<{ collection: Collection }>().collection
const reindex = async (index: object) => (await caller.post(`${address}/reindex`, { index })).json<{ collection: Collection }>().collection
const untilSwitched = () =>
  until('the other index to be searched', async () => {
    const { activeIndexId } = await api.db.collection.findUniqueOrThrow({ where: { id: collectionId } })
    return activeIndexId === firstIndexId ? null : activeIndexId
  })

async function addIndexed(content: string) {
  const id = await scene.addSource({ collectionId, content })
  await scene.untilState(id, 'indexed')
  return id
}

describe('a re-index', () => {
  test('is searched when it is whole, and not before', async () => {
    await addModel('vectors', unhurried())
    const source = await addIndexed('Cotton shrinks by 5 %.')
    const before = await scene.readSearched(source)
    expect(await reindex({ embedding_model: 'vectors' })).toMatchObject({
      state: 'reindexing',
      index: { embedding_model: null },
      reindex: { index: { embedding_model: 'vectors', chunk_tokens: 400 }, sources: { done: 0, total: 1 }, failure: null },
    })
    expect(await scene.readSearched(source)).toEqual(before)
    const indexVersionId = await untilSwitched()
    expect(await read()).toMatchObject({ state: 'ready', index: { embedding_model: 'vectors' }, reindex: null })
    const after = await scene.readSearched(source)
    expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text))
    expect(after[0]?.id).not.toBe(before[0]?.id)
    expect(await api.db.chunkVector.count({ where: { indexVersionId } })).toBe(1)
    expect(await api.db.indexVersion.findUnique({ where: { id: firstIndexId ?? 0 } })).toMatchObject({ state: 'retired' })
  })

  test('asks the model for no text that it has a vector of', async () => {
    const upstreamName = fast()
    await addModel('vectors', upstreamName)
    await api.db.indexVersion.update({ where: { id: firstIndexId ?? 0 }, data: { embeddingModel: 'vectors' } })
    await addIndexed('Cotton shrinks by 5 %.')
    await reindex({ chunk_tokens: 300 })
    const indexVersionId = await untilSwitched()
    expect(await api.db.chunkVector.count({ where: { indexVersionId } })).toBe(1)
    const inputs = demo.requests.flatMap(({ body }) => {
      const { model, input = [] } = body as { model?: string; input?: string[] }
      return model === upstreamName ? input : []
    })
    expect(inputs.filter((input) => input.includes('Cotton shrinks'))).toHaveLength(1)
  })

  test('is made with the same settings where the terms are of an earlier version, once', async () => {
    await addIndexed('Cotton shrinks by 5 %.')
    await api.db.indexVersion.update({ where: { id: firstIndexId ?? 0 }, data: { termVersion: 'lex-1', chunkTokens: 300 } })
    const rebuild = createOutdatedIndexSweep({ ...api.dependencies, rows: createCollectionRepository(api.db), lockCollection })
    await rebuild()
    await rebuild()
    const id = await untilSwitched()
    expect(await api.db.indexVersion.findUnique({ where: { id: id ?? 0 } })).toMatchObject({
      termVersion: lexicalVersion,
      chunkTokens: 300,
    })
    await rebuild()
    expect(await api.db.indexVersion.count({ where: { collectionId } })).toBe(2)
  })

  test('under load fails no search, and each is answered by one index as a whole', async () => {
    await addModel('vectors', fast())
    await addModel('others', 'demo:latency=100')
    await api.db.indexVersion.update({ where: { id: firstIndexId ?? 0 }, data: { embeddingModel: 'vectors' } })
    const contents = ['Cotton shrinks in the wash.', 'Wool felts, and shrinks by that.', 'Flax shrinks less than hemp.']
    await Promise.all(contents.map(addIndexed))
    const callers = await Promise.all(
      Array.from({ length: rounds(5, 20) }, async () => api.as(await createUser(api.db, { tenantId, role: 'A' }))),
    )
    const answers: { status: number; chunkIds: string[] }[] = []
    let isEnough = false
    const searching = callers.map(async (user) => {
      while (!isEnough) {
        const response = await user.post(`${address}/search`, { query: 'What shrinks?' })
        const { results = [] } = response.json<{ results?: { chunk: { id: string } }[] }>()
        answers.push({ status: response.statusCode, chunkIds: results.map(({ chunk }) => chunk.id) })
      }
    })
    const untilMore = async () => {
      const before = answers.length
      await until('each user to search twice more', () => answers.length >= before + 2 * callers.length, 60_000)
    }
    await untilMore()
    await reindex({ embedding_model: 'others' })
    await untilSwitched()
    await untilMore()
    isEnough = true
    await Promise.all(searching)
    const chunks = await api.db.chunk.findMany({
      where: { indexed: { indexVersion: { collectionId } } },
      select: { id: true, indexed: { select: { indexVersionId: true } } },
    })
    const indexes = new Map(chunks.map(({ id, indexed }) => [id, indexed.indexVersionId]))
    const seen = answers.map(({ status, chunkIds }) => JSON.stringify([status, chunkIds.map((id) => indexes.get(id))]))
    const [old, current] = [...new Set(indexes.values())].toSorted((one, other) => one - other)
    expect(new Set(seen)).toEqual(new Set([old, current].map((index) => JSON.stringify([200, [index, index, index]]))))
  }, 120_000)

  test('has the sources that arrive while it is built', async () => {
    await addModel('vectors', unhurried())
    await addIndexed('Cotton shrinks by 5 %.')
    await reindex({ embedding_model: 'vectors' })
    const late = await addIndexed('Wool felts.')
    expect(await scene.readSearched(late)).toHaveLength(1)
    const indexVersionId = await untilSwitched()
    expect(await scene.readSearched(late)).toMatchObject([{ text: 'Wool felts.' }])
    expect(await api.db.chunkVector.count({ where: { indexVersionId } })).toBe(2)
  })

  test('that is abandoned leaves what is searched, and ends its request', async () => {
    const upstreamName = slow()
    await addModel('vectors', upstreamName)
    const source = await addIndexed('Cotton shrinks by 5 %.')
    const before = await scene.readSearched(source)
    await reindex({ embedding_model: 'vectors' })
    const request = await until('the request', () => demo.requests.find(({ body }) => (body as { model?: string }).model === upstreamName))
    const abandoned = await caller.delete(`${address}/reindex`)
    expect(abandoned.json()).toMatchObject({ collection: { state: 'ready', reindex: null, index: { embedding_model: null } } })
    await until('the request to be ended', () => request.aborted)
    expect(await scene.readSearched(source)).toEqual(before)
    expect((await caller.delete(`${address}/reindex`)).statusCode).toBe(200)
  })

  test('that fails says why, leaves what is searched, and may be begun again', async () => {
    const { id: modelId } = await addModel('vectors', 'demo:status=401')
    const source = await addIndexed('Cotton shrinks by 5 %.')
    await reindex({ embedding_model: 'vectors' })
    const failed = await until('the failure', async () => (await read()).reindex?.failure)
    expect(failed).toMatchObject({ code: 'EMBEDDING_UNAVAILABLE' })
    expect(await read()).toMatchObject({ state: 'ready' })
    expect(await scene.readSearched(source)).toHaveLength(1)
    await api.db.model.update({ where: { id: modelId }, data: { upstreamName: fast() } })
    await reindex({ embedding_model: 'vectors' })
    await untilSwitched()
    expect(await read()).toMatchObject({ reindex: null, index: { embedding_model: 'vectors' } })
  })

  test('whose model server is down says so, and goes on by itself', async () => {
    await api.asOwner(`UPDATE pgboss.queue SET retry_limit = 3 WHERE name = '${reindexQueue}'`)
    const { id: modelId } = await addModel('vectors', 'demo:status=503,retry_after=1200')
    await addIndexed('Cotton shrinks by 5 %.')
    await reindex({ embedding_model: 'vectors' })
    await until('the failure', async () => (await read()).reindex?.failure)
    expect(await read()).toMatchObject({
      state: 'reindexing',
      reindex: { failure: { code: 'EMBEDDING_UNAVAILABLE', params: { cause: 'MODEL_UNAVAILABLE' } } },
    })
    await api.db.model.update({ where: { id: modelId }, data: { upstreamName: fast() } })
    const makeDue = () =>
      api.dependencies.pool.query(`UPDATE pgboss.job SET start_after = now() WHERE name = $1 AND state = 'retry'`, [reindexQueue])
    await until('the end of the attempt', async () => (await makeDue()).rowCount === 1)
    await untilSwitched()
    expect(await read()).toMatchObject({ state: 'ready', reindex: null, index: { embedding_model: 'vectors' } })
    await api.asOwner(`UPDATE pgboss.queue SET retry_limit = 0 WHERE name = '${reindexQueue}'`)
  })

  test('is refused beside another one, and with a model that the tenant has not', async () => {
    await addModel('vectors', slow())
    await addIndexed('Cotton shrinks by 5 %.')
    const refused = await caller.post(`${address}/reindex`, { index: { embedding_model: 'gpt-4o' } })
    expect([refused.statusCode, refused.json().detail.code]).toEqual([404, 'MODEL_NOT_FOUND'])
    await reindex({ embedding_model: 'vectors' })
    const second = await caller.post(`${address}/reindex`, { index: {} })
    expect([second.statusCode, second.json().detail.code]).toEqual([409, 'COLLECTION_IS_REINDEXING'])
  })
})
