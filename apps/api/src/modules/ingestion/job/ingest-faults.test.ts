// What breaks around an ingestion, and what is broken on purpose: each source ends in a state that says why, and goes on after a retry.
import { createCollection } from '@heddle/db/factories/knowledge'
import { createModel } from '@heddle/db/factories/model'
import { createUser } from '@heddle/db/factories/user'
import { ingestQueue } from '@heddle/db/job-queues'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../../../app.ts'
import { type FileStore, FileStoreError } from '../../../platform/files/file-store.ts'
import { createFolderStore } from '../../../platform/files/folder-store.ts'
import { hostileFiles } from '../../../../test/files/hostile-files.ts'
import { startIngestApp } from '../../../../test/knowledge/ingest-scene.ts'
import { startIngesting } from '../../../../test/knowledge/ingest-worker.ts'
import type { Caller } from '../../../../test/application/test-app.ts'
import { until } from '../../../../test/until.ts'

/** Files that still find room on the disk. */
let room = Number.POSITIVE_INFINITY
const full = () => new FileStoreError('The file store failed', { cause: Object.assign(new Error('No space left'), { code: 'ENOSPC' }) })

function limitRoom(store: FileStore): FileStore {
  return {
    ...store,
    async put(key, path) {
      if (room <= 0) throw full()
      room -= 1
      await store.put(key, path)
    },
  }
}

let folder: string
let app: Awaited<ReturnType<typeof startIngestApp>>
let api: typeof app.api
let scene: typeof app.scene
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-test-'))
  app = await startIngestApp(ingestQueue, { files: limitRoom(createFolderStore(folder)), retry: { retries: 1, firstWaitMs: 1 } })
  ;({ api, scene } = app)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

let collectionId: string
let caller: Caller
beforeEach(async () => {
  const { id, tenantId, activeIndexId } = await createCollection(api.db)
  collectionId = id
  caller = await api.as(await createUser(api.db, { tenantId, role: 'A' }))
  await createModel(api.db, { tenantId, kind: 'embedding', name: 'vectors', upstreamName: 'demo:latency=0' })
  await api.db.indexVersion.update({ where: { id: activeIndexId ?? 0 }, data: { embeddingModel: 'vectors' } })
})

const changeQueue = (change: string) => api.asOwner(`UPDATE pgboss.queue SET ${change} WHERE name = '${ingestQueue}'`)
const add = (content: string) => scene.addSource({ collectionId, content })
const act = async (action: 'retry' | 'cancel', ...source_ids: string[]) => {
  const response = await caller.post(`/api/v1/knowledge/collection/${collectionId}/source/action`, { source_ids, action: { action } })
  expect(response.json()).toEqual({ changed: source_ids.length })
}
const behaveAs = (upstreamName: string) => api.db.model.updateMany({ where: { tenantId: caller.user.tenantId }, data: { upstreamName } })
const slowDown = (latency: number) => behaveAs(`demo:latency=${latency}`)

const untilReason = (id: string) =>
  until('the reason', async () => {
    const source = await scene.readSource(id)
    return source.failure === null ? null : source
  })
/** A text of as many chunks. */
const createSections = (count: number) =>
  Array.from({ length: count }, (_, index) => `# ${index}\n\n${`Specimen ${index} is dried and weighed. `.repeat(15)}`).join('\n\n')
const isReading = () => process.getActiveResourcesInfo().includes('ProcessWrap')

test('a full disk fails the source with a reason, and it goes on after a retry', async () => {
  room = 1
  const id = await add('Hemp is strong.')
  expect(await scene.untilState(id, 'failed')).toMatchObject({
    failure: { code: 'FILE_STORE_UNAVAILABLE', params: { reason: 'no_space' } },
    activeVersionId: null,
  })
  room = Number.POSITIVE_INFINITY
  await act('retry', id)
  expect(await scene.untilState(id, 'indexed')).toMatchObject({ failure: null, chunksDone: 1 })
})

