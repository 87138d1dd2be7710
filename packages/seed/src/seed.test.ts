import { RecommendedQuestion } from '@heddle/contracts/assistant/assistant'
import { qaColumn } from '@heddle/contracts/dataset/kind-columns'
import { languages } from '@heddle/contracts/languages'
import { LocalizedText } from '@heddle/contracts/wire'
import { WorkflowGraph } from '@heddle/contracts/workflow/workflow-graph'
import { listBoundResources } from '@heddle/workflow/model/graph/bound-resources'
import { createTestDatabase, type TestDatabase } from '@heddle/db/testing/test-database'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { starterAssistant } from '@heddle/workflow/model/templates/starter-texts'
import { verifyPassword } from '@heddle/security/password'
import { assistants as seededAssistants, groups, handbookExpert } from './seed-data.ts'
import { fabricTestsExpert } from './fabric-tests/fabric-tests-expert.ts'
import { datasetQueue, sampleQueue } from '@heddle/db/job-queues'
import { fabricTests } from './fabric-tests/fabric-tests.ts'
import { readHandbooks } from './handbook/handbooks.ts'
import { laboratoryExpert } from './laboratory-answers/laboratory-answers.ts'
import { seed } from './seed.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.close())

const password = 'correct horse battery'
const inAllLanguages = LocalizedText.required()
const ApprovedRow = z.object(
  Object.fromEntries(
    [qaColumn.question, qaColumn.wordings, qaColumn.sources, ...Object.values(qaColumn.answer)].map((id) => [id, z.string().min(1)]),
  ),
)

/** Returns what the worker is to publish. */
const listPublishing = () => database.db.$queryRaw<object[]>`SELECT data FROM pgboss.job WHERE name = ${datasetQueue}`

/** Returns the experts on a dataset. */
async function listReaders(datasetId: string) {
  const experts = await database.db.assistant.findMany({ include: { workflow: { include: { versions: true } } } })
  return experts.filter(({ workflow }) =>
    workflow.versions.some(({ graph }) => listBoundResources(WorkflowGraph.parse(graph), 'dataset').includes(datasetId)),
  )
}

