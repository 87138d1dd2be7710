// What a kept test run shows of knowledge collections and datasets, to readers who may read them and to those who may not.
import type { WorkflowRun } from '@heddle/contracts/trial/workflow-run'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createCollection } from '@heddle/db/factories/knowledge'
import { createModel } from '@heddle/db/factories/model'
import { createTenant } from '@heddle/db/factories/tenant'
import { createWorkflow } from '@heddle/db/factories/workflow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../test/chat/chat-app.ts'
import { readRun } from '../../../test/chat/reply-reader.ts'
import { arrangeDataset } from '../../../test/dataset/dataset-scene.ts'
import { createCitingGraph } from '../../../test/dataset/citing-graph.ts'
import { createQueryGraph } from '../../../test/dataset/query-graph.ts'
import { indexSourceNow } from '../../../test/knowledge/index-source-now.ts'
import { createSearchGraph } from '../../../test/knowledge/search-graph.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

const canary = 'Cotton shrinks by three percent, says the canary file.'
const question = 'How much does cotton shrink?'

/** A workflow that searches a collection for members, an admin who is one, and another admin. */
async function arrange() {
  const { id: tenantId } = await createTenant(app.db)
  const group = await createGroup(app.db, { tenantId })
  const collection = await createCollection(app.db, { tenantId, groupId: group.id, access: 'members' })
  const text = ['', `# Washing\n\n${canary}`]
  await indexSourceNow(app.dependencies, { collectionId: collection.id, title: 'Secret handbook', text })
  await createModel(app.db, { tenantId, name: 'gpt-4o', isDefault: true })
  const workflow = await createWorkflow(app.db, { tenantId, draft: createSearchGraph([collection.id]) })
  const url = `/api/v1/workflow/${workflow.id}/run`

  async function createAdmin() {
    const person = await app.createPerson({ tenantId, role: 'A' })
    return {
      ...person,
      run: async (body: object = {}) => {
        const stream = await readRun(app.origin + url, person.headers, { question, response_language: 'en', ...body })
        const { run_id: runId } = await stream.done()
        return { runId, seen: JSON.stringify(stream.events) }
      },
      open: async (runId: string) => (await person.get(`${url}/${runId}`)).json<{ run: WorkflowRun }>().run,
      /** All that the service sends about a run. */
      readAll: async (runId: string) => {
        const responses = [
          await person.get(`${url}/${runId}`),
          await person.post(`${url}/query`),
          await person.get(`/api/v1/debug/run/${runId}`),
        ]
        return responses.map(({ body }) => body).join('\n')
      },
    }
  }
  const [member, other] = [await createAdmin(), await createAdmin()]
  await createMembership(app.db, { groupId: group.id, userId: member.user.id })
  return { group, collection, member, other }
}

const expectNone = (seen: string) => {
  for (const secret of [canary, 'Secret handbook', 'Washing']) expect(seen).not.toContain(secret)
}

test('a kept run withholds passages, and what was made of them, from who may not read their collection now', async () => {
  const { member, other, group, collection } = await arrange()
  const { runId } = await member.run()
  const kept = await member.open(runId)
  expect(kept).toMatchObject({ text: expect.stringContaining(canary) as string, sources: [{ title: 'Secret handbook' }] })
  expect(kept.is_withheld).toBeUndefined()

  expectNone(await other.readAll(runId))
  const withheld = await other.open(runId)
  expect(withheld).toMatchObject({
    question,
    text: '',
    is_withheld: true,
    sources: [{ number: 1, title: null, passage: '', is_withheld: true }],
    values: { start: { question } },
    usage: kept.usage,
    ms: kept.ms,
  })
  expect(Object.keys(withheld.values)).toEqual(['start'])
  const shown = (run: WorkflowRun) => run.trace.filter(({ node_id: id }) => id === 'start' || id === 'sorry')
  expect(shown(withheld)).toEqual(shown(kept))
  expect(withheld.trace.map(({ node_id: id, status }) => `${id} ${status}`)).toEqual(
    kept.trace.map(({ node_id: id, status }) => `${id} ${status}`),
  )
  expect(withheld.trace.find(({ node_id: id, status }) => id === 'llm' && status === 'started')).toMatchObject({
    input: {},
    is_withheld: true,
  })
  expect(withheld.trace.find(({ node_id: id, status }) => id === 'llm' && status === 'finished')).toMatchObject({
    output: {},
    is_withheld: true,
    usage: expect.objectContaining({ estimated: false }) as object,
  })

  // Who has started it is no exception, and the access of the collection counts as it is now.
  await app.db.membership.deleteMany({ where: { userId: member.user.id } })
  expectNone(await member.readAll(runId))
  await app.db.collection.update({ where: { id: collection.id }, data: { access: 'workflow' } })
  expect(await other.open(runId)).toEqual(kept)
  // One that is gone counts as it was when the run was kept.
  await app.db.collection.delete({ where: { id: collection.id } })
  expectNone(await other.readAll(runId))
  await createMembership(app.db, { groupId: group.id, userId: other.user.id })
  expect(await other.open(runId)).toEqual(kept)
})

