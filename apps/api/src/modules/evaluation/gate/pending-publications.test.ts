// Publishing with a check before: the worker asks the questions, with the demonstration model, and publishes if the draft is still the same.
import type { WorkflowGate } from '@heddle/contracts/evaluation/gate'
import { evalColumn } from '@heddle/contracts/dataset/kind-columns'
import { plainChatGraph } from '@heddle/db/factories/workflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../../test/chat/chat-app.ts'
import { arrangeEvaluation, echo } from '../../../../test/evaluation/eval-scene.ts'
import { startEvaluating } from '../../../../test/evaluation/eval-worker.ts'
import { until } from '../../../../test/until.ts'
import { createModules } from '../../modules.ts'

let app: ChatApp
let worker: Awaited<ReturnType<typeof startEvaluating>>
beforeAll(async () => {
  app = await createChatApp()
  worker = await startEvaluating(app.dependencies)
})
afterAll(async () => {
  await worker.close()
  await app.close()
})

/** What a worker does every few seconds. */
async function publishPending() {
  const job = createModules(app.dependencies).jobs.find(
    (each) => 'name' in each && each.name === 'publish drafts whose conditions are checked',
  )
  if (job && 'everyMs' in job) await job.run()
}

/** A changed draft with a condition on the numbers of five answers, of which so many are right. */
async function arrange({ right = 5 } = {}) {
  const rows = Array.from({ length: 5 }, (_, index) => echo('Denim has 812 N.', { [evalColumn.answer]: index < right ? '812 N' : '650 N' }))
  const scene = await arrangeEvaluation(app, { rows })
  const { workflow, caller, dataset } = scene
  const url = `/api/v1/workflow/${workflow.id}`
  const save = async (prompt: string) => {
    const { revision } = await app.db.workflow.findUniqueOrThrow({ where: { id: workflow.id } })
    await caller.put(`${url}/draft`, { revision, graph: plainChatGraph(prompt), layout: {} })
  }
  await save('Be brief.')
  await caller.put(`${url}/gate`, { revision: 0, conditions: [{ dataset_id: dataset.id, metric: 'numbers', at_least: 0.8, repeats: 3 }] })
  const readGate = async () => (await caller.get(`${url}/gate`)).json<{ gate: WorkflowGate }>().gate
  return {
    ...scene,
    url,
    save,
    readGate,
    publish: async () => {
      const { revision } = await app.db.workflow.findUniqueOrThrow({ where: { id: workflow.id } })
      return caller.post(`${url}/publish`, { revision, note: 'Shorter replies', run_gate: true })
    },
    /** Has the worker go on until nothing waits. */
    untilDone: () =>
      until('the end of the publication', async () => {
        await publishPending()
        const { pending } = await readGate()
        return pending === null || pending.error !== null
      }),
    findVersions: () => app.db.workflowVersion.findMany({ where: { workflowId: workflow.id }, orderBy: { number: 'asc' } }),
  }
}

describe('a draft that is checked before it is published', () => {
  test('is published by the worker in the name of who asked, once it meets the conditions', async () => {
    const { publish, readGate, untilDone, findVersions, tenantId, workflow } = await arrange()
    expect((await publish()).json()).toMatchObject({ version: null })
    expect((await readGate()).pending).toMatchObject({ note: 'Shorter replies', error: null })
    await untilDone()
    const [, version] = await findVersions()
    expect(version).toMatchObject({ number: 2, note: 'Shorter replies', gate: { state: 'passed', checks: [{ figure: 1, baseline: 1 }] } })
    // One run of the draft, and one of the published version.
    const runs = await app.db.evalRun.findMany({ where: { workflowId: workflow.id }, select: { purpose: true, workflowVersion: true } })
    expect(runs).toHaveLength(2)
    expect(runs).toEqual(
      expect.arrayContaining([
        { purpose: 'gate', workflowVersion: 1 },
        { purpose: 'gate', workflowVersion: null },
      ]),
    )
    const events = await app.db.auditEvent.findMany({ where: { tenantId, action: 'publishWorkflow' }, orderBy: { id: 'asc' } })
    expect(events).toMatchObject([{ actorId: version?.authorId }, { actorId: version?.authorId, after: { version: 2 } }])
    expect(await readGate()).toMatchObject({ pending: null })
  })

  test('is not published when it fails, and says why', async () => {
    const { publish, readGate, untilDone, findVersions } = await arrange({ right: 3 })
    await publish()
    await untilDone()
    expect((await readGate()).pending).toMatchObject({ error: { code: 'WORKFLOW_GATE_FAILED', params: { checks: [{ figure: 0.6 }] } } })
    expect(await findVersions()).toHaveLength(1)
  })

  test('is not published when it was edited meanwhile', async () => {
    const { publish, save, readGate, untilDone, findVersions } = await arrange()
    await publish()
    await save('Be very brief.')
    await untilDone()
    expect((await readGate()).pending).toMatchObject({ error: { code: 'WORKFLOW_GATE_STALE' } })
    expect(await findVersions()).toHaveLength(1)
  })

  test('is not published for a person who may no longer do that', async () => {
    const { publish, findVersions, workflow } = await arrange()
    await publish()
    const { pendingById } = await app.db.workflowGate.findUniqueOrThrow({ where: { workflowId: workflow.id } })
    await app.db.user.update({ where: { id: pendingById! }, data: { role: 'U' } })
    await publishPending()
    expect(await app.db.workflowGate.findUniqueOrThrow({ where: { workflowId: workflow.id } })).toMatchObject({
      isPending: false,
      pending: { error: { code: 'FORBIDDEN' } },
    })
    expect(await findVersions()).toHaveLength(1)
  })

  test('is not published when its run was cancelled', async () => {
    const { publish, readGate, untilDone, findVersions, workflow, cancel } = await arrange()
    await publish()
    await publishPending()
    const run = await app.db.evalRun.findFirstOrThrow({ where: { workflowId: workflow.id, workflowVersion: null } })
    await cancel(run.id)
    await untilDone()
    const { state } = await app.db.evalRun.findUniqueOrThrow({ where: { id: run.id } })
    const isPublished = (await findVersions()).length === 2
    expect({ isPublished, error: (await readGate()).pending?.error?.code ?? null }).toEqual(
      state === 'cancelled' ? { isPublished: false, error: 'WORKFLOW_GATE_STALE' } : { isPublished: true, error: null },
    )
  })
})
