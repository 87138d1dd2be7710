// Files on their way into a dataset, over HTTP and by a real worker.
import type { ImportCounts } from '@heddle/contracts/dataset/import'
import { createDatasetImport } from '@heddle/db/factories/dataset'
import { createUser } from '@heddle/db/factories/user'
import { datasetImportQueue } from '@heddle/db/job-queues'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/application/test-app.ts'
import { arrangeDataset, readParams, readRefusal } from '../../../../test/dataset/dataset-scene.ts'
import { confirm, createImportScene, readImport } from '../../../../test/dataset/import-scene.ts'
import { startWorker } from '../../../../test/jobs/queue-worker.ts'
import { until } from '../../../../test/until.ts'
import { failLostImports, removeOldImports } from './job/old-imports.sql.ts'
import { interrupted } from './job/run-import.ts'

let api: TestApp
let worker: Awaited<ReturnType<typeof startWorker>>
beforeAll(async () => {
  api = await createTestApp()
  worker = await startWorker(api.dependencies, datasetImportQueue)
})
afterAll(async () => {
  await worker.close()
  await api.close()
})

async function arrange(options: Parameters<typeof arrangeDataset>[1] = {}) {
  const scene = await arrangeDataset(api, options)
  return { ...scene, ...createImportScene(api, scene) }
}

const none: ImportCounts = { rows: 0, bad: 0, added: 0, changed: 0, equal: 0, missing: 0 }
const header = 'Sample,Fibre,Strength,Weight,Day,Passed'
const toCsv = (...rows: string[]) => [header, ...rows].join('\n')

const findRemoval = (storageKey: string) => api.db.fileRemoval.findUnique({ where: { storageKey } })
const findRow = (id: string) => api.db.datasetImport.findUniqueOrThrow({ where: { id } })

