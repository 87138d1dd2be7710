// Replies over datasets: the plan that a model writes, the figures that the database computes, and who is given them.
import { createAssistant } from '@heddle/db/factories/assistant'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createModel } from '@heddle/db/factories/model'
import { createWorkflow } from '@heddle/db/factories/workflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../../test/chat/chat-app.ts'
import { arrangeDataset, datasetAddress, readDataset } from '../../../../test/dataset/dataset-scene.ts'
import { createQueryGraph } from '../../../../test/dataset/query-graph.ts'
import { createDatasetQueryService } from '../../dataset/query/query.service.ts'
import { createDatasetPort } from './dataset-port.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

/** A member of the group of a published dataset, and an assistant that queries it and answers with what came of it. */
async function createScene({ access = 'workflow', isPublished = true, plan = undefined as object | undefined } = {}) {
  const scene = await arrangeDataset(app)
  const { tenantId, group, dataset } = scene
  await scene.update({ access })
  await scene.addRows(
    { c1: 'A', c2: 'cotton', c3: 20, c4: 180 },
    { c1: 'B', c2: 'cotton', c3: 25.5, c4: 210 },
    { c1: 'C', c2: 'wool', c3: 12, c4: 300 },
    { c1: 'D', c2: 'cotton', c3: { number: 0.5, text: '<0.5', mark: '<' } },
  )
  if (isPublished) await scene.publishNow()
  const person = await app.createPerson({ tenantId })
  await createMembership(app.db, { groupId: group.id, userId: person.user.id })
  const workflow = await createWorkflow(app.db, { tenantId, draft: createQueryGraph(dataset.id, plan) })
  const assistant = await createAssistant(app.db, { tenantId, groupId: group.id, isPublic: true, workflowId: workflow.id })
  await createModel(app.db, { tenantId, name: 'gpt-4o', isDefault: true })
  return { ...scene, person, chat: await app.startChat(person, assistant.id) }
}
type Scene = Awaited<ReturnType<typeof createScene>>

/** Asks with what the model answers: it repeats the question. */
async function ask({ person, chat }: Pick<Scene, 'person' | 'chat'>, answered: object) {
  const content = `${JSON.stringify(answered)} [[demo:echo,reasoning=none]]`
  return (await app.send(person, chat, { content })).done()
}
const asPlan = (plan: object) => ({ plan, not_expressible: null })

const mean = { aggregates: [{ fn: 'mean', column: 'c3' }], where: [{ column: 'c2', op: 'eq', value: 'Cotton' }] }

