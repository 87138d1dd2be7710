// How well the sample collection is searched, through words and the vectors of the demonstration: fixed questions in five languages, each
// with the chapter that answers it; and what the expert on it replies.
import type { searchCollection } from '@heddle/contracts/retrieval/search'
import { type Language, languages } from '@heddle/contracts/languages'
import { createGroup } from '@heddle/db/factories/group'
import { openJobFactory } from '@heddle/db/factories/job'
import { createModel } from '@heddle/db/factories/model'
import { type ExpectedRanks, measureRanks, type RankScores } from '@heddle/evaluation/score/ranks'
import { handbookQuestions as questions, readHandbooks } from '@heddle/seed/handbook/handbooks'
import { demonstrationModels } from '@heddle/seed/seed-data'
import { seedHandbook } from '@heddle/seed/seed'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EndpointResponse } from '@heddle/contracts/endpoint'
import { type ChatApp, createChatApp } from '../../../../test/chat/chat-app.ts'
import { addHandbooks } from '../../../../test/knowledge/handbook-scene.ts'
import { createIngestScene } from '../../../../test/knowledge/ingest-scene.ts'
import { startIngesting } from '../../../../test/knowledge/ingest-worker.ts'

const bothHalves = { lexical_weight: 1, vector_weight: 1 }

let api: ChatApp
let assistantId: string
let member: Awaited<ReturnType<ChatApp['createPerson']>>
let search: (body: object) => Promise<EndpointResponse<typeof searchCollection>['results']>
let paragraphs: Map<string, string[]>

const fold = (text: string) => text.replaceAll(/\s+/g, '')

/** Returns the beginnings of the paragraphs of each chapter, by language and number. */
async function readParagraphs() {
  const found = new Map<string, string[]>()
  for (const { language, text } of await readHandbooks()) {
    for (const chapter of text.split(/^## /m).slice(1)) {
      const [heading = '', ...rest] = chapter.split(/\n\n+/)
      const prose = rest.filter((paragraph) => paragraph !== '' && !paragraph.startsWith('|'))
      found.set(
        `${language}/${Number.parseInt(heading, 10)}`,
        prose.map((paragraph) => fold(paragraph).slice(0, 25)),
      )
    }
  }
  return found
}

beforeAll(async () => {
  api = await createChatApp()
  paragraphs = await readParagraphs()
  const administrator = await api.createPerson({ role: 'A' })
  const { tenantId } = administrator
  member = await api.createPerson({ tenantId })
  for (const model of demonstrationModels) await createModel(api.db, { tenantId, ...model })
  await createModel(api.db, { tenantId, name: 'gpt-4o', isDefault: true })
  const { id: groupId } = await createGroup(api.db, { tenantId })
  const jobs = await openJobFactory(api.dependencies.pool)
  const seeded = await api.db.$transaction((tx) => seedHandbook(tx, jobs, { tenantId, groupId }))
  await jobs.close()
  const { collectionId } = seeded
  assistantId = seeded.assistantId
  const scene = createIngestScene(api.dependencies)
  const worker = await startIngesting(api.dependencies)
  try {
    await addHandbooks(api.dependencies, collectionId)
    for (const { id } of await api.db.source.findMany({ where: { collectionId } })) await scene.untilState(id, 'indexed')
  } finally {
    await worker.close()
  }
  search = async (body) => {
    const response = await administrator.post(`/api/v1/knowledge/collection/${collectionId}/search`, body)
    if (response.statusCode !== 200) throw new Error(`The search was refused: ${response.body}`)
    return response.json().results
  }
}, 120_000)
afterAll(() => api.close())

type Direction = { readonly question: Language; readonly documents: Language }

async function measure({ question, documents }: Direction): Promise<RankScores> {
  const ranks: ExpectedRanks[] = []
  for (const { chapter, ...texts } of questions) {
    const results = await search({ query: texts[question], filters: { languages: [documents] }, top_k: 10, ...bothHalves })
    const expected = paragraphs.get(`${documents}/${chapter}`) ?? []
    const index = results.findIndex(({ chunk }) => expected.some((beginning) => fold(chunk.text).includes(beginning)))
    ranks.push([index === -1 ? null : index + 1])
  }
  return measureRanks(ranks, 5)
}

describe('questions on the handbook', () => {
  test.each(languages)('in %s all find their chapter in their language', async (language) => {
    const { recallAtK, mrrAt10 } = await measure({ question: language, documents: language })
    expect(recallAtK).toBe(1)
    expect(mrrAt10).toBeGreaterThanOrEqual(0.85)
  })

  const others = languages.filter((language) => language !== 'en')
  test.each(others)('in %s find their chapter in English', async (language) => {
    const { recallAtK } = await measure({ question: language, documents: 'en' })
    expect(recallAtK).toBeGreaterThanOrEqual(0.6)
  })
})

describe('the expert on the handbook', () => {
  test.each(languages)(
    'replies in %s to its recommended question, and to the next one, with citations of that handbook',
    async (language) => {
      const title = (await readHandbooks()).find((handbook) => handbook.language === language)?.title
      const chat = await api.startChat(member, assistantId)
      for (const { chapter, ...texts } of questions.filter((each) => each.chapter === 2 || each.chapter === 3)) {
        const { message, version } = await (await api.send(member, chat, { content: texts[language], response_language: language })).done()
        expect(message.status).toBe('completed')
        const [source] = message.sources
        expect(message.content).toContain(`[${source?.number}]`)
        expect(source?.title).toBe(title)
        expect(fold(source?.passage ?? '')).toContain(paragraphs.get(`${language}/${chapter}`)?.[0])
        chat.version = version
      }
    },
  )
})
