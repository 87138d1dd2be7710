// Runs of evaluation sets: over HTTP, with the worker that asks their questions.
import { evalColumn } from '@heddle/contracts/dataset/kind-columns'
import { createEvalAnswer, createEvalRun, createEvalRunRow } from '@heddle/db/factories/evaluation'
import { createCollection } from '@heddle/db/factories/knowledge'
import { createModel } from '@heddle/db/factories/model'
import { createUsageLimitRule } from '@heddle/db/factories/usage-limit'
import { createWorkflow, plainChatGraph } from '@heddle/db/factories/workflow'
import { limits } from '@heddle/contracts/limits'
import { evalRunQueue } from '@heddle/db/job-queues'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAnswerGraph } from '../../../test/dataset/answer-graph.ts'
import { arrangeDataset, readRefusal } from '../../../test/dataset/dataset-scene.ts'
import { fastnessRow } from '../../../test/dataset/qa-rows.ts'
import { type ChatApp, createChatApp } from '../../../test/chat/chat-app.ts'
import { arrangeEvaluation, echo, findFigure } from '../../../test/evaluation/eval-scene.ts'
import { startWorker } from '../../../test/jobs/queue-worker.ts'
import { indexSourceNow } from '../../../test/knowledge/index-source-now.ts'
import { createSearchGraph } from '../../../test/knowledge/search-graph.ts'
import { until } from '../../../test/until.ts'
import { createModules } from '../modules.ts'

let app: ChatApp
let worker: Awaited<ReturnType<typeof startWorker>>
beforeAll(async () => {
  app = await createChatApp()
  worker = await startWorker(app.dependencies, evalRunQueue)
})
afterAll(async () => {
  await worker.close()
  await app.close()
})

