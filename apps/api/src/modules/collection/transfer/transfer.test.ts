// A collection as a file: what the file has, what it has not, and that another tenant has the same collection of it.
import type { Chunk, LostEdit } from '@heddle/contracts/ingestion/chunk'
import type { Collection } from '@heddle/contracts/collection/collection'
import { collectionFormat, type CollectionManifest } from '@heddle/contracts/collection/collection-file'
import { limits } from '@heddle/contracts/limits'
import { createGroup } from '@heddle/db/factories/group'
import { createCollection, createSource, createSourceVersion } from '@heddle/db/factories/knowledge'
import { createModel } from '@heddle/db/factories/model'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { ingestQueue, syncQueue } from '@heddle/db/job-queues'
import { hash } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeFile, describeManifest, packManifest, unpackZip } from '../../../../test/files/collection-file.ts'
import { createForm } from '../../../../test/files/form.ts'
import { handlerStart } from '../../../../test/application/handler-start.ts'
import { startIngestApp } from '../../../../test/knowledge/ingest-scene.ts'
import { until } from '../../../../test/until.ts'
import { type Caller, unknownId } from '../../../../test/application/test-app.ts'

let app: Awaited<ReturnType<typeof startIngestApp>>
let api: typeof app.api
let scene: typeof app.scene
let origin: string
beforeAll(async () => {
  app = await startIngestApp(ingestQueue)
  ;({ api, scene } = app)
  origin = await api.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

/** A tenant with a group and an administrator, who is the caller. */
async function createSite(models: readonly ('embedding' | 'rerank')[] = []) {
  const { id: tenantId } = await createTenant(api.db)
  const { id: groupId } = await createGroup(api.db, { tenantId })
  for (const kind of models) await createModel(api.db, { tenantId, kind, name: `${kind} of the file`, upstreamName: 'demo' })
  const caller = await api.as(await createUser(api.db, { tenantId, role: 'A', name: { default: 'Ada Weaver' } }))
  return { tenantId, groupId, caller }
}
type Site = Awaited<ReturnType<typeof createSite>>

async function exportFile(caller: Caller, id: string) {
  const response = await caller.get(`/api/v1/knowledge/collection/${id}/export`)
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/zip'])
  expect(Number(response.headers['content-length'])).toBe(response.rawPayload.length)
  const entries = await unpackZip(response.rawPayload)
  const text = entries.get('collection.json')?.toString() ?? ''
  return { response, bytes: response.rawPayload, entries, text, manifest: JSON.parse(text) as CollectionManifest }
}

function sendFile({ caller, groupId }: Site, content: Buffer, choices: Readonly<Record<string, string>> = {}) {
  const { headers, payload } = createForm([{ name: 'collection.zip', content }])
  const url = `/api/v1/knowledge/collection/import?${new URLSearchParams({ group_id: groupId, ...choices }).toString()}`
  return api.app.inject({ method: 'POST', url, headers: { ...caller.headers, ...headers }, payload })
}

async function importFile(...given: Parameters<typeof sendFile>) {
  const response = await sendFile(...given)
  expect([response.statusCode, response.body.slice(0, 300)]).toEqual([200, expect.any(String)])
  return response.json<{ collection: Collection | null; questions: object[] }>()
}

const readRefusal = (response: Awaited<ReturnType<Caller['get']>>) => [response.statusCode, response.json().detail.code]

const section = (topic: string) =>
  `# ${topic}\n\n${`The ${topic} of a specimen is measured after conditioning for a day. `.repeat(8).trim()}`

const name = { default: 'Standards', zhHant: '檢驗標準', ja: '試験規格', th: 'มาตรฐานการทดสอบ', vi: 'Tiêu chuẩn thử nghiệm' }

async function listChunks(caller: Caller, collectionId: string, sourceId: string) {
  const response = await caller.post(`/api/v1/knowledge/collection/${collectionId}/source/${sourceId}/chunk/query`, {})
  return response.json<{ chunks: Chunk[]; lost_edits: LostEdit[] }>()
}

/** A collection with a source of each kind, all properties, edits of each kind and test questions. */
async function createFullCollection({ tenantId, groupId, caller }: Site) {
  const settings = {
    description: 'Of the laboratory',
    copyright: { default: '© ISO' },
    access: 'members',
    allows_preview: false,
    ocr: true,
  }
  const models = { embedding_model: 'embedding of the file', rerank_model: 'rerank of the file' }
  const cutting = { chunk_strategy: 'structure', chunk_tokens: 150, overlap_tokens: 10 }
  const created = await caller.post('/api/v1/knowledge/collection', {
    collection: { name, group_id: groupId, ...settings, ...models, ...cutting },
  })
  const { id } = created.json<{ collection: Collection }>().collection
  const address = `/api/v1/knowledge/collection/${id}`

  const fileId = await scene.addSource({
    collectionId: id,
    content: ['twist', 'count', 'length'].map(section).join('\n\n'),
    name: 'yarn.md',
  })
  const pageId = (await createSource(api.db, { collectionId: id, kind: 'url', url: 'https://looms.example.org/', title: 'Looms' })).id
  await scene.addContent(pageId, { content: '<h1>Looms</h1><p>A loom weaves.', name: 'looms.html', mediaType: 'text/html' })
  const textId = await scene.addSource({ collectionId: id, content: 'Cotton shrinks.', name: 'Cotton' })
  await createSource(api.db, {
    collectionId: id,
    kind: 'url',
    url: 'https://looms.example.org/new',
    title: 'New',
    recurrenceSeconds: 3_600,
  })
  for (const sourceId of [fileId, pageId, textId]) await scene.untilState(sourceId, 'indexed')
  const checkedAt = new Date('2026-11-20T08:00:00Z')
  await api.db.source.update({ where: { id: pageId }, data: { recurrenceSeconds: 86_400, checkedAt } })
  await api.db.source.update({ where: { id: pageId }, data: { reading: { encoding: 'utf-8' } } })
  const validity = { validFrom: new Date('2026-01-01'), validUntil: new Date('2026-12-31') }
  const properties = { tags: ['fibre', '棉'], language: 'en', isLanguageSet: true, enabled: false }
  await api.db.source.update({ where: { id: textId }, data: { kind: 'text', ...properties, ...validity, replacedById: fileId } })

  const source = `${address}/source/${fileId}`
  const { chunks } = await listChunks(caller, id, fileId)
  await caller.put(`${source}/chunk/${chunks[0]?.id}`, { chunk: { text: 'The twist of a yarn is counted by the metre.' } })
  await caller.put(`${source}/chunk/${chunks[1]?.id}`, { chunk: { enabled: false } })
  for (const text of ['A hank is 840 yards.', 'A skein is 120 yards.']) await caller.post(`${source}/chunk`, { chunk: { text } })
  await api.db.chunkEdit.create({ data: { sourceId: fileId, originalText: 'A page that was taken out.', text: 'A correction of it.' } })
  await api.db.collectionQuestion.createMany({
    data: [
      {
        collectionId: id,
        question: '捻度如何測量？',
        language: 'zhHant',
        passage: 'The twist of a yarn',
        sourceId: fileId,
        note: 'Asked often',
      },
      { collectionId: id, question: 'Is there more?' },
    ],
  })

  const other = await createCollection(api.db, { tenantId, groupId, name: { default: 'CANARY collection' } })
  const canary = await scene.addSource({ collectionId: other.id, content: 'CANARY content', name: 'CANARY.md' })
  await api.db.chunkEdit.create({ data: { sourceId: canary, originalText: 'CANARY edit', enabled: false } })
  await api.db.collectionQuestion.create({ data: { collectionId: other.id, question: 'CANARY question' } })
  return { id, fileId }
}

/** What a search has of each source, in the order of the sources. */
async function readSearched(collectionId: string) {
  const sources = await api.db.source.findMany({ where: { collectionId }, orderBy: { id: 'asc' } })
  const toFacts = ({ text, enabled, headingPath, tokenCount, hash: bytes }: Awaited<ReturnType<typeof scene.readSearched>>[number]) => ({
    text,
    enabled,
    headingPath,
    tokenCount,
    hash: Buffer.from(bytes).toString('hex'),
  })
  const chunks = await Promise.all(sources.map(async ({ id }) => (await scene.readSearched(id)).map(toFacts)))
  const { activeIndexId } = await api.db.collection.findUniqueOrThrow({ where: { id: collectionId } })
  return { chunks, vectors: await api.db.chunkVector.count({ where: { indexVersionId: activeIndexId ?? 0 } }) }
}

test('a collection that is exported and imported by another tenant is the same', async () => {
  const home = await createSite(['embedding', 'rerank'])
  const { id, fileId } = await createFullCollection(home)
  const exported = await exportFile(home.caller, id)
  expect(exported.response.headers['content-disposition']).toBe(`attachment; filename="Standards.zip"; filename*=UTF-8''Standards.zip`)
  expect(exported.manifest).toMatchObject({
    format: collectionFormat,
    collection: {
      name,
      description: { default: 'Of the laboratory' },
      copyright: { default: '© ISO' },
      access: 'members',
      allows_preview: false,
      ocr: true,
      chunk_strategy: 'structure',
      chunk_tokens: 150,
      overlap_tokens: 10,
      embedding_model: 'embedding of the file',
      rerank_model: 'rerank of the file',
    },
    sources: [
      {
        kind: 'file',
        key: 1,
        title: 'yarn.md',
        original: { path: 'originals/1.md', name: 'yarn.md' },
        edits: [
          { text: 'The twist of a yarn is counted by the metre.', enabled: true },
          { text: null, enabled: false },
          { original_text: null, text: 'A hank is 840 yards.', enabled: true },
          { original_text: null, text: 'A skein is 120 yards.', enabled: true },
          { original_text: 'A page that was taken out.', text: 'A correction of it.', enabled: true },
        ],
      },
      {
        kind: 'url',
        key: 2,
        url: 'https://looms.example.org/',
        recurrence: 86_400,
        checked_at: '2026-11-20T08:00:00.000Z',
        reading: { encoding: 'utf-8' },
        original: { path: 'originals/2.html', name: 'looms.html' },
      },
      {
        kind: 'text',
        key: 3,
        title: 'Cotton',
        tags: ['fibre', '棉'],
        language: 'en',
        enabled: false,
        valid_from: '2026-01-01',
        valid_until: '2026-12-31',
        replaced_by: 1,
        original: { path: 'originals/3.md', size: 15, sha256: hash('sha256', 'Cotton shrinks.') },
      },
      { kind: 'url', key: 4, url: 'https://looms.example.org/new', recurrence: 3_600, checked_at: null, original: null },
    ],
    questions: [
      { text: '捻度如何測量？', language: 'zhHant', source: 1, passage: 'The twist of a yarn', note: 'Asked often' },
      { text: 'Is there more?', language: null, source: null, passage: null, note: '' },
    ],
  })
  expect([...exported.entries.keys()]).toEqual(['collection.json', 'originals/1.md', 'originals/2.html', 'originals/3.md'])

  const away = await createSite(['embedding', 'rerank'])
  const { collection, questions } = await importFile(away, exported.bytes)
  expect(questions).toEqual([])
  expect(collection).toMatchObject({ name, group: { id: away.groupId }, state: 'indexing', sources: { queued: 4 } })
  const importedId = collection?.id ?? ''
  const imported = await api.db.source.findMany({ where: { collectionId: importedId }, orderBy: { id: 'asc' } })
  for (const source of imported.slice(0, 3)) await scene.untilState(source.id, 'indexed')
  expect(imported[1]).toMatchObject({
    createdById: away.caller.user.id,
    checkedAt: new Date('2026-11-20T08:00:00Z'),
    reading: { encoding: 'utf-8' },
  })
  expect(imported[1]?.dueAt?.getTime()).toBeGreaterThan(Date.parse('2026-11-20T08:00:00Z'))
  const { rows: visits } = await api.dependencies.pool.query('SELECT id FROM pgboss.job WHERE name = $1 AND id = $2', [
    syncQueue,
    imported[3]?.jobId,
  ])
  expect(visits).toHaveLength(1)

  const searched = await readSearched(importedId)
  expect(searched).toEqual(await readSearched(id))
  expect(searched.vectors).toBeGreaterThan(4)
  const { lost_edits: lost } = await listChunks(away.caller, importedId, imported[0]?.id ?? '')
  expect(lost).toMatchObject([{ original_text: 'A page that was taken out.' }])
  expect((await listChunks(home.caller, id, fileId)).lost_edits).toHaveLength(1)
  expect(await api.db.fileRemoval.count({ where: { storageKey: { startsWith: away.tenantId } } })).toBe(0)
  const again = await exportFile(away.caller, importedId)
  expect(again.manifest).toEqual(exported.manifest)
  expect([...again.entries.values()].slice(1)).toEqual([...exported.entries.values()].slice(1))

  // Nothing of another collection, of a user or of the site.
  expect(exported.bytes.includes('CANARY')).toBe(false)
  expect(exported.text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
  expect(exported.text).not.toContain('Ada')
  const audited = await api.db.auditEvent.findMany({
    where: { tenantId: { in: [home.tenantId, away.tenantId] }, action: { endsWith: 'portCollection' } },
  })
  expect(audited).toMatchObject([
    { action: 'exportCollection', tenantId: home.tenantId, targetId: id, after: { sources: 4 } },
    { action: 'importCollection', tenantId: away.tenantId, targetId: importedId, after: { sources: 4, questions: 2, access: 'members' } },
    { action: 'exportCollection', tenantId: away.tenantId, targetId: importedId },
  ])
})

const wool = { name: 'originals/1.md', content: 'Wool felts.' }
const packWool = (collection: object) => {
  const manifest = describeManifest([describeFile(1, wool.content)])
  return packManifest({ ...manifest, collection: { ...manifest.collection, ...collection } }, [wool])
}
const wishes = { embedding_model: 'embedding of the file', rerank_model: 'rerank of the file' }

test('models that the site does not have are asked for, and nothing is created before', async () => {
  const site = await createSite()
  await createModel(api.db, { tenantId: site.tenantId, kind: 'embedding', name: 'own' })
  const content = await packWool(wishes)
  expect(await importFile(site, content)).toEqual({
    collection: null,
    questions: [
      { kind: 'embedding', name: 'embedding of the file' },
      { kind: 'rerank', name: 'rerank of the file' },
    ],
  })
  expect((await importFile(site, content, { embedding_model: 'own' })).questions).toEqual([{ kind: 'rerank', name: 'rerank of the file' }])
  expect(await api.db.collection.count({ where: { tenantId: site.tenantId } })).toBe(0)
  const { collection } = await importFile(site, content, { embedding_model: 'own', rerank_model: '' })
  expect(collection).toMatchObject({ index: { embedding_model: 'own' }, rerank_model: null })
})

test('a group or a model that is not of the tenant is refused, also one of another tenant', async () => {
  const [site, other] = [await createSite(), await createSite(['embedding'])]
  const content = await packWool({})
  for (const group_id of [unknownId(), other.groupId])
    expect(readRefusal(await sendFile(site, content, { group_id }))).toEqual([404, 'AUTH_GROUP_NOT_FOUND'])
  expect(readRefusal(await sendFile(site, content, { embedding_model: 'embedding of the file' }))).toEqual([404, 'MODEL_NOT_FOUND'])
  expect(await api.db.collection.count({ where: { tenantId: site.tenantId } })).toBe(0)
})

test('an import ends when its caller loses the permission, and leaves nothing', async () => {
  const site = await createSite()
  const content = await packWool({})
  const { headers, payload } = createForm([{ name: 'collection.zip', content }])
  const begun = handlerStart()
  const upload = fetch(`${origin}/api/v1/knowledge/collection/import?group_id=${site.groupId}`, {
    method: 'POST',
    headers: { ...site.caller.headers, ...headers },
    // Its end never comes.
    body: new ReadableStream({ start: (controller) => controller.enqueue(payload.subarray(0, -10)) }),
    duplex: 'half',
  })
  await begun
  await api.db.user.update({ where: { id: site.caller.user.id }, data: { role: 'U' } })
  const response = await upload
  expect([response.status, await response.json()]).toMatchObject([403, { detail: { code: 'FORBIDDEN' } }])
  expect(await api.db.collection.count({ where: { tenantId: site.tenantId } })).toBe(0)
})

test('an import whose caller leaves while its rows are written leaves nothing', async () => {
  const { tenantId, groupId, caller } = await createSite()
  const { pool } = api.dependencies
  const { headers, payload } = createForm([{ name: 'collection.zip', content: await packWool({}) }])
  const client = await pool.connect()
  await client.query('BEGIN')
  await client.query('SELECT FROM "group" WHERE id = $1 FOR UPDATE', [groupId])
  const disconnected = new Promise((resolve) => api.app.server.once('connection', (socket) => socket.once('close', resolve)))
  const upload = request(`${origin}/api/v1/knowledge/collection/import?group_id=${groupId}`, {
    method: 'POST',
    headers: { ...caller.headers, ...headers },
    agent: false,
  })
  upload.on('error', () => {})
  upload.end(payload)
  const countWaiting = async () => {
    const { rows } = await pool.query(
      'SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND a.datname = current_database()',
    )
    return rows.length
  }
  await until('the import to wait for the group', async () => (await countWaiting()) > 0)
  upload.destroy()
  await disconnected
  await client.query('COMMIT')
  client.release()
  await until(
    'the end of the import',
    async () =>
      (await api.db.fileRemoval.count({ where: { storageKey: { startsWith: tenantId }, dueAt: { lte: new Date() } } })) > 0 ||
      (await api.db.collection.count({ where: { tenantId } })) > 0,
  )
  expect(await api.db.collection.count({ where: { tenantId } })).toBe(0)
})

test('a tenant that has as many collections as it may is given no more', async () => {
  const { tenantId, groupId, caller } = await createSite()
  await api.db.collection.createMany({
    data: Array.from({ length: limits.collectionsPerTenant }, () => ({ tenantId, groupId, name: { default: 'One' } })),
  })
  expect(readRefusal(await sendFile({ tenantId, groupId, caller }, await packWool({})))).toEqual([409, 'COLLECTION_TOO_MANY'])
})

test('many sources are imported at once, each with its job', async () => {
  const site = await createSite()
  const sources = Array.from({ length: 520 }, (_, index) => {
    const page = { kind: 'url', url: `https://looms.example.org/${index}`, recurrence: null, checked_at: null, original: null }
    return describeFile(index + 1, '', { ...page, replaced_by: index === 0 ? 520 : null })
  })
  const { collection } = await importFile(site, await packManifest(describeManifest(sources), []))
  const rows = await api.db.source.findMany({ where: { collectionId: collection?.id ?? '' }, orderBy: { id: 'asc' } })
  expect(rows.map(({ title }) => title)).toEqual(sources.map(({ title }) => title))
  expect(rows[0]?.replacedById).toBe(rows.at(-1)?.id)
  const { rows: queued } = await api.dependencies.pool.query('SELECT id FROM pgboss.job WHERE id = ANY($1)', [
    rows.map(({ jobId }) => jobId),
  ])
  expect(queued).toHaveLength(520)
})

test('an export whose original is gone breaks off instead of ending', async () => {
  const { tenantId, caller } = await createSite()
  const { id: collectionId } = await createCollection(api.db, { tenantId })
  const { id: sourceId } = await createSource(api.db, { collectionId })
  await createSourceVersion(api.db, { sourceId, storageKey: `${tenantId}/gone`, bytesHash: hash('sha256', 'gone') })
  const response = await fetch(`${origin}/api/v1/knowledge/collection/${collectionId}/export`, { headers: caller.headers })
  expect(response.status).toBe(200)
  await expect(response.arrayBuffer()).rejects.toThrow('terminated')
})

test('a collection of more than a file may have is refused', async () => {
  const { tenantId, caller } = await createSite()
  const { id: collectionId } = await createCollection(api.db, { tenantId })
  for (let bytes = 0; bytes <= limits.collectionFile.bytes; bytes += limits.sourceFileBytes) {
    const { id: sourceId } = await createSource(api.db, { collectionId })
    await createSourceVersion(api.db, { sourceId, sizeBytes: limits.sourceFileBytes, bytesHash: hash('sha256', 'x') })
  }
  expect(readRefusal(await caller.get(`/api/v1/knowledge/collection/${collectionId}/export`))).toEqual([422, 'FILE_UNPACKS_TOO_LARGE'])
})
