// The documents of a first start: the job that adds them, and the worker that ingests them.
import { languages } from '@heddle/contracts/languages'
import { createCollection } from '@heddle/db/factories/knowledge'
import { createModel } from '@heddle/db/factories/model'
import { readHandbooks } from '@heddle/seed/handbook/handbooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addHandbooks } from '../../../../test/knowledge/handbook-scene.ts'
import { createIngestScene } from '../../../../test/knowledge/ingest-scene.ts'
import { startIngesting } from '../../../../test/knowledge/ingest-worker.ts'
import { createTestApp, type TestApp } from '../../../../test/application/test-app.ts'

const chapters = Array.from({ length: 15 }, (_, index) => index + 1)

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

test('the handbook is added in each language once, and ingested', async () => {
  const { id: collectionId } = await createCollection(api.db)
  await addHandbooks(api.dependencies, collectionId)
  await addHandbooks(api.dependencies, collectionId)
  const sources = await api.db.source.findMany({ where: { collectionId } })
  const titles = (await readHandbooks()).map(({ title }) => title)
  expect(sources.map(({ title }) => title).toSorted()).toEqual(titles.toSorted())
  expect(new Set(sources.map(({ language }) => language))).toEqual(new Set(languages))
  const questions = await api.db.collectionQuestion.findMany({ where: { collectionId }, include: { source: true } })
  expect(questions.length).toBe(languages.length * chapters.length)
  expect(questions.filter(({ language, passage, source }) => language !== source?.language || !passage)).toEqual([])

  const scene = createIngestScene(api.dependencies)
  const worker = await startIngesting(api.dependencies)
  try {
    for (const { id } of sources) {
      expect(await scene.untilState(id, 'indexed', 'failed')).toMatchObject({ failure: null })
      const searched = (await scene.readSearched(id)).map(({ text, headingPath }) => [...headingPath, text].join('\n')).join('\n')
      const found = Array.from(searched.matchAll(/^(?:## )?(\d+) .+$/gm), ([, chapter]) => Number(chapter))
      expect([...new Set(found)].toSorted((a, b) => a - b)).toEqual(chapters)
    }
  } finally {
    await worker.close()
  }
})

test('a model that does not answer is asked again, and the last attempt goes on without it', async () => {
  const { id, tenantId, activeIndexId } = await createCollection(api.db)
  await createModel(api.db, { tenantId, name: 'demo-embedding', kind: 'embedding' })
  await expect(addHandbooks(api.dependencies, id, { isLastAttempt: false })).rejects.toMatchObject({ code: 'EMBEDDING_UNAVAILABLE' })
  expect(await api.db.source.count({ where: { collectionId: id } })).toBe(0)
  await addHandbooks(api.dependencies, id)
  expect(await api.db.source.count({ where: { collectionId: id } })).toBe(languages.length)
  const index = await api.db.indexVersion.findUniqueOrThrow({ where: { id: activeIndexId ?? 0 } })
  expect(index.embeddingModel).toBeNull()
})

test('the job of a collection that is gone ends without sources', async () => {
  const before = await api.db.source.count()
  await addHandbooks(api.dependencies, '00000000-0000-7000-8000-000000000000')
  expect(await api.db.source.count()).toBe(before)
})