describe('a run of an evaluation set', () => {
  test('asks each question as often as it is to be, and scores the answers', async () => {
    const scene = await arrangeEvaluation(app, {
      rows: [
        echo('Denim has 812 N.', { [evalColumn.answer]: '812 N', [evalColumn.tags]: 'denim, warp' }),
        echo('Twill has 0.7 kN.', { [evalColumn.answer]: '650 N', [evalColumn.tags]: 'twill' }),
      ],
    })
    const { id } = await scene.start({ repeats: 3 })
    const run = await scene.untilEnded(id)
    expect(run).toMatchObject({ state: 'completed', error: null, row_count: 2, answer_count: 6, failed_count: 0, is_stale: false })
    expect(findFigure(run, 'numbers')).toMatchObject({
      mean: 0.5,
      row_count: 2,
      by_tag: [
        { tag: 'denim', row_count: 1, mean: 1 },
        { tag: 'warp', row_count: 1, mean: 1 },
        { tag: 'twill', row_count: 1, mean: 0 },
      ],
    })
    expect(run.figures[0]?.metric).toBe('overall')
    expect(await scene.findAnswers(id)).toHaveLength(6)
    expect(await scene.findUsage()).toHaveLength(6)
  })

  test('asks the rows that are ready, and so many of the first as are wanted', async () => {
    const scene = await arrangeEvaluation(app, {
      rows: [
        echo('Draft.', { [evalColumn.state]: 'draft' }),
        { [evalColumn.language]: 'en' },
        { [evalColumn.question]: ' \ufeff\u00a0', [evalColumn.language]: 'en' },
        echo('First.', { [evalColumn.state]: 'ready' }),
        echo('Second.'),
      ],
    })
    expect(await scene.start()).toMatchObject({ row_count: 2, state: 'queued' })
    const { id } = await scene.start({ rows: 1 })
    await scene.untilEnded(id)
    expect((await scene.findAnswers(id)).map(({ rowId }) => rowId)).toEqual([scene.rows[3]?.id])
  })

  test('counts what fails or takes too long as wrong, and names it apart', async () => {
    const answer = { [evalColumn.language]: 'en', [evalColumn.answer]: '812 N' }
    const scene = await arrangeEvaluation(app, {
      rows: [
        echo('812 N.', answer),
        { ...answer, [evalColumn.question]: '812 N [[demo:status=400]]' },
        { ...answer, [evalColumn.question]: '812 N [[demo:drop=2]]' },
        echo('Known to fail.', { ...answer, [evalColumn.knownFailure]: 'Not in the table', [evalColumn.knownFailureUntil]: '2999-12-31' }),
      ],
    })
    const { id } = await scene.start()
    const run = await scene.untilEnded(id)
    expect(run).toMatchObject({ state: 'completed', answer_count: 4, failed_count: 2, known_failure_count: 1 })
    expect(findFigure(run, 'numbers')).toMatchObject({ row_count: 3, mean: 1 / 3 })
    expect((await scene.findAnswers(id)).flatMap(({ error }) => (error as { code: string } | null)?.code ?? []).toSorted()).toEqual([
      'MODEL_REFUSED',
      'MODEL_STREAM_BROKEN',
    ])
  })

  test('finds expected sources, notes of which collections it may have text, and is stale once one has changed', async () => {
    const scene = await arrangeEvaluation(app)
    const { tenantId } = scene
    const [found, other] = [await createCollection(app.db, { tenantId }), await createCollection(app.db, { tenantId })]
    await indexSourceNow(app.dependencies, { collectionId: found.id, title: 'Strip test', text: 'Denim has 812 N in warp.' })
    const { id: workflow_id } = await createWorkflow(app.db, { tenantId, draft: createSearchGraph([found.id, other.id]) })
    const sources = { [evalColumn.sources]: 'Strip test', [evalColumn.points]: '812 N' }
    const row = { [evalColumn.question]: 'How strong is denim in warp?', [evalColumn.language]: 'en', ...sources }
    await app.db.datasetRow.updateMany({ where: { datasetId: scene.dataset.id }, data: { data: row } })
    const { id } = await scene.start({ workflow_id })
    const run = await scene.untilEnded(id)
    for (const metric of ['recall_at_k', 'hit_at_1', 'citation_recall'] as const) expect(findFigure(run, metric)?.mean).toBe(1)
    expect(await app.db.evalRunResource.findMany({ where: { runId: id } })).toEqual([{ runId: id, resourceId: found.id, membersOf: null }])
    expect(run.is_stale).toBe(false)
    await indexSourceNow(app.dependencies, { collectionId: other.id, title: 'Another', text: 'Silk shines.' })
    expect((await scene.find(id)).is_stale).toBe(true)
  })

  test('counts an answer as failed whose search went without its embedding model', async () => {
    const answers = await arrangeDataset(app, { kind: 'qa' })
    const { tenantId } = answers
    await createModel(app.db, { tenantId, name: 'gpt-4o', isDefault: true })
    await createModel(app.db, { tenantId, name: 'vectors', kind: 'embedding', upstreamName: 'demo:latency=0' })
    await answers.update({ matching: { embedding_model: 'vectors' } })
    await answers.addRows(fastnessRow)
    await answers.publishNow()
    await app.db.model.updateMany({ where: { tenantId, name: 'vectors' }, data: { enabled: false } })
    const rows = [echo('Which light is used?', { [evalColumn.points]: 'light' })]
    const scene = await arrangeEvaluation(app, { tenantId, rows, graph: createAnswerGraph(answers.dataset.id) })
    const { id } = await scene.start()
    const run = await scene.untilEnded(id)
    expect(run).toMatchObject({ state: 'completed', answer_count: 1, failed_count: 1 })
    expect(findFigure(run, 'points')?.mean).toBe(0)
    expect(await scene.findAnswers(id)).toMatchObject([{ outcome: 'failed', error: { code: 'EMBEDDING_UNAVAILABLE' }, scores: [] }])
  })

  test('has a judge say of finished answers whether they are right', async () => {
    const scene = await arrangeEvaluation(app, {
      rows: [
        echo('Denim has 812 N.', { [evalColumn.answer]: 'Denim has 812 N.' }),
        { [evalColumn.question]: 'x [[demo:status=400]]', [evalColumn.language]: 'en', [evalColumn.answer]: 'Silk.' },
      ],
    })
    const { id } = await scene.start({ judge_model: scene.model.name })
    const run = await scene.untilEnded(id)
    expect(run).toMatchObject({ state: 'completed', judge_model: scene.model.name, failed_count: 1 })
    expect(findFigure(run, 'correctness')).toMatchObject({ row_count: 2, mean: 0.5 })
    expect((await scene.findUsage()).map(({ outcome }) => outcome).toSorted()).toEqual(['completed', 'completed', 'failed'])
  })

  test('counts the tokens of its judge with its own', async () => {
    const answer = { [evalColumn.answer]: 'Denim has 812 N.' }
    const scene = await arrangeEvaluation(app, {
      rows: [echo('Denim has 812 N.', answer), { ...answer, [evalColumn.question]: 'Denim?', [evalColumn.language]: 'en' }],
    })
    const { id } = await scene.start({ judge_model: scene.model.name })
    const run = await scene.untilEnded(id)
    const answers = await scene.findAnswers(id)
    const usage = await scene.findUsage()
    expect(answers.every(({ judgement, judgeRunId }) => judgement !== null && judgeRunId === null)).toBe(true)
    expect(run.input_tokens).toBe(usage.reduce((sum, { inputTokens }) => sum + inputTokens, 0))
    expect(run.output_tokens).toBe(usage.reduce((sum, { outputTokens }) => sum + outputTokens, 0))
  })

  test('is of the draft that its hash names, also when that is edited meanwhile', async () => {
    const scene = await arrangeEvaluation(app)
    const { id, draftHash } = await app.db.workflow.update({
      where: { id: scene.workflow.id },
      data: { draft: plainChatGraph('Another prompt.') },
    })
    const run = await scene.start({ version: undefined, draft_hash: draftHash })
    expect(run.workflow).toMatchObject({ id, version: null, draft_hash: draftHash })
    await app.db.workflow.update({ where: { id }, data: { draft: plainChatGraph('A third prompt.') } })
    expect(await scene.untilEnded(run.id)).toMatchObject({ state: 'completed', is_stale: false })
    expect(app.callsOf('Another prompt.')).toHaveLength(1)
    expect(readRefusal(await scene.ask({ version: undefined, draft_hash: draftHash }))).toEqual([409, 'WORKFLOW_GATE_STALE'])
  })
})

