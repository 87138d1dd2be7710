// What could not be read of a source, and what is corrected of how it is read: over HTTP, with the real queue, worker and readers.
import type { SourcePage } from '@heddle/contracts/ingestion/chunk'
import type { FindingKind, ReadingSettings } from '@heddle/contracts/document/reading'
import type { SearchResult } from '@heddle/contracts/retrieval/search'
import type { Source } from '@heddle/contracts/collection/source'
import { createSource, createSourceVersion } from '@heddle/db/factories/knowledge'
import { ingestQueue } from '@heddle/db/job-queues'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FormFile } from '../../../../test/files/form.ts'
import { createDocxOf, createPptx } from '../../../../test/files/office.ts'
import { createPlacedPdf, placeLines } from '../../../../test/files/placed-pdf.ts'
import { startIngestApp } from '../../../../test/knowledge/ingest-scene.ts'
import { createSourceScene, readRefusal, readSource, type SourceScene } from '../../../../test/knowledge/source-scene.ts'

let app: Awaited<ReturnType<typeof startIngestApp>>
beforeAll(async () => {
  app = await startIngestApp(ingestQueue)
})
afterAll(() => app.close())

let scene: SourceScene
beforeEach(async () => {
  scene = await createSourceScene(app.api)
})

async function add(file: FormFile): Promise<Source> {
  const [result] = await scene.upload([file])
  const id = result?.source?.id ?? ''
  await app.scene.untilState(id, 'indexed', 'failed')
  return scene.get(id)
}

async function correct(source: Source, reading: object, revision = source.revision) {
  return scene.caller.put(`${scene.address}/${source.id}/reading`, { revision, reading })
}

const searchedText = async (id: string) => (await app.scene.readSearched(id)).map(({ text }) => text).join('\n')

const hiddenRun = '<w:p><w:r><w:t>Cotton shrinks.</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>Wool</w:t></w:r></w:p>'
const hidden = { kind: 'hidden', count: 1, first: { page: null, at: 'Wool' } } as const
/** In Windows-1252. */
const measured = { name: 'mesures.csv', content: Buffer.from('Essai;Température\nA;25,3 °C ± 0,2\nB;18,9 °C ± 0,2\n', 'latin1') }

describe('the findings of a source', () => {
  test('are those of its searched content, and are found again when it is read again', async () => {
    const source = await add({ name: 'cotton.docx', content: await createDocxOf(hiddenRun) })
    expect(source).toMatchObject({ state: 'indexed', findings: [hidden], reading: {} })
    const where = { sourceId: source.id }
    expect(await app.api.db.sourceVersion.findFirstOrThrow({ where })).toMatchObject({ findings: [hidden] })
    const cut = { kind: 'cut', count: 2, first: null } as const
    await app.api.db.sourceVersion.updateMany({ where, data: { findings: [cut] } })
    const reread = readSource(await scene.caller.post(`${scene.address}/${source.id}/reread`))
    expect(reread.findings).toEqual([cut])
    await app.scene.untilState(source.id, 'indexed')
    expect((await scene.get(source.id)).findings).toEqual([hidden])
  })

  test('are what a list is filtered by, page by page', async () => {
    const addFound = async (title: string, ...kinds: FindingKind[]) => {
      const { id } = await createSource(app.api.db, { collectionId: scene.collectionId, title })
      return createSourceVersion(app.api.db, { sourceId: id, findings: kinds.map((kind) => ({ kind, count: 1, first: null })) })
    }
    await addFound('Hemp', 'hidden', 'cut')
    await addFound('Flax')
    await addFound('Silk', 'encoding_uncertain')
    const { sourceId } = await addFound('Wool', 'form_fields')
    // The searched content counts, not a newer one that is on its way.
    const searched = await createSourceVersion(app.api.db, { sourceId, findings: [{ kind: 'cut', count: 1, first: null }] })
    await app.api.db.source.update({ where: { id: sourceId }, data: { activeVersionId: searched.id } })
    await createSourceVersion(app.api.db, { sourceId })
    const query = async (findings: FindingKind[], more: object = {}) => {
      const response = await scene.caller.post(`${scene.address}/query`, { findings, sort: 'title', ...more })
      expect(response.statusCode).toBe(200)
      const { sources, ...page } = response.json<{ sources: Source[]; total?: number; next_page_token?: string }>()
      return { titles: sources.map(({ title }) => title), ...page }
    }
    expect(await query(['cut'])).toMatchObject({ titles: ['Hemp', 'Wool'], total: 2 })
    expect(await query(['encoding_uncertain', 'hidden'])).toMatchObject({ titles: ['Hemp', 'Silk'], total: 2 })
    expect(await query(['form_fields'])).toMatchObject({ titles: [], total: 0 })
    const first = await query(['cut', 'encoding_uncertain'], { page_size: 2 })
    expect(first).toMatchObject({ titles: ['Hemp', 'Silk'], total: 3 })
    expect(await query(['cut', 'encoding_uncertain'], { page_size: 2, page_token: first.next_page_token })).toMatchObject({
      titles: ['Wool'],
    })
    expect(readRefusal(await scene.caller.post(`${scene.address}/query`, { findings: ['silent'] }))).toEqual([400, 'BAD_REQUEST'])
  })
})

