// A run that is repeated each night: at night where the tenant is, when something has changed, for the user who asked for it.
import { createEvalRun } from '@heddle/db/factories/evaluation'
import { createUser } from '@heddle/db/factories/user'
import { plainChatGraph } from '@heddle/db/factories/workflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/application/test-app.ts'
import { readRefusal } from '../../../../test/dataset/dataset-scene.ts'
import { arrangeEvaluation } from '../../../../test/evaluation/eval-scene.ts'
import { createModules } from '../../modules.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

/** Eight hours ahead of UTC. */
const zone = 'Asia/Taipei'
const night = new Date('2027-03-02T18:30:00Z')
const noon = new Date('2027-03-03T04:00:00Z')

async function arrange() {
  const scene = await arrangeEvaluation(api)
  await api.db.tenant.update({ where: { id: scene.tenantId }, data: { timeZone: zone } })
  const { graphHash } = await api.db.workflowVersion.findFirstOrThrow({ where: { workflowId: scene.workflow.id } })
  const asked = { datasetId: scene.dataset.id, workflowId: scene.workflow.id, workflowVersion: 1, graphHash, modelName: scene.model.name }
  const run = await createEvalRun(api.db, { ...asked, repeats: 3, endedAt: new Date(), createdAt: new Date('2027-03-02T09:00:00Z') })
  const mark = (isNightly: boolean, id = run.id) => scene.caller.put(`${scene.address}/${id}/nightly`, { is_nightly: isNightly })
  return {
    ...scene,
    run,
    asked,
    mark,
    publishSet: () => api.db.dataset.update({ where: { id: scene.dataset.id }, data: { publishedVersion: { increment: 1 } } }),
    findMarked: () => api.db.evalRun.findMany({ where: { datasetId: scene.dataset.id, nightlyById: { not: null } } }),
    countRuns: () => api.db.evalRun.count({ where: { datasetId: scene.dataset.id } }),
  }
}

async function repeatAt(at: Date) {
  const { jobs } = createModules({ ...api.dependencies, now: () => at })
  const job = jobs.find((each) => 'name' in each && each.name === 'repeat evaluations each night')
  if (!job || !('everyMs' in job)) throw new Error('There is no such job')
  await job.run()
}

describe('a run that is repeated each night', () => {
  test('is asked again once, at night where the tenant is, after a change, and the new run takes the mark over', async () => {
    const { run, mark, caller, publishSet, findMarked, countRuns } = await arrange()
    const marked = await mark(true)
    expect(marked.json()).toMatchObject({ run: { id: run.id, nightly_by: { id: caller.user.id } } })
    await repeatAt(night)
    expect(await countRuns()).toBe(1)
    await publishSet()
    await repeatAt(noon)
    expect(await countRuns()).toBe(1)
    await Promise.all([repeatAt(night), repeatAt(night)])
    await repeatAt(night)
    expect(await countRuns()).toBe(2)
    const again = {
      state: 'queued',
      datasetVersion: 2,
      workflowVersion: 1,
      repeats: 3,
      modelName: run.modelName,
      createdById: caller.user.id,
    }
    expect(await findMarked()).toMatchObject([{ ...again, nightlyById: caller.user.id }])
    expect((await findMarked())[0]?.id).not.toBe(run.id)
  })

  test('asks the version of the workflow that was published since', async () => {
    const { workflow, mark, findMarked } = await arrange()
    await mark(true)
    await api.db.workflowVersion.create({ data: { workflowId: workflow.id, number: 2, graph: plainChatGraph('Be brief.') } })
    await repeatAt(night)
    expect(await findMarked()).toMatchObject([{ state: 'queued', workflowVersion: 2 }])
  })

  test('is one of a set with a workflow, and none of a draft; the mark can be taken away', async () => {
    const { run, asked, mark, findMarked } = await arrange()
    await mark(true)
    const later = await createEvalRun(api.db, asked)
    await mark(true, later.id)
    expect(await findMarked()).toMatchObject([{ id: later.id }])
    expect((await mark(false, later.id)).json()).toMatchObject({ run: { nightly_by: null } })
    expect(await findMarked()).toEqual([])
    const ofDraft = await createEvalRun(api.db, { ...asked, workflowVersion: null })
    expect(readRefusal(await mark(true, ofDraft.id))).toEqual([404, 'WORKFLOW_VERSION_NOT_FOUND'])
    const where = { tenantId: run.tenantId, action: 'setEvalRunNightly', outcome: 'succeeded' } as const
    expect(await api.db.auditEvent.count({ where })).toBe(3)
  })

  test('is no more once the user who marked it may start none, which the audit log says', async () => {
    const { run, tenantId, address, publishSet, findMarked, countRuns } = await arrange()
    const other = await createUser(api.db, { tenantId, role: 'A' })
    await (await api.as(other)).put(`${address}/${run.id}/nightly`, { is_nightly: true })
    await publishSet()
    await api.db.user.update({ where: { id: other.id }, data: { role: 'U' } })
    await repeatAt(night)
    expect([await findMarked(), await countRuns()]).toEqual([[], 1])
    const [event] = await api.db.auditEvent.findMany({ where: { tenantId, action: 'setEvalRunNightly' }, orderBy: { id: 'desc' } })
    expect(event).toMatchObject({ actorId: other.id, after: { is_nightly: false } })
  })
})
