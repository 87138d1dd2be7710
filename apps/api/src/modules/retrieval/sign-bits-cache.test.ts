import { createCollection, createSource, createSourceVersion } from '@heddle/db/factories/knowledge'
import { createTestDatabase, type TestDatabase } from '@heddle/db/testing/test-database'
import { encodeBlock } from '@heddle/retrieval/sign-bits'
import { decodeVector } from '@heddle/retrieval/vectors'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../platform/database/transaction.ts'
import { writeVectors } from '../ingestion/build/vectors.sql.ts'
import type { SearchScope } from './search.sql.ts'
import { createSignBitsCache } from './sign-bits-cache.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

let scope: SearchScope
let collectionId: string
let indexVersionId: number
beforeEach(async () => {
  const { id, tenantId, groupId, activeIndexId } = await createCollection(database.db, { access: 'members' })
  collectionId = id
  indexVersionId = activeIndexId!
  await database.db.indexVersion.update({ where: { id: indexVersionId }, data: { embeddingModel: 'measured', dimension: 3 } })
  const actor = { id: randomUUID(), tenantId, role: 'U' as const, memberships: [{ groupId, role: 'U' as const }] }
  scope = { actor, collectionIds: [id], filters: {}, asManager: false, at: new Date() }
})

async function addSource(vectors: readonly Float32Array[]): Promise<number> {
  const { db } = database
  const { id: sourceId } = await createSource(db, { collectionId, state: 'indexed' })
  const { id: sourceVersionId } = await createSourceVersion(db, { sourceId })
  await db.source.update({ where: { id: sourceId }, data: { activeVersionId: sourceVersionId } })
  const { id } = await db.indexedSource.create({
    data: { indexVersionId, sourceVersionId, chunkCount: vectors.length, chunkLengths: Buffer.alloc(vectors.length * 2), title: 'Yarn' },
  })
  await write(id, vectors)
  return id
}

const write = (indexedSourceId: number, vectors: readonly Float32Array[], from = 0) =>
  inTransaction(database.pool, (client) =>
    writeVectors(
      client,
      { indexVersionId, indexedSourceId },
      vectors.map((vector, index) => ({ number: from + index, vector })),
    ),
  )

/** What the bits have to be: of all vectors of the content, around the mean that the index has now. */
async function computeBits(indexedSourceId: number) {
  const { mean } = await database.db.indexVersion.findUniqueOrThrow({ where: { id: indexVersionId } })
  const vectors = await database.db.chunkVector.findMany({ where: { indexVersionId, indexedSourceId }, orderBy: { number: 'asc' } })
  const chunks = vectors.map(({ number, embedding }) => ({ number, vector: decodeVector(embedding) }))
  return { indexVersionId, indexedSourceId, bits: Buffer.from(encodeBlock(chunks, decodeVector(mean!))) }
}

const find = (cache: ReturnType<typeof createSignBitsCache>, own = scope) => cache.find(database.pool, own, [indexVersionId])

test('bits are kept in memory until a vector of their content is another, or the mean', async () => {
  const cache = createSignBitsCache()
  const first = await addSource([Float32Array.of(1, 0, 0), Float32Array.of(0, 1, 0)])
  const found = await find(cache)
  expect(found).toEqual([await computeBits(first)])
  await database.db.chunkBits.deleteMany({ where: { indexVersionId } })
  expect(await find(cache)).toEqual(found)

  await write(first, [Float32Array.of(0, 0, 1)], 2)
  expect(await find(cache)).toEqual([await computeBits(first)])

  const second = await addSource([Float32Array.of(0, 0.6, 0.8), Float32Array.of(0, 0.8, 0.6), Float32Array.of(0, 1, 0)])
  const expected = [await computeBits(first), await computeBits(second)]
  expect(expected[0]).not.toEqual(found[0])
  expect((await find(cache)).toSorted((a, b) => a.indexedSourceId - b.indexedSourceId)).toEqual(expected)
})

test('bits in memory are found by those who may search them, and no longer once their source is switched off', async () => {
  const cache = createSignBitsCache()
  await addSource([Float32Array.of(1, 0, 0)])
  expect(await find(cache)).toHaveLength(1)
  expect(await find(cache, { ...scope, actor: { ...scope.actor, memberships: [] } })).toEqual([])
  await database.db.source.updateMany({ where: { collectionId }, data: { enabled: false } })
  expect(await find(cache)).toEqual([])
})
