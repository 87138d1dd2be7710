// The datasets of a first start: the rows of the table fit its columns, its recommended questions have their figures in each language, as
// Python computes them from the file, and those of the approved answers have theirs.
import type { testQa } from '@heddle/contracts/dataset/qa-match'
import { type Language, languages } from '@heddle/contracts/languages'
import { createGroup } from '@heddle/db/factories/group'
import { openJobFactory } from '@heddle/db/factories/job'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { createTablePlan } from '@heddle/demo-model/table-plan'
import { fabricTestsExpert } from '@heddle/seed/fabric-tests/fabric-tests-expert'
import { laboratoryExpert } from '@heddle/seed/laboratory-answers/laboratory-answers'
import { seedFabricTests, seedLaboratoryAnswers } from '@heddle/seed/seed'
import { checkPlan } from '@heddle/table/check/check-plan'
import type { QueryTable } from '@heddle/table/query-table'
import { describeTable } from '@heddle/table/prompt/describe-table'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { createTestApp, type TestApp } from '../../../test/application/test-app.ts'
import { datasetAddress, readRefusal } from '../../../test/dataset/dataset-scene.ts'
import { presentDefinition } from './dataset.presenter.ts'
import { runPlan } from './query/run-plan.sql.ts'
import { updateTables } from './version/update-tables.ts'

let api: TestApp
let datasetId: string
let answersId: string
let tenantId: string
let table: QueryTable

beforeAll(async () => {
  api = await createTestApp()
  const { db, pool } = api.dependencies
  tenantId = (await createTenant(db)).id
  const { id: groupId } = await createGroup(db, { tenantId })
  const jobs = await openJobFactory(pool)
  const seeded = await db.$transaction((tx) => seedFabricTests(tx, jobs, { tenantId, groupId }))
  const answers = await db.$transaction((tx) => seedLaboratoryAnswers(tx, jobs, { tenantId, groupId }))
  await jobs.close()
  datasetId = seeded.datasetId
  answersId = answers.datasetId
  await updateTables(pool, new AbortController().signal)
  const version = await db.datasetVersion.findFirstOrThrow({ where: { datasetId, state: 'active' } })
  table = { number: version.tableNumber, ...presentDefinition(version), links: {} }
})
afterAll(() => api.close())

test('the sample dataset is one that an administrator can edit and publish', async () => {
  const caller = await api.as(await createUser(api.db, { tenantId, role: 'A' }))
  const address = `${datasetAddress}/${datasetId}`
  const { columns, measures } = table
  const saved = await caller.put(address, { revision: 0, dataset: { columns, measures } })
  expect(saved.statusCode).toBe(200)
  const { rows } = (await caller.post(`${address}/row/query`, { page_size: 100 })).json()
  const untouched = rows.map(({ id, revision, cells }: { id: string; revision: number; cells: object }) => ({ id, revision, cells }))
  for (let first = 0; first < untouched.length; first += 50)
    expect((await caller.put(`${address}/row`, { rows: untouched.slice(first, first + 50) })).statusCode).toBe(200)
  expect((await caller.post(`${address}/publish`, { revision: 1 })).statusCode).toBe(200)
  expect(readRefusal(await caller.delete(address))).toEqual([409, 'DATASET_IN_USE'])
})

async function answer(question: string) {
  const plan = createTablePlan(`Write the query over one table\n${describeTable(table)}`, question)
  const checked = checkPlan(plan, table)
  if (!checked.ok) throw new Error(JSON.stringify({ plan, errors: checked.errors }))
  const outcome = await runPlan(api.dependencies.pool, checked.plan, table)
  if (outcome.type !== 'answered') return outcome
  const { rows, total, censored } = outcome.result
  return { rows: rows.map(({ cells }) => cells), total, censored: censored.map((each) => each?.count ?? 0) }
}

describe.each(languages)('the recommended questions in %s', (language) => {
  const [light, byFiber, shrinkage] = fabricTestsExpert.recommendedQuestions.map(({ content }) => content[language] ?? '')

  test('are of the fabrics that are light and strong', async () => {
    expect(await answer(light ?? '')).toMatchObject({ total: 19 })
  })

  test('are of the strength of each fiber', async () => {
    const { rows } = (await answer(byFiber ?? '')) as { rows: (readonly unknown[])[] }
    const rounded = rows.map(([fiber, mean]) => [fiber, Math.round(Number(mean) * 10) / 10])
    expect(new Map(rounded as [string, number][])).toEqual(
      new Map([
        ['cotton', 941.9],
        ['linen', 1_691.3],
        ['nylon', 1_954.9],
        ['polyester', 1_496.3],
        ['polyester/cotton', 1_160.6],
        ['viscose', 388],
        ['wool', 542.4],
      ]),
    )
  })

  test('are of the shrinkage of cotton, without what was below the limit', async () => {
    expect(await answer(shrinkage ?? '')).toMatchObject({ rows: [[66, expect.closeTo(2.837_096_774, 6)]], censored: [0, 4] })
  })
})

describe('the sample of approved answers', () => {
  async function tryOut(content: string, language: Language) {
    const caller = await api.as(await createUser(api.db, { tenantId, role: 'A' }))
    const tried = await caller.post(`${datasetAddress}/${answersId}/qa_test`, { question: content, language })
    return tried.json<z.output<(typeof testQa.schema.response)[200]>>().answer
  }

  test.each(languages)('has an answer to each recommended question in %s', async (language) => {
    const answers = await Promise.all(laboratoryExpert.recommendedQuestions.map(({ content }) => tryOut(content[language] ?? '', language)))
    expect(answers.map((given) => given?.language)).toEqual(answers.map(() => language))
    expect(new Set(answers.map((given) => given?.text)).size).toBe(answers.length)
  })

  test('is not given to a question of another fabric', async () => {
    expect(await tryOut('can knitted fabrics be tested with the strip method', 'en')).toMatchObject({ language: 'en' })
    expect(await tryOut('Can woven fabrics be tested with the strip method?', 'en')).toBeNull()
  })

  test('has no near-equal questions with different answers', async () => {
    const caller = await api.as(await createUser(api.db, { tenantId, role: 'A' }))
    const review = await caller.post(`${datasetAddress}/${answersId}/qa_review`, {})
    expect(review.json()).toMatchObject({ near_equal: [], is_cut: false })
  })
})
