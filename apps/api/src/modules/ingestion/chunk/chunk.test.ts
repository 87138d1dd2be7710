// Chunks over HTTP: listed, placed on their page, edited, disabled and added, and what a search and the next index have of it.
import type { Chunk, LostEdit, SourcePage } from '@heddle/contracts/ingestion/chunk'
import { limits } from '@heddle/contracts/limits'
import { createCollection, createSource } from '@heddle/db/factories/knowledge'
import { createModel } from '@heddle/db/factories/model'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { createDemoModel, type DemoModel } from '@heddle/demo-model/server'
import { decodeLengths, hashTerm } from '@heddle/retrieval/postings'
import { encodeBlock } from '@heddle/retrieval/sign-bits'
import { decodeVector } from '@heddle/retrieval/vectors'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { embedSourceNow } from '../../../../test/knowledge/embed-source-now.ts'
import { findPageBlocks } from '../../../../test/knowledge/index-source-now.ts'
import { createIngestScene } from '../../../../test/knowledge/ingest-scene.ts'
import { startIngesting } from '../../../../test/knowledge/ingest-worker.ts'
import { openModels } from '../../../../test/knowledge/open-models.ts'
import { type Caller, createTestApp, type TestApp, unknownId } from '../../../../test/application/test-app.ts'
import { cutChunks, prepareContent } from '../build/cut-chunks.ts'
import { writeIndexedSource } from '../build/indexed-source.sql.ts'

let demo: DemoModel
let api: TestApp
let worker: Awaited<ReturnType<typeof startIngesting>>
let scene: ReturnType<typeof createIngestScene>
beforeAll(async () => {
  demo = await createDemoModel()
  api = await createTestApp({ modelUrl: demo.url })
  scene = createIngestScene(api.dependencies)
  worker = await startIngesting(api.dependencies)
})
afterAll(async () => {
  await worker.close()
  await api.close()
  await demo.close()
})

let tenantId: string
let collectionId: string
let indexVersionId: number
let caller: Caller
beforeEach(async () => {
  ;({ id: tenantId } = await createTenant(api.db))
  const collection = await createCollection(api.db, { tenantId })
  collectionId = collection.id
  indexVersionId = collection.activeIndexId ?? 0
  caller = await api.as(await createUser(api.db, { tenantId, role: 'A' }))
})

const section = (topic: string) =>
  `# ${topic}\n\n${`The ${topic} of a specimen is measured after conditioning for a day. `.repeat(8).trim()}`

async function addSource(content: string) {
  const id = await scene.addSource({ collectionId, content })
  await scene.untilState(id, 'indexed')
  return `/api/v1/knowledge/collection/${collectionId}/source/${id}`
}
const toSourceId = (address: string) => address.split('/').at(-1) ?? ''

async function list(address: string, body: object = {}) {
  const response = await caller.post(`${address}/chunk/query`, body)
  expect(response.statusCode).toBe(200)
  return response.json<{ chunks: Chunk[]; total: number; lost_edits: LostEdit[] }>()
}
async function update(address: string, { id }: Pick<Chunk, 'id'>, chunk: object) {
  const response = await caller.put(`${address}/chunk/${id}`, { chunk })
  expect([response.statusCode, response.body.slice(0, 300)]).toEqual([200, expect.any(String)])
  return response.json<{ chunk: Chunk }>().chunk
}
async function add(address: string, text: string) {
  const response = await caller.post(`${address}/chunk`, { chunk: { text } })
  expect([response.statusCode, response.body.slice(0, 300)]).toEqual([200, expect.any(String)])
  return response.json<{ chunk: Chunk }>().chunk
}
async function getPage(address: string, page = 1, at = 0) {
  const response = await caller.get(`${address}/page/${page}?at=${at}`)
  expect(response.statusCode).toBe(200)
  return response.json<{ page: SourcePage }>().page
}
const readRefusal = (response: Awaited<ReturnType<Caller['get']>>) => [response.statusCode, response.json().detail.code]

/** The chunks that a term is found in, by the numbers that the list gives them. */
async function findByTerm(address: string, term: string) {
  const rows = await api.db.lexicalPosting.findMany({ where: { term: hashTerm(term), indexVersionId } })
  const own = await api.db.indexedSource.findFirstOrThrow({ where: { sourceVersion: { activeOf: { id: toSourceId(address) } } } })
  const bytes = rows.find(({ indexedSourceId }) => indexedSourceId === own.id)?.postings ?? new Uint8Array()
  return Array.from({ length: bytes.length / 3 }, (_, index) => (bytes[index * 3] ?? 0) + 1)
}

