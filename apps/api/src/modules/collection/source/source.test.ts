// Sources over HTTP: pasted, listed, changed, acted on, deleted, and what they leave in the queue and in the store.
import type { Source } from '@heddle/contracts/collection/source'
import { limits } from '@heddle/contracts/limits'
import { createCollection, createSource, createSourceVersion } from '@heddle/db/factories/knowledge'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSourceScene, readRefusal, readSource, type SourceScene } from '../../../../test/knowledge/source-scene.ts'
import { createTestApp, type TestApp, unknownId } from '../../../../test/application/test-app.ts'
import { removeDeletedSources } from '../../ingestion/removal/deleted-sources.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

let tenantId: string
let collectionId: string
let caller: SourceScene['caller']
let address: string
let get: SourceScene['get']
let paste: SourceScene['paste']
let upload: SourceScene['upload']
let listJobs: SourceScene['listJobs']
let listStored: SourceScene['listStored']
let removeDueFiles: SourceScene['removeDueFiles']
beforeEach(async () => {
  ;({ tenantId, collectionId, caller, address, get, paste, upload, listJobs, listStored, removeDueFiles } = await createSourceScene(api))
})

const act = async (source_ids: string[], action: object) => (await caller.post(`${address}/action`, { source_ids, action })).json()

async function query(body: object = {}) {
  const response = await caller.post(`${address}/query`, body)
  expect([response.statusCode, response.body.slice(0, 300)]).toEqual([200, expect.any(String)])
  return response.json<{ sources: Source[]; next_page_token?: string; total?: number; states?: object; tags?: string[] }>()
}
const listTitles = async (body: object = {}) => (await query(body)).sources.map(({ title }) => title)

describe('a pasted text', () => {
  test('is queued with its content, its properties and a job', async () => {
    const properties = { tags: ['fibre', 'fibre'], language: 'en', valid_from: '2026-01-01', valid_until: '2026-12-31' }
    const source = readSource(await paste({ title: 'Cotton / wool', text: '# Cotton\n\nCotton shrinks.', ...properties }))
    expect(source).toMatchObject({
      kind: 'text',
      title: 'Cotton / wool',
      file_name: null,
      media_type: 'text/markdown',
      tags: ['fibre'],
      language: 'en',
      valid_from: '2026-01-01',
      valid_until: '2026-12-31',
      state: 'queued',
      failure: null,
      is_searchable: false,
      size: 25,
      revision: 0,
    })
    const row = await api.db.source.findUniqueOrThrow({ where: { id: source.id }, include: { versions: true } })
    expect(row).toMatchObject({ collectionId, createdById: caller.user.id, isLanguageSet: true, versions: [{ name: 'Cotton _ wool.md' }] })
    expect(await listJobs()).toEqual([{ id: row.jobId, sourceId: source.id, state: 'created' }])
    expect((await caller.get(`${address}/${source.id}/content`)).body).toBe('# Cotton\n\nCotton shrinks.')
    expect(await api.db.fileRemoval.count({ where: { storageKey: { startsWith: tenantId } } })).toBe(0)
  })

  test('is refused without a title or a text, with a validity that ends before it begins, and when it is too long', async () => {
    for (const wrong of [
      { title: ' ', text: 'Cotton' },
      { title: 'Cotton', text: '' },
      { title: 'Cotton', text: 'Cotton', valid_from: '2026-02-01', valid_until: '2026-01-31' },
      { title: 'Cotton', text: 'x'.repeat(limits.pastedTextCharacters + 1) },
    ])
      expect(readRefusal(await paste(wrong))).toEqual([400, 'BAD_REQUEST'])
    expect(await api.db.source.count({ where: { collectionId } })).toBe(0)
  })

  test('that the collection has already is refused with the other, and added when that is wanted', async () => {
    const first = readSource(await paste({ title: 'Cotton', text: 'Cotton shrinks.' }))
    const refused = await paste({ title: 'Wool', text: 'Cotton shrinks.' })
    expect(readRefusal(refused)).toEqual([409, 'SOURCE_DUPLICATE'])
    expect(refused.json().detail.params).toEqual({ id: first.id, title: 'Cotton' })
    expect(await api.db.source.count({ where: { collectionId } })).toBe(1)
    await removeDueFiles()
    expect(await listStored()).toHaveLength(1)
    const added = readSource(await paste({ title: 'Wool', text: 'Cotton shrinks.' }, { allow_duplicate: true }))
    expect(added.id).not.toBe(first.id)
  })

  test('that is added twice at the same moment is added once', async () => {
    const responses = await Promise.all(['Cotton', 'Wool', 'Silk'].map((title) => paste({ title, text: 'Cotton shrinks.' })))
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(await listJobs()).toHaveLength(1)
  })

  test('may replace only a source of the collection', async () => {
    const other = await createSource(api.db)
    expect(readRefusal(await paste({ title: 'New', text: 'New', replaced_by: other.id }))).toEqual([404, 'SOURCE_NOT_FOUND'])
  })

  test('is refused by a collection that is full', async () => {
    await api.dependencies.pool.query(
      `INSERT INTO source (id, collection_id, kind, title, updated_at)
       SELECT gen_random_uuid(), $1, 'text', 'x', now() FROM generate_series(1, $2)`,
      [collectionId, limits.sourcesPerCollection],
    )
    expect(readRefusal(await paste({ title: 'One more', text: 'One more' }))).toEqual([409, 'SOURCE_TOO_MANY'])
  })

  test('of a paused collection waits without a job', async () => {
    await api.db.collection.update({ where: { id: collectionId }, data: { isPaused: true } })
    expect(readSource(await paste({ title: 'Cotton', text: 'Cotton' })).state).toBe('queued')
    expect(await listJobs()).toEqual([])
  })
})

