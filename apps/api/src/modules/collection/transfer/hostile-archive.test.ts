// Files that no export wrote: each is refused with a code, and leaves no row and no byte.
import { limits } from '@heddle/contracts/limits'
import { createGroup } from '@heddle/db/factories/group'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createFileRemover } from '../../../platform/files/file-remover.ts'
import { describeFile, describeManifest, packEntries, packManifest } from '../../../../test/files/collection-file.ts'
import { createForm } from '../../../../test/files/form.ts'
import { declareSize, encryptEntries, renameEntry } from '../../../../test/files/zip-edits.ts'
import { type Caller, createTestApp, type TestApp } from '../../../../test/application/test-app.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

let tenantId: string
let groupId: string
let caller: Caller
beforeEach(async () => {
  ;({ id: tenantId } = await createTenant(api.db))
  ;({ id: groupId } = await createGroup(api.db, { tenantId }))
  caller = await api.as(await createUser(api.db, { tenantId, role: 'A' }))
})

async function importFiles(...contents: Buffer[]) {
  const { headers, payload } = createForm(contents.map((content) => ({ name: 'standards.zip', content })))
  const url = `/api/v1/knowledge/collection/import?group_id=${groupId}`
  return api.app.inject({ method: 'POST', url, headers: { ...caller.headers, ...headers }, payload })
}

const wool = { name: 'originals/1.md', content: 'Wool felts.' }
const silk = { name: 'originals/2.md', content: 'Silk shines.' }
const woolSource = (overrides: object = {}) => describeFile(1, wool.content, overrides)
const silkSource = (overrides: object = {}) => describeFile(2, silk.content, overrides)

/** A file of one source with changed parts of its manifest. */
const withSource = (overrides: object) => packManifest(describeManifest([woolSource(overrides)]), [wool])
const withManifest = (overrides: object) => packManifest(describeManifest([woolSource()], overrides), [wool])
const whole = () => withManifest({})
const originalOf = (overrides: object) => ({ original: { ...woolSource().original, ...overrides } })

/** Names of as many originals of the largest size as are more than a collection may have. */
const largeKeys = Array.from({ length: limits.collectionFile.bytes / limits.sourceFileBytes + 1 }, (_, index) => index + 1)

async function packLargeOriginals() {
  const sources = largeKeys.map((key) =>
    describeFile(key, 'x', { original: { ...describeFile(key, 'x').original, size: limits.sourceFileBytes } }),
  )
  const names = largeKeys.map((key) => `originals/${key}.md`)
  const archive = await packManifest(
    describeManifest(sources),
    names.map((name) => ({ name, content: 'x' })),
  )
  return names.reduce((edited, name) => declareSize(edited, name, limits.sourceFileBytes), archive)
}

const symbolicLink = 0o120777