describe('an import', () => {
  test('is read, checked and applied to the draft', async () => {
    const scene = await arrange()
    const planned = await scene.begin('tests.csv', toCsv('A 1,cotton,<0.5,180,2026-11-27,yes', 'A 2,wool,12.50,,2026-11-28,no'))
    expect(planned).toMatchObject({ state: 'planned', file_name: 'tests.csv', mapping: null, mode: null, counts: null, failure: null })
    expect(confirm(planned).columns.map(({ target }) => target)).toEqual(['c1', 'c2', 'c3', 'c4', 'c5', 'c6'].map((column) => ({ column })))
    const checked = await scene.check(planned)
    const counts = { ...none, rows: 2, added: 2 }
    expect(checked).toMatchObject({ state: 'checked', mode: 'append', counts, errors: [], error_count: 0, mapping: confirm(planned) })
    expect(await scene.read()).toMatchObject({ row_count: 0 })
    expect(await scene.apply(checked)).toMatchObject({ state: 'applied', counts, progress: { done: 2, total: 2 } })
    expect(await scene.findRows()).toMatchObject([
      { row_no: 1, cells: { c1: 'A 1', c2: 'cotton', c3: { number: 0.5, text: '<0.5', mark: '<' }, c4: 180, c5: '2026-11-27', c6: true } },
      { row_no: 2, cells: { c1: 'A 2', c2: 'wool', c3: { number: 12.5, text: '12.50' }, c5: '2026-11-28', c6: false } },
    ])
    expect(await scene.read()).toMatchObject({ row_count: 2, has_changes: true })
    const event = await api.db.auditEvent.findFirstOrThrow({ where: { targetId: scene.dataset.id, action: 'applyDatasetImport' } })
    const after = { file_name: 'tests.csv', import_mode: 'append', rows: 2, rows_added: 2, rows_changed: 0, rows_bad: 0, columns: [] }
    expect(event).toMatchObject({ actorId: scene.caller.user.id, outcome: 'succeeded', after })
  })

  test('adds its new columns and its rows together', async () => {
    const scene = await arrange({ columns: [] })
    const planned = await scene.begin('lots.tsv', 'Lot\tTenacity (cN/tex)\tShrinkage\nL1\t24.50\t2\nL2\t25.10\t3\n')
    const checked = await scene.check(planned, 'append', confirm(planned, { 3: { target: null } }))
    const { revision } = await scene.read()
    expect(await scene.apply(checked)).toMatchObject({ state: 'applied' })
    const { columns, ...dataset } = await scene.read()
    expect(columns.map(({ id, name, type, unit, key }) => [id, name.default, type, unit, key])).toEqual([
      ['c1', 'Lot', 'text', undefined, true],
      ['c2', 'Tenacity', 'number', 'cN/tex', undefined],
    ])
    expect(dataset).toMatchObject({ row_count: 2, revision: revision + 1 })
    expect((await scene.findRows()).map(({ cells }) => cells)).toEqual([
      { c1: 'L1', c2: { number: 24.5, text: '24.50' } },
      { c1: 'L2', c2: { number: 25.1, text: '25.10' } },
    ])
  })

  test('updates rows by their key, and leaves cells as they are that the file has too', async () => {
    const scene = await arrange()
    const [kept, changed, other] = await scene.addRows(
      { c1: 'A 1', c3: { number: 12.5, text: '12.50' }, c4: 180 },
      { c1: 'A 2', c3: 20, c4: 200, c6: true },
      { c1: 'A 3', c3: 30 },
    )
    await scene.publishNow()
    await scene.editRows({ id: changed!.id, revision: 0, cells: { c6: false } })
    const planned = await scene.begin('update.csv', 'sample,Strength,Weight\nA 1,12.5,180\nA 2,21,\nA 9,5,100\n')
    const checked = await scene.check(planned, 'update')
    expect(checked).toMatchObject({ counts: { rows: 3, bad: 0, added: 1, changed: 1, equal: 1, missing: 1 } })
    expect(await scene.apply(checked)).toMatchObject({ state: 'applied', counts: checked.counts })
    expect(await scene.findRows()).toMatchObject([
      { id: kept!.id, revision: 0, cells: { c1: 'A 1', c3: { number: 12.5, text: '12.50' }, c4: 180 } },
      { id: changed!.id, revision: 2, cells: { c1: 'A 2', c3: 21, c6: false } },
      { id: other!.id, revision: 0, cells: { c1: 'A 3', c3: 30 } },
      { row_no: 4, cells: { c1: 'A 9', c3: 5, c4: 100 } },
    ])
    const stored = await api.db.datasetRow.findFirstOrThrow({ where: { id: changed!.id, versionTo: null } })
    expect(stored).toMatchObject({ versionFrom: 2, edits: { c3: 2, c4: 2, c6: 1 } })
    // Of the weight, which the editor has seen, and of the strength, which the import has changed since.
    const edit = await scene.editRows({ id: changed!.id, revision: 1, cells: { c6: true } })
    expect(edit.statusCode).toBe(200)
    const conflict = await scene.editRows({ id: changed!.id, revision: 1, cells: { c3: 22 } })
    expect(readRefusal(conflict)).toEqual([409, 'DATASET_CELL_CONFLICT'])
    expect((await scene.findRows({ version: 1 })).map(({ cells }) => cells)).toMatchObject([
      { c1: 'A 1' },
      { c3: 20, c4: 200, c6: true },
      { c1: 'A 3' },
    ])
  })

  test('replaces the rows of the draft, and no published one', async () => {
    const scene = await arrange()
    await scene.addRows({ c1: 'Old 1' }, { c1: 'Old 2' })
    await scene.publishNow()
    await scene.addRows({ c1: 'Draft' })
    expect(await scene.importFile('new.csv', toCsv('Old 1,,,,,', 'New,,,,,'), 'replace')).toMatchObject({
      state: 'applied',
      counts: { ...none, rows: 2, added: 2 },
    })
    expect((await scene.findRows()).map(({ row_no, cells }) => [row_no, cells])).toEqual([
      [1, { c1: 'Old 1' }],
      [2, { c1: 'New' }],
    ])
    expect(await scene.read()).toMatchObject({ row_count: 2, published_version: 1, has_changes: true })
    expect((await scene.findRows({ version: 1 })).map(({ cells }) => cells)).toEqual([{ c1: 'Old 1' }, { c1: 'Old 2' }])
    await scene.publishNow()
    expect((await scene.findRows({ version: 2 })).map(({ cells }) => cells)).toEqual([{ c1: 'Old 1' }, { c1: 'New' }])
  })

  test('with bad rows is applied without them, or not at all', async () => {
    const scene = await arrange()
    await scene.addRows({ c1: 'A 1' })
    const planned = await scene.begin('bad.csv', toCsv('A 1,cotton,1,,,', 'A 2,silk,strong,,,', 'A 3,wool,3,,,', 'A 3,wool,4,,,'))
    const checked = await scene.check(planned)
    expect(checked).toMatchObject({ counts: { ...none, rows: 4, bad: 3, added: 1 }, error_count: 4 })
    expect(checked.errors).toEqual([
      { row: 2, at: null, column: 'c1', code: 'key_exists', text: 'A 1' },
      { row: 3, at: 2, column: 'c2', code: 'not_a_choice', text: 'silk' },
      { row: 3, at: 3, column: 'c3', code: 'not_a_number', text: 'strong' },
      { row: 5, at: 1, column: 'c1', code: 'key_repeated', text: 'A 3', other_row: 4 },
    ])
    const refused = await scene.act(checked.id, 'apply', { rows: 'all' })
    expect([readRefusal(refused), readParams(refused)]).toEqual([[422, 'DATASET_IMPORT_INVALID'], { reason: 'bad_rows', count: 3 }])
    await api.db.user.update({ where: { id: scene.caller.user.id }, data: { language: 'en' } })
    const file = await scene.caller.get(`${scene.address}/${checked.id}/errors`)
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(file.body).toBe(
      [
        '\ufeffRow,Column,Error,Cell',
        '2,Sample,The dataset already has a row with this key.,A 1',
        '3,Fibre,This is not one of the column’s choices.,silk',
        '3,Strength,This is not a number.,strong',
        '5,Sample,This key is already in row 4.,A 3',
        '',
      ].join('\r\n'),
    )
    expect(await scene.apply(checked, 'good')).toMatchObject({ state: 'applied', counts: { rows: 4, bad: 3, added: 1 }, error_count: 4 })
    expect((await scene.findRows()).map(({ cells }) => cells['c1'])).toEqual(['A 1', 'A 3'])
  })

  test('counts all errors, shows a hundred of them and keeps ten thousand', async () => {
    const scene = await arrange()
    const rows = Array.from({ length: 10_100 }, (_, row) => `A ${row},,strong,,,`)
    const checked = await scene.check(await scene.begin('worse.csv', toCsv(...rows)))
    expect(checked).toMatchObject({ state: 'checked', counts: { rows: 10_100, bad: 10_100 }, error_count: 10_100 })
    expect(checked.errors).toHaveLength(100)
    const file = await scene.caller.get(`${scene.address}/${checked.id}/errors`)
    expect(file.body.trimEnd().split('\r\n')).toHaveLength(10_001)
  })

  test('of a dataset that was edited since its check is checked again', async () => {
    const scene = await arrange()
    const planned = await scene.begin('tests.csv', toCsv('A 1,cotton,1,,,', 'A 2,wool,2,,,'))
    const checked = await scene.check(planned)
    await scene.addRows({ c1: 'a 2' })
    const failed = await scene.apply(checked)
    expect(failed).toMatchObject({
      state: 'failed',
      failure: { code: 'DATASET_IMPORT_INVALID', params: { reason: 'bad_rows', count: 1 } },
      counts: { rows: 2, bad: 1, added: 1 },
      errors: [{ row: 3, code: 'key_exists' }],
    })
    expect((await scene.findRows()).map(({ cells }) => cells)).toEqual([{ c1: 'a 2' }])
    await scene.update({ columns: [...(await scene.read()).columns, { name: 'Lot', type: 'text' }] })
    const changed = await scene.apply(failed, 'good')
    expect(changed).toMatchObject({ state: 'failed', failure: { params: { reason: 'definition_changed' } } })
    const again = await scene.check(changed)
    expect(await scene.apply(again, 'good')).toMatchObject({ state: 'applied', counts: { rows: 2, bad: 1, added: 1 } })
    expect((await scene.findRows()).map(({ cells }) => cells['c1'])).toEqual(['a 2', 'A 1'])
  })

  test('of a column that was removed since its check fails, and may be checked again', async () => {
    const scene = await arrange()
    const checked = await scene.check(await scene.begin('tests.csv', toCsv('A 1,cotton,1,,,')))
    await scene.update({ columns: (await scene.read()).columns.filter(({ id }) => id !== 'c3') })
    const failed = await scene.apply(checked)
    expect(failed).toMatchObject({ state: 'failed', failure: { code: 'DATASET_IMPORT_INVALID', params: { reason: 'unknown_column' } } })
    expect(await scene.check(failed, 'append', confirm(failed, { 3: { target: null } }))).toMatchObject({ state: 'checked', failure: null })
  })

  test('takes over the mapping that a file of the same headers was applied by', async () => {
    const scene = await arrange()
    const first = await scene.begin('tests.csv', 'Sample,Force,Weight\nA 1,"1.234,5",180\n')
    const reading = { decimal_comma: true, thousands: true }
    const mapping = confirm(first, { 2: { target: { column: 'c3' }, reading }, 3: { target: { add: { name: 'Load', type: 'integer' } } } })
    expect(await scene.apply(await scene.check(first, 'update', mapping))).toMatchObject({ state: 'applied' })
    const next = await scene.begin('more.csv', 'Sample,Force,Weight\nA 2,"2.345,5",190\n')
    expect(next).toMatchObject({ state: 'planned', mode: 'update' })
    const targets = ['c1', 'c3', 'c7'].map((column) => ({ column }))
    expect(next.mapping?.columns.map(({ target }) => target)).toEqual(targets)
    expect(next.mapping?.columns[1]?.reading).toEqual(reading)
    await scene.update({ columns: (await scene.read()).columns.filter(({ id }) => id !== 'c7') })
    const later = await scene.begin('more.csv', 'Sample,Force,Weight\nA 2,"2.345,5",190\n')
    expect(later.mapping?.columns.map(({ target }) => target)).toEqual([...targets.slice(0, 2), { column: 'c4' }])
    expect(await scene.begin('other.csv', 'Sample,Force\nA 2,3\n')).toMatchObject({ mapping: null, mode: null })
  })

  test('is read again as it is told', async () => {
    const scene = await arrange()
    const { id } = await scene.begin('report.csv', 'Report;of;May\nSample;Strength;Weight\nA 1;1;2\n')
    const layout = { header_rows: [2], unit_row: null, first_row: 3 }
    const told = await scene.untilEnd(readImport(await scene.act(id, 'plan', { layout, delimiter: ';' })))
    expect(told.plan?.table?.layout).toMatchObject(layout)
    expect(confirm(told).columns.map(({ target }) => target)).toEqual(['c1', 'c3', 'c4'].map((column) => ({ column })))
  })

  test('finds the columns of its template', async () => {
    const columns = [
      { name: { default: 'Lot', zhHant: '批號' }, type: 'text', key: true },
      { name: 'Tenacity', type: 'number', unit: 'cN/tex' },
      { name: '=Sum, of all', type: 'number' },
    ]
    const scene = await arrange({ columns })
    const template = await scene.caller.get(`${scene.address}/template`)
    expect(template.body).toMatch(/^\ufeff批號,Tenacity \(cN\/tex\),"'=Sum, of all"\r\n$/)
    const planned = await scene.begin('template.csv', `${template.body}L1,2,3\r\n`)
    expect(confirm(planned).columns.map(({ target }) => target)).toEqual(['c1', 'c2', 'c3'].map((column) => ({ column })))
  })
})

