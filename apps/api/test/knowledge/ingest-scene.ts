// Sources on their way into the index, with the real queue and worker.
import type { FileMediaType } from '@heddle/contracts/chat/chat-file'
import { ingestQueue, type reindexQueue } from '@heddle/db/job-queues'
import { hash, randomUUIDv7 } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDemoModel } from '@heddle/demo-model/server'
import type { Dependencies } from '../../src/platform/dependencies.ts'
import { startIngesting } from './ingest-worker.ts'
import type { ModelRetry } from './open-models.ts'
import { createTestApp, type TestAppOptions } from '../application/test-app.ts'
import { until } from '../until.ts'

type NewContent = {
  readonly collectionId: string
  readonly content: string | Buffer
  readonly name?: string
  readonly mediaType?: FileMediaType
  readonly createdById?: string
}

export function createIngestScene({ db, files, jobs }: Pick<Dependencies, 'db' | 'files' | 'jobs'>) {
  async function addVersion(
    sourceId: string,
    tenantId: string,
    { content, name = 'source.md', mediaType = 'text/markdown' }: Omit<NewContent, 'collectionId'>,
  ) {
    const storageKey = `${tenantId}/${randomUUIDv7()}`
    const folder = await mkdtemp(join(tmpdir(), 'heddle-test-'))
    await writeFile(join(folder, 'content'), content)
    await files.put(storageKey, join(folder, 'content'))
    await rm(folder, { recursive: true })
    return db.sourceVersion.create({
      data: { sourceId, storageKey, name, mediaType, sizeBytes: Buffer.byteLength(content), bytesHash: hash('sha256', content) },
    })
  }

  const readSource = (id: string) => db.source.findUniqueOrThrow({ where: { id } })

  async function enqueue(sourceId: string) {
    const jobId = randomUUIDv7()
    const sender = await jobs.open()
    await db.$transaction(async (tx) => {
      await tx.source.update({ where: { id: sourceId }, data: { jobId, state: 'queued' } })
      await sender.enqueue(tx, ingestQueue, { sourceId, jobId }, { id: jobId })
    })
    return jobId
  }

  return {
    readSource,
    /** Stores a content of a source, which no job waits for. */
    addVersion,
    /** Queues the latest content of a source again. */
    enqueue,

    /** Adds a source whose content waits for a worker; returns its id. */
    async addSource(content: NewContent) {
      const { tenantId } = await db.collection.findUniqueOrThrow({ where: { id: content.collectionId } })
      const { collectionId, name = 'Source', createdById = null } = content
      const { id } = await db.source.create({ data: { collectionId, kind: 'file', title: name, createdById } })
      await addVersion(id, tenantId, content)
      await enqueue(id)
      return id
    },

    /** Adds a newer content to a source, and queues it. */
    async addContent(sourceId: string, content: Omit<NewContent, 'collectionId'>) {
      const collection = await db.collection.findFirstOrThrow({ where: { sources: { some: { id: sourceId } } } })
      await addVersion(sourceId, collection.tenantId, content)
      await enqueue(sourceId)
    },

    untilState: (id: string, ...states: string[]) =>
      until(`the source to be ${states.join(' or ')}`, async () => {
        const source = await readSource(id)
        return states.includes(source.state) ? source : null
      }),

    /** What a search may find of a source: the chunks of its active content in the active index. */
    readSearched: (id: string) =>
      db.chunk.findMany({
        where: { indexed: { sourceVersion: { activeOf: { id } }, indexVersion: { activeOf: { isNot: null } } } },
        orderBy: [{ indexedSourceId: 'asc' }, { number: 'asc' }],
      }),
  }
}

type IngestAppOptions = Pick<TestAppOptions, 'files'> & { readonly retry?: ModelRetry }

/**
 * Starts the application, its model and a worker. The jobs of `queue` have one attempt: the waits between attempts are the queue's, which
 * has tests of its own.
 */
export async function startIngestApp(queue: typeof ingestQueue | typeof reindexQueue, { retry, ...options }: IngestAppOptions = {}) {
  const demo = await createDemoModel()
  const api = await createTestApp({ modelUrl: demo.url, ...options })
  await api.asOwner(`UPDATE pgboss.queue SET retry_limit = 0 WHERE name = '${queue}'`)
  let worker = await startIngesting(api.dependencies, retry)
  return {
    demo,
    api,
    scene: createIngestScene(api.dependencies),
    /** Starts another worker in place of the one that runs. */
    async replaceWorker() {
      const other = await startIngesting(api.dependencies, retry)
      await worker.close()
      worker = other
    },
    async close() {
      await worker.close()
      await api.close()
      await demo.close()
    },
  }
}