test.each<[string, () => Promise<Buffer>, string]>([
  ['is no zip', async () => Buffer.from('no zip'), 'FILE_UNREADABLE'],
  ['is cut', async () => (await whole()).subarray(0, 200), 'FILE_UNREADABLE'],
  ['is encrypted', async () => encryptEntries(await whole()), 'FILE_ENCRYPTED'],
  ['has another content', () => packEntries([{ name: 'readme.txt', content: 'Read me' }]), 'COLLECTION_FILE_INVALID'],
  ['has no JSON', () => packEntries([{ name: 'collection.json', content: '{' }]), 'COLLECTION_FILE_INVALID'],
  [
    'has lists in one another',
    () => packEntries([{ name: 'collection.json', content: '['.repeat(13_000) + ']'.repeat(13_000) }]),
    'COLLECTION_FILE_INVALID',
  ],
  ['is of a later format', () => withManifest({ format: 'heddle.collection/2', vectors: [] }), 'COLLECTION_FILE_TOO_NEW'],
  ['is of another format', () => withManifest({ format: 'heddle.workflow/1' }), 'COLLECTION_FILE_INVALID'],
  ['has more than the format', () => withManifest({ tenant_id: 'another' }), 'COLLECTION_FILE_INVALID'],
  [
    'has a list of sources of 200 MB',
    async () => declareSize(await whole(), 'collection.json', 200 * 1024 * 1024),
    'FILE_UNPACKS_TOO_LARGE',
  ],
  [
    'has a list of sources that says it is short',
    async () =>
      declareSize(await packEntries([{ name: 'collection.json', content: Buffer.alloc(33 * 1024 * 1024, ' ') }]), 'collection.json', 200),
    'FILE_UNPACKS_TOO_LARGE',
  ],
  [
    'names a key twice',
    () => packManifest(describeManifest([woolSource(), silkSource({ key: 1 })]), [wool, silk]),
    'COLLECTION_FILE_INVALID',
  ],
  [
    'names an original twice',
    () => packManifest(describeManifest([woolSource(), silkSource({ original: woolSource().original })]), [wool]),
    'COLLECTION_FILE_INVALID',
  ],
  ['has a source that replaces itself', () => withSource({ replaced_by: 1 }), 'COLLECTION_FILE_INVALID'],
  ['has a source that an unknown one replaces', () => withSource({ replaced_by: 9 }), 'COLLECTION_FILE_INVALID'],
  ['has a validity that ends first', () => withSource({ valid_from: '2026-02-01', valid_until: '2026-01-31' }), 'COLLECTION_FILE_INVALID'],
  [
    'has a page of another protocol',
    () => withSource({ kind: 'url', url: 'file:///etc/passwd', recurrence: null, checked_at: null }),
    'COLLECTION_FILE_INVALID',
  ],
  [
    'asks for an unknown source',
    () => withManifest({ questions: [{ text: 'Does it felt?', language: null, source: 9, passage: null, note: '' }] }),
    'COLLECTION_FILE_INVALID',
  ],
  [
    'has an edit without a text',
    () => withSource({ edits: [{ original_text: null, text: null, enabled: true }] }),
    'COLLECTION_FILE_INVALID',
  ],
  ['lacks an original', () => packManifest(describeManifest([woolSource(), silkSource()]), [wool]), 'COLLECTION_FILE_INCOMPLETE'],
  [
    'has an original of another hash',
    () => packManifest(describeManifest([woolSource(), silkSource()]), [wool, { ...silk, content: 'Silk ships.!' }]),
    'COLLECTION_FILE_INCOMPLETE',
  ],
  ['has an original of another size', () => withSource(originalOf({ size: 12 })), 'COLLECTION_FILE_INCOMPLETE'],
  [
    'has an original that is a bomb',
    async () => {
      const bomb = { ...silk, content: Buffer.alloc(5 * 1024 * 1024, ' ') }
      return declareSize(await packManifest(describeManifest([woolSource(), silkSource()]), [wool, bomb]), silk.name, silk.content.length)
    },
    'COLLECTION_FILE_INCOMPLETE',
  ],
  ['has more originals than a collection', packLargeOriginals, 'FILE_UNPACKS_TOO_LARGE'],
  ['has an original that is a zip', () => withSource(originalOf({ name: 'inner.zip' })), 'FILE_TYPE_NOT_ACCEPTED'],
  ['has an original with a path for its name', () => withSource(originalOf({ name: '../1.md' })), 'FILE_NAME_INVALID'],
  ['leads out of itself', async () => renameEntry(await whole(), 'originals/1.md', '../../../1.mdx'), 'FILE_UNREADABLE'],
  ['has a link', () => packManifest(describeManifest([woolSource()]), [{ ...wool, mode: symbolicLink }]), 'COLLECTION_FILE_INVALID'],
  [
    'has a name twice',
    () => packManifest(describeManifest([woolSource()]), [wool, { ...wool, content: 'Other' }]),
    'COLLECTION_FILE_INVALID',
  ],
])('a file that %s is refused, and nothing is left', async (_name, create, code) => {
  const response = await importFiles(await create())
  expect(response.json().detail?.code).toBe(code)
  expect(await api.db.collection.count({ where: { tenantId } })).toBe(0)
  await createFileRemover(api.dependencies)(api.dependencies.stopping)
  expect(await api.db.fileRemoval.count({ where: { storageKey: { startsWith: tenantId } } })).toBe(0)
  expect(await readdir(`${api.dependencies.config.files.dir}/${tenantId}`).catch(() => [])).toEqual([])
})

test('two files at once are refused', async () => {
  const response = await importFiles(await whole(), await whole())
  expect([response.statusCode, response.json().detail.code]).toEqual([400, 'FILE_TOO_MANY'])
})

test('what a program has packed beside is not read', async () => {
  const archive = await packManifest(describeManifest([woolSource()]), [wool, { name: '__MACOSX/._collection.json', content: 'x' }])
  const { statusCode, body } = await importFiles(archive)
  expect([statusCode, body.slice(0, 200)]).toEqual([200, expect.any(String)])
  expect(await api.db.source.findMany({ where: { collection: { tenantId } } })).toMatchObject([{ title: 'Source 1' }])
})
