// Sources over HTTP: added, listed, changed, acted on, deleted, and what they leave in the queue and in the store.
import type { Source, SourceUploadResult } from '@heddle/contracts/knowledge/source'
import { limits } from '@heddle/contracts/limits'
import { createCollection, createSource, createSourceVersion } from '@heddle/db/factories/knowledge'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { ingestQueue } from '@heddle/db/job-queues'
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFileRemover } from '../../../files/file-remover.ts'
import { createForm, type FormFile } from '../../../testing/files/form.ts'
import { createDocx, zip } from '../../../testing/files/office.ts'
import { clearUtf8Flags, encryptEntries, renameEntry } from '../../../testing/files/zip-edits.ts'
import { createZipBomb } from '../../../testing/files/zip-bomb.ts'
import { type Caller, createTestApp, type TestApp, unknownId } from '../../../testing/test-app.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

let tenantId: string
let collectionId: string
let caller: Caller
let address: string
beforeEach(async () => {
  ;({ id: tenantId } = await createTenant(api.db))
  ;({ id: collectionId } = await createCollection(api.db, { tenantId }))
  caller = await api.as(await createUser(api.db, { tenantId, role: 'A' }))
  address = `/api/v1/knowledge/collection/${collectionId}/source`
})

type Response = Awaited<ReturnType<Caller['get']>>

const read = (response: Response) => {
  expect(response.statusCode).toBe(200)
  return response.json<{ source: Source }>().source
}
const readRefusal = (response: Response) => [response.statusCode, response.json().detail.code]
const get = async (id: string) => read(await caller.get(`${address}/${id}`))
const paste = (source: object, more: object = {}) => caller.post(address, { source: { kind: 'text', ...source }, ...more })
const act = async (source_ids: string[], action: object) => (await caller.post(`${address}/action`, { source_ids, action })).json()

async function query(body: object = {}) {
  const response = await caller.post(`${address}/query`, body)
  expect([response.statusCode, response.body.slice(0, 300)]).toEqual([200, expect.any(String)])
  return response.json<{ sources: Source[]; next_page_token?: string; total?: number; states?: object; tags?: string[] }>()
}
const listTitles = async (body: object = {}) => (await query(body)).sources.map(({ title }) => title)

async function upload(files: readonly FormFile[], search = '') {
  const { headers, payload } = createForm(files)
  const url = `${address}/file${search}`
  const response = await api.app.inject({ method: 'POST', url, headers: { ...caller.headers, ...headers }, payload })
  expect([response.statusCode, response.body.slice(0, 300)]).toEqual([200, expect.any(String)])
  return response.json<{ results: SourceUploadResult[] }>().results
}

/** The jobs of the collection's sources: which source each is for, and its state. */
async function listJobs() {
  const { rows } = await api.dependencies.pool.query<{ id: string; sourceId: string; state: string }>(
    `SELECT j.id, j.data->>'sourceId' AS "sourceId", j.state::text FROM pgboss.job j
     WHERE j.name = $1 AND j.data->>'sourceId' IN (SELECT id::text FROM source WHERE collection_id = $2::uuid) ORDER BY j.id`,
    [ingestQueue, collectionId],
  )
  return rows
}

const listStored = () => readdir(`${api.dependencies.config.files.dir}/${tenantId}`).catch(() => [])

describe('a pasted text', () => {
  test('is queued with its content, its properties and a job', async () => {
    const properties = { tags: ['fibre', 'fibre'], language: 'en', valid_from: '2026-01-01', valid_until: '2026-12-31' }
    const source = read(await paste({ title: 'Cotton / wool', text: '# Cotton\n\nCotton shrinks.', ...properties }))
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
    const first = read(await paste({ title: 'Cotton', text: 'Cotton shrinks.' }))
    const refused = await paste({ title: 'Wool', text: 'Cotton shrinks.' })
    expect(readRefusal(refused)).toEqual([409, 'SOURCE_DUPLICATE'])
    expect(refused.json().detail.params).toEqual({ id: first.id, title: 'Cotton' })
    expect(await api.db.source.count({ where: { collectionId } })).toBe(1)
    await createFileRemover(api.dependencies)(api.dependencies.stopping)
    expect(await listStored()).toHaveLength(1)
    const added = read(await paste({ title: 'Wool', text: 'Cotton shrinks.' }, { allow_duplicate: true }))
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
    expect(read(await paste({ title: 'Cotton', text: 'Cotton' })).state).toBe('queued')
    expect(await listJobs()).toEqual([])
  })
})

