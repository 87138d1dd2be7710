// Tests of a dataset over HTTP: the plan that a model writes or a caller gives, and what the database computes.
import type { QueryTest } from '@heddle/contracts/trial/query-test'
import { createDataset } from '@heddle/db/factories/dataset'
import { createModel } from '@heddle/db/factories/model'
import { createUser } from '@heddle/db/factories/user'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../../test/application/test-app.ts'
import { type ChatApp, createChatApp } from '../../../test/chat/chat-app.ts'
import { arrangeDataset, datasetAddress, readRefusal } from '../../../test/dataset/dataset-scene.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

/** An administrator with a published dataset, and how it is tested. */
async function arrange({ isPublished = true } = {}) {
  const scene = await arrangeDataset(app)
  await scene.addRows(
    { c1: 'A', c2: 'cotton', c3: 20, c4: 180 },
    { c1: 'B', c2: 'cotton', c3: 25.5, c4: 210 },
    { c1: 'C', c2: 'wool', c3: 12, c4: 300 },
    { c1: 'D', c2: 'cotton', c3: { number: 0.5, text: '<0.5', mark: '<' } },
  )
  if (isPublished) await scene.publishNow()
  await createModel(app.db, { tenantId: scene.tenantId, name: 'gpt-4o', isDefault: true })
  const send = (body: object, caller: Caller = scene.caller) => caller.post(`${scene.address}/query_test`, body)
  async function run(body: object) {
    const response = await send(body)
    expect([response.statusCode, response.body]).toEqual([200, response.body])
    return response.json<{ test: QueryTest }>().test
  }
  /** Asks with what the model answers: it repeats the question. */
  const ask = (answered: object) => run({ question: `${JSON.stringify(answered)} [[demo:echo,reasoning=none]]`, language: 'en' })
  return { ...scene, send, run, ask, findUsage: () => app.db.usageEvent.findMany({ where: { tenantId: scene.tenantId } }) }
}

const mean = { aggregates: [{ fn: 'mean', column: 'c3' }], where: [{ column: 'c2', op: 'eq', value: 'Cotton' }] }
const asPlan = (plan: object) => ({ plan, not_expressible: null })

describe('a question', () => {
  test('gives the plan, the plan in words, the rows, and leaves its usage alone', async () => {
    const { ask, findUsage, caller, dataset } = await arrange()
    const tested = await ask(asPlan(mean))
    expect(tested).toMatchObject({
      outcome: 'found',
      plan: { ...mean, limit: 200 },
      problems: [],
      query: 'mean of Strength where Fibre = cotton, 3 rows, 1 of Strength left out as < 0.5',
      message: '',
      taken: [expect.stringContaining('cotton')],
      rows: {
        dataset_ids: [dataset.id],
        version: 1,
        columns: [{ name: 'mean of Strength', omitted: 1 }],
        rows: [{ id: null, cells: [22.75] }],
        total: 1,
        matched: 3,
        is_cut: false,
      },
      error: null,
      asked: { model: 'gpt-4o', usage: { input_tokens: expect.any(Number) } },
      ms: expect.any(Number),
      query_ms: expect.any(Number),
    })
    expect(await findUsage()).toMatchObject([{ flow: 'test', userId: caller.user.id, chatId: null, outcome: 'completed' }])
    expect(await app.db.workflowRun.count({ where: { userId: caller.user.id } })).toBe(0)
  })

  test('that the columns cannot say has no plan, and the reason', async () => {
    const { ask } = await arrange()
    expect(await ask({ plan: null, not_expressible: 'It has no prices.' })).toMatchObject({
      outcome: 'not_expressible',
      plan: null,
      message: 'The dataset cannot answer this question. It has no prices.',
      rows: null,
      query_ms: null,
    })
  })

  test('whose plan stays wrong gives the plan with its problems, after one repair', async () => {
    const { ask, findUsage } = await arrange()
    const tested = await ask(asPlan({ select: ['c1', 'c99'], where: [{ column: 'c3', op: 'contains', value: 'x' }] }))
    expect(tested).toMatchObject({
      outcome: 'plan_invalid',
      plan: { select: ['c1', 'c99'] },
      problems: [
        { path: 'where.0.op', code: 'operator_not_for_type' },
        { path: 'select.1', code: 'unknown_column' },
      ],
    })
    const [event] = await findUsage()
    expect(event).toMatchObject({ outcome: 'failed' })
    expect(await app.db.usageCall.count({ where: { runId: event?.runId ?? '' } })).toBe(2)
  })

  test('to a model that fails is told by its error', async () => {
    const { run } = await arrange()
    const tested = await run({ question: 'How strong is cotton? [[demo:status=400]]' })
    expect(tested).toMatchObject({ outcome: 'failed', plan: null, rows: null, error: { code: expect.stringMatching(/^MODEL_/) } })
  })

  test('goes to the model that is named', async () => {
    const { run, tenantId } = await arrange()
    await createModel(app.db, { tenantId, name: 'small' })
    expect((await run({ question: 'How strong is cotton?', model: { name: 'small' } })).asked?.model).toBe('small')
    const { send } = await arrange()
    expect(readRefusal(await send({ question: 'How strong?', model: { name: 'small' } }))).toEqual([400, 'CHAT_INVALID_MODEL_OBJECT'])
  })
})

