// The worker of the product over a restart of its database in the middle of an ingestion: it goes on by itself, and misses nothing.
import { createDatabase } from '@heddle/db/client'
import { createCollection, createSource, createSourceVersion } from '@heddle/db/factories/knowledge'
import { createModel } from '@heddle/db/factories/model'
import { applyMigrations } from '@heddle/db/migrator/migrator'
import { createDemoModel } from '@heddle/demo-model/server'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { codeCache } from '../processes/code-cache.ts'
import { keepPostgresRunning } from './kept-postgres.ts'

const sections = 200
const text = Array.from({ length: sections }, (_, index) => `# ${index}\n\n${`Specimen ${index} is dried and weighed. `.repeat(15)}`).join(
  '\n\n',
)

test('an ingestion goes on after its database was killed and started again', { timeout: 120_000 }, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'heddle-restarted-'))
  await using cleaning = new AsyncDisposableStack()
  cleaning.defer(() => rm(directory, { recursive: true }))
  const server = await keepPostgresRunning(directory, () => {})
  cleaning.defer(server.stop)
  const url = server.url('postgres')
  await applyMigrations(url)
  const demo = await createDemoModel()
  cleaning.defer(demo.close)
  const db = createDatabase({ url })
  cleaning.defer(() => db.$disconnect())

  const { id: collectionId, tenantId, activeIndexId } = await createCollection(db)
  await createModel(db, { tenantId, kind: 'embedding', name: 'vectors', upstreamName: 'demo:latency=1000' })
  await db.indexVersion.update({ where: { id: activeIndexId ?? 0 }, data: { embeddingModel: 'vectors' } })
  // Shorter than it has to be outside of a test.
  await db.$executeRaw`UPDATE pgboss.queue SET heartbeat_seconds = 5, retry_delay = 0 WHERE name = 'knowledge-ingest'`
  // The worker finds what waits without a job.
  const { id } = await createSource(db, { collectionId, jobId: randomUUID() })
  const storageKey = `${tenantId}/${randomUUID()}`
  await createSourceVersion(db, { sourceId: id, storageKey, mediaType: 'text/markdown' })
  const path = join(directory, 'files', storageKey)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)

  const worker = spawn(process.execPath, ['apps/api/src/programs/worker.ts'], {
    env: {
      ...codeCache,
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      SECRET_KEY: randomUUID(),
      DATABASE_URL: url,
      FILES_DIR: join(directory, 'files'),
      MODEL_BASE_URL: demo.url,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  cleaning.defer(async () => {
    worker.kill('SIGKILL')
    await once(worker, 'exit')
  })
  /** The test reads through the connections that break. */
  const read = () => db.source.findUnique({ where: { id } }).catch(() => null)
  await expect.poll(async () => (await read())?.chunksDone, { timeout: 60_000 }).toBeGreaterThan(0)
  process.kill(server.pid, 'SIGKILL')
  await expect.poll(async () => (await read())?.state, { timeout: 90_000 }).toBe('indexed')
  const ofSource = { indexed: { sourceVersion: { sourceId: id } } }
  expect(await db.indexedSource.findMany({ where: ofSource.indexed })).toMatchObject([{ chunkCount: sections }])
  expect(await db.chunk.count({ where: ofSource })).toBe(sections)
  expect(await db.chunkVector.count({ where: { indexVersionId: activeIndexId ?? 0 } })).toBe(sections)
  await expect
    .poll(() => db.$queryRaw`SELECT state::text FROM pgboss.job WHERE name = 'knowledge-ingest'`)
    .toEqual([{ state: 'completed' }])
})
