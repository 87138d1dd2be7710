// Files that are damaged, lie about what they are, or mean harm, as imports into a dataset: each ends with a message, and leaves nothing.
import { fabricMapping } from '@heddle/db/factories/dataset'
import { limits } from '@heddle/contracts/limits'
import { datasetImportQueue } from '@heddle/db/job-queues'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/application/test-app.ts'
import { arrangeDataset, readParams, readRefusal } from '../../../../test/dataset/dataset-scene.ts'
import { confirm, createImportScene, readImport } from '../../../../test/dataset/import-scene.ts'
import { startWorker } from '../../../../test/jobs/queue-worker.ts'
import { createForm } from '../../../../test/files/form.ts'
import { createEncryptedOffice, createXlsx, createXlsxOf } from '../../../../test/files/office.ts'
import { declareEntries } from '../../../../test/files/zip-edits.ts'

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

const columns = [
  { name: 'Sample', type: 'text', key: true },
  { name: 'Strength', type: 'number' },
]

async function arrange() {
  const scene = await arrangeDataset(api, { columns })
  return { ...scene, ...createImportScene(api, scene) }
}

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const row = (number: number, cells: string) => `<row r="${number}">${cells}</row>`
const createSheet = (rows: string, options: Parameters<typeof createXlsxOf>[1] = {}) => createXlsxOf([{ name: 'Tests', rows }], options)

/** The stored files that no import has and whose removal is not planned. */
async function listForgottenFiles() {
  const { dir } = api.dependencies.config.files
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const stored = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
  const kept = [
    ...(await api.db.datasetImport.findMany({ select: { storageKey: true } })),
    ...(await api.db.fileRemoval.findMany({ select: { storageKey: true } })),
  ]
  const known = new Set(kept.map(({ storageKey }) => storageKey))
  return stored.filter((key) => !known.has(key))
}

describe('a file that cannot be read', () => {
  const bomb = () => {
    const rows = Array.from({ length: 100 }, (_, index) => row(index + 1, '<c t="s"><v>0</v></c>'.repeat(60))).join('')
    return createSheet(rows, { strings: [`<t>${'x'.repeat(32_000)}</t>`] })
  }
  const workbook = () => createXlsx({ Tests: [['Sample'], ['A 1']] })
  const files: readonly (readonly [string, string, () => Promise<Buffer> | Buffer | string, string])[] = [
    ['a workbook that repeats a long text until it is too large', 'bomb.xlsx', bomb, 'FILE_UNPACKS_TOO_LARGE'],
    ['a workbook of 60,000 entries', 'many.xlsx', async () => declareEntries(await workbook(), 60_000), 'FILE_UNPACKS_TOO_LARGE'],
    ['a workbook that is cut off', 'cut.xlsx', async () => (await workbook()).subarray(0, 400), 'FILE_UNREADABLE'],
    ['a workbook with a password', 'locked.xlsx', createEncryptedOffice, 'FILE_ENCRYPTED'],
    ['a workbook that is a text', 'text.xlsx', () => 'Sample,Strength\nA 1,2\n', 'FILE_CONTENT_MISMATCH'],
    ['a text that is a workbook', 'workbook.csv', workbook, 'FILE_CONTENT_MISMATCH'],
    ['a text with NUL in it', 'nul.csv', () => 'Sample,Strength\nA\0 1,2\n', 'FILE_CONTENT_MISMATCH'],
  ]

  test.each(files)('fails with its reason: %s', async (_, name, make, code) => {
    const scene = await arrange()
    const failed = await scene.begin(name, await make())
    expect(failed).toMatchObject({ state: 'failed', plan: null, failure: { code } })
    const refused = await scene.act(failed.id, 'check', { mapping: fabricMapping, mode: 'append' })
    expect(readRefusal(refused)).toEqual([409, 'DATASET_IMPORT_BUSY'])
    expect((await scene.remove(failed.id)).statusCode).toBe(200)
    expect(await listForgottenFiles()).toEqual([])
    expect(await scene.read()).toMatchObject({ row_count: 0 })
  })

  const names: readonly (readonly [string, string, string, string])[] = [
    ['of a path', '../tests.csv', 'Sample\nA 1\n', 'FILE_NAME_INVALID'],
    ['of another type', 'tests.pdf', 'Sample\nA 1\n', 'FILE_TYPE_NOT_ACCEPTED'],
    ['of a program', 'tests.csv.exe', 'Sample\nA 1\n', 'FILE_TYPE_NOT_ACCEPTED'],
    ['of a lock file', '~$tests.xlsx', 'Sample\nA 1\n', 'FILE_TEMPORARY'],
    ['of an empty file', 'empty.csv', '', 'FILE_EMPTY'],
    ['of a file beyond the limit', 'large.csv', 'x'.repeat(limits.datasetFileBytes + 1), 'FILE_TOO_LARGE'],
  ]

  test.each(names)('is refused by its name or size: %s', async (_, name, content, code) => {
    const scene = await arrange()
    const refused = await scene.upload(name, content)
    expect(refused.json().detail.code).toBe(code)
    expect(await api.db.datasetImport.count({ where: { datasetId: scene.dataset.id } })).toBe(0)
    expect(await listForgottenFiles()).toEqual([])
  })

  test('is refused with another one', async () => {
    const scene = await arrange()
    const file = { name: 'tests.csv', content: 'Sample\nA 1\n' }
    const { headers, payload } = createForm([file, file])
    const refused = await api.app.inject({ method: 'POST', url: scene.address, headers: { ...scene.caller.headers, ...headers }, payload })
    expect(refused.json().detail.code).toBe('FILE_TOO_MANY')
  })
})

