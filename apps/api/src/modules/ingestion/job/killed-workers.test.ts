// Workers that are killed at random moments: what they leave is what a clean run leaves, nothing is there twice, and no source is stuck.
import { createDemoModel, type DemoModel } from '@heddle/demo-model/server'
import { createCollection } from '@heddle/db/factories/knowledge'
import { createModel } from '@heddle/db/factories/model'
import { encodeBlock, toBlock } from '@heddle/retrieval/sign-bits'
import { decodeVector } from '@heddle/retrieval/vectors'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIngestScene } from '../../../../test/knowledge/ingest-scene.ts'
import { startIngesting } from '../../../../test/knowledge/ingest-worker.ts'
import { rounds } from '../../../../../../scripts/testing/rounds.ts'
import { codeCache } from '../../../../../../scripts/processes/code-cache.ts'
import { createTestApp, type TestApp, testSecretKey } from '../../../../test/application/test-app.ts'

const kills = rounds(4, 8)
/** Workers that run beside each other, each until it is killed. */
const workersAtOnce = 4
const sourceCount = 6
/** Different contents; the other sources repeat them. */
const contentCount = 2

let demo: DemoModel
let api: TestApp
beforeAll(async () => {
  demo = await createDemoModel()
  api = await createTestApp({ modelUrl: demo.url })
  // The job of a dead worker is given to another after two seconds, however often it dies before it gets further.
  await api.asOwner(
    `UPDATE pgboss.queue SET retry_limit = 1000, retry_delay = 0, retry_backoff = false, heartbeat_seconds = 2 WHERE name = 'knowledge-ingest'`,
  )
})
const workers = new Set<ChildProcess>()
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await api.close()
  await demo.close()
})

async function createVectorCollection() {
  const { id, tenantId, activeIndexId } = await createCollection(api.db)
  await createModel(api.db, { tenantId, kind: 'embedding', name: 'vectors', upstreamName: 'demo:latency=100' })
  await api.db.indexVersion.update({ where: { id: activeIndexId ?? 0 }, data: { embeddingModel: 'vectors', chunkTokens: 100 } })
  return id
}

const createContent = (source: number) =>
  Array.from(
    { length: 90 },
    (_, section) => `## Test ${source}.${section}\n\n${`Specimen ${section} is dried and weighed. `.repeat(10)}`,
  ).join('\n\n')

/** Everything that an index has of the sources, by their titles, without what is chosen at random. */
async function readIndex(collectionId: string) {
  return api.db.$queryRaw<{ title: string }[]>`
    SELECT s.title, s.state::text, x.chunk_count, md5(x.chunk_lengths) AS lengths,
      (SELECT count(*)::int FROM indexed_source y JOIN source_version w ON w.id = y.source_version_id WHERE w.source_id = s.id) AS indexed,
      (SELECT md5(string_agg(concat_ws('|', c.number, c.text, c.heading_path, c.spans, encode(c.hash, 'hex')), '/' ORDER BY c.number))
        FROM chunk c WHERE c.indexed_source_id = x.id) AS chunks,
      (SELECT md5(string_agg(concat_ws('|', p.term, encode(p.postings, 'hex')), '/' ORDER BY p.term))
        FROM lexical_posting p WHERE p.indexed_source_id = x.id) AS postings,
      (SELECT md5(string_agg(concat_ws('|', v.number, encode(v.embedding, 'hex')), '/' ORDER BY v.number))
        FROM chunk_vector v WHERE v.indexed_source_id = x.id) AS vectors
    FROM source s LEFT JOIN indexed_source x ON x.source_version_id = s.active_version_id
    WHERE s.collection_id = ${collectionId}::uuid ORDER BY s.title`
}

