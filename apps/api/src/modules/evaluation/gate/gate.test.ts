import { defaultPointsWorse, type GateCheck, type WorkflowGate } from '@heddle/contracts/evaluation/gate'
import type { WorkflowVersionItem } from '@heddle/contracts/workflow/workflow'
import { createDataset } from '@heddle/db/factories/dataset'
import { createWorkflow, plainChatGraph } from '@heddle/db/factories/workflow'
import { defaultTolerance } from '@heddle/evaluation/gate/check-gate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/application/test-app.ts'
import { arrangeGated, createRun, createSet, type EvalSet, type GatedWorkflow } from '../../../../test/evaluation/gated-workflow.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

const onPoints = (set: EvalSet, more: object = {}) => ({ dataset_id: set.id, metric: 'points', repeats: 3, ...more })

/** A gated workflow with one condition over a set of twenty questions. */
async function arrange({ condition = {}, ...given }: Parameters<typeof arrangeGated>[1] & { condition?: object } = {}) {
  const workflow = await arrangeGated(api, given)
  const set = await createSet(api, workflow.tenantId)
  await workflow.setConditions([onPoints(set, condition)])
  const run = (of: Parameters<typeof createRun>[3] = {}) => createRun(api, workflow, set, of)
  return { ...workflow, set, run }
}

const readRefusal = async (response: Awaited<ReturnType<GatedWorkflow['publish']>>) => {
  const { code, params } = response.json<{ detail: { code: string; params: { checks: GateCheck[] } } }>().detail
  return { status: response.statusCode, code, checks: params?.checks }
}

