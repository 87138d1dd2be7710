// Workers that are killed while they apply an import: its rows are in the draft once, or not at all until the next attempt.
import { datasetImportQueue } from '@heddle/db/job-queues'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../test/application/test-app.ts'
import { arrangeDataset } from '../../../../../test/dataset/dataset-scene.ts'
import { createImportScene, readImport } from '../../../../../test/dataset/import-scene.ts'
import { startWorker } from '../../../../../test/jobs/queue-worker.ts'
import { rounds } from '../../../../../../../scripts/testing/rounds.ts'
import { hurryRetries, spawnWorker } from '../../../../../test/jobs/spawn-worker.ts'

const kills = rounds(2, 4)
const rowCount = 6_000

let api: TestApp
const workers = new Set<ChildProcess>()
beforeAll(async () => {
  api = await createTestApp()
  await hurryRetries(api, datasetImportQueue)
})
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await api.close()
})

/** Kills a worker within two seconds of its start, at any moment. */
async function runKilledWorker() {
  const worker = spawnWorker(api, datasetImportQueue)
  workers.add(worker)
  const ended = once(worker, 'exit')
  await Promise.race([once(worker.stdout!, 'data'), ended])
  await pause(Math.random() * 2_000)
  worker.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
}

test('an import whose workers are killed is applied once', { timeout: 300_000 }, async () => {
  const scene = await arrangeDataset(api)
  const imports = createImportScene(api, scene)
  await scene.addRows({ c1: 'A 1', c4: 1 }, { c1: 'Only here', c4: 2 })
  const lines = Array.from({ length: rowCount }, (_, row) => `A ${row},${row}`)
  const first = await startWorker(api.dependencies, datasetImportQueue)
  const checked = await imports.check(await imports.begin('tests.csv', `Sample,Weight\n${lines.join('\n')}`), 'update')
  const counts = { rows: rowCount, bad: 0, added: rowCount - 1, changed: 0, equal: 1, missing: 1 }
  expect(checked).toMatchObject({ state: 'checked', counts })
  await first.close()
  readImport(await imports.act(checked.id, 'apply', { rows: 'all' }))
  for (let kill = 0; kill < kills; kill++) {
    await runKilledWorker()
    const { state } = readImport(await imports.find(checked.id))
    const rows = await api.db.datasetRow.count({ where: { datasetId: scene.dataset.id } })
    expect([state, rows]).toEqual(state === 'applied' ? ['applied', rowCount + 1] : ['applying', 2])
  }
  const last = await startWorker(api.dependencies, datasetImportQueue)
  expect(await imports.untilEnd(checked)).toMatchObject({ state: 'applied', counts })
  await last.close()
  expect(await scene.read()).toMatchObject({ row_count: rowCount + 1 })
  const rows = await api.db.datasetRow.findMany({ where: { datasetId: scene.dataset.id }, select: { data: true } })
  expect(new Set(rows.map(({ data }) => (data as { c1: string }).c1)).size).toBe(rowCount + 1)
  const events = await api.db.auditEvent.count({ where: { targetId: scene.dataset.id, action: 'applyDatasetImport' } })
  expect(events).toBe(1)
})
