// Deleting much: found nowhere at once, and removed by the worker in pieces.
import type { Source } from '@heddle/contracts/collection/source'
import { createChat, createMessage } from '@heddle/db/factories/chat'
import { createCollection } from '@heddle/db/factories/knowledge'
import { createUser } from '@heddle/db/factories/user'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { indexSourceNow } from '../../../test/knowledge/index-source-now.ts'
import { type Caller, createTestApp, type TestApp } from '../../../test/application/test-app.ts'
import { removeDeletedSources } from '../ingestion/removal/deleted-sources.ts'
import { removeOldIndexes } from '../ingestion/removal/old-index.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

let caller: Caller
let collectionId: string
let address: string
let indexed: Awaited<ReturnType<typeof indexSourceNow>>[]
beforeEach(async () => {
  const collection = await createCollection(api.db)
  collectionId = collection.id
  address = `/api/v1/knowledge/collection/${collectionId}`
  caller = await api.as(await createUser(api.db, { tenantId: collection.tenantId, role: 'A' }))
  indexed = []
  for (const text of ['Cotton shrinks.', 'Wool felts.', 'Silk shines.'])
    indexed.push(await indexSourceNow(api.dependencies, { collectionId, text, title: text }))
})

/** A reply of the caller's that cites the source. */
async function cite({ source, version }: (typeof indexed)[number]) {
  const chat = await createChat(api.db, { ownerId: caller.user.id })
  const { id: messageId } = await createMessage(api.db, { chatId: chat.id })
  const where = { collectionId, sourceId: source.id, versionId: version.id }
  const { id } = await api.db.messageSource.create({ data: { messageId, number: 1, passage: source.title, knowledge: {}, ...where } })
  return () => api.db.messageSource.findUniqueOrThrow({ where: { id } })
}

const search = async (query: string) => (await caller.post(`${address}/search`, { query })).json<{ results: object[] }>().results
const listTitles = async () =>
  (await caller.post(`${address}/source/query`))
    .json<{ sources: Source[] }>()
    .sources.map(({ title }) => title)
    .toSorted()
const signal = () => new AbortController().signal

/** The rows that hang on the sources, those of the index among them. */
async function countRows() {
  const indexedSourceId = { in: indexed.map((each) => each.indexedSourceId) }
  return {
    sources: await api.db.source.count({ where: { id: { in: indexed.map(({ source }) => source.id) } } }),
    versions: await api.db.sourceVersion.count({ where: { id: { in: indexed.map(({ version }) => version.id) } } }),
    chunks: await api.db.chunk.count({ where: { indexedSourceId } }),
    postings: await api.db.lexicalPosting.count({ where: { indexedSourceId } }),
  }
}

/** A signal that is aborted once it has been read so often: the worker stops in the middle. */
function abortAfter(reads: number): AbortSignal {
  let remaining = reads
  return Object.defineProperty(new AbortController().signal, 'aborted', { get: () => remaining-- <= 0 })
}

describe('deleted sources', () => {
  test('are found nowhere at once, and the others still are', async () => {
    const [cotton, wool, silk] = indexed
    await api.db.source.update({ where: { id: silk!.source.id }, data: { replacedById: cotton!.source.id } })
    const readCitation = await cite(cotton!)
    const before = await countRows()
    const source_ids = [cotton!.source.id, wool!.source.id]
    const acted = await caller.post(`${address}/source/action`, { source_ids, action: { action: 'delete' } })
    expect(acted.json()).toEqual({ changed: 2 })
    expect(await listTitles()).toEqual(['Silk shines.'])
    expect((await caller.get(`${address}/source/${cotton!.source.id}`)).statusCode).toBe(404)
    expect([await search('cotton'), await search('silk')]).toEqual([[], [expect.anything()]])
    expect((await caller.get(`${address}/source/${silk!.source.id}`)).json()).toMatchObject({ source: { replaced_by: null } })
    expect(await readCitation()).toMatchObject({ collectionId, sourceId: null, versionId: null, passage: 'Cotton shrinks.' })
    expect((await caller.get(address)).json()).toMatchObject({ collection: { sources: { indexed: 1 }, chunk_count: 1 } })
    expect(await countRows()).toEqual(before)
    expect(await removeDeletedSources(api.dependencies.pool, signal())).toBe(2)
    expect(await countRows()).toMatchObject({ sources: 1, versions: 1, chunks: 1 })
  })
})

describe('a deleted collection', () => {
  test('is found nowhere at once', async () => {
    const readCitation = await cite(indexed[0]!)
    expect((await caller.delete(address)).json()).toEqual({ success: true })
    for (const path of ['', `/source/${indexed[0]!.source.id}`]) expect((await caller.get(`${address}${path}`)).statusCode).toBe(404)
    expect((await caller.post(`${address}/search`, { query: 'cotton' })).statusCode).toBe(404)
    expect((await caller.post('/api/v1/knowledge/collection/query')).json()).toMatchObject({ collections: [] })
    expect(await readCitation()).toMatchObject({ collectionId: null, sourceId: null, versionId: null })
  })

  test('is removed in pieces, and where it was left by a worker that stopped', async () => {
    const { pool } = api.dependencies
    // Those of the tests before.
    await removeDeletedSources(pool, signal())
    const { versions } = await countRows()
    const stored = await api.db.sourceVersion.findMany({ where: { id: { in: indexed.map(({ version }) => version.id) } } })
    const indexVersionId = indexed[0]!.indexVersionId
    await caller.delete(address)
    expect(await removeDeletedSources(pool, abortAfter(3))).toBe(1)
    expect(await countRows()).toMatchObject({ sources: versions - 1, versions: versions - 1, chunks: 1 })
    expect(await removeDeletedSources(pool, signal())).toBe(2)
    await removeOldIndexes(pool, signal())
    expect(await countRows()).toEqual({ sources: 0, versions: 0, chunks: 0, postings: 0 })
    expect(await api.db.indexVersion.count({ where: { id: indexVersionId } })).toBe(0)
    const keys = stored.flatMap(({ storageKey, parsedKey }) => [storageKey, parsedKey ?? ''])
    expect(await api.db.fileRemoval.count({ where: { storageKey: { in: keys }, dueAt: { lte: new Date() } } })).toBe(6)
  })
})
