// The vectors of a source, by a model over real HTTP: what is written, what is not asked twice, and how an endpoint that fails is told.
import { createCollection } from '@heddle/db/factories/knowledge'
import { createModel } from '@heddle/db/factories/model'
import { createUser } from '@heddle/db/factories/user'
import { ingestQueue } from '@heddle/db/job-queues'
import { encodeBlock } from '@heddle/retrieval/sign-bits'
import { decodeVector } from '@heddle/retrieval/vectors'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startIngestApp } from '../../../../test/knowledge/ingest-scene.ts'
import { unknownId } from '../../../../test/application/test-app.ts'
import { until } from '../../../../test/until.ts'

let app: Awaited<ReturnType<typeof startIngestApp>>
let demo: typeof app.demo
let api: typeof app.api
let scene: typeof app.scene
beforeAll(async () => {
  app = await startIngestApp(ingestQueue)
  ;({ demo, api, scene } = app)
})
afterAll(() => app.close())

let modelId: string
/** So that each has a name of its own, by which its requests are found. */
let upstreamModels = 0
let upstreamName: string
let collectionId: string
let indexVersionId: number
let tenantId: string
beforeEach(async () => {
  const collection = await createCollection(api.db)
  ;({ id: collectionId, tenantId } = collection)
  indexVersionId = collection.activeIndexId ?? 0
  upstreamName = `demo:latency=${upstreamModels++}`
  const model = await createModel(api.db, { tenantId, kind: 'embedding', name: 'vectors', upstreamName })
  modelId = model.id
  await api.db.indexVersion.update({ where: { id: indexVersionId }, data: { embeddingModel: 'vectors' } })
})

const section = (topic: string) => `# ${topic}\n\n${`The ${topic} of a specimen is measured after conditioning. `.repeat(12)}`
const behaveAs = (name: string) => api.db.model.update({ where: { id: modelId }, data: { upstreamName: name } })
const readVectors = () => api.db.chunkVector.findMany({ where: { indexVersionId }, orderBy: { number: 'asc' } })
const listInputs = (upstream: string) =>
  demo.requests.flatMap(({ body }) => {
    const { model, input = [] } = body as { model?: string; input?: string[] }
    return model === upstream ? input : []
  })

test('another title is what the same chunks are found by, after their vectors were asked for once', async () => {
  const id = await scene.addSource({ collectionId, name: 'Sketch', content: `${section('twist')}\n\n${section('count')}` })
  await scene.untilState(id, 'indexed')
  const [chunks, vectors] = [await scene.readSearched(id), await readVectors()]
  const admin = await api.as(await createUser(api.db, { tenantId, role: 'A' }))
  const address = `/api/v1/knowledge/collection/${collectionId}`
  const renamed = await admin.put(`${address}/source/${id}`, { revision: 0, source: { title: 'Loom manual' } })
  expect(renamed.json().source).toMatchObject({ title: 'Loom manual', state: 'queued', is_searchable: true })
  await scene.untilState(id, 'indexed')

  const found = async (query: string) =>
    (await admin.post(`${address}/search`, { query, vector_weight: 0 })).json<{ results: { chunk: { id: string } }[] }>().results
  expect((await found('loom')).map(({ chunk }) => chunk.id).toSorted()).toEqual(chunks.map((chunk) => chunk.id).toSorted())
  expect(await found('sketch')).toEqual([])
  expect((await found('twist')).length).toBe(1)
  const renewed = await readVectors()
  expect(renewed.map(({ number }) => number)).toEqual([0, 1])
  for (const [at, { embedding }] of renewed.entries()) expect(embedding).not.toEqual(vectors[at]?.embedding)
  expect(listInputs(upstreamName).filter((input) => input.startsWith('Loom manual'))).toHaveLength(2)
  expect(await api.db.indexedSource.findMany({ where: { indexVersionId } })).toMatchObject([{ title: 'Loom manual', vectorRevision: 2 }])
})