/** The blocks whose bits are not those of their vectors around the mean of the index, of all that have either. */
async function listWrongBlocks(collectionId: string) {
  const { activeIndexId } = await api.db.collection.findUniqueOrThrow({ where: { id: collectionId } })
  const where = { indexVersionId: activeIndexId! }
  const { mean } = await api.db.indexVersion.findUniqueOrThrow({ where: { id: activeIndexId! } })
  const vectors = await api.db.chunkVector.findMany({ where, orderBy: { number: 'asc' } })
  expect(vectors).not.toEqual([])
  const name = (source: number, block: number) => `${source}/${block}`
  const expected = Map.groupBy(vectors, ({ indexedSourceId, number }) => name(indexedSourceId, toBlock(number)))
  const stored = new Map(
    (await api.db.chunkBits.findMany({ where })).map(({ indexedSourceId, block, bits }) => [name(indexedSourceId, block), bits]),
  )
  const encode = (key: string) =>
    encodeBlock(
      (expected.get(key) ?? []).map(({ number, embedding }) => ({ number, vector: decodeVector(embedding) })),
      decodeVector(mean!),
    )
  return [...new Set([...expected.keys(), ...stored.keys()])].filter(
    (key) => !Buffer.from(encode(key)).equals(stored.get(key) ?? Buffer.alloc(0)),
  )
}

/** The stored files that no content has and whose removal is not planned. */
async function listForgottenFiles() {
  const { dir } = api.dependencies.config.files
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const stored = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
  const versions = await api.db.sourceVersion.findMany({ select: { storageKey: true, parsedKey: true } })
  const removals = await api.db.fileRemoval.findMany({ select: { storageKey: true } })
  const known = new Set([
    ...versions.flatMap(({ storageKey, parsedKey }) => [storageKey, parsedKey]),
    ...removals.map(({ storageKey }) => storageKey),
  ])
  return stored.filter((key) => !known.has(key.replace(/\.part$/, '')))
}

const spawnWorker = (): ChildProcess =>
  spawn(process.execPath, [fileURLToPath(new URL('../../../../test/knowledge/ingest-process.ts', import.meta.url))], {
    env: {
      ...codeCache,
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      SECRET_KEY: testSecretKey,
      DATABASE_URL: api.dependencies.config.databaseUrl,
      FILES_DIR: api.dependencies.config.files.dir,
      MODEL_BASE_URL: demo.url,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })

/** Kills a worker within a second and a half of its start, at any moment. */
async function runKilledWorker() {
  const worker = spawnWorker()
  workers.add(worker)
  const ended = once(worker, 'exit')
  await Promise.race([once(worker.stdout!, 'data'), ended])
  await pause(Math.random() * 1_500)
  worker.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
}

test('killed workers leave what one leaves that is not', { timeout: 300_000 }, async () => {
  const scene = createIngestScene(api.dependencies)
  const addSources = (collectionId: string, count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) => {
        const number = index % contentCount
        return scene.addSource({ collectionId, name: `${number}.md`, content: createContent(number) })
      }),
    )
  const collectionId = await createVectorCollection()
  const ids = await addSources(collectionId, sourceCount)
  const killInTurn = async () => {
    for (let kill = 0; kill < kills / workersAtOnce; kill++) await runKilledWorker()
  }
  await Promise.all(Array.from({ length: workersAtOnce }, killInTurn))
  const lastWorker = await startIngesting(api.dependencies)
  const cleanId = await createVectorCollection()
  ids.push(...(await addSources(cleanId, contentCount)))
  for (const id of ids) await scene.untilState(id, 'indexed')
  await lastWorker.close()
  const [retried] = await api.db.$queryRaw<{ count: number }[]>`
    SELECT sum(retry_count)::int AS count FROM pgboss.job WHERE name = 'knowledge-ingest'`
  expect(retried?.count).toBeGreaterThan(0)
  const clean = await readIndex(cleanId)
  const indexed = await readIndex(collectionId)
  expect(indexed).toHaveLength(sourceCount)
  for (const source of indexed) expect(source).toEqual(clean.find(({ title }) => title === source.title))
  expect(await listWrongBlocks(collectionId)).toEqual([])
  expect(await listForgottenFiles()).toEqual([])
  const waiting = await api.db.$queryRaw`SELECT state::text FROM pgboss.job WHERE name = 'knowledge-ingest' AND state <> 'completed'`
  expect(waiting).toEqual([])
})