describe('a file with more than a table', () => {
  test('of 16,384 columns, or of too many rows, has no sheet that can be imported', async () => {
    const scene = await arrange()
    const names = Array.from({ length: 16_384 }, (_, index) => `n${index}`)
    const wide = await scene.begin('wide.xlsx', await createSheet(row(1, names.map(text).join('')) + row(2, text('A 1'))))
    expect(wide).toMatchObject({ state: 'planned', plan: { table: null, sheets: [{ problem: 'too_many_columns' }] } })
    const refused = await scene.act(wide.id, 'check', { mapping: fabricMapping, mode: 'append' })
    expect([readRefusal(refused), readParams(refused)]).toEqual([[422, 'DATASET_IMPORT_INVALID'], { reason: 'no_table' }])
    const long = await scene.begin('long.csv', `Sample,Strength\n${'A,1\n'.repeat(101_001)}`)
    expect(long).toMatchObject({ state: 'planned', plan: { table: null, sheets: [{ problem: 'too_many_rows' }] } })
  })

  test('of more empty rows than it may have is imported with those that are filled', async () => {
    const scene = await arrange()
    const rows = [row(1, text('Sample') + text('Strength')), '<row r="2" s="1"/>'.repeat(200_000), row(200_002, text('A 1') + text('2'))]
    expect(await scene.importFile('empty.xlsx', await createSheet(rows.join('')))).toMatchObject({
      state: 'applied',
      counts: { rows: 1, added: 1 },
    })
    expect((await scene.findRows()).map(({ cells }) => cells)).toEqual([{ c1: 'A 1', c2: 2 }])
  })

  test('that reads another workbook has the values that were stored, and says so', async () => {
    const scene = await arrange()
    const rows = row(1, text('Sample') + text('Strength')) + row(2, `${text('A 1')}<c><f>[1]Other!A1</f><v>5</v></c>`)
    const planned = await scene.begin('external.xlsx', await createSheet(rows))
    expect(planned.plan?.findings).toEqual([expect.objectContaining({ code: 'values_external', count: 1 })])
    await scene.apply(await scene.check(planned))
    expect((await scene.findRows()).map(({ cells }) => cells)).toEqual([{ c1: 'A 1', c2: 5 }])
  })

  test('of two headers of one name has a column for each', async () => {
    const scene = await arrange()
    const planned = await scene.begin('twice.csv', 'Sample,Strength,strength\nA 1,1,2\n')
    expect(planned.plan?.findings).toContainEqual(expect.objectContaining({ code: 'headers_equal', column: 3 }))
    expect(confirm(planned).columns.map(({ target }) => target)).toMatchObject([
      { column: 'c1' },
      { column: 'c2' },
      { add: { name: 'strength 2' } },
    ])
  })

  test('in another encoding than it is told says so, and is read again', async () => {
    const scene = await arrange()
    const big5 = Buffer.concat([Buffer.from('Sample,Strength\n'), Buffer.from('b4d6a5acb160', 'hex'), Buffer.from(',2\n')])
    const { id } = await scene.begin('taipei.csv', big5)
    const tell = async (encoding: string) => scene.untilEnd(readImport(await scene.act(id, 'plan', { encoding })))
    expect(await tell('big6')).toMatchObject({ state: 'failed', failure: { code: 'FILE_ENCODING_UNKNOWN' } })
    const wrong = await tell('shift_jis')
    expect(wrong.plan).toMatchObject({ encoding: 'shift_jis' })
    const right = await tell('big5')
    expect(right.plan).toMatchObject({ encoding: 'big5', table: { columns: [{ samples: ['棉布常'] }, { samples: ['2'] }] } })
    expect(await scene.apply(await scene.check(right))).toMatchObject({ state: 'applied', counts: { added: 1 } })
  })

  test('has no cell that a database cannot hold', async () => {
    const scene = await arrange()
    const rows =
      row(1, text('Sample') + text('Strength')) + row(2, text('A&#xD83D; 1') + text('1e400')) + row(3, text('x'.repeat(33_000)) + text('2'))
    const checked = await scene.check(await scene.begin('cells.xlsx', await createSheet(rows)))
    expect(checked.errors.map(({ row: number, code }) => [number, code])).toContainEqual([3, 'too_long'])
    expect(await scene.apply(checked, 'good')).toMatchObject({ state: 'applied' })
  })
})