describe('the chunks of a source', () => {
  test('are listed in the order of its text, from any of them on', async () => {
    const address = await addSource(['twist', 'count', 'length'].map(section).join('\n\n'))
    const { chunks, total } = await list(address)
    expect(chunks.map(({ number, heading_path }) => [number, heading_path])).toEqual([
      [1, ['twist']],
      [2, ['count']],
      [3, ['length']],
    ])
    expect(chunks[0]).toMatchObject({ page: null, enabled: true, is_edited: false, original_text: null })
    expect(total).toBe(3)
    expect((await list(address, { from: 2, size: 1 })).chunks).toEqual([chunks[1]])
    expect((await list(address, { chunk_id: chunks[2]!.id, size: 2 })).chunks).toEqual([chunks[2]])
  })

  test('stand on no page while the store breaks off', async () => {
    const address = await addSource(section('twist'))
    const { parsedKey } = await api.db.sourceVersion.findFirstOrThrow({ where: { activeOf: { id: toSourceId(address) } } })
    const path = join(api.dependencies.config.files.dir, parsedKey ?? '')
    await rm(path)
    // Opens, and fails when it is read.
    await mkdir(path)
    expect(readRefusal(await caller.get(`${address}/page/1`))).toEqual([503, 'FILE_STORE_UNAVAILABLE'])
  })

  test('stand on the page that they were cut from', async () => {
    const content = ['twist', 'count'].map(section).join('\n\n')
    const address = await addSource(content)
    const { chunks } = await list(address)
    const page = await getPage(address)
    expect(page).toMatchObject({ number: 1, page_count: 1, verdict: 'text', text: content, from: 0, length: content.length })
    expect(page.places.map(({ chunk_id }) => chunk_id)).toEqual(chunks.map(({ id }) => id))
    const { ranges } = page.places[1]!
    expect(ranges.map(({ from, to }) => page.text.slice(from, to)).join('\n')).toBe(chunks[1]!.text)
  })

  test('of a long page stand on the part that is asked for', async () => {
    const topics = Array.from({ length: 50 }, (_, index) => `twist ${index}`)
    const content = topics.map(section).join('\n\n')
    const address = await addSource(content)
    const { from, text, places: positions } = await getPage(address, 1, limits.sourcePartCharacters + 100)
    expect(from).toBeGreaterThan(limits.sourcePartCharacters / 2)
    expect(content.slice(from, from + text.length)).toBe(text)
    for (const { ranges } of positions) for (const range of ranges) expect(range.to > from && range.from < from + text.length).toBe(true)
  })

  test('are none before the source is indexed', async () => {
    const { id } = await createSource(api.db, { collectionId })
    const address = `/api/v1/knowledge/collection/${collectionId}/source/${id}`
    expect(await list(address)).toEqual({ chunks: [], total: 0, lost_edits: [] })
    expect(readRefusal(await caller.get(`${address}/page/1`))).toEqual([409, 'SOURCE_NOT_INDEXED'])
    expect(readRefusal(await caller.post(`${address}/chunk`, { chunk: { text: 'Wool felts.' } }))).toEqual([409, 'SOURCE_NOT_INDEXED'])
  })
})