describe('a mapping', () => {
  test('that is none of the file or of the dataset is refused', async () => {
    const scene = await arrange()
    const planned = await scene.begin('tests.csv', 'Sample,Strength,Lot\nA 1,1,2\n')
    const mapping = confirm(planned)
    const refuse = async (given: object, mode = 'append') => {
      const response = await scene.act(planned.id, 'check', { mapping: { ...mapping, ...given }, mode })
      return [...readRefusal(response), readParams(response)['reason']]
    }
    const withColumn = (at: number, change: object) => ({
      columns: mapping.columns.map((column) => (column.at === at ? { ...column, ...change } : column)),
    })
    const invalid = (reason: string) => [422, 'DATASET_IMPORT_INVALID', reason]
    expect(await refuse({ layout: { ...mapping.layout, first_row: 1 } })).toEqual(invalid('other_layout'))
    expect(await refuse({ columns: [mapping.columns[0], mapping.columns[0]] })).toEqual(invalid('column_repeated'))
    expect(await refuse(withColumn(2, { at: 9 }))).toEqual(invalid('unknown_column'))
    expect(await refuse(withColumn(2, { target: { column: 'c99' } }))).toEqual(invalid('unknown_column'))
    expect(await refuse(withColumn(2, { target: { column: 'c1' } }))).toEqual(invalid('target_repeated'))
    expect(await refuse({ columns: mapping.columns.map((column) => ({ ...column, target: null })) })).toEqual(invalid('nothing_mapped'))
    expect(await refuse(withColumn(2, { reading: { unit: 'furlong' } }))).toEqual(invalid('unknown_unit'))
    expect(await refuse(withColumn(1, { target: null }))).toEqual(invalid('key_missing'))
    expect(await refuse(withColumn(3, { target: { add: { name: 'sample', type: 'text' } } }))).toEqual([
      422,
      'DATASET_DEFINITION_INVALID',
      undefined,
    ])
    expect(await scene.find(planned.id)).toMatchObject({ statusCode: 200 })
    const unkeyed = await arrange({ columns: [{ name: 'Strength', type: 'number' }] })
    const other = await unkeyed.begin('tests.csv', 'Strength\n1\n')
    expect(readParams(await unkeyed.act(other.id, 'check', { mapping: confirm(other), mode: 'update' }))).toEqual({ reason: 'key_missing' })
  })

  test('that would give a dataset more than it may have is refused', async () => {
    const columns = Array.from({ length: 59 }, (_, index) => ({ name: `Value ${index}`, type: 'number' }))
    const scene = await arrange({ columns })
    const planned = await scene.begin('tests.csv', 'Value 1,Force,Load\n1,2,3\n')
    const add = (name: string) => ({ target: { add: { name, type: 'number' as const } } })
    const mapping = confirm(planned, { 2: add('Force'), 3: add('Load') })
    const refused = await scene.act(planned.id, 'check', { mapping, mode: 'append' })
    expect([readRefusal(refused), readParams(refused)]).toEqual([[422, 'DATASET_IMPORT_INVALID'], { reason: 'too_many_columns', max: 60 }])
    await api.db.dataset.update({ where: { id: scene.dataset.id }, data: { rowCount: 100_000 } })
    const failed = await scene.check(planned, 'append', confirm(planned, { 3: { target: null } }))
    expect(failed).toMatchObject({
      state: 'failed',
      failure: { code: 'DATASET_IMPORT_INVALID', params: { reason: 'too_many_rows', max: 100_000 } },
    })
    expect(readRefusal(await scene.act(failed.id, 'apply', { rows: 'all' }))).toEqual([409, 'DATASET_IMPORT_BUSY'])
  })
})