test('each chunk has a vector and its bits, and the index keeps what they were made with', async () => {
  const { id: userId } = await createUser(api.db, { tenantId })
  const id = await scene.addSource({ collectionId, content: `${section('twist')}\n\n${section('count')}`, createdById: userId })
  expect(await scene.untilState(id, 'indexed')).toMatchObject({ chunksDone: 2, chunksTotal: 2 })
  const vectors = await readVectors()
  expect(vectors.map(({ embedding }) => Math.hypot(...decodeVector(embedding)))).toEqual([expect.closeTo(1, 5), expect.closeTo(1, 5)])
  const index = await api.db.indexVersion.findUniqueOrThrow({ where: { id: indexVersionId } })
  expect(index).toMatchObject({ dimension: 256, meanCount: 2 })
  expect([index.fingerprint?.length, index.mean?.length]).toEqual([5 * 256 * 4, 256 * 4])
  const [block, ...others] = await api.db.chunkBits.findMany({ where: { indexVersionId } })
  expect(others).toEqual([])
  const chunks = vectors.map(({ number, embedding }) => ({ number, vector: decodeVector(embedding) }))
  expect(block?.bits).toEqual(encodeBlock(chunks, decodeVector(index.mean!)))
  const event = await until('the usage', () => api.db.usageEvent.findFirst({ where: { userId } }))
  expect(event).toMatchObject({ flow: 'ingest', outcome: 'completed', modelName: 'vectors' })
  expect(event.inputTokens).toBeGreaterThan(100)
})

test('a new content asks only for the chunks that are new', async () => {
  const id = await scene.addSource({ collectionId, content: `${section('twist')}\n\n${section('count')}` })
  await scene.untilState(id, 'indexed')
  const before = listInputs(upstreamName).length
  await scene.addContent(id, { content: `${section('twist')}\n\n${section('length')}` })
  await scene.untilState(id, 'indexed')
  const asked = listInputs(upstreamName).slice(before)
  expect(asked).toHaveLength(1)
  expect(asked[0]).toContain('length of a specimen')
})

test('the mean is taken again as the vectors grow, and all bits around it', async () => {
  const first = await scene.addSource({ collectionId, content: section('twist') })
  await scene.untilState(first, 'indexed')
  const readMean = async () => Buffer.from((await api.db.indexVersion.findUniqueOrThrow({ where: { id: indexVersionId } })).mean ?? [])
  const before = await readMean()
  const id = await scene.addSource({ collectionId, content: ['count', 'length', 'strength'].map(section).join('\n\n') })
  await scene.untilState(id, 'indexed')
  expect(before.equals(await readMean())).toBe(false)
  const mean = decodeVector(await readMean())
  const blocks = await api.db.chunkBits.findMany({ where: { indexVersionId }, orderBy: { indexedSourceId: 'asc' } })
  const vectors = await readVectors()
  const sources = [...new Set(blocks.map(({ indexedSourceId }) => indexedSourceId))]
  expect(sources).toHaveLength(2)
  const expected = sources.map((source) =>
    encodeBlock(
      vectors
        .filter(({ indexedSourceId }) => indexedSourceId === source)
        .map(({ number, embedding }) => ({ number, vector: decodeVector(embedding) })),
      mean,
    ),
  )
  expect(blocks.map(({ bits }) => bits)).toEqual(expected)
})

