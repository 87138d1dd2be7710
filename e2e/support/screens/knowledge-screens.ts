// The screens of knowledge collections, of which one is paused, so that its sources stay as they are.
import type { PrismaClient } from '@heddle/db/client'
import { createGroup } from '@heddle/db/factories/group'
import { createCollection, createSource, createSourceVersion } from '@heddle/db/factories/knowledge'
import { createModel } from '@heddle/db/factories/model'
import { groups } from '@heddle/seed/seed-data'
import { expect, type Page } from '@playwright/test'
import { describeFile, describeManifest, packManifest } from '../../../apps/api/test/files/collection-file.ts'
import { chooseFiles, findDialog, press } from '../controls/forms.ts'
import { openPath } from '../controls/paths.ts'
import type { People, Person } from '../people.ts'
import { addHandbook } from '../pages/sources.ts'
import type { Texts } from '../texts.ts'

export type Library = {
  readonly person: Person
  readonly collectionId: string
  /** A source of it with findings. */
  readonly measurementsId: string
  /** The collection that is not paused. */
  readonly handbookId: string
  /** Adds the source of that collection the first time; returns its id. */
  readonly addHandbook: (page: Page) => Promise<string>
}

const standards = {
  default: 'Test standards',
  zhHant: '紡織品檢驗標準',
  ja: '繊維試験規格',
  th: 'มาตรฐานการทดสอบสิ่งทอ',
  vi: 'Tiêu chuẩn thử nghiệm dệt may',
}

/** Creates an institute with an administrator, a group, models, and collections. */
export async function prepareLibrary(db: PrismaClient, people: People): Promise<Library> {
  const { tenantId, join } = await people.createInstitute()
  const { id: groupId } = await createGroup(db, { tenantId, ...groups.laboratory })
  await createModel(db, { tenantId, name: 'bge-m3', kind: 'embedding' })
  await createModel(db, { tenantId, name: 'bge-reranker-v2-m3', kind: 'rerank' })
  const { id: handbookId } = await createCollection(db, { tenantId, groupId, name: { default: 'Fibre handbook' }, access: 'members' })
  const { id } = await createCollection(db, {
    tenantId,
    groupId,
    name: standards,
    description: { default: 'ISO, AATCC and CNS standards, with the notes of the laboratory.' },
    copyright: { default: '© ISO' },
    rerankModel: 'bge-reranker-v2-m3',
    isPaused: true,
  })
  const measurementsId = await createSources(db, id)
  let sourceId: string | undefined
  return {
    person: await join('A'),
    collectionId: id,
    measurementsId,
    handbookId,
    addHandbook: async (page) => (sourceId ??= await addHandbook(page, handbookId)),
  }
}

/** Inserts a source of each kind and state; returns the id of one with findings. */
async function createSources(db: PrismaClient, collectionId: string) {
  const pdf = { mediaType: 'application/pdf', sizeBytes: 2_430_000, pageCount: 84 }
  const replacing = await createSource(db, { collectionId, title: 'ISO 105-C06:2010', state: 'indexed', tags: ['ISO', '洗濯堅牢度'] })
  await createSourceVersion(db, { sourceId: replacing.id, name: 'ISO_105-C06_2010.pdf', ...pdf })
  const replaced = await createSource(db, {
    collectionId,
    title: 'ISO 105-C06:1994',
    state: 'indexed',
    tags: ['ISO'],
    validUntil: new Date('2010-03-31'),
    replacedById: replacing.id,
    enabled: false,
  })
  await createSourceVersion(db, { sourceId: replaced.id, name: 'ISO_105-C06_1994.pdf', ...pdf })
  const reading = { pagesDone: 210, pagesTotal: 600, state: 'parsing' } as const
  const handbook = await createSource(db, { collectionId, title: 'คู่มือการทดสอบสิ่งทอ', language: 'th', ...reading })
  await createSourceVersion(db, { sourceId: handbook.id, name: 'คู่มือ.pdf', ...pdf, sizeBytes: 18_200_000 })
  const failure = { code: 'FILE_ENCRYPTED', message: 'The file is protected by a password.' }
  await createSource(db, { collectionId, title: '染色堅牢度報告', state: 'failed', failure })
  await createSource(db, { collectionId, title: 'Notes on moisture regain', kind: 'text', state: 'cancelled' })
  await createSource(db, {
    collectionId,
    title: 'Prices of test fabrics',
    kind: 'url',
    url: 'https://laboratory.example/fabrics/prices',
    recurrenceSeconds: 86_400,
    state: 'indexed',
  })
  const { id } = await createSource(db, { collectionId, title: 'Mesures de température', state: 'indexed', tags: ['ISO'] })
  await createSourceVersion(db, {
    sourceId: id,
    name: 'Mesures de température.csv',
    mediaType: 'text/csv',
    sizeBytes: 12_400,
    pageCount: 1,
    findings: [
      { kind: 'encoding_uncertain', count: 1, first: { page: null, at: '25,3 ーC,ア0.2 オm' } },
      { kind: 'characters_unreadable', count: 14, first: { page: null, at: '12:30; ' } },
      { kind: 'hidden', count: 2, first: { page: 1, at: 'B7' } },
    ],
  })
  return id
}