describe('the conditions of a workflow', () => {
  test('are none at first, and are set with the bounds that are meant', async () => {
    const workflow = await arrangeGated(api)
    expect(await workflow.readGate()).toMatchObject({ revision: 0, checks: [], state: null, proof: null, pending: null })
    const set = await createSet(api, workflow.tenantId)
    const saved = await workflow.setConditions([onPoints(set), onPoints(set, { at_least: 0.8, at_most_worse: null, repeats: 5 })])
    expect(saved.json<{ gate: WorkflowGate }>().gate).toMatchObject({
      revision: 1,
      state: 'missing',
      checks: [
        { condition: { at_least: null, at_most_worse: 5, repeats: 3 }, dataset: { version: 1 }, state: 'missing' },
        { condition: { at_least: 0.8, at_most_worse: null, repeats: 5 } },
      ],
    })
    const [event] = await api.db.auditEvent.findMany({ where: { tenantId: workflow.tenantId, action: 'updateWorkflowGate' } })
    expect(event).toMatchObject({ targetId: workflow.id, outcome: 'succeeded' })
  })

  test('tolerate by default what the arithmetic tolerates', () => {
    expect(defaultPointsWorse).toBe(defaultTolerance)
  })

  test('are those of the revision that the caller has seen', async () => {
    const { set, setConditions } = await arrange()
    const refused = await setConditions([onPoints(set, { at_least: 1 })])
    expect(refused.statusCode).toBe(409)
    expect(refused.json().detail).toMatchObject({ code: 'REVISION_MISMATCH', params: { current: { revision: 1 } } })
    expect((await setConditions([onPoints(set, { at_least: 1 })], 1)).statusCode).toBe(200)
  })

  test('name evaluation sets of the tenant alone', async () => {
    const workflow = await arrangeGated(api)
    const { tenantId } = workflow
    const [foreign, table] = [await createDataset(api.db, { kind: 'eval' }), await createDataset(api.db, { tenantId })]
    for (const { id } of [foreign, table]) {
      const refused = await workflow.setConditions([{ dataset_id: id, metric: 'points', repeats: 3 }])
      expect([refused.statusCode, refused.json().detail.code]).toEqual([404, 'DATASET_NOT_FOUND'])
    }
  })

  test.each([
    ['six of them', (set: EvalSet) => Array.from({ length: 6 }, () => onPoints(set))],
    ['one without a bound', (set: EvalSet) => [onPoints(set, { at_most_worse: null })]],
    ['one asked once', (set: EvalSet) => [onPoints(set, { repeats: 1 })]],
    ['a measure of a judge without one', (set: EvalSet) => [onPoints(set, { metric: 'correctness' })]],
  ])('are refused: %s', async (_, toConditions) => {
    const workflow = await arrangeGated(api)
    const set = await createSet(api, workflow.tenantId)
    expect((await workflow.setConditions(toConditions(set))).statusCode).toBe(400)
  })

  test('have figure, baseline and the questions that lost the most', async () => {
    const { run, readGate } = await arrange({ condition: { at_least: 0.5 } })
    const [draft, published] = [
      await run({ score: (index) => (index < 3 ? index / 4 : 1) }),
      await run({ side: 'published', score: () => 1 }),
    ]
    const [check] = (await readGate()).checks
    expect(check).toMatchObject({
      state: 'failed',
      problems: ['worse'],
      row_count: 20,
      means_little: false,
      figure: 0.8875,
      baseline: 1,
      change_points: -11.25,
      run_id: draft.id,
      baseline_run_id: published.id,
      worst_rows: [
        { question: 'Question 0?', before: 1, after: 0 },
        { question: 'Question 1?', before: 1, after: 0.25 },
        { question: 'Question 2?', before: 1, after: 0.5 },
      ],
    })
  })

  test('are running while a run of the draft or of the published version waits', async () => {
    const { run, readGate } = await arrange()
    await run()
    const waiting = await run({ side: 'published', state: 'queued' })
    expect(await readGate()).toMatchObject({
      state: 'running',
      checks: [{ state: 'running', figure: null, progress: [{ run_id: waiting.id, answer_count: 60, answers_done: 0 }] }],
    })
  })

  test('count no question whose failure is known, until its day is over', async () => {
    const workflow = await arrangeGated(api)
    const known = (until: string) => ({ c11: 'The collection has no such source yet', c12: until })
    const cells = (index: number) => (index < 4 ? known('2999-12-31') : index === 4 ? known('2020-01-01') : {})
    const set = await createSet(api, workflow.tenantId, { cells })
    await workflow.setConditions([onPoints(set, { at_least: 0.9, at_most_worse: null })])
    await createRun(api, workflow, set, { score: (index) => (index < 5 ? 0 : 1) })
    expect((await workflow.readGate()).checks).toMatchObject([{ state: 'passed', row_count: 16, figure: 0.9375, means_little: true }])
  })

  test('say how many verdicts of people are in a figure, also at the version', async () => {
    const { tenantId, readGate, setConditions, publish, ...workflow } = await arrangeGated(api)
    const set = await createSet(api, tenantId)
    const conditions = ['overall', 'points'].map((metric) => onPoints(set, { metric, at_least: 0.5, at_most_worse: null }))
    await setConditions(conditions)
    const { id: runId } = await createRun(api, workflow, set)
    await api.db.evalAnswer.updateMany({ where: { runId, rowId: set.rows[0]!.id }, data: { correctness: 1 } })
    const checks = [{ verdict_count: 3, baseline_verdict_count: null }, { verdict_count: 0 }]
    expect((await readGate()).checks).toMatchObject(checks)
    expect((await publish()).json()).toMatchObject({ version: { gate: { checks } } })
  })

  test('are not met by fewer than five questions', async () => {
    const workflow = await arrangeGated(api)
    const set = await createSet(api, workflow.tenantId, { questions: 4 })
    await workflow.setConditions([onPoints(set, { at_least: 0.5, at_most_worse: null })])
    await createRun(api, workflow, set)
    expect((await workflow.readGate()).checks).toMatchObject([{ state: 'failed', problems: ['too_few_rows'], row_count: 4, figure: 1 }])
  })

  test('count what failed as wrong, and leave out what expects nothing of the measure', async () => {
    const workflow = await arrangeGated(api)
    const set = await createSet(api, workflow.tenantId, { cells: (index) => (index < 10 ? {} : { c4: '', c3: 'Denim.' }) })
    await workflow.setConditions([onPoints(set, { at_least: 0.5, at_most_worse: null })])
    const { id: runId } = await createRun(api, workflow, set)
    const withoutPoints = set.rows.slice(10).map(({ id }) => id)
    await api.db.evalAnswer.updateMany({ where: { runId, rowId: { in: withoutPoints } }, data: { scores: [] } })
    const failing = [0, 1, 10, 11].map((index) => set.rows[index]!.id)
    await api.db.evalAnswer.updateMany({ where: { runId, rowId: { in: failing } }, data: { outcome: 'failed', scores: [] } })
    expect((await workflow.readGate()).checks).toMatchObject([{ figure: 0.8, row_count: 10 }])
  })
})