describe('the seed', () => {
  test('makes the cast, with one password', async () => {
    await seed(database, { password })
    const users = await database.db.user.findMany({ orderBy: { id: 'asc' }, include: { memberships: true } })
    expect(users.map(({ email, account, role, memberships }) => [email, account, role, memberships[0]?.role])).toEqual([
      ['super@heddle.test', 'super', 'S', undefined],
      ['admin@heddle.test', 'admin', 'A', undefined],
      ['owner@heddle.test', 'owner', 'U', 'O'],
      ['member@heddle.test', 'member', 'U', 'U'],
      ['outsider@example.test', 'outsider', 'U', 'O'],
    ])
    expect(new Set(users.map(({ tenantId }) => tenantId)).size).toBe(2)
    expect(users[2]?.memberships[0]?.groupId).toBe(users[3]?.memberships[0]?.groupId)
    for (const { passwordHash } of users) await expect(verifyPassword(password, passwordHash ?? '')).resolves.toBe(true)
  })

  test('writes everything that people read in all five languages', async () => {
    const { db } = database
    await seed(database, { password })
    expect(await db.prompt.groupBy({ by: ['tenantId'], _count: true })).toMatchObject([{ _count: 30 }, { _count: 30 }])
    const assistants = await db.assistant.findMany({ include: { group: true, workflow: { include: { versions: true } } } })
    expect(assistants.map(({ isPublic }) => isPublic)).toEqual([true, false, true, true, true, true, true])
    for (const assistant of assistants) {
      const { name, description, group, workflow } = assistant
      for (const text of [name, description, group.name, group.description, workflow.name]) {
        expect(Object.keys(inAllLanguages.parse(text))).toEqual(['default', ...languages])
      }
      const questions = z.array(RecommendedQuestion).parse(assistant.recommendedQuestions)
      expect(questions.length).toBeGreaterThanOrEqual(3)
      for (const question of questions) z.object({ title: inAllLanguages, content: inAllLanguages }).parse(question)
      WorkflowGraph.parse(workflow.versions[0]?.graph)
    }
  })

  test('has the worker fill a collection of the laboratory, which one expert searches', async () => {
    const { db } = database
    await seed(database, { password })
    const collection = await db.collection.findFirstOrThrow({ include: { group: true, activeIndex: true } })
    for (const text of [collection.name, collection.description, collection.copyright]) inAllLanguages.parse(text)
    expect(collection.group.name).toEqual(groups.laboratory.name)
    const jobs = await db.$queryRaw`SELECT data FROM pgboss.job WHERE name = ${sampleQueue}`
    expect(jobs).toEqual([{ data: { collectionId: collection.id } }])
    const versions = await db.workflowVersion.findMany({ include: { workflow: { include: { assistants: true } } } })
    const searching = versions.filter(({ graph }) => listBoundResources(WorkflowGraph.parse(graph), 'collection').length > 0)
    expect(searching.map(({ graph }) => listBoundResources(WorkflowGraph.parse(graph)))).toEqual([[collection.id]])
    expect(searching[0]?.workflow.assistants).toMatchObject([{ name: handbookExpert.name, groupId: collection.groupId, isPublic: true }])
  })

  test('has the worker publish a dataset of the laboratory, which one expert queries', async () => {
    const { db } = database
    await seed(database, { password })
    const dataset = await db.dataset.findFirstOrThrow({ where: { kind: 'table' }, include: { group: true } })
    const { columns } = fabricTests
    const choices = columns.flatMap((column) => column.choices ?? [])
    const texts = [dataset.name, dataset.description, ...[...columns, ...fabricTests.measures, ...choices].map(({ name }) => name)]
    for (const text of texts) inAllLanguages.parse(text)
    expect(dataset).toMatchObject({ rowCount: 200, draftVersion: 2, hasChanges: false, group: { name: groups.laboratory.name } })
    const version = await db.datasetVersion.findFirstOrThrow({ where: { datasetId: dataset.id } })
    expect(version).toMatchObject({ number: 1, state: 'building', rowCount: 200 })
    expect(await listPublishing()).toContainEqual({ data: { versionId: version.id } })
    expect(await listReaders(dataset.id)).toMatchObject([{ name: fabricTestsExpert.name, groupId: dataset.groupId, isPublic: true }])
  })

  test('has the worker publish approved answers in all five languages, which one expert gives', async () => {
    const { db } = database
    await seed(database, { password })
    const dataset = await db.dataset.findFirstOrThrow({ where: { kind: 'qa' } })
    for (const text of [dataset.name, dataset.description]) inAllLanguages.parse(text)
    const rows = await db.datasetRow.findMany({ where: { datasetId: dataset.id }, orderBy: { rowNo: 'asc' } })
    expect(rows).toHaveLength(dataset.rowCount)
    for (const { data } of rows) ApprovedRow.parse(data)
    const version = await db.datasetVersion.findFirstOrThrow({ where: { datasetId: dataset.id } })
    expect(await listPublishing()).toContainEqual({ data: { versionId: version.id } })
    expect(await listReaders(dataset.id)).toMatchObject([{ name: laboratoryExpert.name, groupId: dataset.groupId, isPublic: true }])
  })

  test('has the same chapters and tables of the handbook in each language', async () => {
    const handbooks = await readHandbooks()
    const outlines = handbooks.map(({ text }) => text.split('\n').flatMap((line) => /^## (\d+) |^\| (-)/.exec(line)?.slice(1, 3) ?? []))
    expect(handbooks.map(({ title }) => title)).not.toContain('')
    expect(new Set(outlines.map((outline) => outline.join())).size).toBe(1)
    const standards = handbooks.map(({ text }) => new Set(text.match(/\b(?:ISO(?:\/TR)?|AATCC|ASTM|EN|JIS L) [A-Z]?\d[\w.-]*\w/g)))
    for (const named of standards) expect(named).toEqual(standards[0])
  })

  test('calls every expert by the word of the interface, in each language', () => {
    const words = { zhHant: /專家/, en: /expert/i, ja: /エキスパート/, th: /ผู้เชี่ยวชาญ/, vi: /chuyên gia/i }
    const names = [...seededAssistants.institute, handbookExpert, fabricTestsExpert, laboratoryExpert, starterAssistant].flatMap(
      ({ name }) => languages.map((language) => ({ language, name: name[language] ?? '' })),
    )
    expect(names.filter(({ language, name }) => !words[language].test(name))).toEqual([])
  })

  test('offers what the demonstration has for collections', async () => {
    const { db } = database
    await seed(database, { password })
    const models = await db.model.findMany({ where: { kind: { not: 'chat' } }, orderBy: [{ tenantId: 'asc' }, { position: 'asc' }] })
    expect(models.map(({ name, kind, position, isDefault }) => [name, kind, position, isDefault])).toEqual(
      Array.from({ length: 2 }, () => [
        ['demo-embedding', 'embedding', 3, false],
        ['demo-rerank', 'rerank', 4, false],
      ]).flat(),
    )
  })

  test('takes the names of the models, the first as default', async () => {
    const { db } = database
    await seed(database, { password, modelNames: ['qwen3', 'gemma3'] })
    const models = await db.model.findMany({ orderBy: [{ tenantId: 'asc' }, { position: 'asc' }] })
    expect(models.map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ['qwen3', true],
      ['gemma3', false],
      ['qwen3', true],
      ['gemma3', false],
    ])
  })

  test.each(['1234567890', 'member@heddle.test'])('refuses the password %s, which is guessed first', async (weak) => {
    await expect(seed(database, { password: weak })).rejects.toThrow('SEED_PASSWORD is not valid')
    await expect(database.db.user.count()).resolves.toBe(0)
  })

  test('refuses a database that has users, also when two start at once', async () => {
    const results = await Promise.allSettled([seed(database, { password }), seed(database, { password })])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(seed(database, { password })).rejects.toThrow('has users already')
    await expect(database.db.user.count()).resolves.toBe(5)
  })
})