type Scene = { readonly page: Page; readonly t: Texts; readonly library: Library }

async function openSources({ page, t, library }: Scene) {
  await openPath(page, `/knowledge/collection/${library.collectionId}`)
  await expect(page.getByRole('table', { name: t('knowledge.field.sources') }).getByRole('rowheader')).toHaveCount(7)
}

async function openMeasurements({ page, library }: Scene) {
  await openPath(page, `/knowledge/collection/${library.collectionId}/source/${library.measurementsId}`)
}

async function openSettings({ page, t, library }: Scene) {
  await openPath(page, `/knowledge/collection/${library.collectionId}?tab=settings`)
  await expect(page.getByRole('region', { name: t('knowledge.section.settings') })).toBeVisible()
}

async function openNewSource({ page, t, library }: Scene, kind: 'file' | 'url' | 'text') {
  await openPath(page, `/knowledge/collection/${library.collectionId}/source/create?kind=${kind}`)
  await expect(page.getByRole('region', { name: t(`knowledge.addSource.${kind}`) })).toBeVisible()
}

/** Opens a source that is indexed. */
async function openSource({ page, t, library }: Scene) {
  const sourceId = await library.addHandbook(page)
  await openPath(page, `/knowledge/collection/${library.handbookId}/source/${sourceId}`)
  await page.getByRole('link', { name: t('passage.chunk.number', { number: 2 }), exact: true }).click()
}

/** Opens the test questions of a collection with a source, some of them imported. */
async function openQuestions({ page, t, library }: Scene) {
  await library.addHandbook(page)
  await openPath(page, `/knowledge/collection/${library.handbookId}/search?tab=questions`)
  await press(page, t('retrieval.questions.import.open'))
  const asked = page.waitForEvent('filechooser')
  await press(page, t('retrieval.questions.import.choose'))
  const rows = ['Does cotton shrink in the wash?', '撚度怎麼測定？', 'ผ้าฝ้ายหดตัวเมื่อซักเท่าใด'].map(
    (text) => `${text},Handbook of textile testing\n`,
  )
  await (await asked).setFiles([{ name: 'questions.csv', mimeType: 'text/csv', buffer: Buffer.from(`question,source\n${rows.join('')}`) }])
  await press(page, t('retrieval.questions.import.submit', { count: 3 }))
  await expect(page.getByRole('table', { name: t('retrieval.questions.title') }).getByRole('rowheader')).toHaveCount(3)
}