describe('starting a run', () => {
  test('is refused for what there is not', async () => {
    const scene = await arrangeEvaluation(app)
    const { id: elsewhere } = await createWorkflow(app.db)
    const empty = await arrangeEvaluation(app, { rows: [{ [evalColumn.language]: 'en' }] })
    const table = await app.db.dataset.create({
      data: { tenantId: scene.tenantId, groupId: scene.dataset.groupId, name: { default: 'Table' }, kind: 'table' },
    })
    const run = { workflow_id: scene.workflow.id, version: 1, repeats: 1 }
    expect(readRefusal(await scene.ask({ workflow_id: elsewhere }))).toEqual([404, 'WORKFLOW_NOT_FOUND'])
    expect(readRefusal(await scene.ask({ version: 7 }))).toEqual([404, 'WORKFLOW_VERSION_NOT_FOUND'])
    expect(readRefusal(await scene.ask({ version: undefined }))).toEqual([400, 'BAD_REQUEST'])
    expect(readRefusal(await scene.ask({ model: 'none' }))).toEqual([404, 'MODEL_NOT_FOUND'])
    expect(readRefusal(await scene.ask({ judge_model: 'none' }))).toEqual([404, 'MODEL_NOT_FOUND'])
    expect(readRefusal(await empty.ask())).toEqual([409, 'EVAL_SET_EMPTY'])
    const ofTable = scene.caller.post(`/api/v1/knowledge/dataset/${table.id}/eval_run`, { run })
    expect(readRefusal(await ofTable)).toEqual([404, 'DATASET_NOT_FOUND'])
  })

  test('is refused when its questions have more bytes than it may keep', async () => {
    const large = { [evalColumn.answer]: 'a'.repeat(7_000_000) }
    const scene = await arrangeEvaluation(app, { rows: [echo('One.', large), echo('Two.', large), echo('Three.', large)] })
    expect(readRefusal(await scene.ask())).toEqual([409, 'EVAL_SET_TOO_LARGE'])
  })

  test('is refused while as many wait as may, and removes the oldest of those that are kept', async () => {
    const scene = await arrangeEvaluation(app)
    const kept = { datasetId: scene.dataset.id, workflowId: scene.workflow.id }
    const { id: oldest } = await createEvalRun(app.db, kept)
    await app.db.evalRun.createMany({
      data: Array.from({ length: limits.evalRunsKept }, () => ({
        ...kept,
        tenantId: scene.tenantId,
        datasetVersion: 1,
        graphHash: 'none',
        graph: {},
        modelName: 'demo',
        repeats: 1,
        rowCount: 0,
        state: 'completed' as const,
      })),
    })
    await scene.untilEnded((await scene.start()).id)
    expect(await app.db.evalRun.findUnique({ where: { id: oldest } })).toBeNull()
    expect(await app.db.evalRun.count({ where: { datasetId: scene.dataset.id } })).toBe(limits.evalRunsKept + 1)
    for (let run = 0; run < limits.evalRunsWaiting; run += 1)
      await createEvalRun(app.db, { ...kept, state: 'running', jobId: randomUUID() })
    expect(readRefusal(await scene.ask())).toEqual([409, 'EVAL_RUN_TOO_MANY'])
  })

  test('is estimated by the graph, and then by the last run', async () => {
    const scene = await arrangeEvaluation(app, { rows: Array.from({ length: 20 }, (_, row) => echo(`Sample ${row}.`)) })
    const estimate = async (run: object = {}) => {
      const body = { run: { workflow_id: scene.workflow.id, version: 1, repeats: 3, ...run } }
      return (await scene.caller.post(`${scene.address}/estimate`, body)).json()
    }
    expect(await estimate()).toMatchObject({ basis: 'graph', row_count: 20, answer_count: 60, model_calls: 60, judges_itself: false })
    const run = await scene.untilEnded((await scene.start()).id)
    const byLast = await estimate({ judge_model: scene.model.name })
    expect(byLast).toMatchObject({ basis: 'last_run', answer_count: 60, model_calls: 120, judges_itself: true })
    expect(byLast.tokens).toBe((run.input_tokens + run.output_tokens) * 3 + 60 * 2_000)
    expect(byLast.visible_loss_points).toBeGreaterThan(0)
  })
})

