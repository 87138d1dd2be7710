// Files that become sources over HTTP: one by one and out of a zip, and what is left of those that are refused.
import { limits } from '@heddle/contracts/limits'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createForm } from '../../../../test/files/form.ts'
import { createDocx, zip } from '../../../../test/files/office.ts'
import { clearUtf8Flags, encryptEntries, renameEntry } from '../../../../test/files/zip-edits.ts'
import { createZipBomb } from '../../../../test/files/zip-bomb.ts'
import { createSourceScene, readRefusal, type SourceScene } from '../../../../test/knowledge/source-scene.ts'
import { handlerStart } from '../../../../test/application/handler-start.ts'
import { createTestApp, type TestApp } from '../../../../test/application/test-app.ts'

let api: TestApp
let origin: string
beforeAll(async () => {
  api = await createTestApp()
  origin = await api.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => api.close())

let collectionId: string
let caller: SourceScene['caller']
let sendFiles: SourceScene['sendFiles']
let upload: SourceScene['upload']
let listJobs: SourceScene['listJobs']
let listStored: SourceScene['listStored']
beforeEach(async () => {
  ;({ collectionId, caller, sendFiles, upload, listJobs, listStored } = await createSourceScene(api))
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

  test.each([
    ['~$report.docx', 'FILE_TEMPORARY'],
    ['._report.docx', 'FILE_TEMPORARY'],
    ['IMG_0001.HEIC', 'FILE_IS_HEIC'],
  ])('says of %s what it is', async (name, code) => {
    expect(await upload([{ name, content: 'x' }])).toMatchObject([{ name, error: { code } }])
  })

  test('of too many files is refused whole', async () => {
    const files = Array.from({ length: limits.sourceFilesPerUpload + 1 }, (_, index) => ({ name: `${index}.txt`, content: `${index}` }))
    expect(readRefusal(await sendFiles(files))).toEqual([400, 'FILE_TOO_MANY'])
    expect(await api.db.source.count({ where: { collectionId } })).toBe(0)
    expect(await listStored()).toEqual([])
  })

  test('ends when its caller loses the permission, and adds nothing from then on', async () => {
    const { headers, payload } = createForm([{ name: 'a.txt', content: 'Cotton' }])
    const begun = handlerStart()
    const sent = fetch(`${origin}/api/v1/knowledge/collection/${collectionId}/source/file`, {
      method: 'POST',
      headers: { ...caller.headers, ...headers },
      // Its end never comes.
      body: new ReadableStream({ start: (controller) => controller.enqueue(payload.subarray(0, -10)) }),
      duplex: 'half',
    })
    await begun
    await api.db.user.update({ where: { id: caller.user.id }, data: { role: 'U' } })
    const response = await sent
    expect([response.status, await response.json()]).toMatchObject([403, { detail: { code: 'FORBIDDEN' } }])
    expect(await api.db.source.count({ where: { collectionId } })).toBe(0)
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
      ['all.zip', 'FILE_ENTRIES_SKIPPED'],
      ['beside.txt', 'beside'],
    ])
    expect(await listStored()).toHaveLength(4)
  })

  test('gives each file the path of its folder, which the list finds', async () => {
    const content = await zip({ 'standards/色/ISO 105.txt': 'Colour fastness.', 'top.txt': 'Top' })
    const results = await upload([{ name: 'all.zip', content }], '?folder=Shared%2F2026')
    expect(results.map(({ source }) => [source?.file_name, source?.folder])).toEqual([
      ['ISO 105.txt', 'Shared/2026/all.zip/standards/色'],
      ['top.txt', 'Shared/2026/all.zip'],
    ])
    const found = await caller.post(`/api/v1/knowledge/collection/${collectionId}/source/query`, { keyword: 'standards/色' })
    expect(found.json<{ sources: { title: string }[] }>().sources.map(({ title }) => title)).toEqual(['ISO 105'])
  })

  test('says what it has that programs put beside documents, and takes none of it', async () => {
    const junk = [
      '~$報告.docx',
      '._報告.docx',
      '.~lock.報告.docx#',
      'Thumbs.db',
      'desktop.ini',
      '報告.docx:Zone.Identifier',
      '~WRL0003.tmp',
    ]
    const entries = Object.fromEntries(junk.map((name) => [`資料/${name}`, 'x']))
    const content = await zip({ ...entries, '資料/報告.md': '# 報告', '__MACOSX/資料/報告.md': 'x' })
    expect(await upload([{ name: 'usb.zip', content }])).toMatchObject([
      { name: '報告.md', source: { title: '報告' } },
      {
        name: 'usb.zip',
        error: { code: 'FILE_ENTRIES_SKIPPED', params: { count: 8, names: '~$報告.docx, ._報告.docx, .~lock.報告.docx#, …' } },
      },
    ])
  })

  test.each([
    ['says that it is a bomb', () => createZipBomb({ megabytes: 510, partMegabytes: 510 }), 'FILE_UNPACKS_TOO_LARGE'],
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