export const knowledgeScreens = {
  source: async (scene: Scene) => {
    const { page, t } = scene
    await openSource(scene)
    await expect(page.getByText(t('passage.part.original'), { exact: true }).first()).toBeVisible()
  },
  'edit a passage': async (scene: Scene) => {
    const { page, t } = scene
    await openSource(scene)
    const passages = page.getByText(t('passage.part.chunks'), { exact: true }).first()
    await passages.click()
    await press(page, t('passage.edit.of', { name: t('passage.chunk.number', { number: 2 }) }))
    await expect(page.getByRole('dialog').getByRole('textbox', { name: t('passage.field.text') })).toBeVisible()
  },
  'retrieval test': async ({ page, t, library }: Scene) => {
    await library.addHandbook(page)
    await openPath(page, `/knowledge/collection/${library.handbookId}/search`)
    await page.getByRole('textbox', { name: t('retrieval.question.label') }).fill('Does cotton shrink?')
    await page.getByRole('switch', { name: t('retrieval.compare') }).check()
    await press(page, t('retrieval.question.submit'))
    await expect(
      page
        .getByRole('list', { name: t('retrieval.setting', { name: 'A' }) })
        .getByRole('listitem')
        .first(),
    ).toBeVisible()
  },
  'test questions': async (scene: Scene) => {
    const { page, t } = scene
    await openQuestions(scene)
    await page.getByRole('switch', { name: t('retrieval.compare') }).check()
    const words = page.getByRole('group', { name: t('retrieval.setting', { name: 'B' }) })
    await words.getByRole('textbox', { name: t('retrieval.field.lexical_weight') }).fill('0')
    await press(page, t('retrieval.run.start'))
    await expect(page.getByRole('region', { name: t('retrieval.measure.title') }).first()).toBeVisible()
  },
  'import test questions': async ({ page, t, library }: Scene) => {
    await openPath(page, `/knowledge/collection/${library.handbookId}/search?tab=questions`)
    await press(page, t('retrieval.questions.import.open'))
    const asked = page.waitForEvent('filechooser')
    await press(page, t('retrieval.questions.import.choose'))
    await (await asked).setFiles([{ name: 'questions.csv', mimeType: 'text/csv', buffer: Buffer.from('question,source\nWhy?,Atlas\n') }])
    await expect(page.getByRole('dialog').getByText(t('retrieval.questions.import.problem.unknown_source'))).toBeVisible()
  },
  collections: async ({ page, t }: Scene) => {
    await openPath(page, '/knowledge')
    await expect(page.getByRole('table', { name: t('knowledge.title') }).getByRole('rowheader')).toHaveCount(2)
  },
  'create a collection': async ({ page, t }: Scene) => {
    await openPath(page, '/knowledge/collection/create')
    await press(page, t('knowledge.advanced'))
    await expect(page.getByRole('textbox', { name: t('knowledge.field.overlap_tokens') })).toBeVisible()
  },
  'sources of a collection': openSources,
  'selected sources': async (scene: Scene) => {
    await openSources(scene)
    await scene.page
      .getByRole('checkbox', { name: scene.t('table.selectAll') })
      .filter({ visible: true })
      .check()
    await expect(scene.page.getByRole('region', { name: scene.t('table.bulk') })).toBeVisible()
  },
  'properties of a source': async (scene: Scene) => {
    await openSources(scene)
    await press(scene.page, scene.t('knowledge.menu.of', { title: 'Prices of test fabrics' }))
    await scene.page.getByRole('menuitem', { name: scene.t('knowledge.menu.edit') }).click()
    await expect(findDialog(scene.page, scene.t('knowledge.source.edit'))).toBeVisible()
  },
  'a source with findings': async (scene: Scene) => {
    await openMeasurements(scene)
    await expect(scene.page.getByRole('region', { name: scene.t('reading.title') })).toBeVisible()
  },
  'correct how a source is read': async (scene: Scene) => {
    await openMeasurements(scene)
    await press(scene.page, scene.t('reading.correct.open'))
    await expect(findDialog(scene.page, scene.t('reading.correct.title'))).toBeVisible()
  },
  'add files': (scene: Scene) => openNewSource(scene, 'file'),
  'add a web page': (scene: Scene) => openNewSource(scene, 'url'),
  'add a text': (scene: Scene) => openNewSource(scene, 'text'),
  'settings of a collection': openSettings,
  're-index a collection': async (scene: Scene) => {
    await openSettings(scene)
    await press(scene.page, scene.t('knowledge.reindex.open'))
    await expect(findDialog(scene.page, scene.t('knowledge.reindex.title'))).toBeVisible()
  },
  'export a collection': async (scene: Scene) => {
    const { page, t } = scene
    await openPath(page, '/knowledge')
    await press(page, t('knowledge.menu.of', { title: 'Fibre handbook' }))
    await page.getByRole('menuitem', { name: t('knowledge.transfer.export'), exact: true }).click()
    await expect(page.getByRole('button', { name: t('knowledge.transfer.download') })).toBeVisible()
  },
  'import a collection': async ({ page, t }: Scene) => {
    await openPath(page, '/knowledge')
    await press(page, t('knowledge.transfer.import'))
    const { collection, ...manifest } = describeManifest([describeFile(1, 'Cotton shrinks.')])
    const wishes = { name: standards, embedding_model: 'multilingual-e5-large', rerank_model: 'jina-reranker-v3' }
    const buffer = await packManifest({ ...manifest, collection: { ...collection, ...wishes } }, [])
    await chooseFiles(page, t('knowledge.transfer.choose'), { name: 'standards.zip', mimeType: 'application/zip', buffer })
    await expect(page.getByRole('combobox', { name: t('knowledge.field.rerank_model') })).toBeVisible()
  },
  'delete a collection': async (scene: Scene) => {
    await openSettings(scene)
    await press(scene.page, scene.t('knowledge.delete.action'))
    await expect(scene.page.getByRole('dialog').getByText(scene.t('knowledge.delete.message', { count: 7 }))).toBeVisible()
  },
  'files that fail': async (scene: Scene) => {
    await openNewSource(scene, 'file')
    await chooseFiles(scene.page, scene.t('knowledge.upload.chooseFiles'), [
      { name: 'Loom settings.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
      { name: 'Ring spinning.txt', mimeType: 'text/plain', buffer: Buffer.from('Of ring spinning.') },
      { name: 'Ring spinning (copy).txt', mimeType: 'text/plain', buffer: Buffer.from('Of ring spinning.') },
    ])
    const panel = scene.page.getByRole('region', { name: scene.t('knowledge.upload.title') })
    await expect(panel.getByRole('button', { name: scene.t('knowledge.upload.addAnyway') })).toBeVisible()
    await expect(panel.getByText('Loom settings.exe')).toBeVisible()
  },
} as const