describe('a plan', () => {
  test('is run without a model', async () => {
    const { run, findUsage } = await arrange()
    const tested = await run({
      plan: { select: ['c1'], where: [{ column: 'c4', op: 'ge', value: 200 }], order_by: [{ column: 'c4' }], limit: 1 },
    })
    expect(tested).toMatchObject({
      outcome: 'found',
      rows: { rows: [{ id: expect.any(String), cells: ['B'] }], total: 2, is_cut: true },
      asked: null,
    })
    expect(await findUsage()).toEqual([])
  })

  test('is told in the language that is asked for', async () => {
    const { run } = await arrange()
    const [en, ja] = await Promise.all((['en', 'ja'] as const).map(async (language) => (await run({ plan: mean, language })).query))
    expect(en).toContain('mean of Strength')
    expect(ja).not.toBe(en)
  })

  test.each([
    [{ select: ['c1'], where: [{ column: 'c2', op: 'eq', value: 'silk' }] }, 'no_such_value', 'No row has “silk” as Fibre'],
    [{ select: ['c1'], where: [{ column: 'c3', op: 'gt', value: 900 }] }, 'empty', 'Nothing in the dataset fits'],
  ])('%j ends as %s', async (plan, outcome, message) => {
    const { run } = await arrange()
    expect(await run({ plan, language: 'en' })).toMatchObject({ outcome, message: expect.stringContaining(message), rows: null })
  })

  test.each([
    ['with a column that is not there', { select: ['c99'] }, [{ path: 'select.0', code: 'unknown_column' }]],
    ['with a name that plans do not have', { drop: 'table' }, [{ path: '', code: 'invalid_shape' }]],
    ['that is a text', 'DROP TABLE dataset', [{ path: '', code: 'invalid_shape' }]],
    ['that is too large', { select: Array.from({ length: 5_000 }, () => 'c1') }, [{ path: '', code: 'too_large' }]],
  ])('%s is not run, and its problems are named', async (_name, plan, problems) => {
    const { run } = await arrange()
    expect(await run({ plan })).toMatchObject({ outcome: 'plan_invalid', problems, rows: null, query_ms: null })
  })

  test('whose result is beyond the range of numbers is not a plan for these rows, given or written by a model', async () => {
    const { addRows, publishNow, run, ask } = await arrange({ isPublished: false })
    await addRows({ c1: 'E', c3: 1.5e308 }, { c1: 'F', c3: 1.5e308 })
    await publishNow()
    const sum = { aggregates: [{ fn: 'sum', column: 'c3' }] }
    const refused = { outcome: 'plan_invalid', problems: [], rows: null, error: { code: 'DATASET_PLAN_INVALID' } }
    expect(await run({ plan: sum })).toMatchObject({ ...refused, plan: sum, asked: null })
    expect(await ask(asPlan(sum))).toMatchObject({ ...refused, plan: sum, asked: { model: 'gpt-4o' } })
  })

  test('is not run beside two other tests of the user', async () => {
    const { send, dataset } = await arrange()
    const version = await app.db.datasetVersion.findFirstOrThrow({ where: { datasetId: dataset.id } })
    const lock = await app.dependencies.pool.connect()
    try {
      await lock.query(`BEGIN; LOCK TABLE dataset_table.t${version.tableNumber}`)
      const sent = [1, 2, 3].map(async () => send({ plan: { select: ['c4'] } }))
      expect(readRefusal(await Promise.race(sent))).toEqual([429, 'RATE_LIMITED'])
      await lock.query('ROLLBACK')
      expect((await Promise.all(sent)).map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 200, 429])
    } finally {
      lock.release(true)
    }
    expect((await send({ plan: { select: ['c4'] } })).statusCode).toBe(200)
  })
})

describe('a test', () => {
  test('reads the published version, and says when there is none', async () => {
    const { send, publishNow, editRows, findRows, run } = await arrange({ isPublished: false })
    expect(readRefusal(await send({ plan: mean }))).toEqual([404, 'DATASET_VERSION_NOT_FOUND'])
    await publishNow()
    const [row] = await findRows()
    await editRows({ id: row?.id, revision: row?.revision, cells: { c3: 1_000 } })
    expect((await run({ plan: mean })).rows?.rows).toEqual([{ id: null, cells: [22.75] }])
  })

  test('of a dataset for members alone is theirs', async () => {
    const { send, update } = await arrange()
    await update({ access: 'members' })
    for (const body of [{ plan: mean }, { question: 'How strong?' }]) expect(readRefusal(await send(body))).toEqual([403, 'FORBIDDEN'])
  })

  test('is of a table of the own tenant', async () => {
    const { send, caller, tenantId } = await arrange()
    const stranger = await app.as(await createUser(app.db, { role: 'A' }))
    expect(readRefusal(await send({ plan: mean }, stranger))).toEqual([404, 'DATASET_NOT_FOUND'])
    const { id } = await createDataset(app.db, { tenantId, kind: 'qa' })
    expect(readRefusal(await caller.post(`${datasetAddress}/${id}/query_test`, { plan: mean }))).toEqual([404, 'DATASET_NOT_FOUND'])
  })
})