describe('a step of an import', () => {
  test('is refused while another one runs, and when nothing was checked', async () => {
    const scene = await arrange()
    const planned = await scene.begin('tests.csv', toCsv('A 1,,,,,'))
    const mapping = confirm(planned)
    expect(readRefusal(await scene.act(planned.id, 'apply', { rows: 'all' }))).toEqual([409, 'DATASET_IMPORT_BUSY'])
    for (const state of ['reading', 'checking', 'applying', 'applied'] as const) {
      await api.db.datasetImport.update({ where: { id: planned.id }, data: { state, counts: none } })
      const refused = [
        await scene.act(planned.id, 'plan'),
        await scene.act(planned.id, 'check', { mapping, mode: 'append' }),
        await scene.act(planned.id, 'apply', { rows: 'all' }),
      ]
      expect(refused.map(readRefusal)).toEqual(refused.map(() => [409, 'DATASET_IMPORT_BUSY']))
      expect(readParams(refused[0]!)).toEqual({ state })
    }
  })

  test('that two callers begin at once begins once', async () => {
    const scene = await arrange()
    const checked = await scene.check(await scene.begin('tests.csv', toCsv('A 1,,,,,')))
    const responses = await Promise.all(Array.from({ length: 5 }, () => scene.act(checked.id, 'apply', { rows: 'all' })))
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
    expect(await scene.untilEnd(checked)).toMatchObject({ state: 'applied' })
    expect(await scene.read()).toMatchObject({ row_count: 1 })
  })

  test('whose job the queue has given up ends as interrupted, and may be tried again', async () => {
    const scene = await arrange()
    const planned = await scene.begin('tests.csv', toCsv('A 1,,,,,'))
    await api.db.datasetImport.update({ where: { id: planned.id }, data: { state: 'checking', jobId: crypto.randomUUID() } })
    await failLostImports(api.dependencies.pool, interrupted)
    const failed = readImport(await scene.find(planned.id))
    expect(failed).toMatchObject({ state: 'failed', failure: { code: 'DATASET_IMPORT_INTERRUPTED' } })
    expect(await scene.check(failed)).toMatchObject({ state: 'checked' })
  })
})