describe('a question over a dataset', () => {
  test('is answered with the figures of the database, in words and as a table', async () => {
    const { message } = await ask(await createScene(), asPlan(mean))
    expect(message.content).toBe(
      [
        'mean of Strength where Fibre = cotton, 3 rows, 1 of Strength left out as < 0.5',
        '',
        '| mean of Strength |',
        '| --- |',
        '| 22.75 |',
      ].join('\n'),
    )
    expect(message).toMatchObject({ status: 'completed', steps: [{ type: 'start' }, { type: 'dataset_query' }, { type: 'answer' }] })
  })

  test('tells the model the columns, and no row', async () => {
    const scene = await createScene()
    await ask(scene, asPlan({ select: ['c1'], where: [{ column: 'c4', op: 'ge', value: 123_456 }] }))
    const [call] = app.callsOf('123456')
    const prompt = JSON.stringify(call?.body)
    expect(prompt).toContain('- c3: Strength (number)')
    expect(prompt).not.toContain('25.5')
  })

  test('shows as many rows as its node, and says how many there are', async () => {
    const { message } = await ask(
      await createScene(),
      asPlan({ select: ['c1', 'c3'], order_by: [{ column: 'c3', direction: 'desc' }], limit: 200 }),
    )
    expect(message.content).toContain('4 rows, only the first 2 shown')
    expect(message.content).toContain('| B | 25.5 |\n| A | 20 |')
    expect(message.content).not.toContain('| C |')
  })

  test.each([
    ['without rows', asPlan({ select: ['c1'], where: [{ column: 'c3', op: 'gt', value: 900 }] }), 'Empty: Nothing in the dataset fits: '],
    [
      'with a value that is not there',
      asPlan({ select: ['c1'], where: [{ column: 'c2', op: 'eq', value: 'silk' }] }),
      'No value: No row has “silk” as Fibre',
    ],
    [
      'that the columns cannot say',
      { plan: null, not_expressible: 'It has no prices.' },
      'Not said: The dataset cannot answer this question. It has no prices.',
    ],
    ['with a column that is not there', asPlan({ select: ['c99'] }), 'Failed: WORKFLOW_OUTPUT_INVALID'],
  ])('%s is said to be so', async (_name, answered, expected) => {
    const { message } = await ask(await createScene(), answered)
    expect(message.content).toContain(expected)
  })

  test('is asked once more with the errors by path, and both calls are counted', async () => {
    const { message } = await ask(await createScene(), asPlan({ select: ['c98'] }))
    const calls = app.callsOf('c98').map(({ body }) => JSON.stringify(body))
    expect(calls.some((body) => body.includes('- select.0: is not a column of the table'))).toBe(true)
    const event = await app.db.usageEvent.findFirstOrThrow({ where: { messageId: message.id } })
    expect(await app.db.usageCall.count({ where: { runId: event.runId, nodeId: 'figures' } })).toBe(2)
  })

  test('finds nothing of it from the next question on once its user has left the group', async () => {
    const scene = await createScene({ access: 'members' })
    const first = await ask(scene, asPlan(mean))
    expect(first.message.content).toContain('22.75')
    await app.db.membership.deleteMany({ where: { userId: scene.person.user.id } })
    const calls = app.demo.requests.length
    const { message } = await ask({ ...scene, chat: { ...scene.chat, version: first.version } }, asPlan(mean))
    expect(message.content).toBe('Empty: No data was found for this question.')
    expect(app.demo.requests.length).toBe(calls)
  })

  test('finds nothing before it is published', async () => {
    const { message } = await ask(await createScene({ isPublished: false }), asPlan(mean))
    expect(message.content).toBe('Empty: No data was found for this question.')
  })
})

describe('a fixed plan', () => {
  const plan = {
    ...mean,
    where: [
      { column: 'c2', op: 'eq', open: 'required' },
      { column: 'c4', op: 'le', open: 'optional' },
    ],
  }

  test('without open values is answered without a model', async () => {
    const scene = await createScene({ plan: mean })
    const calls = app.demo.requests.length
    const { message } = await ask(scene, {})
    expect(message.content).toContain('mean of Strength where Fibre = cotton, 3 rows')
    expect(app.demo.requests.length).toBe(calls)
  })

  test.each([
    [{ v1: 'Cotton', v2: 200 }, 'mean of Strength where Fibre = cotton and Weight ≤ 200, 1 row'],
    [{ v1: 'Cotton', v2: null }, 'mean of Strength where Fibre = cotton, 3 rows'],
    [{ v1: null, v2: 200 }, 'Not said: The dataset cannot answer this question. The question does not say: Fibre.'],
    [{ v1: "'); DROP TABLE t1; --", v2: null }, 'No value: No row has “'],
  ])('with the values %j is answered by them', async (values, expected) => {
    const { message } = await ask(await createScene({ plan }), values)
    expect(message.content).toContain(expected)
  })

  test('that is published does not name columns that are not', async () => {
    const { caller, dataset, tenantId } = await createScene()
    const draft = createQueryGraph(dataset.id, { select: ['c1'], where: [{ column: 'c99', op: 'eq', open: 'required' }] })
    const { id } = await createWorkflow(app.db, { tenantId, draft })
    await app.db.workflowVersion.deleteMany({ where: { workflowId: id } })
    expect((await caller.post(`/api/v1/workflow/${id}/publish`, { revision: 0, note: '' })).json().detail).toMatchObject({
      code: 'WORKFLOW_GRAPH_INVALID',
      params: { problems: [{ node_id: 'figures', field: 'config.plan.where.0.column', code: 'plan_invalid' }] },
    })
    const { table } = (await caller.get(`${datasetAddress}/${dataset.id}/published_table`)).json()
    expect(table).toMatchObject({ version: 1, columns: [{ id: 'c1' }, {}, {}, {}, {}, {}], measures: [], links: {} })
  })
})

