// What waits without a job, and what is searched no more: both are found by the worker, whatever became of the process that left them.
import { createCollection } from '@heddle/db/factories/knowledge'
import { createUser } from '@heddle/db/factories/user'
import { ingestQueue } from '@heddle/db/job-queues'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startIngestApp } from '../../../../test/knowledge/ingest-scene.ts'
import { until } from '../../../../test/until.ts'
import { createLostJobSweep } from './lost-jobs.ts'
import { removeOldIndexes } from '../removal/old-index.ts'

let app: Awaited<ReturnType<typeof startIngestApp>>
let api: typeof app.api
let scene: typeof app.scene
beforeAll(async () => {
  app = await startIngestApp(ingestQueue)
  ;({ api, scene } = app)
})
afterAll(() => app.close())

let collectionId: string
let tenantId: string
beforeEach(async () => {
  ;({ id: collectionId, tenantId } = await createCollection(api.db))
})

const restore = () => createLostJobSweep(api.dependencies)()
const removeOld = () => removeOldIndexes(api.dependencies.pool, new AbortController().signal)
const untilJob = (id: string, state: string) =>
  until(`the job to be ${state}`, async () => {
    const [job] = await api.db.$queryRaw<{ state: string }[]>`SELECT state::text FROM pgboss.job WHERE id = ${id}::uuid`
    return job?.state === state
  })

describe('a source whose job is gone', () => {
  test('waits while its collection is paused, and goes on afterwards', async () => {
    const caller = await api.as(await createUser(api.db, { tenantId, role: 'A' }))
    const address = `/api/v1/knowledge/collection/${collectionId}`
    await caller.put(address, { revision: 0, collection: { is_paused: true } })
    const id = await scene.addSource({ collectionId, content: 'Hemp is strong.' })
    await untilJob((await scene.readSource(id)).jobId ?? '', 'completed')
    await restore()
    expect(await scene.readSource(id)).toMatchObject({ state: 'queued' })
    await caller.put(address, { revision: 1, collection: { is_paused: false } })
    await Promise.all([restore(), restore()])
    expect(await scene.untilState(id, 'indexed')).toMatchObject({ failure: null })
    expect(await scene.readSearched(id)).toHaveLength(1)
  })

  test('fails with a reason when the queue has given the job up', async () => {
    const id = await scene.addSource({ collectionId, content: 'Hemp is strong.' })
    const { jobId } = await scene.untilState(id, 'indexed')
    await untilJob(jobId ?? '', 'completed')
    await api.asOwner(`UPDATE pgboss.job SET state = 'failed' WHERE id = '${jobId}'`)
    await api.db.source.update({ where: { id }, data: { state: 'parsing' } })
    await restore()
    expect(await scene.readSource(id)).toMatchObject({ state: 'failed', failure: { code: 'SOURCE_INTERRUPTED' } })
  })

  test('that is at work is left alone', async () => {
    const id = await scene.addSource({ collectionId, content: 'Hemp is strong.' })
    const { jobId } = await scene.readSource(id)
    await restore()
    expect((await scene.untilState(id, 'indexed')).jobId).toBe(jobId)
  })
})

describe('what is searched no more', () => {
  test('goes ten minutes after a newer content, and the searched one stays', async () => {
    const id = await scene.addSource({ collectionId, content: 'Hemp is strong.' })
    await scene.untilState(id, 'indexed')
    await scene.addContent(id, { content: 'Hemp is very strong.' })
    await scene.untilState(id, 'indexed')
    const searched = await scene.readSearched(id)
    await removeOld()
    expect(await api.db.indexedSource.count({ where: { sourceVersion: { sourceId: id } } })).toBe(2)
    await api.asOwner(`UPDATE source SET updated_at = now() - interval '11 minutes' WHERE id = '${id}'`)
    expect(await removeOld()).toBe(1)
    expect(await api.db.indexedSource.count({ where: { sourceVersion: { sourceId: id } } })).toBe(1)
    expect(await scene.readSearched(id)).toEqual(searched)
    expect(await api.db.sourceVersion.count({ where: { sourceId: id } })).toBe(2)
  })

  test('goes with a retired index', async () => {
    const id = await scene.addSource({ collectionId, content: 'Hemp is strong.' })
    await scene.untilState(id, 'indexed')
    const index = await api.db.indexVersion.create({
      data: { collectionId, state: 'retired', retiredAt: new Date(0), chunkTokens: 400, overlapTokens: 0, termVersion: 'lex-1' },
    })
    await api.db.indexedSource.updateMany({ where: { sourceVersion: { sourceId: id } }, data: { indexVersionId: index.id } })
    await removeOld()
    expect(await api.db.indexVersion.count({ where: { id: index.id } })).toBe(0)
    expect(await api.db.chunk.count({ where: { indexed: { sourceVersion: { sourceId: id } } } })).toBe(0)
  })
})