describe('an endpoint of the embedding model', () => {
  test.each([
    ['that refuses connections', () => ({ baseUrl: 'http://127.0.0.1:9/v1' }), 'MODEL_UNAVAILABLE'],
    ['that does not respond in time', () => ({ baseUrl: app.demo.url, firstTokenSeconds: 1 }), 'MODEL_FIRST_TOKEN_TIMEOUT'],
  ])('%s fails the source with a reason, and it goes on after a retry', async (_name, describeEndpoint, cause) => {
    const { endpointId } = await api.db.model.findFirstOrThrow({ where: { tenantId: caller.user.tenantId } })
    const changeEndpoint = (change: object) =>
      api.db.modelEndpoint.update({ where: { id: endpointId }, data: { isFromEnvironment: false, ...change, revision: { increment: 1 } } })
    await slowDown(60_000)
    await changeEndpoint(describeEndpoint())
    const id = await add(createSections(2))
    expect(await scene.untilState(id, 'failed')).toMatchObject({
      failure: { code: 'EMBEDDING_UNAVAILABLE', params: { model: 'vectors', cause } },
      activeVersionId: null,
    })
    const listChunks = () => api.db.chunk.findMany({ where: { indexed: { sourceVersion: { sourceId: id } } }, orderBy: { number: 'asc' } })
    const before = await listChunks()
    expect(before).toHaveLength(2)
    await slowDown(0)
    await changeEndpoint({ baseUrl: app.demo.url })
    await act('retry', id)
    expect(await scene.untilState(id, 'indexed')).toMatchObject({ failure: null, chunksDone: 2 })
    expect(await listChunks()).toEqual(before)
  })

  test('that asks to wait has the source say so, wait as long, and go on by itself', async () => {
    await changeQueue('retry_limit = 3')
    await behaveAs('demo:status=503,retry_after=1200')
    const id = await add('Hemp is strong.')
    const { jobId } = await untilReason(id)
    expect(await scene.readSource(id)).toMatchObject({
      state: 'queued',
      failure: { code: 'EMBEDDING_UNAVAILABLE', params: { cause: 'MODEL_UNAVAILABLE', retry_after: 1_200, status: 503 } },
    })
    const makeDue = () =>
      api.dependencies.pool.query<{ seconds: number }>(
        `UPDATE pgboss.job SET start_after = now() WHERE id = $1 AND state = 'retry'
         RETURNING extract(epoch FROM OLD.start_after - now())::float AS seconds`,
        [jobId],
      )
    await slowDown(0)
    const due = await until('the end of the attempt', async () => (await makeDue()).rows[0])
    expect(due.seconds).toBeGreaterThan(1_190)
    expect(await scene.untilState(id, 'indexed')).toMatchObject({ jobId, failure: null })
    await changeQueue('retry_limit = 0')
  })

  test('that is well again is asked at once on a retry, whatever the wait was', async () => {
    await changeQueue('retry_limit = 3')
    await behaveAs('demo:status=503,retry_after=1200')
    const id = await add('Hemp is strong.')
    const { jobId } = await untilReason(id)
    await slowDown(0)
    await act('retry', id)
    expect(await scene.untilState(id, 'indexed')).toMatchObject({ failure: null })
    const { rows } = await api.dependencies.pool.query('SELECT state::text FROM pgboss.job WHERE id = $1', [jobId])
    expect(rows).toEqual([{ state: 'cancelled' }])
    await changeQueue('retry_limit = 0')
  })

  test('that refuses the key fails the source at once: no other attempt would help', async () => {
    await changeQueue('retry_limit = 3')
    await behaveAs('demo:status=401')
    const id = await add('Hemp is strong.')
    expect(await scene.untilState(id, 'failed')).toMatchObject({ failure: { params: { cause: 'CHAT_AUTH_KEY_MISSING' } } })
    await changeQueue('retry_limit = 0')
  })

  test('that hangs keeps no other tenant from its turn', async () => {
    const paste = async (by: Caller, id: string, title: string) => {
      const source = { kind: 'text', title, text: `${title} is strong.` }
      const response = await by.post(`/api/v1/knowledge/collection/${id}/source`, { source })
      return response.json<{ source: { id: string } }>().source.id
    }
    await slowDown(60_000)
    const hanging = []
    for (const title of ['Hemp', 'Flax', 'Jute']) hanging.push(await paste(caller, collectionId, title))
    const other = await createCollection(api.db)
    const admin = await api.as(await createUser(api.db, { tenantId: other.tenantId, role: 'A' }))
    for (const id of hanging.slice(0, 2)) await scene.untilState(id, 'embedding')
    await scene.untilState(await paste(admin, other.id, 'Ramie'), 'indexed')
    expect(await scene.readSource(hanging[2] ?? '')).toMatchObject({ state: 'queued' })
    await act('cancel', ...hanging)
  })
})