describe('an endpoint', () => {
  test.each([
    ['that refuses the key', 'demo:status=401', 'EMBEDDING_UNAVAILABLE'],
    ['that has too few vectors', 'demo:vectors=count', 'EMBEDDING_INVALID'],
    ['that has vectors of another dimension', 'demo:vectors=mixed', 'EMBEDDING_INVALID'],
    ['that has numbers which are none', 'demo:vectors=not_finite', 'EMBEDDING_INVALID'],
    ['that asks to wait for an hour', 'demo:status=429,retry_after=3600', 'EMBEDDING_UNAVAILABLE'],
  ])('%s fails the source with a reason, and a retry goes on', async (_name, upstream, code) => {
    await behaveAs(upstream)
    const id = await scene.addSource({ collectionId, content: section('twist') })
    expect(await scene.untilState(id, 'failed')).toMatchObject({ failure: { code }, activeVersionId: null })
    await behaveAs(upstreamName)
    const parsed = await api.db.sourceVersion.findFirstOrThrow({ where: { sourceId: id } })
    await scene.enqueue(id)
    expect(await scene.untilState(id, 'indexed')).toMatchObject({ failure: null, chunksDone: 1 })
    expect(await api.db.sourceVersion.findFirstOrThrow({ where: { sourceId: id } })).toEqual(parsed)
  })

  test('behind which another model answers fails the source: its vectors cannot be compared', async () => {
    await scene.untilState(await scene.addSource({ collectionId, content: section('twist') }), 'indexed')
    await behaveAs('demo:variant=1')
    await app.replaceWorker()
    const id = await scene.addSource({ collectionId, content: section('count') })
    expect(await scene.untilState(id, 'failed')).toMatchObject({ failure: { code: 'EMBEDDING_MODEL_CHANGED' } })
    expect(await readVectors()).toHaveLength(1)
  })
})

describe('while the model is slow', () => {
  test('a source that is cancelled ends its request within two seconds, and is not searched', async () => {
    const admin = await api.as(await createUser(api.db, { tenantId, role: 'A' }))
    const slow = `demo:latency=60000,tokens=${upstreamModels++}`
    await behaveAs(slow)
    const id = await scene.addSource({ collectionId, content: section('twist') })
    await scene.untilState(id, 'embedding')
    const asked = () => demo.requests.find(({ body }) => (body as { model?: string }).model === slow)
    await until('the request', asked)
    const cancelled = await admin.post(`/api/v1/knowledge/collection/${collectionId}/source/action`, {
      source_ids: [id],
      action: { action: 'cancel' },
    })
    expect(cancelled.json()).toEqual({ changed: 1 })
    const cancelledAt = performance.now()
    await until('the request to be ended', () => asked()?.aborted, 5_000)
    expect(performance.now() - cancelledAt).toBeLessThan(2_000)
    expect(await scene.readSource(id)).toMatchObject({ state: 'cancelled', activeVersionId: null })
    expect(await scene.readSearched(id)).toEqual([])
  })

  test('a paused collection has its source wait, which goes on where it was', async () => {
    const slow = `demo:latency=60000,tokens=${upstreamModels++}`
    await behaveAs(slow)
    const id = await scene.addSource({ collectionId, content: section('twist') })
    await scene.untilState(id, 'embedding')
    await api.db.collection.update({ where: { id: collectionId }, data: { isPaused: true } })
    await scene.untilState(id, 'queued')
    const [chunk] = await api.db.chunk.findMany({ where: { indexed: { indexVersionId } } })
    await behaveAs(upstreamName)
    await api.db.collection.update({ where: { id: collectionId }, data: { isPaused: false } })
    await scene.enqueue(id)
    await scene.untilState(id, 'indexed')
    expect(await scene.readSearched(id)).toEqual([chunk])
  })

  test('a deleted source ends its job', async () => {
    await behaveAs(`demo:latency=60000,tokens=${upstreamModels++}`)
    const id = await scene.addSource({ collectionId, content: section('twist') })
    await scene.untilState(id, 'embedding')
    const { jobId } = await scene.readSource(id)
    const admin = await api.as(await createUser(api.db, { tenantId, role: 'A' }))
    expect((await admin.delete(`/api/v1/knowledge/collection/${collectionId}/source/${id}`)).statusCode).toBe(200)
    const readJob = () => api.db.$queryRaw<{ state: string }[]>`SELECT state::text FROM pgboss.job WHERE id = ${jobId ?? unknownId()}::uuid`
    await until('the end of the job', async () => ['completed', 'cancelled'].includes((await readJob())[0]?.state ?? ''))
    expect(await readVectors()).toEqual([])
  })
})
