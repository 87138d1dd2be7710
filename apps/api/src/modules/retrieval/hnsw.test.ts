// A large index: by pgvector's HNSW where the server has it (TEST_DATABASE=container, or a TEST_DATABASE_URL), else by sign bits. Either way
// the same is found, so each test holds on both.
import { createCollection, createSource, createSourceVersion } from '@heddle/db/factories/knowledge'
import { createTestDatabase, type TestDatabase } from '@heddle/db/testing/test-database'
import { computeCosine, toUnitVectors } from '@heddle/retrieval/vectors'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../platform/database/transaction.ts'
import { openSearch } from '../../../test/knowledge/search-now.ts'
import { canKeepHnsw } from '../ingestion/build/hnsw-index.sql.ts'
import { updateHnswIndexes } from '../ingestion/build/hnsw-index.ts'
import { writeVectors } from '../ingestion/build/vectors.sql.ts'

const sources = 6
const chunksPerSource = 1_000
const dimensions = 48

/** Vectors that are spread evenly enough for a test: each number is a fraction of a multiple of an irrational one. */
const [question, ...vectors] = toUnitVectors(
  Array.from({ length: 1 + sources * chunksPerSource }, (_, index) =>
    Array.from({ length: dimensions }, (__, at) => ((index + 1) * Math.sqrt(at + 2) * 7.13) % 1),
  ),
  { count: 1 + sources * chunksPerSource, dimensions },
) as [Float32Array, ...Float32Array[]]

const warnings: unknown[] = []
let database: TestDatabase
let collection: Awaited<ReturnType<typeof createCollection>>
let firstIndexedSourceId: number
let hasPgvector: boolean
beforeAll(async () => {
  database = await createTestDatabase()
  hasPgvector = await canKeepHnsw(database.pool)
  collection = await createCollection(database.db)
  const id = collection.activeIndexId!
  await database.db.indexVersion.update({ where: { id }, data: { embeddingModel: 'measured', dimension: dimensions } })
  for (let from = 0; from < vectors.length; from += chunksPerSource) await addSource(id, vectors.slice(from, from + chunksPerSource))
  firstIndexedSourceId = (await database.db.indexedSource.findFirstOrThrow({ orderBy: { id: 'asc' } })).id
})
afterAll(() => database.close())
afterEach(() => {
  warnings.length = 0
})

async function addSource(indexVersionId: number, own: readonly Float32Array[]) {
  const { db, pool } = database
  const { id: sourceId } = await createSource(db, { collectionId: collection.id, state: 'indexed' })
  const { id: sourceVersionId } = await createSourceVersion(db, { sourceId })
  await db.source.update({ where: { id: sourceId }, data: { activeVersionId: sourceVersionId } })
  const { id: indexedSourceId } = await db.indexedSource.create({
    data: { indexVersionId, sourceVersionId, chunkCount: own.length, chunkLengths: Buffer.alloc(own.length * 2), title: 'Yarn' },
  })
  await pool.query(
    `INSERT INTO chunk (id, indexed_source_id, number, text, heading_path, spans, token_count, hash)
     SELECT gen_random_uuid(), $1::int, number, format('Yarn %s of %s', number, $1::int), '{}', '[]', 1, int8send($1::int::bigint << 32 | number)
     FROM generate_series(0, $2::int - 1) AS number`,
    [indexedSourceId, own.length],
  )
  const numbered = own.map((vector, number) => ({ number, vector }))
  await inTransaction(pool, (client) => writeVectors(client, { indexVersionId, indexedSourceId }, numbered))
}

const update = () => updateHnswIndexes(database.pool, new AbortController().signal, vectors.length)
const search = () =>
  openSearch(
    database.pool,
    () => question,
    (fields) => warnings.push(fields),
  ).search(collection, collection.id, 'How strong is yarn?', 'vectors')
const countTables = async () => {
  const [row] = await database.db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM pg_class WHERE relnamespace = to_regnamespace('knowledge_index') AND relname ~ '^vectors_[0-9]+$'`
  return row?.count
}

/** The ids of the ten chunks that are exactly the nearest, of all enabled sources. */
async function findNearest() {
  const chunks = await database.db.chunk.findMany({
    where: { indexed: { sourceVersion: { activeOf: { collectionId: collection.id, enabled: true } } } },
    select: { id: true, indexedSourceId: true, number: true },
  })
  return chunks
    .map(({ id, indexedSourceId, number }) => ({
      id,
      cosine: computeCosine(question, vectors[(indexedSourceId - firstIndexedSourceId) * chunksPerSource + number]!),
    }))
    .toSorted((a, b) => b.cosine - a.cosine)
    .slice(0, 10)
    .map(({ id }) => id)
}

describe('a large index', () => {
  test('is searched by its sign bits when the database cannot read the HNSW index', async () => {
    await database.asOwner(
      `CREATE SCHEMA IF NOT EXISTS knowledge_index; GRANT USAGE ON SCHEMA knowledge_index TO heddle_app;
       CREATE TABLE knowledge_index.vectors_${collection.activeIndexId} ()`,
    )
    expect(await search()).toEqual(await findNearest())
    expect(warnings).toEqual([{ indexVersionId: collection.activeIndexId, code: hasPgvector ? '42703' : '42704' }])
    await database.asOwner(`DROP TABLE knowledge_index.vectors_${collection.activeIndexId}`)
  })

  test('finds the nearest passages, with an HNSW index of them and while only some are in it', async () => {
    const nearest = await findNearest()
    expect(await search()).toEqual(nearest)
    expect(await update()).toBe(hasPgvector ? sources : 0)
    expect(await countTables()).toBe(hasPgvector ? 1 : 0)
    expect(await search()).toEqual(nearest)
    const chunk = await database.db.chunk.findUniqueOrThrow({ where: { id: nearest[0]! } })
    await database.db.indexedSource.update({ where: { id: chunk.indexedSourceId }, data: { vectorRevision: { increment: 1 } } })
    expect(await search()).toEqual(nearest)
    expect(await update()).toBe(hasPgvector ? 1 : 0)
    expect(warnings).toEqual([])
  })

  test('finds only what may be found, however little that is', async () => {
    await update()
    const list = await database.db.source.findMany({ where: { collectionId: collection.id }, orderBy: { id: 'asc' } })
    for (const count of [1, 4, sources]) {
      await database.db.source.updateMany({ where: { id: { in: list.slice(0, count).map(({ id }) => id) } }, data: { enabled: false } })
      expect(await search()).toEqual(await findNearest())
    }
    await database.db.source.updateMany({ data: { enabled: true } })
  })

  test('forgets what is gone, and is forgotten itself', async () => {
    await update()
    const { id } = await database.db.indexedSource.findFirstOrThrow({ where: { indexVersionId: collection.activeIndexId! } })
    await database.db.indexedSource.delete({ where: { id } })
    await updateHnswIndexes(database.pool, new AbortController().signal, 1)
    expect(await search()).toEqual(await findNearest())
    await updateHnswIndexes(database.pool, new AbortController().signal, 1_000_000)
    expect(await countTables()).toBe(0)
    expect(await search()).toEqual(await findNearest())
    await update()
    await database.db.indexVersion.update({ where: { id: collection.activeIndexId! }, data: { state: 'retired' } })
    await update()
    expect(await countTables()).toBe(0)
  })
})
