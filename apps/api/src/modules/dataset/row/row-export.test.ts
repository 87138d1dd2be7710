// What is exported is safe in a spreadsheet, and comes back as the same cells when it is imported.
import type { Cells } from '@heddle/contracts/dataset/cell'
import type { DatasetExportFormat } from '@heddle/contracts/dataset/row'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/application/test-app.ts'
import { arrangeDataset, type DatasetScene, readRefusal } from '../../../../test/dataset/dataset-scene.ts'
import { readTable } from '../../../../test/files/raw-tables.ts'
import { checkRows } from '../import/check-rows.ts'
import { planImport } from '../import/plan-import.ts'
import { sampleTable } from '../import/sample-table.ts'
import { toStoredCells } from './edit.rules.ts'

let api: TestApp
let origin: string
beforeAll(async () => {
  api = await createTestApp()
  origin = await api.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => api.close())

const formats: DatasetExportFormat[] = ['csv', 'xlsx']
const mediaTypes = { csv: 'text/csv', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' } as const

/** Returns the rows that an import would make of an export. */
async function importAgain({ dataset }: DatasetScene, bytes: Buffer, format: DatasetExportFormat): Promise<Cells[]> {
  const { table } = planImport(await sampleTable(readTable(bytes, mediaTypes[format])), { columns: dataset.columns })
  if (!table) throw new Error('There is no table')
  const columns = table.columns.map(({ at, target, reading }) => {
    const column = dataset.columns.find(({ id }) => target !== null && 'column' in target && target.column === id)
    if (!column) throw new Error(`Column ${at} is not found again`)
    return { at, column, reading }
  })
  const rows: Cells[] = []
  for await (const { cells, errors } of checkRows(readTable(bytes, mediaTypes[format]), { layout: table.layout, columns })) {
    expect(errors).toEqual([])
    rows.push(toStoredCells(cells))
  }
  return rows
}

const exportRows = async ({ caller, address }: DatasetScene, format: DatasetExportFormat, query = '') => {
  const response = await caller.get(`${address}/export?format=${format}${query}`)
  expect(response.statusCode).toBe(200)
  return response
}

const stored = async (scene: DatasetScene) => (await scene.findRows()).map(({ cells }) => cells)

const hostile = [
  '=1+1',
  '+49 30',
  '-12',
  '@SUM(A1)',
  '\tx',
  '＝1',
  "'=1+1",
  "''+1",
  "it's",
  '=HYPERLINK("http://x","y")',
  'a;b,"c"\nd',
  "'",
]

describe('a laboratory value', () => {
  test.each([
    ['with a decimal comma', { number: 1.234, text: '1,234' }, '1.234'],
    ['that was converted', { number: 38.1, text: '1 1/2' }, '38.1'],
    ['below a limit', { number: 0.5, text: '< 0,5', mark: '<' }, '<0.5'],
    ['with a spread', { number: 23.5, text: '23,5 ± 0,4', mark: '±', spread: 0.4 }, '23.5 ± 0.4'],
    ['with the digits of its text', { number: 12.5, text: '12.50' }, '12.50'],
    ['that was not detected', { number: null, text: '未檢出', mark: 'n.d.' }, '未檢出'],
  ])('%s is exported so that it is read as the same', async (_, c3, written) => {
    const scene = await arrangeDataset(api)
    await scene.addRows({ c1: 'A', c3 }, { c1: 'B', c3: 2.5 })
    const { body, rawPayload } = await exportRows(scene, 'csv')
    expect(body.split('\r\n')[1]).toBe(`A,,${written},,,`)
    const [first] = await importAgain(scene, rawPayload, 'csv')
    const read = first?.['c3']
    expect(typeof read === 'object' && read !== null ? read.number : read).toBe(c3.number)
  })
})

describe('an export', () => {
  test.each(formats)('as %s has cells of every type, which an import reads as the same', async (format) => {
    const scene = await arrangeDataset(api)
    await scene.update({ columns: scene.dataset.columns.map((column) => (column.id === 'c3' ? { ...column, unit: 'N' } : column)) })
    await scene.addRows(
      { c1: 'A', c2: '棉', c3: { number: 0.5, text: '<0.5', mark: '<' }, c4: 180, c5: '2026-11-27', c6: true },
      { c1: 'B', c3: { number: 23.5, text: '23.5 ± 0.4', mark: '±', spread: 0.4 }, c4: -7, c6: false },
      { c1: 'C', c3: -0.125 },
      { c1: 'D', c3: { number: 12.5, text: '12.50' } },
      { c1: 'E', c3: { number: null, text: 'n.d.', mark: 'n.d.' } },
    )
    const response = await exportRows(scene, format)
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename="dataset-\d{4}-\d\d-\d\d\.(csv|xlsx)"$/)
    const rows = await importAgain({ ...scene, dataset: await scene.read() }, response.rawPayload, format)
    expect(rows).toEqual(await stored(scene))
  })

  test('as CSV has no cell that is a formula, and each comes back unchanged', async () => {
    const scene = await arrangeDataset(api)
    await scene.addRows({ c1: 'first' }, ...hostile.map((c1) => ({ c1 })))
    const { rawPayload, body } = await exportRows(scene, 'csv')
    expect(body.split('\r\n')[0]).toBe('\ufeffSample,Fibre,Strength,Weight,Day,Passed')
    expect(body).not.toMatch(/(?:^|[,\n])"?[=+@\t＝]/)
    expect((await importAgain(scene, rawPayload, 'csv')).map(({ c1 }) => c1)).toEqual(['first', ...hostile])
  })

  test('as XLSX has formulas as texts, and each comes back unchanged', async () => {
    const scene = await arrangeDataset(api)
    const texts = hostile.filter((text) => text.trim() === text)
    await scene.addRows({ c1: 'first' }, ...texts.map((c1) => ({ c1 })))
    const { rawPayload } = await exportRows(scene, 'xlsx')
    expect((await importAgain(scene, rawPayload, 'xlsx')).map(({ c1 }) => c1)).toEqual(['first', ...texts])
  })

  test('of any text before which spreadsheets see a formula comes back unchanged', async () => {
    const start = fc.constantFrom('=', '+', '@', "'", "'=", "''@", '')
    const rest = fc.string({ unit: fc.constantFrom(...Array.from("ab1,;'()=+")), minLength: 1, maxLength: 12 })
    const texts = fc.sample(fc.tuple(start, rest), { numRuns: 300, seed: 7 }).map(([first, other], index) => `${first}${other}${index}`)
    const scene = await arrangeDataset(api)
    await scene.addRows({ c1: 'first' }, ...texts.map((c1) => ({ c1 })))
    const { rawPayload } = await exportRows(scene, 'csv')
    expect((await importAgain(scene, rawPayload, 'csv')).map(({ c1 }) => c1)).toEqual(['first', ...texts])
  })

  test('is of one moment, whatever is edited while it is sent', async () => {
    const scene = await arrangeDataset(api)
    // More than the buffers of a connection take, so that its end is made after the edit.
    const text = 'x'.repeat(10_000)
    const added = await api.db.$queryRaw<{ id: string; number: number }[]>`
      INSERT INTO dataset_row (id, dataset_id, row_no, version_from, data)
      SELECT gen_random_uuid(), ${scene.dataset.id}::uuid, n, 1, jsonb_build_object('c1', n || ${text}::text) FROM generate_series(0, 1999) n
      RETURNING id, row_no AS number`
    const data = added.toSorted((one, other) => one.number - other.number)
    const response = await fetch(`${origin}${scene.address}/export?format=csv`, { headers: scene.caller.headers })
    const last = data.at(-1)?.id ?? ''
    const edited = await scene.editRows(
      { id: last, revision: 0, cells: { c1: 'edited' } },
      { id: data[1_998]?.id, revision: 0, cells: { c1: null } },
    )
    expect([edited.statusCode, (await scene.deleteRows(data[1_900]?.id ?? '')).statusCode]).toEqual([200, 200])
    const lines = (await response.text()).trimEnd().split('\r\n').slice(1)
    expect(lines).toEqual(data.map(({ number }) => `${number}${text},,,,,`))
  })

  test('of more rows than a page has all of them in their order, also of a version, and is in the audit log', async () => {
    const scene = await arrangeDataset(api)
    const rows = await scene.addRows(...Array.from({ length: 1_201 }, (_, i) => ({ c1: `Sample ${i}` })))
    await scene.publishNow()
    await scene.editRows({ id: rows[0]!.id, revision: 0, cells: { c1: 'edited' } })
    await scene.deleteRows(rows[1]!.id)
    const lines = async (query?: string) => (await exportRows(scene, 'csv', query)).body.trimEnd().split('\r\n').slice(1)
    expect(await lines('&version=1')).toEqual(rows.map((_, i) => `Sample ${i},,,,,`))
    expect(await lines()).toEqual(['edited,,,,,', ...rows.slice(2).map((_, i) => `Sample ${i + 2},,,,,`)])
    expect(readRefusal(await scene.caller.get(`${scene.address}/export?format=csv&version=9`))).toEqual([404, 'DATASET_VERSION_NOT_FOUND'])
    const events = await api.db.auditEvent.findMany({
      where: { action: 'exportDataset', outcome: 'succeeded', targetId: scene.dataset.id },
      orderBy: { id: 'asc' },
    })
    expect(events).toMatchObject([{ after: { format: 'csv', rows: 1_201, version: 1 } }, { after: { format: 'csv', rows: 1_200 } }])
  })
})