describe('the original', () => {
  test('comes as it was, as an attachment that nothing runs', async () => {
    const content = '<p>Cotton<script>alert(1)</script>'
    const [result] = await upload([{ name: '棉.html', content }])
    const response = await caller.get(`${address}/${result?.source?.id}/content`)
    expect(response.body).toBe(content)
    expect(response.headers).toMatchObject({
      'content-type': 'text/html',
      'content-disposition': expect.stringMatching(/^attachment; /),
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
  })

  test('is that of the content which is searched, while a newer one is on its way', async () => {
    const [result] = await upload([{ name: 'a.txt', content: 'Cotton' }])
    const id = result?.source?.id ?? ''
    const { id: activeVersionId } = await api.db.sourceVersion.findFirstOrThrow({ where: { sourceId: id } })
    await api.db.source.update({ where: { id }, data: { activeVersionId } })
    await createSourceVersion(api.db, { sourceId: id, name: 'b.pdf', mediaType: 'application/pdf', sizeBytes: 9 })
    expect((await caller.get(`${address}/${id}/content`)).body).toBe('Cotton')
    expect(await get(id)).toMatchObject({
      is_searchable: true,
      version_id: activeVersionId,
      file_name: 'a.txt',
      media_type: 'text/plain',
      size: 9,
    })
  })

  test('of an earlier content comes as long as that is kept', async () => {
    const [result, other] = await upload([
      { name: 'a.txt', content: 'Cotton' },
      { name: 'b.txt', content: 'Linen' },
    ])
    const id = result?.source?.id ?? ''
    await createSourceVersion(api.db, { sourceId: id })
    const askFor = (versionId: string) => caller.get(`${address}/${id}/content?version_id=${versionId}`)
    expect((await askFor(result?.source?.version_id ?? '')).body).toBe('Cotton')
    for (const wrong of [other?.source?.version_id ?? '', unknownId()])
      expect(readRefusal(await askFor(wrong))).toEqual([404, 'SOURCE_NOT_FOUND'])
  })
})

describe('the list', () => {
  test('has the latest first, page by page, with counts and tags on the first', async () => {
    for (const title of ['a', 'b', 'c']) await createSource(api.db, { collectionId, title, tags: [title, 'all'], state: 'indexed' })
    await createSource(api.db, { collectionId, title: 'd', state: 'failed', failure: { code: 'FILE_NO_TEXT', message: 'No text.' } })
    const first = await query({ page_size: 3 })
    expect(first).toMatchObject({ total: 4, states: { indexed: 3, failed: 1 }, tags: ['a', 'all', 'b', 'c'] })
    expect(first.sources.map(({ title }) => title)).toEqual(['d', 'c', 'b'])
    expect(first.sources[0]).toMatchObject({ state: 'failed', failure: { code: 'FILE_NO_TEXT' } })
    const second = await query({ page_token: first.next_page_token })
    expect(second.sources.map(({ title }) => title)).toEqual(['a'])
    expect(second).not.toHaveProperty('states')
  })

  test('is filtered by word, state, kind and tag', async () => {
    const { id } = await createSource(api.db, { collectionId, title: 'Ｃotton 棉', tags: ['fibre'], state: 'indexed' })
    await createSourceVersion(api.db, { sourceId: id, name: 'fibres.pdf' })
    await createSource(api.db, { collectionId, title: 'Wool', kind: 'url', url: 'https://wool.example/a', state: 'failed' })
    expect(await listTitles({ keyword: 'COTTON' })).toEqual(['Ｃotton 棉'])
    expect(await listTitles({ keyword: 'fibres.pdf' })).toEqual(['Ｃotton 棉'])
    expect(await listTitles({ keyword: 'wool.example' })).toEqual(['Wool'])
    expect(await listTitles({ state: ['failed', 'queued'] })).toEqual(['Wool'])
    expect(await listTitles({ kind: ['url'] })).toEqual(['Wool'])
    expect(await listTitles({ tag: 'fibre' })).toEqual(['Ｃotton 棉'])
  })

  test.each(['created', 'updated', 'title', 'size'])('is sorted by %s in both directions over all pages', async (sort) => {
    const created: string[] = []
    for (const [index, title] of ['b', 'A', 'c', 'b'].entries()) {
      const updatedAt = new Date(Date.UTC(2026, 0, 4 - index))
      const { id } = await createSource(api.db, { collectionId, title, updatedAt })
      await createSourceVersion(api.db, { sourceId: id, sizeBytes: [300, 100, 200, 100][index] ?? 0 })
      created.push(id)
    }
    const order = { created: [0, 1, 2, 3], updated: [3, 2, 1, 0], title: [1, 0, 3, 2], size: [1, 3, 2, 0] }[sort] ?? []
    const expected = order.map((index) => created[index])
    for (const [direction, ids] of [['asc', expected] as const, ['desc', expected.toReversed()] as const]) {
      const found: string[] = []
      let page = await query({ sort, direction, page_size: 1 })
      for (;;) {
        found.push(...page.sources.map(({ id }) => id))
        if (page.next_page_token === undefined) break
        page = await query({ page_token: page.next_page_token })
      }
      expect(found).toEqual(ids)
    }
  })

  test('takes no page of another collection', async () => {
    for (const title of ['a', 'b']) await createSource(api.db, { collectionId, title })
    const { next_page_token: page_token } = await query({ page_size: 1 })
    const other = await createCollection(api.db, { tenantId })
    const response = await caller.post(`/api/v1/knowledge/collection/${other.id}/source/query`, { page_token })
    expect(readRefusal(response)).toEqual([400, 'BAD_REQUEST'])
  })
})

describe('changing a source', () => {
  test('keeps what is not named, and refuses a stale revision with what is there', async () => {
    const { id } = await createSource(api.db, { collectionId, title: 'Cotton', tags: ['fibre'], language: 'en' })
    const { id: replacedById } = await createSource(api.db, { collectionId, title: 'Cotton 2' })
    const change = (revision: number, source: object) => caller.put(`${address}/${id}`, { revision, source })
    const changed = readSource(await change(0, { language: 'th', replaced_by: replacedById, valid_until: '2025-12-31' }))
    expect(changed).toMatchObject({
      title: 'Cotton',
      tags: ['fibre'],
      language: 'th',
      replaced_by: { id: replacedById, title: 'Cotton 2' },
      valid_until: '2025-12-31',
      revision: 1,
    })
    const stale = await change(0, { title: 'Wool' })
    expect(readRefusal(stale)).toEqual([409, 'REVISION_MISMATCH'])
    expect(stale.json().detail.params.current).toEqual(changed)
    expect(readSource(await change(1, { language: null, replaced_by: null }))).toMatchObject({ language: null, replaced_by: null })
    expect(await api.db.source.findUniqueOrThrow({ where: { id } })).toMatchObject({ isLanguageSet: false })
  })

  test('is refused for a source that replaces itself, or one of another collection, and for an inverted validity', async () => {
    const { id } = await createSource(api.db, { collectionId, validFrom: new Date('2026-01-02') })
    const other = await createSource(api.db)
    const change = (source: object) => caller.put(`${address}/${id}`, { revision: 0, source })
    expect(readRefusal(await change({ replaced_by: id }))).toEqual([404, 'SOURCE_NOT_FOUND'])
    expect(readRefusal(await change({ replaced_by: other.id }))).toEqual([404, 'SOURCE_NOT_FOUND'])
    expect(readRefusal(await change({ valid_until: '2026-01-01' }))).toEqual([400, 'BAD_REQUEST'])
  })
})

describe('an action on several sources', () => {
  test('retries those that have failed or were cancelled, each with a job of its own', async () => {
    const failure = { code: 'FILE_NO_TEXT', message: 'No text.' }
    const failed = await createSource(api.db, { collectionId, state: 'failed', failure, jobId: unknownId() })
    const cancelled = await createSource(api.db, { collectionId, state: 'cancelled' })
    const indexed = await createSource(api.db, { collectionId, state: 'indexed' })
    expect(await act([failed.id, cancelled.id, indexed.id, unknownId()], { action: 'retry' })).toEqual({ changed: 2 })
    expect(await get(failed.id)).toMatchObject({ state: 'queued', failure: null })
    expect(await get(indexed.id)).toMatchObject({ state: 'indexed' })
    const { jobId } = await api.db.source.findUniqueOrThrow({ where: { id: failed.id } })
    expect(jobId).not.toBe(failed.jobId)
    const jobs = await listJobs()
    expect(jobs.map(({ sourceId }) => sourceId).toSorted()).toEqual([failed.id, cancelled.id].toSorted())
    expect(jobs.find(({ sourceId }) => sourceId === failed.id)?.id).toBe(jobId)
  })

  test('cancels what is on its way, and its job', async () => {
    const queued = readSource(await paste({ title: 'Cotton', text: 'Cotton' }))
    const parsing = await createSource(api.db, { collectionId, state: 'parsing', jobId: unknownId() })
    const indexed = await createSource(api.db, { collectionId, state: 'indexed' })
    expect(await act([queued.id, parsing.id, indexed.id], { action: 'cancel' })).toEqual({ changed: 2 })
    expect(await listJobs()).toMatchObject([{ sourceId: queued.id, state: 'cancelled' }])
    const rows = await api.db.source.findMany({ where: { collectionId }, orderBy: { id: 'asc' } })
    expect(rows).toMatchObject([{ state: 'cancelled', jobId: null }, { state: 'cancelled', jobId: null }, { state: 'indexed' }])
  })

  test('switches, tags and counts only what changes', async () => {
    const [a, b] = [await createSource(api.db, { collectionId, tags: ['x'] }), await createSource(api.db, { collectionId, enabled: false })]
    expect(await act([a.id, b.id], { action: 'disable' })).toEqual({ changed: 1 })
    expect(await act([a.id, b.id], { action: 'enable' })).toEqual({ changed: 2 })
    expect(await act([a.id, b.id], { action: 'tag', add: ['y'], remove: ['x'] })).toEqual({ changed: 2 })
    expect(await act([a.id, b.id], { action: 'tag', add: ['y'], remove: [] })).toEqual({ changed: 0 })
    expect(await get(a.id)).toMatchObject({ enabled: true, tags: ['y'], revision: 3 })
  })

  test('deletes sources of this collection only, with originals and parsed documents, and cancels their jobs', async () => {
    const [result] = await upload([{ name: 'a.txt', content: 'Cotton' }])
    const id = result?.source?.id ?? ''
    const elsewhere = await createSource(api.db)
    const parsedKey = `${tenantId}/parsed`
    await api.dependencies.files.put(parsedKey, import.meta.filename)
    await api.db.sourceVersion.updateMany({ where: { sourceId: id }, data: { parsedKey } })
    const [job] = await listJobs()
    expect(await act([id, elsewhere.id], { action: 'delete' })).toEqual({ changed: 1 })
    await removeDeletedSources(api.dependencies.pool, api.dependencies.stopping)
    await removeDueFiles()
    expect(await listStored()).toEqual([])
    expect(await api.db.source.count({ where: { id: elsewhere.id } })).toBe(1)
    const { rows } = await api.dependencies.pool.query('SELECT state::text FROM pgboss.job WHERE id = $1', [job?.id])
    expect(rows).toEqual([{ state: 'cancelled' }])
  })

  test('leaves one event that names the sources', async () => {
    const { id, title } = await createSource(api.db, { collectionId })
    await act([id], { action: 'disable' })
    const events = await api.db.auditEvent.findMany({ where: { actorId: caller.user.id } })
    const after = { action: 'disable', sources: [{ id, title }] }
    expect(events).toMatchObject([{ action: 'actOnSources', targetType: 'collection', targetId: collectionId, after }])
  })
})

describe('one source', () => {
  test('that has failed is retried, and one that is indexed stays', async () => {
    const failed = await createSource(api.db, { collectionId, state: 'failed', failure: { code: 'SOURCE_NO_TEXT', message: 'Empty' } })
    const indexed = await createSource(api.db, { collectionId, state: 'indexed' })
    expect(readSource(await caller.post(`${address}/${failed.id}/retry`))).toMatchObject({ id: failed.id, state: 'queued', failure: null })
    expect(readSource(await caller.post(`${address}/${indexed.id}/retry`))).toMatchObject({ state: 'indexed' })
    expect(await listJobs()).toMatchObject([{ sourceId: failed.id, state: 'created' }])
    const events = await api.db.auditEvent.findMany({ where: { actorId: caller.user.id }, orderBy: { id: 'asc' } })
    expect(events[0]).toMatchObject({ action: 'retrySource', targetType: 'source', targetId: failed.id })
  })

  test('that is queued is cancelled with its job', async () => {
    const queued = readSource(await paste({ title: 'Cotton', text: 'Cotton' }))
    expect(readSource(await caller.post(`${address}/${queued.id}/cancel`))).toMatchObject({ id: queued.id, state: 'cancelled' })
    expect(await listJobs()).toMatchObject([{ sourceId: queued.id, state: 'cancelled' }])
    expect(readSource(await caller.post(`${address}/${queued.id}/cancel`))).toMatchObject({ state: 'cancelled' })
  })
})

describe('an original that is read again', () => {
  test('is a content of its own beside the searched one, with a job', async () => {
    const [uploaded] = await upload([{ name: 'a.txt', content: 'Cotton' }])
    const id = uploaded?.source?.id ?? ''
    const [before] = await api.db.sourceVersion.findMany({ where: { sourceId: id } })
    await api.db.source.update({ where: { id }, data: { state: 'indexed', activeVersionId: before!.id } })
    const source = readSource(await caller.post(`${address}/${id}/reread`))
    expect(source).toMatchObject({ state: 'queued', version_id: before!.id })
    const versions = await api.db.sourceVersion.findMany({ where: { sourceId: id }, orderBy: { id: 'asc' } })
    expect(versions).toMatchObject([before!, { bytesHash: before!.bytesHash, parsedKey: null }])
    expect(new Set(await listStored())).toEqual(new Set(versions.map((version) => version.id)))
    const { jobId } = await api.db.source.findUniqueOrThrow({ where: { id } })
    expect((await listJobs()).map((job) => job.id)).toContain(jobId)
    await removeDueFiles()
    expect(await listStored()).toHaveLength(2)
  })

  test('is left as it is while its ingestion is running', async () => {
    const [uploaded] = await upload([{ name: 'a.txt', content: 'Cotton' }])
    const id = uploaded?.source?.id ?? ''
    expect(readSource(await caller.post(`${address}/${id}/reread`))).toMatchObject({ state: 'queued' })
    expect(await api.db.sourceVersion.count({ where: { sourceId: id } })).toBe(1)
    expect(await listStored()).toHaveLength(1)
  })
})

test('a deleted source is gone, and replaces none', async () => {
  const { id: next } = await createSource(api.db, { collectionId })
  const { id } = await createSource(api.db, { collectionId, replacedById: next })
  expect((await caller.delete(`${address}/${next}`)).json()).toEqual({ success: true })
  expect(await get(id)).toMatchObject({ replaced_by: null })
  expect(readRefusal(await caller.get(`${address}/${next}`))).toEqual([404, 'SOURCE_NOT_FOUND'])
  expect(readRefusal(await caller.delete(`${address}/${next}`))).toEqual([404, 'SOURCE_NOT_FOUND'])
})

test('a source is found by its own collection only', async () => {
  const { id } = await createSource(api.db, { collectionId: (await createCollection(api.db, { tenantId })).id })
  expect(readRefusal(await caller.get(`${address}/${id}`))).toEqual([404, 'SOURCE_NOT_FOUND'])
})