describe('publishing with conditions', () => {
  test('adds a version that keeps what they said', async () => {
    const { run, publish, caller, url } = await arrange()
    const { id } = await run()
    await run({ side: 'published' })
    const response = await publish()
    expect(response.json()).toMatchObject({ version: { number: 2, gate: { state: 'passed', reason: null, checks: [{ run_id: id }] } } })
    const { versions } = (await caller.post(`${url}/version/query`, {})).json<{ versions: WorkflowVersionItem[] }>()
    expect(versions).toMatchObject([
      { number: 2, gate: { state: 'passed' } },
      { number: 1, gate: null },
    ])
  })

  test('is refused with each condition, its figure and the worst questions', async () => {
    const { run, publish, listVersions } = await arrange()
    await run({ score: (index) => (index < 2 ? 0 : 1) })
    await run({ side: 'published' })
    expect(await readRefusal(await publish())).toMatchObject({
      status: 409,
      code: 'WORKFLOW_GATE_FAILED',
      checks: [{ state: 'failed', figure: 0.9, baseline: 1, change_points: -10, worst_rows: [{ row_no: 1 }, { row_no: 2 }] }],
    })
    expect(await listVersions()).toHaveLength(1)
  })

  test.each([
    ['there is no run', async () => {}],
    ['nothing is known of the published version', async ({ run }) => void (await run())],
    [
      'the run is of an earlier draft',
      async ({ run, save }) => {
        await run()
        await save(plainChatGraph('Be very brief.'))
      },
    ],
    [
      'the set has another published version',
      async ({ run, set }) => {
        await run()
        await api.db.dataset.update({ where: { id: set.id }, data: { publishedVersion: 2 } })
      },
    ],
    ['only some of the questions were asked', async ({ run }) => void (await run({ more: { rowCount: 19 } }))],
    ['they were asked too seldom', async ({ run }) => void (await run({ repeats: 1 }))],
    ['another model was asked', async ({ run }) => void (await run({ more: { modelName: 'large' } }))],
    ['a judge was asked too', async ({ run }) => void (await run({ more: { judgeModel: 'demo' } }))],
    ['the run did not end well', async ({ run }) => void (await run({ state: 'failed' }))],
    ['its resources were others', async ({ run }) => void (await run({ resourceStates: { [crypto.randomUUID()]: '1' } }))],
    [
      'the set was deleted',
      async ({ run, set }) => {
        await run()
        await api.db.dataset.delete({ where: { id: set.id } })
      },
    ],
  ] as [string, (arranged: Awaited<ReturnType<typeof arrange>>) => Promise<void>][])(
    'is refused as stale when %s',
    async (name, change) => {
      const arranged = await arrange()
      if (!name.startsWith('nothing is known')) await arranged.run({ side: 'published' })
      await change(arranged)
      const { status, code } = await readRefusal(await arranged.publish())
      expect([status, code]).toEqual([409, 'WORKFLOW_GATE_STALE'])
      expect(await arranged.listVersions()).toHaveLength(1)
    },
  )

  test('needs no run of the published version when nothing is published', async () => {
    const workflow = await arrangeGated(api)
    const { id } = await createWorkflow(api.db, { tenantId: workflow.tenantId, versions: {} })
    const set = await createSet(api, workflow.tenantId)
    const url = `/api/v1/workflow/${id}`
    await workflow.caller.put(`${url}/gate`, { revision: 0, conditions: [onPoints(set)] })
    await createRun(api, { id }, set)
    expect((await workflow.caller.post(`${url}/publish`, { revision: 0, note: '' })).json()).toMatchObject({ version: { number: 1 } })
  })
})

describe('conditions that ask less', () => {
  const asked = { at_least: 0.5, at_most_worse: 5 }
  const less: Record<string, (set: EvalSet) => object[]> = {
    'one is gone': () => [],
    'it has a lower minimum': (set) => [onPoints(set, { ...asked, at_least: 0.4 })],
    'it has no minimum': (set) => [onPoints(set, { ...asked, at_least: null })],
    'it tolerates more': (set) => [onPoints(set, { ...asked, at_most_worse: 6 })],
    'it compares nothing': (set) => [onPoints(set, { ...asked, at_most_worse: null })],
    'it is of another measure': (set) => [onPoints(set, { ...asked, metric: 'numbers' })],
    'it has a judge': (set) => [onPoints(set, { ...asked, judge_model: 'demo' })],
  }

  test.each(Object.keys(less))('are set by those alone who may publish against them: %s', async (name) => {
    const { set, setConditions, readGate, tenantId } = await arrange({ condition: asked })
    const refused = await setConditions(less[name]!(set), 1)
    expect([refused.statusCode, refused.json().detail.code]).toEqual([403, 'FORBIDDEN'])
    expect(await readGate()).toMatchObject({ revision: 1, abilities: { loosen: false } })
    await api.db.tenant.update({ where: { id: tenantId }, data: { adminsOverrideGate: true } })
    expect((await setConditions(less[name]!(set), 1)).statusCode).toBe(200)
    const events = await api.db.auditEvent.findMany({ where: { tenantId, action: 'updateWorkflowGate' }, orderBy: { id: 'desc' } })
    expect(events[0]).toMatchObject({ before: { conditions: [asked] } })
  })

  test('are nothing that is asked more, or beside it, also when a set was deleted', async () => {
    const { set, setConditions, tenantId } = await arrange({ condition: asked })
    const more = [onPoints(set, { at_least: 0.6, at_most_worse: 4, repeats: 5 }), onPoints(set, { metric: 'numbers' })]
    expect((await setConditions(more, 1)).statusCode).toBe(200)
    await api.db.dataset.delete({ where: { id: set.id } })
    expect((await setConditions([...more, onPoints(await createSet(api, tenantId))], 2)).statusCode).toBe(200)
  })

  test('are for each administrator before anything is published', async () => {
    const workflow = await arrangeGated(api)
    const { id } = await createWorkflow(api.db, { tenantId: workflow.tenantId, versions: {} })
    const url = `/api/v1/workflow/${id}/gate`
    await workflow.caller.put(url, { revision: 0, conditions: [onPoints(await createSet(api, workflow.tenantId))] })
    const removed = await workflow.caller.put(url, { revision: 1, conditions: [] })
    expect(removed.json()).toMatchObject({ gate: { checks: [], abilities: { override: false, loosen: true } } })
  })
})