describe('the file of an import', () => {
  test('goes with it: replaced by a later one, deleted, or after a day', async () => {
    const scene = await arrange()
    const own = { datasetId: scene.dataset.id, createdById: scene.caller.user.id }
    const { storageKey, ...first } = await createDatasetImport(api.db, own)
    expect(await findRemoval(storageKey)).toBeNull()
    const second = await scene.begin('second.csv', toCsv('A 1,,,,,'))
    expect(await findRemoval(storageKey)).not.toBeNull()
    expect(readRefusal(await scene.find(first.id))).toEqual([404, 'DATASET_IMPORT_NOT_FOUND'])
    const { storageKey: secondKey } = await findRow(second.id)
    expect((await scene.remove(second.id)).json()).toEqual({ success: true })
    expect(await findRemoval(secondKey)).not.toBeNull()
    expect(readRefusal(await scene.remove(second.id))).toEqual([404, 'DATASET_IMPORT_NOT_FOUND'])
    const createdAt = new Date(Date.now() - 25 * 60 * 60 * 1_000)
    const { storageKey: thirdKey, ...third } = await createDatasetImport(api.db, { ...own, createdAt })
    await removeOldImports(api.dependencies.pool)
    expect(readRefusal(await scene.find(third.id))).toEqual([404, 'DATASET_IMPORT_NOT_FOUND'])
    expect(await findRemoval(thirdKey)).not.toBeNull()
  })

  test('has its checked rows beside it, until they are applied or others', async () => {
    const scene = await arrange()
    const checked = await scene.check(await scene.begin('tests.csv', toCsv('A 1,,,,,')))
    const { rowsKey: firstRows } = await findRow(checked.id)
    expect(await findRemoval(firstRows ?? '')).toBeNull()
    const again = await scene.check(checked)
    expect(await findRemoval(firstRows ?? '')).not.toBeNull()
    const { rowsKey } = await findRow(again.id)
    expect(await findRemoval(rowsKey ?? '')).toBeNull()
    await scene.apply(again)
    expect(await findRow(again.id)).toMatchObject({ rowsKey: null })
    expect(await findRemoval(rowsKey ?? '')).not.toBeNull()
  })

  test('goes with the dataset and with the person', async () => {
    const scene = await arrange()
    const other = await createUser(api.db, { tenantId: scene.tenantId, role: 'A' })
    const own = await scene.begin('own.csv', toCsv('A 1,,,,,'))
    const { storageKey } = await findRow(own.id)
    const { storageKey: otherKey } = await createDatasetImport(api.db, { datasetId: scene.dataset.id, createdById: other.id })
    await api.db.user.delete({ where: { id: other.id } })
    expect(await findRemoval(otherKey)).not.toBeNull()
    const deleted = await api.app.inject({ method: 'DELETE', url: scene.address.replace(/\/import$/, ''), headers: scene.caller.headers })
    expect(deleted.statusCode).toBe(200)
    expect(await findRemoval(storageKey)).not.toBeNull()
    expect(await api.db.datasetImport.count({ where: { datasetId: scene.dataset.id } })).toBe(0)
  })

  test('does not take the place of one that is being applied', async () => {
    const scene = await arrange()
    const own = { datasetId: scene.dataset.id, createdById: scene.caller.user.id }
    const planned = await createDatasetImport(api.db, { ...own, state: 'applying', fileName: 'tests.csv' })
    expect(readRefusal(await scene.upload('more.csv', toCsv('A 2,,,,,')))).toEqual([409, 'DATASET_IMPORT_BUSY'])
    expect(await findRow(planned.id)).toMatchObject({ fileName: 'tests.csv' })
  })
})