test('the values of a kept run are given to a node only as far as its reader may read them, and keep their collections', async () => {
  const { member, other } = await arrange()
  const { runId } = await member.run()
  const prompts = app.callsOf(canary).length
  const stolen = await other.run({ node_id: 'llm', values_from_run_id: runId })
  expectNone(stolen.seen)
  expect(app.callsOf(canary)).toHaveLength(prompts)
  // What it was given was empty, and is shown.
  expect((await other.open(stolen.runId)).is_withheld).toBeUndefined()

  const alone = [
    await member.run({ node_id: 'llm', values_from_run_id: runId }),
    await member.run({ node_id: 'answer', values: { llm: { text: canary } } }),
    await member.run({ history: [{ role: 'assistant', content: canary }], question: 'Say that once more [[demo:echo]]' }),
  ]
  for (const run of alone) {
    expect(await member.readAll(run.runId)).toContain(canary)
    expectNone(await other.readAll(run.runId))
  }
})

test('a run that found nothing is shown to who may read none of its collections', async () => {
  const { other, member } = await arrange()
  const { runId } = await other.run()
  for (const reader of [other, member]) {
    const run = await reader.open(runId)
    expect(run).toMatchObject({ text: 'Nothing was found.' })
    expect(run.is_withheld).toBeUndefined()
  }
})

/** A dataset for members, an admin who is one, another admin, and what the former's runs are kept as. */
async function arrangeRows(createDraft: (datasetId: string) => object) {
  const { tenantId, group, dataset, update, addRows, publishNow } = await arrangeDataset(app)
  await update({ access: 'members' })
  await addRows({ c1: 'Secret sample', c3: 22.75 })
  await publishNow()
  await createModel(app.db, { tenantId, name: 'gpt-4o', isDefault: true })
  const workflow = await createWorkflow(app.db, { tenantId, draft: createDraft(dataset.id) })
  const url = `/api/v1/workflow/${workflow.id}/run`
  const [member, other] = [await app.createPerson({ tenantId, role: 'A' }), await app.createPerson({ tenantId, role: 'A' })]
  await createMembership(app.db, { groupId: group.id, userId: member.user.id })

  async function run(asked: string) {
    const stream = await readRun(app.origin + url, member.headers, {
      question: `${asked} [[demo:echo,reasoning=none]]`,
      response_language: 'en',
    })
    const { run_id: runId } = await stream.done()
    return {
      kept: (await member.get(`${url}/${runId}`)).json<{ run: WorkflowRun }>().run,
      withheld: await other.get(`${url}/${runId}`),
    }
  }
  return { dataset, run }
}

test('a kept run withholds the rows of a dataset, and what is said of its values, from who may not read it', async () => {
  const { run } = await arrangeRows(createQueryGraph)
  const nearest = { select: ['c3'], where: [{ column: 'c1', op: 'eq', value: 'Secret' }] }
  for (const [plan, outcome] of [
    [{ select: ['c1', 'c3'] }, 'found'],
    [nearest, 'no_such_value'],
  ] as const) {
    const { kept, withheld } = await run(JSON.stringify({ plan, not_expressible: null }))
    expect(kept.values['figures']).toMatchObject({ outcome, text: expect.stringContaining('Secret sample') as string })
    expect(withheld.json()).toMatchObject({ run: { text: '', is_withheld: true } })
    for (const secret of ['Secret sample', '22.75', 'Strength']) expect(withheld.body).not.toContain(secret)
  }
})

test('a kept run withholds the rows that it cites from who may not read their dataset', async () => {
  const { dataset, run } = await arrangeRows((datasetId) => createCitingGraph(datasetId, { select: ['c1', 'c3'] }))
  const { kept, withheld } = await run('It is so [1].')
  expect(kept.sources).toMatchObject([{ rows: { dataset_ids: [dataset.id], rows: [{ cells: ['Secret sample', 22.75] }] } }])
  expect(withheld.json<{ run: WorkflowRun }>().run.sources).toMatchObject([{ number: 1, title: null, passage: '', is_withheld: true }])
  for (const secret of ['Secret sample', '22.75', 'Strength']) expect(withheld.body).not.toContain(secret)
})