describe('publishing against the conditions', () => {
  const reason = 'The standard was withdrawn today.'

  test('is for a super user, with a reason that is audited and stays with the version', async () => {
    const { tenantId, publish, caller, url, readGate } = await arrange({ role: 'S' })
    expect((await readGate()).abilities).toEqual({ override: true, loosen: true })
    expect((await publish({ override_reason: ' ' })).statusCode).toBe(400)
    expect((await publish({ override_reason: reason })).json()).toMatchObject({
      version: { number: 2, gate: { state: 'overridden', reason } },
    })
    const { versions } = (await caller.post(`${url}/version/query`, {})).json<{ versions: WorkflowVersionItem[] }>()
    expect(versions[0]?.gate).toMatchObject({ state: 'overridden', reason, checks: [{ state: 'missing' }] })
    const [event] = await api.db.auditEvent.findMany({ where: { tenantId, action: 'publishWorkflow' } })
    expect(event?.after).toMatchObject({ version: 2, override_reason: reason })
  })

  test('is for an administrator where the tenant allows it', async () => {
    const { tenantId, publish, readGate, listVersions } = await arrange({ role: 'A' })
    expect((await readGate()).abilities).toEqual({ override: false, loosen: false })
    expect(await readRefusal(await publish({ override_reason: reason }))).toMatchObject({ status: 403, code: 'FORBIDDEN' })
    expect(await listVersions()).toHaveLength(1)
    await api.db.tenant.update({ where: { id: tenantId }, data: { adminsOverrideGate: true } })
    expect((await readGate()).abilities).toEqual({ override: true, loosen: true })
    expect((await publish({ override_reason: reason })).json()).toMatchObject({ version: { gate: { state: 'overridden' } } })
  })

  test('says that it was passed when it was', async () => {
    const { run, publish } = await arrange({ role: 'S' })
    await run()
    await run({ side: 'published' })
    expect((await publish({ override_reason: reason })).json()).toMatchObject({ version: { gate: { state: 'passed', reason: null } } })
  })
})

describe('proving the conditions', () => {
  test('finds them to block answers without a word, on the questions of the last run', async () => {
    const { run, caller, url, readGate } = await arrange()
    const prove = () => caller.post(`${url}/gate/prove`, {})
    const refused = await prove()
    expect([refused.statusCode, refused.json().detail.code]).toEqual([404, 'EVAL_RUN_NOT_FOUND'])
    const { id } = await run()
    expect((await prove()).json<{ gate: WorkflowGate }>().gate.proof).toMatchObject({
      is_blocked: true,
      checks: [{ figure: 0, baseline: 1, change_points: -100, run_id: id }],
    })
    expect((await readGate()).proof).toMatchObject({ is_blocked: true })
  })

  test('finds those that block nothing, and holds until they are changed', async () => {
    const { run, set, caller, url, readGate, setConditions } = await arrange({ condition: { at_least: 0, at_most_worse: 100 } })
    await run()
    expect((await caller.post(`${url}/gate/prove`, {})).json()).toMatchObject({ gate: { proof: { is_blocked: false } } })
    expect((await setConditions([onPoints(set, { at_least: 0.1, at_most_worse: 5 })], 1)).statusCode).toBe(200)
    expect((await readGate()).proof).toBeNull()
  })
})