describe('an edited chunk', () => {
  test('is found by its new words and not by the old ones, and its original can be restored', async () => {
    const address = await addSource(`${section('twist')}\n\n${section('count')}`)
    const [twist] = (await list(address)).chunks
    const edited = await update(address, twist!, { text: 'Plying is measured in turns.' })
    expect(edited).toMatchObject({ id: twist!.id, text: 'Plying is measured in turns.', is_edited: true, original_text: twist!.text })
    expect(await findByTerm(address, 'plying')).toEqual([1])
    expect(await findByTerm(address, 'conditioning')).toEqual([2])
    // The heading is still in front of what is found.
    expect(await findByTerm(address, 'twist')).toEqual([1])
    const { chunkLengths } = await api.db.indexedSource.findFirstOrThrow({ where: { indexVersionId } })
    expect(decodeLengths(chunkLengths)[0]).toBeLessThan(decodeLengths(chunkLengths)[1]!)

    expect(await update(address, twist!, { text: twist!.text })).toEqual({ ...twist, token_count: expect.any(Number) })
    expect(await findByTerm(address, 'conditioning')).toEqual([1, 2])
    expect(await findByTerm(address, 'plying')).toEqual([])
    expect(await api.db.chunkEdit.count({ where: { sourceId: toSourceId(address) } })).toBe(0)
  })

  test('is searched as it is now, also after a search that found it otherwise', async () => {
    const address = await addSource(`${section('twist')}\n\n${section('count')}`)
    const search = async (query: string) => {
      const response = await caller.post(`/api/v1/knowledge/collection/${collectionId}/search`, { query })
      return response
        .json<{ results: { chunk: Chunk }[] }>()
        .results.map(({ chunk }) => chunk.id)
        .toSorted()
    }
    const [twist, count] = (await list(address)).chunks
    expect([await search('conditioning'), await search('plying'), await search('felts')]).toEqual([
      [twist!.id, count!.id].toSorted(),
      [],
      [],
    ])
    await update(address, twist!, { text: 'Plying is measured in turns.' })
    expect([await search('conditioning'), await search('plying')]).toEqual([[count!.id], [twist!.id]])
    const added = await add(address, 'Wool felts.')
    expect(await search('felts')).toEqual([added.id])
    await update(address, added, { enabled: false })
    expect(await search('felts')).toEqual([])
    expect((await caller.delete(`${address}/chunk/${added.id}`)).statusCode).toBe(200)
    expect([await search('felts'), await search('plying')]).toEqual([[], [twist!.id]])
  })

  test('has the vector of its new text', async () => {
    await createModel(api.db, { tenantId, kind: 'embedding', name: 'vectors', upstreamName: 'demo' })
    await api.db.indexVersion.update({ where: { id: indexVersionId }, data: { embeddingModel: 'vectors' } })
    const address = await addSource(`${section('twist')}\n\n${section('count')}`)
    const readVectors = async () =>
      (await api.db.chunkVector.findMany({ where: { indexVersionId }, orderBy: { number: 'asc' } })).map(({ embedding }) =>
        decodeVector(embedding),
      )
    const [twistBefore, countBefore] = await readVectors()
    const [twist] = (await list(address)).chunks
    await update(address, twist!, { text: 'Plying is measured in turns.' })
    const [twistAfter, countAfter] = await readVectors()
    expect([twistAfter, countAfter]).not.toEqual([twistBefore, countBefore])
    expect(countAfter).toEqual(countBefore)
    const { mean } = await api.db.indexVersion.findUniqueOrThrow({ where: { id: indexVersionId } })
    const chunks = [twistAfter, countAfter].map((vector, number) => ({ number, vector: vector! }))
    expect(await api.db.chunkBits.findMany({ where: { indexVersionId } })).toMatchObject([
      { block: 0, bits: encodeBlock(chunks, decodeVector(mean!)) },
    ])
    expect(await api.db.usageEvent.count({ where: { userId: caller.user.id, flow: 'ingest' } })).toBe(1)

    await api.db.model.updateMany({ where: { tenantId }, data: { enabled: false } })
    const refused = await caller.put(`${address}/chunk/${twist!.id}`, { chunk: { text: 'Another text.' } })
    expect(refused.statusCode).toBeGreaterThanOrEqual(400)
    expect((await list(address)).chunks[0]!.text).toBe('Plying is measured in turns.')
  })

  test('is not changed by an editor who has not seen its text', async () => {
    const address = await addSource(section('twist'))
    const [twist] = (await list(address)).chunks
    const edit = (text: string) => caller.put(`${address}/chunk/${twist!.id}`, { chunk: { text }, seen_text: twist!.text })
    const responses = await Promise.all([edit('One text.'), edit('Another text.')])
    const [kept] = (await list(address)).chunks
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
    expect(responses.find(({ statusCode }) => statusCode === 200)?.json()).toMatchObject({ chunk: { text: kept!.text } })
    expect(responses.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      detail: { code: 'REVISION_MISMATCH', params: { current: { id: twist!.id, text: kept!.text } } },
    })
  })

  test('stays edited in the next content of its source, and is listed once its text is gone', async () => {
    const address = await addSource(`${section('twist')}\n\n# 紗支\n\n${'紗支是一千公尺紗線的公克數，在標準大氣中調節後量測。'.repeat(10)}`)
    const [twist, count] = (await list(address)).chunks
    await update(address, twist!, { text: 'Plying is measured in turns.' })
    await update(address, count!, { enabled: false })
    await add(address, 'A specimen is never touched.')

    await scene.addContent(toSourceId(address), { content: `${section('length')}\n\n${section('twist')}` })
    await scene.untilState(toSourceId(address), 'indexed')
    const { chunks, lost_edits } = await list(address)
    expect(chunks.map(({ text, is_edited, enabled }) => [text.slice(0, 28), is_edited, enabled])).toEqual([
      ['length\nThe length of a speci', false, true],
      ['Plying is measured in turns.', true, true],
      ['A specimen is never touched.', true, true],
    ])
    expect(await findByTerm(address, 'plying')).toEqual([2])
    expect(await findByTerm(address, 'touched')).toEqual([3])
    expect(lost_edits).toEqual([{ id: expect.any(String), original_text: count!.text, text: null, enabled: false }])

    const editAddress = `${address}/chunk_edit/${lost_edits[0]!.id}`
    expect((await caller.delete(editAddress)).statusCode).toBe(200)
    expect((await list(address)).lost_edits).toEqual([])
    expect(readRefusal(await caller.delete(editAddress))).toEqual([404, 'CHUNK_NOT_FOUND'])
  })

  test('lists no more edits that lost their place than a page has, and discards any of them', async () => {
    const address = await addSource(section('twist'))
    const sourceId = toSourceId(address)
    const edits = await api.db.chunkEdit.createManyAndReturn({
      data: Array.from({ length: limits.maxPageSize + 1 }, (_, index) => ({ sourceId, originalText: `Text ${index}`, enabled: false })),
    })
    const ids = edits.map(({ id }) => id).toSorted()
    expect((await list(address)).lost_edits.map(({ id }) => id)).toEqual(ids.slice(0, -1))
    expect((await caller.delete(`${address}/chunk_edit/${ids.at(-1)}`)).statusCode).toBe(200)
    expect(await api.db.chunkEdit.count({ where: { sourceId } })).toBe(limits.maxPageSize)
  })

  /** Cuts the searched content of a source into another index, as the worker builds it. */
  async function buildBeside(address: string, content: string, overrides: { embeddingModel?: string } = {}) {
    const version = await api.db.sourceVersion.findFirstOrThrow({ where: { activeOf: { id: toSourceId(address) } } })
    const data = { collectionId, chunkTokens: 400, overlapTokens: 0, termVersion: 'lex-1', ...overrides }
    const beside = await api.db.indexVersion.create({ data })
    const chunks = await cutChunks({ isPaged: false, blocks: findPageBlocks([{ text: content }]) }, beside)
    const indexable = await prepareContent('Source', chunks)
    const target = { indexVersionId: beside.id, sourceVersionId: version.id }
    const indexedSourceId = await inTransaction(api.dependencies.pool, (client) => writeIndexedSource(client, target, indexable))
    return { indexVersionId: beside.id, indexedSourceId }
  }

  test('is edited in an index that is built beside, too', async () => {
    const content = `${section('twist')}\n\n${section('count')}`
    const address = await addSource(content)
    const beside = await buildBeside(address, content)
    const [twist] = (await list(address)).chunks
    await update(address, twist!, { text: 'Plying is measured in turns.' })
    await add(address, 'A specimen is never touched.')
    const texts = () =>
      api.db.chunk.findMany({
        where: { indexed: { indexVersionId: beside.indexVersionId } },
        orderBy: { number: 'asc' },
        select: { text: true },
      })
    const own = (await list(address)).chunks
    expect((await texts()).map(({ text }) => text)).toEqual(own.map(({ text }) => text))
    expect(own[0]!.text).toBe('Plying is measured in turns.')
    await update(address, twist!, { text: twist!.text })
    expect((await texts())[0]!.text).toBe(twist!.text)
  })

  test('has the vector of its text in an index that is built beside, though it was edited while the model was asked', async () => {
    const content = section('twist')
    const address = await addSource(content)
    await createModel(api.db, { tenantId, kind: 'embedding', name: 'vectors', upstreamName: 'demo' })
    const beside = await buildBeside(address, content, { embeddingModel: 'vectors' })
    const [twist] = (await list(address)).chunks
    const { embedder, close } = openModels(api.dependencies)
    const asked: (string | undefined)[] = []
    async function embed(...[request, signal]: Parameters<typeof embedder.embed>) {
      const answer = await embedder.embed(request, signal)
      const text = request.texts.find((each) => each.startsWith('Source'))
      if (text && asked.push(text) === 1) await update(address, twist!, { text: 'Plying is measured in turns.' })
      return answer
    }
    await embedSourceNow(api.dependencies, { ...embedder, embed }, { source: { title: 'Source' }, ...beside })
    expect(asked).toEqual([expect.stringContaining(twist!.text), expect.stringContaining('Plying')])
    expect(await api.db.chunkVector.count({ where: { indexVersionId: beside.indexVersionId } })).toBe(1)
    await close()
  })
})

