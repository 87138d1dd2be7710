// Publishing with a check before: the worker asks the questions, with the demonstration model, and publishes if the draft is still the same.
import type { WorkflowGate } from '@heddle/contracts/evaluation/gate'
import { evalColumn } from '@heddle/contracts/dataset/kind-columns'
import type { Queryable } from '@heddle/db/client'
import { plainChatGraph } from '@heddle/db/factories/workflow'
import { evalRunQueue } from '@heddle/db/job-queues'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../../test/chat/chat-app.ts'
import { arrangeEvaluation, echo } from '../../../../test/evaluation/eval-scene.ts'
import { startWorker } from '../../../../test/jobs/queue-worker.ts'
import { until } from '../../../../test/until.ts'
import { createModules } from '../../modules.ts'
import { isWaiting, PendingPublication } from './gate.repository.ts'

let app: ChatApp
let worker: Awaited<ReturnType<typeof startWorker>>
let publishing: ReturnType<typeof openPublishing>
beforeAll(async () => {
  app = await createChatApp()
  publishing = openPublishing()
  worker = await startWorker(app.dependencies, evalRunQueue)
})
afterAll(async () => {
  await worker.close()
  await app.close()
})

/** Returns the job of another worker. */
function openPublishing() {
  const job = createModules(app.dependencies).jobs.find(
    (each) => 'name' in each && each.name === 'publish drafts whose conditions are checked',
  )
  if (!job || !('everyMs' in job)) throw new Error('There is no such job')
  return job
}

/** What a worker does every few seconds. */
const publishPending = async (job = publishing) => job.run()

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

  test('has each run started once, however many workers and people start them', async () => {
    const { publish, url, caller, untilDone, findVersions, workflow } = await arrange()
    await publish()
    await Promise.all([
      publishPending(),
      publishPending(openPublishing()),
      caller.post(`${url}/gate/check`, {}),
      caller.post(`${url}/gate/check`, {}),
    ])
    await untilDone()
    expect(await app.db.evalRun.count({ where: { workflowId: workflow.id } })).toBe(2)
    expect(await findVersions()).toHaveLength(2)
  })

  test('has what is missing started by the next worker when one was killed after the first run', async () => {
    const { publish, untilDone, findVersions, workflow } = await arrange()
    await publish()
    await publishPending()
    await app.db.evalRun.deleteMany({ where: { workflowId: workflow.id, workflowVersion: 1 } })
    const { pending } = await app.db.workflowGate.findUniqueOrThrow({ where: { workflowId: workflow.id } })
    const before = { ...(pending as object), is_started: false }
    await app.db.workflowGate.update({ where: { workflowId: workflow.id }, data: { pending: before } })
    await untilDone()
    expect(await findVersions()).toHaveLength(2)
  })

  test('is published although another one cannot be gone on with, which is refused after some tries', async () => {
    const [broken, other, sound] = [await arrange(), await arrange(), await arrange()]
    for (const { publish } of [broken, other, sound]) await publish()
    await app.db.workflowGate.update({ where: { workflowId: broken.workflow.id }, data: { pending: {} } })
    await app.db.workflowGate.update({ where: { workflowId: other.workflow.id }, data: { conditions: [{}] } })
    await sound.untilDone()
    expect(await sound.findVersions()).toHaveLength(2)
    for (let turn = 0; turn < 5; turn += 1) await publishPending()
    expect(await app.db.workflowGate.findUniqueOrThrow({ where: { workflowId: other.workflow.id } })).toMatchObject({
      isPending: false,
      pending: { error: { code: 'UNKNOWN' } },
    })
    await app.db.workflowGate.delete({ where: { workflowId: broken.workflow.id } })
  })

  test('is not published when it was withdrawn just before', async () => {
    const { publish, readGate, findVersions, caller, url, workflow, tenantId } = await arrange()
    await app.db.tenant.update({ where: { id: tenantId }, data: { adminsOverrideGate: true } })
    await publish()
    const { pending, pendingById } = await app.db.workflowGate.findUniqueOrThrow({ where: { workflowId: workflow.id } })
    const asked = PendingPublication.parse(pending)
    expect((await caller.put(`${url}/gate`, { revision: 1, conditions: [] })).statusCode).toBe(200)
    // The worker has read it before.
    const { draftHash } = await app.db.workflow.findUniqueOrThrow({ where: { id: workflow.id } })
    const publisher = { id: pendingById!, tenantId, role: 'A', origin: { address: '', userAgent: undefined } } as const
    const isAsked = (tx: Queryable) => isWaiting(tx, workflow.id, asked)
    const { versions } = createModules(app.dependencies).services
    const published = versions.publishCheckedDraft(publisher, workflow.id, { draftHash, note: '', isAsked })
    await expect(published).rejects.toMatchObject({ code: 'WORKFLOW_GATE_STALE' })
    expect(await findVersions()).toHaveLength(1)
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
