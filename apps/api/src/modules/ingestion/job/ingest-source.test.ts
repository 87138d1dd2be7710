// Sources through the real queue, worker, parser and database: what is searched at the end, and what is told of a source that fails.
import { createCollection } from '@heddle/db/factories/knowledge'
import { ingestQueue } from '@heddle/db/job-queues'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPdf } from '../../../../test/files/pdf.ts'
import { startIngestApp } from '../../../../test/knowledge/ingest-scene.ts'

const require = createRequire(import.meta.url)
const ocrDataDir = join(dirname(require.resolve('@tesseract.js-data/eng/package.json')), '4.0.0_best_int')

let app: Awaited<ReturnType<typeof startIngestApp>>
let api: typeof app.api
let scene: typeof app.scene
beforeAll(async () => {
  app = await startIngestApp(ingestQueue)
  ;({ api, scene } = app)
})
afterAll(() => app.close())

let collectionId: string
beforeEach(async () => {
  collectionId = (await createCollection(api.db)).id
})

const pdf = (pages: string[][]) => ({ name: 'a.pdf', mediaType: 'application/pdf', content: createPdf({ pages }) }) as const

describe('a source', () => {
  test('is parsed, cut and indexed, and searched from then on', async () => {
    const id = await scene.addSource({ collectionId, content: '# Yarn\n\nThe twist of the yarn is measured.' })
    const source = await scene.untilState(id, 'indexed', 'failed')
    expect(source).toMatchObject({ failure: null, pagesDone: 1, pagesTotal: 1, chunksDone: 1, chunksTotal: 1, language: 'en' })
    expect(await scene.readSearched(id)).toMatchObject([
      { number: 0, headingPath: ['Yarn'], text: 'Yarn\nThe twist of the yarn is measured.' },
    ])
    const version = await api.db.sourceVersion.findFirstOrThrow({ where: { sourceId: id } })
    expect(version).toMatchObject({ pageCount: 1, warnings: [], parsedKey: expect.any(String), textHash: expect.any(String) })
    expect(await api.db.fileRemoval.count({ where: { storageKey: version.parsedKey ?? '' } })).toBe(0)
  })

  test('of pages names the pages without a text', async () => {
    const id = await scene.addSource({ collectionId, ...pdf([['Hemp'], [], ['Flax']]) })
    await scene.untilState(id, 'indexed')
    expect(await api.db.sourceVersion.findFirstOrThrow({ where: { sourceId: id } })).toMatchObject({
      pageCount: 3,
      warnings: [{ page: 2, verdict: 'empty' }],
    })
    expect(await scene.readSearched(id)).toMatchObject([{ pageFrom: 1, pageTo: 3 }])
  })

  test('has its language told, unless an administrator has set it', async () => {
    const content = '本標準規定紡織品水洗色牢度之試驗方法。試樣須於標準狀態下調濕後，再以標準洗劑洗滌。'.repeat(4)
    const id = await scene.addSource({ collectionId, content })
    expect(await scene.untilState(id, 'indexed')).toMatchObject({ language: 'zhHant' })
    await api.db.source.update({ where: { id }, data: { language: 'ja', isLanguageSet: true } })
    await scene.addContent(id, { content: `${content}\n\n${content}` })
    expect(await scene.untilState(id, 'indexed')).toMatchObject({ language: 'ja' })
  })

  test('with a new content is searched by the old one until the new one is whole', async () => {
    const id = await scene.addSource({ collectionId, content: 'Cotton shrinks by 5 %.' })
    await scene.untilState(id, 'indexed')
    const [before] = await scene.readSearched(id)
    await scene.addContent(id, { content: Buffer.from('MZ\0\0'), name: 'a.pdf', mediaType: 'application/pdf' })
    await scene.untilState(id, 'failed')
    expect(await scene.readSearched(id)).toEqual([before])
    await scene.addContent(id, { content: 'Cotton shrinks by 3 %.' })
    await scene.untilState(id, 'indexed')
    expect(await scene.readSearched(id)).toMatchObject([{ text: 'Cotton shrinks by 3 %.' }])
  })
})

describe('a source that fails', () => {
  test.each([
    ['an encrypted file', createPdf({ pages: [['x']], isEncrypted: true }), 'FILE_ENCRYPTED'],
    ['a file without a text', createPdf({ pages: [[]] }), 'FILE_NO_TEXT'],
    ['a file that is no PDF', Buffer.from('MZ\0\0'), 'FILE_CONTENT_MISMATCH'],
  ])('says why: %s', async (_name, content, code) => {
    const id = await scene.addSource({ collectionId, content, name: 'a.pdf', mediaType: 'application/pdf' })
    expect(await scene.untilState(id, 'failed')).toMatchObject({ failure: { code, message: expect.any(String) }, activeVersionId: null })
    expect(await scene.readSearched(id)).toEqual([])
  })

  test.each([
    ['that recognition is off', { ocr: false, dataDir: undefined }, 'recognition_off'],
    ['that recognition is not installed', { ocr: true, dataDir: undefined }, 'recognition_missing'],
    ['that nothing was recognized', { ocr: true, dataDir: ocrDataDir }, 'nothing_recognized'],
  ])('says of a scan without text %s', async (_, { ocr, dataDir }, reason) => {
    const { id: scans } = await createCollection(api.db, { ocr })
    const { config } = api.dependencies
    Object.assign(config, { ocrDataDir: dataDir })
    const id = await scene.addSource({ collectionId: scans, ...pdf([[]]) })
    const failed = await scene.untilState(id, 'failed')
    Object.assign(config, { ocrDataDir: undefined })
    expect(failed).toMatchObject({ failure: { code: 'FILE_NO_TEXT', params: { reason } } })
  })

  test('says no more of a text without a word', async () => {
    const id = await scene.addSource({ collectionId, content: ' \n' })
    const { failure } = await scene.untilState(id, 'failed')
    expect(failure).toMatchObject({ code: 'FILE_NO_TEXT' })
    expect(failure).not.toHaveProperty('params')
  })

  test('is tried again when it is queued again', async () => {
    const id = await scene.addSource({ collectionId, content: 'Hemp', mediaType: 'application/pdf' })
    await scene.untilState(id, 'failed')
    await api.db.sourceVersion.updateMany({ where: { sourceId: id }, data: { mediaType: 'text/plain' } })
    await scene.enqueue(id)
    expect(await scene.untilState(id, 'indexed')).toMatchObject({ failure: null })
  })
})

describe('a job', () => {
  test('that has been superseded changes nothing', async () => {
    const id = await scene.addSource({ collectionId, content: 'Hemp' })
    await scene.untilState(id, 'indexed')
    const sender = await api.dependencies.jobs.open()
    const { jobId, updatedAt } = await scene.readSource(id)
    await api.db.source.update({ where: { id }, data: { state: 'queued', updatedAt } })
    const stale = '01900000-0000-7000-8000-000000000000'
    await api.db.$transaction((tx) => sender.enqueue(tx, 'knowledge-ingest', { sourceId: id, jobId: stale }, { id: stale }))
    const next = await scene.addSource({ collectionId, content: 'Flax' })
    await scene.untilState(next, 'indexed')
    expect(await scene.readSource(id)).toMatchObject({ state: 'queued', jobId })
  })
})
