import { createUser } from '@heddle/db/factories/user'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/application/test-app.ts'
import { arrangeDataset, readParams, readRefusal } from '../../../../test/dataset/dataset-scene.ts'
import { confirm, createImportScene, readImport } from '../../../../test/dataset/import-scene.ts'
import { startImporting } from '../../../../test/dataset/import-worker.ts'

let api: TestApp
let worker: Awaited<ReturnType<typeof startImporting>>
beforeAll(async () => {
  api = await createTestApp()
  worker = await startImporting(api.dependencies)
})
afterAll(async () => {
  await worker.close()
  await api.close()
})

async function arrange(options: Parameters<typeof arrangeDataset>[1] = {}) {
  const scene = await arrangeDataset(api, options)
  return { ...scene, ...createImportScene(api, scene) }
}

const header = 'Sample,Fibre,Strength,Weight,Day,Passed'

describe('an import', () => {
  test('is read, checked and applied to the draft', async () => {
    const scene = await arrange()
    const csv = `${header}\nA 1,cotton,<0.5,180,2026-11-27,yes\nA 2,wool,12.50,,2026-11-28,no\n`
    const planned = await scene.begin('tests.csv', csv)
    expect(planned).toMatchObject({ state: 'planned', file_name: 'tests.csv', mapping: null, mode: null, counts: null, failure: null })
    expect(confirm(planned).columns.map(({ target }) => target)).toEqual(['c1', 'c2', 'c3', 'c4', 'c5', 'c6'].map((column) => ({ column })))
    const checked = await scene.check(planned)
    const counts = { rows: 2, bad: 0, added: 2, changed: 0, equal: 0, missing: 0 }
    expect(checked).toMatchObject({ state: 'checked', mode: 'append', counts, errors: [], error_count: 0, mapping: confirm(planned) })
    expect(await scene.read()).toMatchObject({ row_count: 0 })
    expect(await scene.apply(checked)).toMatchObject({ state: 'applied', counts, progress: { done: 2, total: 2 } })
    expect(await scene.findRows()).toMatchObject([
      { row_no: 1, cells: { c1: 'A 1', c2: 'cotton', c3: { number: 0.5, text: '<0.5', mark: '<' }, c4: 180, c5: '2026-11-27', c6: true } },
      { row_no: 2, cells: { c1: 'A 2', c2: 'wool', c3: { number: 12.5, text: '12.50' }, c5: '2026-11-28', c6: false } },
    ])
    expect(await scene.read()).toMatchObject({ row_count: 2, has_changes: true })
  })
})
void readParams
void readRefusal
void readImport
void createUser