test('a linked dataset that its user may not read does not exist for the model, nor for its plan', async () => {
  const scene = await createScene()
  const { tenantId, caller, person } = scene
  const group = await createGroup(app.db, { tenantId })
  const columns = [
    { name: 'Yarn', type: 'text', key: true },
    { name: 'Secret density', type: 'number' },
  ]
  const dataset = { kind: 'table', name: 'Yarns', group_id: group.id, access: 'members', columns }
  const yarns = readDataset(await caller.post(datasetAddress, { dataset }))
  await caller.post(`${datasetAddress}/${yarns.id}/row`, { rows: [{ cells: { c1: 'Y1', c2: 19.7 } }] })
  await caller.post(`${datasetAddress}/${yarns.id}/publish`, { revision: 0 })
  await scene.update({ columns: [...(await scene.read()).columns, { name: 'Yarn', type: 'text', refers_to: yarns.id }] })
  await scene.addRows({ c1: 'E', c7: 'Y1' })
  await scene.publishNow()

  const plan = asPlan({ select: ['c7.c2'], where: [{ column: 'c1', op: 'eq', value: 'E' }] })
  const first = await ask(scene, plan)
  expect(first.message.content).toBe('Failed: WORKFLOW_OUTPUT_INVALID')
  expect(app.callsOf('Secret density')).toEqual([])
  await createMembership(app.db, { groupId: group.id, userId: person.user.id })
  const { message } = await ask({ ...scene, chat: { ...scene.chat, version: first.version } }, plan)
  expect(message.content).toContain('| 19.7 |')
  expect(app.callsOf('Secret density')).not.toEqual([])
})

test('a plan is computed with the rights of its moment, over the version that the model was told of', async () => {
  const scene = await createScene({ access: 'members' })
  const { pool, now } = app.dependencies
  const holder = { id: scene.person.user.id, tenantId: scene.tenantId }
  const port = createDatasetPort({ pool, now, datasetQueries: createDatasetQueryService(pool) }, holder)
  const datasetId = scene.dataset.id
  const query = (plan: object, versions?: string) =>
    port.query({ datasetId, plan, language: 'en', ...(versions !== undefined && { versions }) }, new AbortController().signal)
  const highest = { aggregates: [{ fn: 'max', column: 'c3' }] }
  const weights = { select: ['c4'] }
  const before = await port.describe(datasetId)
  expect(before?.findErrors(weights)).toBeNull()

  await scene.addRows({ c1: 'E', c3: 31 })
  await scene.update({ columns: (await scene.read()).columns.filter(({ id }) => id !== 'c4') })
  await scene.publishNow()
  expect(await query(highest, before?.versions)).toMatchObject({
    rows: { rows: [{ 'highest Strength': 25.5 }] },
    cited: { rows: { version: 1 } },
  })
  expect((await query(weights, before?.versions)).outcome).toBe('found')
  expect((await query(highest)).rows.rows).toEqual([{ 'highest Strength': 31 }])
  await expect(query(weights)).rejects.toMatchObject({ code: 'DATASET_PLAN_INVALID' })

  await app.db.membership.deleteMany({ where: { userId: scene.person.user.id } })
  for (const versions of [undefined, before?.versions])
    expect(await query(highest, versions)).toMatchObject({ outcome: 'empty', rows: { rows: [] }, query: '' })
  expect(await port.describe(datasetId)).toBeNull()
})