describe('an upload', () => {
  test('adds each file by itself, and says of the others why not', async () => {
    const good = { name: 'ISO 105-C06.txt', content: 'Colour fastness to washing.' }
    const results = await upload([
      good,
      { name: 'tool.exe', content: 'MZ' },
      { name: 'empty.txt', content: '' },
      { name: '../escape.txt', content: 'x' },
      { name: 'again.md', content: good.content },
      { name: '布.md', content: '# 布' },
    ])
    expect(results).toMatchObject([
      { name: good.name, source: { title: 'ISO 105-C06', file_name: good.name, media_type: 'text/plain', state: 'queued', size: 27 } },
      { name: 'tool.exe', error: { code: 'FILE_TYPE_NOT_ACCEPTED' } },
      { name: 'empty.txt', error: { code: 'FILE_EMPTY' } },
      { name: '../escape.txt', error: { code: 'FILE_NAME_INVALID' } },
      { name: 'again.md', error: { code: 'SOURCE_DUPLICATE', params: { title: 'ISO 105-C06' } } },
      { name: '布.md', source: { title: '布', media_type: 'text/markdown' } },
    ])
    expect(await listJobs()).toHaveLength(2)
    expect(await upload([{ ...good, name: 'again.txt' }], '?allow_duplicate=true')).toMatchObject([{ source: { title: 'again' } }])
  })

  test('of too many files is refused whole', async () => {
    const files = Array.from({ length: limits.sourceFilesPerUpload + 1 }, (_, index) => ({ name: `${index}.txt`, content: `${index}` }))
    const { headers, payload } = createForm(files)
    const response = await api.app.inject({ method: 'POST', url: `${address}/file`, headers: { ...caller.headers, ...headers }, payload })
    expect(readRefusal(response)).toEqual([400, 'FILE_TOO_MANY'])
    expect(await api.db.source.count({ where: { collectionId } })).toBe(0)
    expect(await listStored()).toEqual([])
  })

  test('leaves an event for each source', async () => {
    const [result] = await upload([{ name: 'a.txt', content: 'Cotton' }])
    const events = await api.db.auditEvent.findMany({ where: { actorId: caller.user.id } })
    expect(events).toMatchObject([
      { action: 'uploadSources', targetType: 'source', targetId: result?.source?.id, after: { title: 'a', collection_id: collectionId } },
    ])
  })
})

describe('a zip', () => {
  test('adds each of its files, and says of the others why not', async () => {
    const content = await zip({
      'standards/ISO 105.txt': 'Colour fastness.',
      'standards/report.docx': await createDocx({ paragraphs: ['Cotton'] }),
      'tool.exe': 'MZ',
      'inner.zip': await zip({ 'a.txt': 'a' }),
      '__MACOSX/standards/._ISO 105.txt': 'x',
      '.DS_Store': 'x',
      '布料/強度.md': '# 強度',
    })
    const results = await upload([
      { name: 'all.zip', content },
      { name: 'beside.txt', content: 'Beside' },
    ])
    expect(results.map(({ name, source, error }) => [name, source?.title ?? error?.code])).toEqual([
      ['ISO 105.txt', 'ISO 105'],
      ['report.docx', 'report'],
      ['tool.exe', 'FILE_TYPE_NOT_ACCEPTED'],
      ['inner.zip', 'FILE_TYPE_NOT_ACCEPTED'],
      ['強度.md', '強度'],
      ['beside.txt', 'beside'],
    ])
    expect(await listStored()).toHaveLength(4)
  })

  test.each([
    ['is a bomb', () => createZipBomb(), 'FILE_UNPACKS_TOO_LARGE'],
    ['lies about its sizes', () => createZipBomb({ megabytes: 510, declaredBytes: 10 }), 'FILE_UNPACKS_TOO_LARGE'],
    ['leads out of itself', async () => renameEntry(await zip({ 'aa/b.txt': 'x' }), 'aa/b.txt', '../b.txt'), 'FILE_UNREADABLE'],
    [
      'names a place of the machine',
      async () => renameEntry(await zip({ 'aaaa/b.txt': 'x' }), 'aaaa/b.txt', '/etc/b.txt'),
      'FILE_UNREADABLE',
    ],
    ['is encrypted', async () => encryptEntries(await zip({ 'a.txt': 'Cotton' })), 'FILE_ENCRYPTED'],
    ['is damaged', async () => (await zip({ 'a.txt': 'Cotton '.repeat(100) })).subarray(0, 60), 'FILE_UNREADABLE'],
    ['is none', async () => Buffer.from('no zip'), 'FILE_UNREADABLE'],
    ['has no file', async () => zip({ '.DS_Store': 'x' }), 'FILE_EMPTY'],
    [
      'has too many entries',
      async () => zip(Object.fromEntries(Array.from({ length: limits.sourceArchive.entries + 1 }, (_, index) => [`${index}.txt`, 'x']))),
      'FILE_UNPACKS_TOO_LARGE',
    ],
  ])('that %s is refused whole, and nothing is left', async (_name, create, code) => {
    expect(await upload([{ name: 'all.zip', content: await create() }])).toMatchObject([{ name: 'all.zip', error: { code } }])
    expect(await api.db.source.count({ where: { collectionId } })).toBe(0)
    expect(await listStored()).toEqual([])
  })

  test('of a program that does not tell the encoding of its names has them in UTF-8', async () => {
    const content = clearUtf8Flags(await zip({ '布料/強度.md': '# 強度' }))
    expect(await upload([{ name: 'mac.zip', content }])).toMatchObject([{ name: '強度.md', source: { title: '強度' } }])
  })

  test('of a Chinese Windows has its names in Big5', async () => {
    const content = renameEntry(clearUtf8Flags(await zip({ 'abcd/efgh.md': '# 強度' })), 'efgh', Buffer.from('b16aabd7', 'hex'))
    expect(await upload([{ name: 'windows.zip', content }])).toMatchObject([{ name: '強度.md', source: { title: '強度' } }])
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
    await createSourceVersion(api.db, { sourceId: id, sizeBytes: 9 })
    expect((await caller.get(`${address}/${id}/content`)).body).toBe('Cotton')
    expect(await get(id)).toMatchObject({ is_searchable: true, size: 9 })
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
    const changed = read(await change(0, { language: 'th', replaced_by: replacedById, valid_until: '2025-12-31' }))
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
    expect(read(await change(1, { language: null, replaced_by: null }))).toMatchObject({ language: null, replaced_by: null })
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
    const queued = read(await paste({ title: 'Cotton', text: 'Cotton' }))
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
    await createFileRemover(api.dependencies)(api.dependencies.stopping)
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
