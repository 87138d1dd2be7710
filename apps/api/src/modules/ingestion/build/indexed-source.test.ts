// What an index has of a source: chunks as they are cited, and the terms that they are found by.
import { decodeLengths, hashTerm } from '@heddle/retrieval/postings'
import { createCollection } from '@heddle/db/factories/knowledge'
import { createTestDatabase, type TestDatabase } from '@heddle/db/testing/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { findPageBlocks, indexSourceNow } from '../../../../test/knowledge/index-source-now.ts'
import { cutChunks, prepareContent } from './cut-chunks.ts'
import { writeIndexedSource } from './indexed-source.sql.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const paragraph = (topic: string) => `${`The ${topic} of a specimen is measured after conditioning at 20 °C. `.repeat(12)}\n\n`
const handbook = `# Yarn\n\n${paragraph('twist')}## 紗支\n\n${paragraph('count')}`

const settings = { chunkStrategy: 'structure', chunkTokens: 400, overlapTokens: 0 } as const

const countPostings = (indexedSourceId: number, term: string) =>
  database.db.lexicalPosting.findMany({ where: { indexedSourceId, term: hashTerm(term) } })

test('a chunk is found by the title and its headings, and has its own text alone', async () => {
  const { id } = await createCollection(database.db)
  const { chunks, indexedSourceId } = await indexSourceNow(database, { collectionId: id, title: 'Handbook 2024', text: handbook })
  expect(chunks).toMatchObject([
    { number: 0, headingPath: ['Yarn'], pageFrom: null, pageTo: null, repeatedLength: 0, enabled: true },
    { number: 1, headingPath: ['Yarn', '紗支'] },
  ])
  expect(chunks[0]?.text.startsWith('Yarn\nThe twist')).toBe(true)
  expect(chunks.map(({ text }) => text).join('\n')).not.toContain('Handbook')
  for (const term of ['handbook', '2024', 'yarn']) {
    const [row] = await countPostings(indexedSourceId, term)
    expect([term, row?.postings.length]).toEqual([term, 6])
  }
  const { chunkCount, chunkLengths } = await database.db.indexedSource.findUniqueOrThrow({ where: { id: indexedSourceId } })
  expect(decodeLengths(chunkLengths)).toHaveLength(chunkCount)
})

test('a chunk of a paged original names its pages, and where its text stands on them', async () => {
  const { id } = await createCollection(database.db)
  const pages = [paragraph('twist'), paragraph('count')]
  const { chunks } = await indexSourceNow(database, { collectionId: id, text: pages })
  expect(chunks[0]).toMatchObject({ pageFrom: 1 })
  expect(chunks.at(-1)).toMatchObject({ pageTo: 2 })
  for (const { text, spans } of chunks) {
    const stored = spans as { page: number; from: number; to: number }[]
    expect(stored.map(({ page, from, to }) => pages[page - 1]?.slice(from, to)).join('\n')).toBe(text)
  }
})

test('two writers of the same content leave it once', async () => {
  const { id, activeIndexId } = await createCollection(database.db)
  const { version, source } = await indexSourceNow(database, { collectionId: id, text: handbook })
  await database.db.indexedSource.deleteMany({ where: { sourceVersionId: version.id } })
  const target = { indexVersionId: activeIndexId ?? 0, sourceVersionId: version.id }
  const chunks = await cutChunks({ isPaged: false, blocks: findPageBlocks([{ text: handbook }]) }, settings)
  const content = await prepareContent(source.title, chunks)
  const write = () => inTransaction(database.pool, (client) => writeIndexedSource(client, target, content))
  const [one, other] = await Promise.all([write(), write()])
  expect(one).toBe(other)
  expect(await database.db.chunk.count({ where: { indexedSourceId: one } })).toBe(chunks.length)
  expect(await countPostings(one, 'twist')).toHaveLength(1)
})

test('an indexed source that is removed takes its chunks and postings with it', async () => {
  const { id } = await createCollection(database.db)
  const { indexedSourceId } = await indexSourceNow(database, { collectionId: id, text: handbook })
  await database.db.indexedSource.delete({ where: { id: indexedSourceId } })
  expect(await database.db.lexicalPosting.count({ where: { indexedSourceId } })).toBe(0)
  expect(await database.db.chunk.count({ where: { indexedSourceId } })).toBe(0)
})

test('a content whose source is cancelled is neither cut nor prepared to its end', async () => {
  const ending = new AbortController()
  const blocks = findPageBlocks([{ text: handbook.repeat(50) }])
  const chunks = await cutChunks({ isPaged: false, blocks }, settings)
  const work = [cutChunks({ isPaged: false, blocks }, settings, ending.signal), prepareContent('Handbook', chunks, ending.signal)]
  ending.abort(new Error('cancelled'))
  for (const each of await Promise.allSettled(work)) expect(each).toMatchObject({ status: 'rejected', reason: { message: 'cancelled' } })
})
