import { createCollection } from '@heddle/db/factories/knowledge'
import { createTestDatabase, type TestDatabase } from '@heddle/db/testing/test-database'
import { hashTerm } from '@heddle/retrieval/postings'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../platform/database/transaction.ts'
import { indexSourceNow } from '../../../test/knowledge/index-source-now.ts'
import { prepareContent } from '../ingestion/build/cut-chunks.ts'
import { findStoredChunks, writeTitle } from '../ingestion/build/indexed-source.sql.ts'
import { createPostingsCache, type PostingsCache } from './postings-cache.ts'
import type { SearchScope } from './search.sql.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

let scope: SearchScope
let collectionId: string
let cache: PostingsCache
beforeEach(async () => {
  const { id, tenantId, groupId } = await createCollection(database.db, { access: 'members' })
  collectionId = id
  const actor = { id: randomUUID(), tenantId, role: 'U' as const, memberships: [{ groupId, role: 'U' as const }] }
  scope = { actor, collectionIds: [id], filters: {}, asManager: false, at: new Date() }
  cache = createPostingsCache()
})

const addSource = (text: string, title = 'Handbook') => indexSourceNow(database, { collectionId, text, title })

/** Of each term the ids of the contents that have it, with their postings; what a cache that knows nothing finds is found too. */
async function find(terms: readonly string[], own = scope) {
  const keys = terms.map(hashTerm)
  const found = await cache.find(database.pool, own, keys)
  expect(found).toEqual(await createPostingsCache().find(database.pool, own, keys))
  return listSources(found)
}

function listSources({ contents, postings }: Awaited<ReturnType<PostingsCache['find']>>) {
  return postings.map((bytes) => {
    const view = Buffer.from(bytes)
    const ids: number[] = []
    for (let at = 0; at < view.length; at += 8 + view.readUInt32BE(at + 4)) ids.push(contents.sources[view.readUInt32BE(at)]!.id)
    return ids
  })
}

test('postings are read once for the same contents, and terms that are not known with them', async () => {
  const { indexedSourceId } = await addSource('Cotton shrinks.')
  expect(await find(['cotton', 'silk'])).toEqual([[indexedSourceId], []])
  await database.db.lexicalPosting.deleteMany({ where: { indexedSourceId, term: hashTerm('cotton') } })
  const again = await cache.find(database.pool, scope, ['cotton', 'silk', 'handbook'].map(hashTerm))
  expect(listSources(again)).toEqual([[indexedSourceId], [], [indexedSourceId]])
})

test('of contents that are others, or have other postings, all are read again', async () => {
  const first = await addSource('Cotton shrinks.')
  expect(await find(['cotton', 'manual'])).toEqual([[first.indexedSourceId], []])
  const second = await addSource('Cotton fades.')
  expect(await find(['cotton', 'manual'])).toEqual([[first.indexedSourceId, second.indexedSourceId], []])

  const retitled = await prepareContent('Manual', await findStoredChunks(database.pool, first.indexedSourceId))
  const key = { indexVersionId: first.indexVersionId, id: first.indexedSourceId }
  await inTransaction(database.pool, (client) => writeTitle(client, key, retitled))
  expect(await find(['cotton', 'manual'])).toEqual([[first.indexedSourceId, second.indexedSourceId], [first.indexedSourceId]])

  await database.db.indexedSource.delete({ where: { id: second.indexedSourceId } })
  expect(await find(['cotton', 'manual'])).toEqual([[first.indexedSourceId], [first.indexedSourceId]])
})

test('what one caller has read is found by no other who may not search it', async () => {
  const first = await addSource('Cotton shrinks.')
  const second = await addSource('Cotton fades.')
  const both = [[first.indexedSourceId, second.indexedSourceId]]
  expect(await find(['cotton'])).toEqual(both)
  expect(await find(['cotton'], { ...scope, actor: { ...scope.actor, memberships: [] } })).toEqual([[]])
  expect(await find(['cotton'], { ...scope, actor: { ...scope.actor, tenantId: randomUUID() } })).toEqual([[]])
  await database.db.source.update({ where: { id: first.source.id }, data: { enabled: false } })
  expect(await find(['cotton'])).toEqual([[second.indexedSourceId]])
  await database.db.source.update({ where: { id: first.source.id }, data: { enabled: true, tags: ['washing'] } })
  expect(await find(['cotton'], { ...scope, filters: { tags: ['washing'] } })).toEqual([[first.indexedSourceId]])
  expect(await find(['cotton'])).toEqual(both)
  await database.db.collection.update({ where: { id: collectionId }, data: { groupId: (await createCollection(database.db)).groupId } })
  expect(await find(['cotton'])).toEqual([[]])
})
