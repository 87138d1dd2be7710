// The order in which a worker takes the sources of one tenant, with the real queue.
import { createCollection } from '@heddle/db/factories/knowledge'
import { createDemoModel } from '@heddle/demo-model/server'
import { randomUUIDv7 } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/application/test-app.ts'
import { createIngestScene } from '../../../../test/knowledge/ingest-scene.ts'
import { startIngesting } from '../../../../test/knowledge/ingest-worker.ts'
import { until } from '../../../../test/until.ts'
import { enqueueIngestion, enqueueSources, priorities } from './ingestion.jobs.ts'

let demo: Awaited<ReturnType<typeof createDemoModel>>
let api: TestApp
let scene: ReturnType<typeof createIngestScene>
beforeAll(async () => {
  demo = await createDemoModel()
  api = await createTestApp({ modelUrl: demo.url })
  scene = createIngestScene(api.dependencies)
})
afterAll(async () => {
  await api.close()
  await demo.close()
})
afterEach(() => {
  vi.useRealTimers()
})

let collection: Awaited<ReturnType<typeof createCollection>>
beforeEach(async () => {
  collection = await createCollection(api.db)
})

const minute = 60_000
const pageBytes = 2_000
const bookBytes = 5_000_000

const titled = (title: string, count: number) => Array.from({ length: count }, (_, index) => `${title} ${index + 1}`)

async function addSource(title: string) {
  const jobId = randomUUIDv7()
  const { id } = await api.db.source.create({ data: { collectionId: collection.id, kind: 'file', title, jobId } })
  const version = await scene.addVersion(id, collection.tenantId, { content: `Hemp is strong, says ${title}.` })
  // Pictures are most of a book's bytes.
  await api.db.sourceVersion.update({ where: { id: version.id }, data: { sizeBytes: title.startsWith('book') ? bookBytes : pageBytes } })
  return { id, jobId, tenantId: collection.tenantId }
}

async function add(titles: readonly string[], { after = 0, priority }: { readonly after?: number; readonly priority?: number } = {}) {
  const sender = await api.dependencies.jobs.open()
  for (const title of titles) {
    const source = await addSource(title)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + after })
    await api.db.$transaction((tx) => enqueueIngestion(tx, sender, source, priority))
    vi.useRealTimers()
  }
}

/** Runs a worker until all is indexed; returns the titles in the order in which they were. A worker takes two of a tenant at once. */
async function listIndexed(): Promise<string[]> {
  const worker = await startIngesting(api.dependencies)
  await until('all sources to be indexed', async () => {
    const waiting = await api.db.source.count({ where: { collectionId: collection.id, state: { not: 'indexed' } } })
    return waiting === 0
  })
  await worker.close()
  const rows = await api.db.$queryRaw<{ title: string }[]>`
    SELECT s.title FROM pgboss.job j JOIN source s ON s.job_id = j.id WHERE s.collection_id = ${collection.id}::uuid ORDER BY j.completed_on`
  return rows.map(({ title }) => title)
}

/** The titles in the order in which the queue gives their jobs out. */
async function listWaiting(): Promise<string[]> {
  const rows = await api.db.$queryRaw<{ title: string }[]>`
    SELECT s.title FROM pgboss.job j JOIN source s ON s.job_id = j.id WHERE s.collection_id = ${collection.id}::uuid AND j.state = 'created'
    ORDER BY j.priority DESC, j.created_on`
  return rows.map(({ title }) => title)
}

const isBook = (title: string) => title.startsWith('book')

test('what is small and was added after five books is indexed before the last of them', async () => {
  await add(titled('book', 5))
  await add(titled('page', 6))
  const indexed = await listIndexed()
  expect(indexed.slice(-2).filter(isBook)).toHaveLength(2)
  expect(indexed.slice(0, 3).filter(isBook).length).toBeLessThan(2)
})

test('a book waits for what is added within some minutes, and for nothing later', async () => {
  await add(['book'])
  await add(titled('early', 5), { after: 4 * minute })
  await add(titled('late', 5), { after: 12 * minute })
  expect(await listWaiting()).toEqual([...titled('early', 5), 'book', ...titled('late', 5)])
})

test('what a schedule has asked for comes after what a person waits for, whatever its size', async () => {
  await add(['visited page'], { priority: priorities.schedule })
  await add(titled('book', 5))
  expect(await listWaiting()).toEqual([...titled('book', 5), 'visited page'])
})

test('of many that are added at once, the small ones come first too', async () => {
  const titles = [...titled('book', 4), ...titled('page', 4)]
  const sources: Awaited<ReturnType<typeof addSource>>[] = []
  for (const title of titles) sources.push(await addSource(title))
  const sender = await api.dependencies.jobs.open()
  await api.db.$transaction((tx) =>
    enqueueSources(
      tx,
      sender,
      sources.map((source) => ({ ...source, hasContent: true })),
    ),
  )
  expect((await listWaiting()).map(isBook)).toEqual(titles.map(isBook).toReversed())
})