describe('what was asked when its process was killed', () => {
  async function arrangeKilled(state: 'cancelled' | 'failed') {
    const scene = await arrangeEvaluation(app)
    const { id, createdById } = { id: randomUUID(), createdById: scene.caller.user.id }
    const { id: workflowId } = scene.workflow
    const ended = { endedAt: new Date(Date.now() - 120_000), state }
    await createEvalRun(app.db, { id, datasetId: scene.dataset.id, workflowId, createdById, judgeModel: 'gone', rowCount: 2, ...ended })
    const rows = [await createEvalRunRow(app.db, { runId: id }), await createEvalRunRow(app.db, { runId: id })]
    await createEvalAnswer(app.db, { runId: id, rowId: rows[0]!.rowId, outcome: 'running', inputTokens: 700 })
    const judge = { judgeRunId: randomUUID(), judgeEstimatedTokens: 900, judgeStartedAt: new Date() }
    await createEvalAnswer(app.db, { runId: id, rowId: rows[1]!.rowId, ...judge })
    const interrupted = [700, 900].map((inputTokens) => ({ inputTokens, outcome: 'interrupted', estimated: true }))
    const findUsage = async () => (await scene.findUsage()).toSorted((a, b) => a.inputTokens - b.inputTokens)
    return { scene, id, interrupted, findUsage }
  }

  test('is counted once its run has ended, whatever its model is', async () => {
    const { id, interrupted, findUsage } = await arrangeKilled('cancelled')
    const job = createModules(app.dependencies).jobs.find((each) => 'name' in each && each.name === 'end lost evaluations')
    if (!job || !('everyMs' in job)) throw new Error('No such job')
    await job.run()
    expect(await findUsage()).toMatchObject(interrupted)
    expect(await app.db.evalAnswer.findMany({ where: { runId: id } })).toMatchObject([{ outcome: 'finished', judgeRunId: null }])
  })

  test('is counted when its run is deleted', async () => {
    const { scene, id, interrupted, findUsage } = await arrangeKilled('failed')
    expect((await scene.caller.delete(`${scene.address}/${id}`)).statusCode).toBe(200)
    expect(await findUsage()).toMatchObject(interrupted)
  })
})