describe('a chunk', () => {
  test('that is disabled is left out until it is enabled again', async () => {
    const address = await addSource(section('twist'))
    const [twist] = (await list(address)).chunks
    expect(await update(address, twist!, { enabled: false })).toEqual({ ...twist, enabled: false })
    expect(await api.db.chunk.findUniqueOrThrow({ where: { id: twist!.id } })).toMatchObject({ enabled: false })
    expect(await update(address, twist!, { enabled: true })).toEqual(twist)
    expect(await api.db.chunkEdit.count({ where: { sourceId: toSourceId(address) } })).toBe(0)
  })

  test('that is added comes last, and can be edited', async () => {
    const address = await addSource(section('twist'))
    const added = await add(address, '  Wool felts in the wash. ')
    expect(added).toMatchObject({
      number: 2,
      text: 'Wool felts in the wash.',
      heading_path: [],
      spans: [],
      page: null,
      original_text: null,
    })
    expect(await findByTerm(address, 'felts')).toEqual([2])
    const found = await caller.post(`/api/v1/knowledge/collection/${collectionId}/search`, { query: 'felts' })
    expect(found.json()).toMatchObject({ results: [{ chunk: { id: added.id, heading_path: [] } }] })
    await update(address, added, { text: 'Wool shrinks in the wash.' })
    expect([await findByTerm(address, 'felts'), await findByTerm(address, 'shrinks')]).toEqual([[], [2]])
    expect((await list(address)).total).toBe(2)
  })

  test('that was added is deleted, and those after it stay searched', async () => {
    await createModel(api.db, { tenantId, kind: 'embedding', name: 'vectors', upstreamName: 'demo' })
    await api.db.indexVersion.update({ where: { id: indexVersionId }, data: { embeddingModel: 'vectors' } })
    const address = await addSource(section('twist'))
    const [first, second, third] = [await add(address, 'Wool felts.'), await add(address, 'Silk shines.'), await add(address, 'Flax rets.')]
    const readVector = async (number: number) => {
      const [row] = await api.db.chunkVector.findMany({ where: { indexVersionId, number } })
      return row && decodeVector(row.embedding)
    }
    const vector = await readVector(3)
    expect((await caller.delete(`${address}/chunk/${first.id}`)).statusCode).toBe(200)
    const { chunks, total } = await list(address)
    expect([chunks.map(({ number, id }) => [number, id]).slice(1), total]).toEqual([
      [
        [2, third.id],
        [3, second.id],
      ],
      3,
    ])
    expect([await findByTerm(address, 'felts'), await findByTerm(address, 'rets'), await findByTerm(address, 'shines')]).toEqual([
      [],
      [2],
      [3],
    ])
    expect([await readVector(1), await readVector(3)]).toEqual([vector, undefined])
    const content = await api.db.indexedSource.findFirstOrThrow({ where: { sourceVersion: { activeOf: { id: toSourceId(address) } } } })
    expect([content.chunkCount, decodeLengths(content.chunkLengths).length]).toEqual([3, 3])
    expect(await api.db.chunkEdit.count({ where: { sourceId: toSourceId(address) } })).toBe(2)
    expect(readRefusal(await caller.delete(`${address}/chunk/${first.id}`))).toEqual([404, 'CHUNK_NOT_FOUND'])
    expect(readRefusal(await caller.delete(`${address}/chunk/${chunks[0]!.id}`))).toEqual([400, 'BAD_REQUEST'])
  })

  test('is refused without a text, and where it is not there', async () => {
    const address = await addSource(section('twist'))
    const other = await addSource(section('count'))
    const [count] = (await list(other)).chunks
    expect((await caller.post(`${address}/chunk`, { chunk: { text: ' ' } })).statusCode).toBe(400)
    expect(readRefusal(await caller.put(`${address}/chunk/${count!.id}`, { chunk: { enabled: false } }))).toEqual([404, 'CHUNK_NOT_FOUND'])
    expect(readRefusal(await caller.put(`${address}/chunk/${unknownId()}`, { chunk: {} }))).toEqual([404, 'CHUNK_NOT_FOUND'])
  })

  test('that changes is told to the audit log', async () => {
    const address = await addSource(section('twist'))
    const [twist] = (await list(address)).chunks
    await update(address, twist!, { enabled: false })
    expect(await api.db.auditEvent.findMany({ where: { tenantId, action: 'updateChunk' } })).toMatchObject([
      { targetType: 'source', targetId: toSourceId(address), before: { enabled: true }, after: { enabled: false } },
    ])
  })
})