describe('a correction', () => {
  test('is kept, and has the source read so from now on', async () => {
    const source = await add(measured)
    const corrected = readSource(await correct(source, { encoding: 'windows-1252', delimiter: ';', header_row: 1 }))
    const reading: ReadingSettings = { encoding: 'windows-1252', delimiter: ';', header_row: 1 }
    expect(corrected).toMatchObject({ reading, state: 'queued', revision: source.revision + 1, is_searchable: true })
    await app.scene.untilState(source.id, 'indexed')
    expect(await searchedText(source.id)).toContain('25,3 °C ± 0,2')
    expect(await app.scene.readSource(source.id)).toMatchObject({ reading, revision: source.revision + 1 })
    readSource(await scene.caller.post(`${scene.address}/${source.id}/reread`))
    await app.scene.untilState(source.id, 'indexed')
    expect(await scene.get(source.id)).toMatchObject({ reading })
    expect(await searchedText(source.id)).toContain('25,3 °C ± 0,2')
    const other = readSource(await correct(await scene.get(source.id), { encoding: 'windows-1251' }))
    expect(other.reading).toEqual({ encoding: 'windows-1251' })
    await app.scene.untilState(source.id, 'indexed')
    expect(await searchedText(source.id)).not.toContain('Température')
    expect(await app.api.db.auditEvent.count({ where: { targetId: source.id, action: 'updateSourceReading' } })).toBe(2)
  })

  test('takes the place of an ingestion that is running', async () => {
    const source = await add(measured)
    await app.api.db.collection.update({ where: { id: scene.collectionId }, data: { isPaused: true } })
    const first = readSource(await correct(source, { encoding: 'windows-1250' }))
    const second = readSource(await correct(first, { encoding: 'windows-1252' }))
    expect(second).toMatchObject({ state: 'queued', reading: { encoding: 'windows-1252' } })
    expect((await scene.listJobs()).filter(({ state }) => state === 'created')).toEqual([])
    expect(await app.api.db.sourceVersion.count({ where: { sourceId: source.id } })).toBe(3)
  })

  test('of a source that was changed meanwhile is refused with the source as it is, and leaves nothing', async () => {
    const source = await add(measured)
    const stored = await scene.listStored()
    const response = await correct(source, { encoding: 'windows-1252' }, source.revision + 1)
    expect(readRefusal(response)).toEqual([409, 'REVISION_MISMATCH'])
    expect(response.json().detail.params.current).toMatchObject({ id: source.id, reading: {} })
    expect(await app.scene.readSource(source.id)).toMatchObject({ reading: {}, state: 'indexed' })
    await scene.removeDueFiles()
    expect(await scene.listStored()).toHaveLength(stored.length)
  })

  test.each([
    ['an encoding that is none', { encoding: 'klingon' }],
    ['an encoding that hides its text', { encoding: 'utf-7' }],
    ['a path as an encoding', { encoding: '../../etc/passwd' }],
    ['another delimiter', { delimiter: '::' }],
    ['a row before the first', { header_row: -1 }],
    ['a row far away', { header_row: 1e9 }],
    ['another setting', { locale: 'en' }],
  ])('is refused with %s', async (_name, reading) => {
    const { id } = await createSource(app.api.db, { collectionId: scene.collectionId })
    await createSourceVersion(app.api.db, { sourceId: id, mediaType: 'text/csv' })
    expect(readRefusal(await correct(await scene.get(id), reading))).toEqual([400, 'BAD_REQUEST'])
    expect(await app.scene.readSource(id)).toMatchObject({ reading: {}, revision: 0 })
  })

  test.each([
    ['a delimiter of a plain text', 'file', 'text/plain', { delimiter: ';' }, 'body/reading/delimiter'],
    ['a header row of a page', 'url', 'text/html', { header_row: 1 }, 'body/reading/header_row'],
    ['the encoding of a PDF', 'file', 'application/pdf', { encoding: 'big5' }, 'body/reading/encoding'],
    ['the encoding of a pasted text', 'text', 'text/markdown', { encoding: 'big5' }, 'body/reading/encoding'],
  ] as const)('is refused for %s', async (_name, kind, mediaType, reading, path) => {
    const { id } = await createSource(app.api.db, { collectionId: scene.collectionId, kind })
    await createSourceVersion(app.api.db, { sourceId: id, mediaType })
    const response = await correct(await scene.get(id), reading)
    expect(readRefusal(response)).toEqual([400, 'BAD_REQUEST'])
    expect(response.json().detail.params.fields).toEqual([{ path, message: 'Not of this source' }])
  })

  test('is none of a page that was not fetched yet', async () => {
    const { id } = await createSource(app.api.db, { collectionId: scene.collectionId, kind: 'url', url: 'https://looms.example.org/' })
    expect(readRefusal(await correct(await scene.get(id), {}))).toEqual([404, 'SOURCE_NOT_FOUND'])
  })
})