describe('a run ends', () => {
  const slowRows = (count: number) =>
    Array.from({ length: count }, (_, row) => ({
      [evalColumn.question]: `Slow ${row} N [[demo:latency=300,echo]]`,
      [evalColumn.language]: 'en',
      [evalColumn.answer]: `${row} N`,
    }))

  test('when it is cancelled: its answers stay, what is asked just then is none, and all of it is counted', async () => {
    const scene = await arrangeEvaluation(app, { rows: slowRows(30) })
    const { id } = await scene.start()
    await until('some answers', async () => (await scene.find(id)).answer_count >= 4)
    expect((await scene.cancel(id)).json()).toMatchObject({ run: { state: 'cancelled' } })
    await until('the end of what is asked', async () => (await app.db.evalAnswer.count({ where: { runId: id, outcome: 'running' } })) === 0)
    const run = await scene.find(id)
    expect(run.answer_count).toBeGreaterThanOrEqual(4)
    expect(run.answer_count).toBeLessThan(30)
    const events = await scene.findUsage()
    expect(events.filter(({ outcome }) => outcome === 'completed').length).toBeGreaterThanOrEqual(run.answer_count)
    expect(events.length - run.answer_count).toBeLessThanOrEqual(4)
    expect(readRefusal(await scene.cancel(id))).toEqual([409, 'EVAL_RUN_ENDED'])
    expect(run.figures.find(({ metric }) => metric === 'overall')?.row_count).toBe(30)
    expect((await scene.caller.delete(`${scene.address}/${id}`)).statusCode).toBe(200)
    expect(await app.db.evalAnswer.count({ where: { runId: id } })).toBe(0)
    expect(await scene.findUsage()).toHaveLength(events.length)
  })

  test('as failed, with its answers, when a limit of usage is reached; limits of requests are not asked', async () => {
    const scene = await arrangeEvaluation(app, { rows: slowRows(20) })
    await createUsageLimitRule(app.db, { tenantId: scene.tenantId, metric: 'requests', amount: 1 })
    // What four questions reserve, and what some have used.
    await createUsageLimitRule(app.db, { tenantId: scene.tenantId, metric: 'tokens', amount: 4_300 })
    const { id } = await scene.start()
    const run = await scene.untilEnded(id)
    expect(run).toMatchObject({ state: 'failed', error: { code: 'USAGE_LIMIT_REACHED' } })
    expect(run.answer_count).toBeGreaterThan(1)
    expect(run.answer_count).toBeLessThan(20)
    expect(await scene.findUsage()).toHaveLength(run.answer_count)
    expect(await app.db.evalAnswer.count({ where: { runId: id, outcome: 'running' } })).toBe(0)
    expect(await app.db.usageReservation.count()).toBe(0)
  })

  test('as failed after exactly the questions that a limit of evaluations allows, which says nothing of chats', async () => {
    const scene = await arrangeEvaluation(app, { rows: slowRows(12) })
    await createUsageLimitRule(app.db, { tenantId: scene.tenantId, flow: 'eval', metric: 'requests', amount: 7 })
    const run = await scene.untilEnded((await scene.start()).id)
    expect(run).toMatchObject({ state: 'failed', error: { code: 'EVAL_LIMIT_REACHED', params: { flow: 'eval' } }, answer_count: 7 })
    expect(await scene.findUsage()).toHaveLength(7)
    expect((await scene.caller.get('/api/v1/usage/limit')).json()).toEqual({ may_send: true, limits: [] })
  })

  test('as failed once its creator may start none any more', async () => {
    const scene = await arrangeEvaluation(app, { rows: slowRows(60) })
    const { id } = await scene.start()
    await until('an answer', async () => (await scene.find(id)).answer_count > 0)
    await app.db.user.update({ where: { id: scene.caller.user.id }, data: { status: 'disabled' } })
    const findRun = () => app.db.evalRun.findUniqueOrThrow({ where: { id } })
    await until('its end', async () => (await findRun()).endedAt !== null)
    expect(await findRun()).toMatchObject({ state: 'failed', error: { code: 'FORBIDDEN' } })
  })

  test('in another process when its own stops', async () => {
    const scene = await arrangeEvaluation(app, { rows: slowRows(24) })
    const { id } = await scene.start()
    await until('an answer', async () => (await scene.find(id)).answer_count > 0)
    await worker.close()
    expect(await app.db.evalAnswer.count({ where: { runId: id, outcome: 'running' } })).toBe(0)
    expect((await scene.find(id)).state).toBe('running')
    worker = await startWorker(app.dependencies, evalRunQueue)
    expect(await scene.untilEnded(id)).toMatchObject({ state: 'completed', answer_count: 24, failed_count: 0 })
    const events = await scene.findUsage()
    expect(events.filter(({ outcome }) => outcome === 'completed')).toHaveLength(24)
  })
})