describe('an import that runs', () => {
  const long = toCsv(...Array.from({ length: 5_000 }, (_, row) => `A ${row},cotton,${row},${row},2026-11-27,yes`))

  test('says how far it is, and ends at its cancellation with nothing written', async () => {
    const scene = await arrange()
    const checked = await scene.check(await scene.begin('long.csv', long))
    expect(checked.counts).toEqual({ ...none, rows: 5_000, added: 5_000 })
    const [locked, cancelled] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const held = api.db.$transaction(
      async (tx) => {
        await tx.$executeRaw`LOCK TABLE dataset_row IN SHARE MODE`
        locked.resolve()
        await cancelled.promise
      },
      { timeout: 60_000 },
    )
    await locked.promise
    await scene.act(checked.id, 'apply', { rows: 'all' })
    await until('some rows to be read', async () => readImport(await scene.find(checked.id)).progress.done > 0)
    const { jobId } = await findRow(checked.id)
    const countJobs = () =>
      api.db.$queryRaw<{ state: string }[]>`SELECT state::text FROM pgboss.job WHERE id = ${jobId}::uuid AND state = 'active'`
    expect(await countJobs()).toHaveLength(1)
    expect((await scene.remove(checked.id)).statusCode).toBe(200)
    cancelled.resolve()
    await held
    await until('the job to end', async () => (await countJobs()).length === 0, 10_000)
    expect(await scene.findRows()).toEqual([])
    expect(await scene.read()).toMatchObject({ row_count: 0, has_changes: true })
  })

  test('of a person who was disabled meanwhile changes nothing', async () => {
    const scene = await arrange()
    const checked = await scene.check(await scene.begin('tests.csv', toCsv('A 1,,,,,')))
    await worker.close()
    await scene.act(checked.id, 'apply', { rows: 'all' })
    await api.db.user.update({ where: { id: scene.caller.user.id }, data: { status: 'disabled' } })
    worker = await startWorker(api.dependencies, datasetImportQueue)
    const failed = await until('the step to end', async () => {
      const row = await findRow(checked.id)
      return row.state === 'applying' ? null : row
    })
    expect(failed).toMatchObject({ state: 'failed', failure: { code: 'FORBIDDEN' } })
    expect(await api.db.datasetRow.count({ where: { datasetId: scene.dataset.id } })).toBe(0)
  })
})