describe('the words of files of any kind', () => {
  const raised = '<w:p><w:r><w:t>E = 10</w:t></w:r><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>6</w:t></w:r></w:p>'
  const field = '/Subtype /Widget /F 4 /FT /Tx /T (name) /V (Lin KX-4471) /Rect [220 700 420 722]'
  const createFiles = async (): Promise<FormFile[]> => [
    measured,
    {
      name: 'form.pdf',
      content: createPlacedPdf([placeLines(['A page']), [...placeLines(['Applicant'], { y: 706 }), { annotation: field }]]),
    },
    { name: 'modulus.docx', content: await createDocxOf(raised) },
    { name: 'slides.pptx', content: await createPptx([['Loom'], ['น้ำหนักของชิ้นตัวอย่าง']]) },
    { name: 'ward.md', content: Buffer.from('A page\n\n葛\u{E0100}飾区の工場、cellu\u00adlose') },
  ]

  test('are found as they are typed, at their place in the original', async () => {
    const uploaded = await scene.upload(await createFiles())
    for (const { source } of uploaded) await app.scene.untilState(source?.id ?? '', 'indexed')
    const search = async (query: string) => {
      const response = await scene.caller.post(`${scene.address.replace(/\/source$/, '')}/search`, { query })
      const [found] = response.json<{ results: SearchResult[] }>().results
      const spans = (found?.chunk.spans ?? []).map(async ({ page: number, from, to }) => {
        const { page } = (await scene.caller.get(`${scene.address}/${found?.source.id}/page/${number}`)).json<{ page: SourcePage }>()
        const boxes = page.places.find((position) => position.chunk_id === found?.chunk.id)?.boxes ?? []
        return { number, text: page.text.slice(from, to), hasValue: boxes.some(({ x, y }) => x > 200 && y > 690 && y < 722) }
      })
      return { title: found?.source.title, terms: found?.matched_terms ?? [], places: await Promise.all(spans) }
    }
    const expected = [
      ['25,3 °C', 'mesures', '25,3 °C', 1],
      ['kx-4471', 'form', 'Lin KX-4471', 2],
      ['10^6', 'modulus', '10⁶', 1],
      ['น้ำหนัก', 'slides', 'น้ำหนัก', 2],
      ['葛飾', 'ward', '葛\u{E0100}飾', 1],
      ['cellulose', 'ward', 'cellu\u00adlose', 1],
    ] as const
    for (const [query, title, text, number] of expected) {
      const found = await search(query)
      expect([query, found.title]).toEqual([query, title])
      expect(found.places).toContainEqual({ number, text: expect.stringContaining(text) as string, hasValue: title === 'form' })
    }
  })
})