test('a database that breaks its connections in the middle delays the source', async () => {
  await changeQueue('retry_limit = 3, retry_delay = 0, retry_backoff = false, heartbeat_seconds = 2')
  await slowDown(300)
  const id = await add(createSections(70))
  // The test reads through the connections that break.
  const readState = () =>
    scene.readSource(id).then(
      ({ state }) => state,
      () => null,
    )
  const untilStateOf = (...states: string[]) => until(states.join(' or '), async () => states.includes((await readState()) ?? ''), 90_000)
  for (const state of ['parsing', 'embedding']) {
    await untilStateOf(state, 'indexed')
    await api.asOwner(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
  }
  await untilStateOf('indexed')
  await changeQueue('retry_limit = 0, retry_delay = 10, retry_backoff = true, heartbeat_seconds = 15')
  const [first, ...others] = await scene.readSearched(id)
  expect(others).toHaveLength(69)
  expect(await api.db.chunkVector.count({ where: { indexedSourceId: first!.indexedSourceId } })).toBe(70)
}, 120_000)

test('a source goes on as long as its attempts get further, and where a worker that stops has left it', async () => {
  await changeQueue('retry_limit = 1, retry_delay = 0, retry_backoff = false')
  // Slow enough that no attempt is done before the queue has found it lost.
  await slowDown(1_500)
  const id = await add(createSections(450))
  const { jobId } = await scene.readSource(id)
  async function countVectors() {
    const content = await api.db.indexedSource.findFirst({ where: { sourceVersion: { sourceId: id } } })
    return content ? api.db.chunkVector.count({ where: { indexedSourceId: content.id } }) : 0
  }
  const readStart = async () =>
    (await api.dependencies.pool.query<{ start: string }>('SELECT started_on::text AS start FROM pgboss.job WHERE id = $1', [jobId]))
      .rows[0]?.start
  /** Waits until the attempt that runs has written a batch, and told the queue so. */
  async function untilFurther() {
    const before = await countVectors()
    await until('further vectors', async () => (await scene.readSource(id)).chunksDone > before)
  }
  for (let lost = 0; lost < 2; lost++) {
    await untilFurther()
    const start = await readStart()
    await until('another attempt', async () => {
      // Again and again, as the worker of the attempt that is lost still tells that it lives.
      await api.dependencies.pool.query(
        `UPDATE pgboss.job SET heartbeat_on = now() - interval '1 minute' WHERE id = $1 AND started_on = $2::timestamptz`,
        [jobId, start],
      )
      return (await readStart()) !== start
    })
  }
  await untilFurther()
  // What is left is of no interest.
  await slowDown(0)
  await app.replaceWorker()
  expect(await scene.untilState(id, 'indexed')).toMatchObject({ jobId, chunksDone: 450 })
  await changeQueue('retry_limit = 0, retry_delay = 10, retry_backoff = true')
})

describe('cancelling', () => {
  test('takes effect within two seconds on what is parsed, and at once on what waits', async () => {
    // Each item is looked for among all those before it.
    const content = `<ol>${'<li>x</li>'.repeat(60_000)}</ol>`
    const slow = async () => scene.addSource({ collectionId, content, name: 'slow.html', mediaType: 'text/html' })
    const parsed = [await slow(), await slow()]
    for (const id of parsed) await scene.untilState(id, 'parsing')
    const waiting = await add('Hemp is strong.')
    await until('the files to be read', isReading)
    await act('cancel', waiting, ...parsed)
    const cancelledAt = performance.now()
    await until('the readers to be ended', () => !isReading())
    expect(performance.now() - cancelledAt).toBeLessThan(2_000)
    await scene.untilState(await add('Flax rets.'), 'indexed')
    for (const id of [waiting, ...parsed]) expect(await scene.readSource(id)).toMatchObject({ state: 'cancelled', activeVersionId: null })
    expect(await api.db.indexedSource.count({ where: { sourceVersion: { sourceId: { in: [waiting, ...parsed] } } } })).toBe(0)
  })

  test('ends what is cut into chunks, of which nothing is searched', async () => {
    const cut: string[] = []
    const waiting = await api.db.$transaction(
      async (tx) => {
        // The edits are read in the middle of it.
        await tx.$executeRaw`LOCK TABLE chunk_edit IN ACCESS EXCLUSIVE MODE`
        for (let index = 0; index < 2; index++) cut.push(await add(createSections(2_000)))
        for (const id of cut) await scene.untilState(id, 'chunking')
        const id = await add('Flax rets.')
        await act('cancel', ...cut)
        return id
      },
      { timeout: 60_000 },
    )
    // The worker takes two at once, so that one of both has ended then.
    await scene.untilState(waiting, 'indexed')
    for (const id of cut) expect(await scene.readSource(id)).toMatchObject({ state: 'cancelled', activeVersionId: null })
    expect(await api.db.indexedSource.count({ where: { sourceVersion: { sourceId: { in: cut } } } })).toBe(0)
  })
})

test('a source goes on while the API server is restarted', async () => {
  await slowDown(300)
  const first = await buildApp(api.dependencies)
  const address = `/api/v1/knowledge/collection/${collectionId}`
  const source = { kind: 'text', title: 'Specimens', text: createSections(70) }
  const created = await first.inject({ method: 'POST', url: `${address}/source`, headers: caller.headers, payload: { source } })
  const { id } = created.json<{ source: { id: string } }>().source
  await scene.untilState(id, 'embedding')
  await first.close()
  const second = await buildApp(api.dependencies)
  const read = async () => {
    const response = await second.inject({ url: `${address}/source/${id}`, headers: caller.headers })
    return response.json<{ source: { state: string; progress: object } }>().source
  }
  expect(await read()).toMatchObject({ state: 'embedding' })
  await until('it to be indexed', async () => (await read()).state === 'indexed')
  expect(await scene.readSearched(id)).toHaveLength(70)
  await second.close()
})

test('two workers ingest each source once', async () => {
  const other = await startIngesting(api.dependencies)
  const texts = Array.from({ length: 6 }, (_, index) => `Fibre ${index} is combed ${index} times.`)
  const ids = await Promise.all(texts.map(add))
  for (const id of ids) await scene.untilState(id, 'indexed')
  await other.close()
  const inputs = app.demo.requests.flatMap(({ body }) => (body as { input?: string[] }).input ?? [])
  expect(texts.map((text) => inputs.filter((input) => input.includes(text)).length)).toEqual(texts.map(() => 1))
  expect(await api.db.indexedSource.count({ where: { sourceVersion: { sourceId: { in: ids } } } })).toBe(6)
})

test('hostile files fail alone, each with what is wrong with it', async () => {
  // One of each code: the others are the reader's (platform/documents/document-reader.test.ts).
  const chosen = [...new Map(hostileFiles.map((file) => [file.code, file])).values()]
  const ids = []
  for (const { name, mediaType, make } of chosen) ids.push(await scene.addSource({ collectionId, name, mediaType, content: await make() }))
  const good = await add('Hemp is strong.')
  const failures = []
  for (const id of ids) failures.push((await scene.untilState(id, 'failed')).failure)
  expect(failures).toEqual(chosen.map(({ code }) => expect.objectContaining({ code })))
  await scene.untilState(good, 'indexed')
  expect(await scene.readSearched(good)).toHaveLength(1)
}, 120_000)
